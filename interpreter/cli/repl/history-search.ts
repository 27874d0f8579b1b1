// Ctrl-R: the search for an earlier input by a part of its text, from the latest one back.

export class HistorySearch {
  /** The inputs, latest first. */
  readonly #entries: readonly string[];
  #query = "";
  /** The index of the entry that is shown; -1 before the first one. */
  #at = -1;
  #isFound = true;

  constructor(entries: readonly string[]) {
    this.#entries = entries;
  }

  /** The entry that is shown; empty before the first one. */
  get match(): string {
    return this.#at < 0 ? "" : this.#entries[this.#at]!;
  }

  /** The offset of the searched text in the entry. */
  get offset(): number {
    return Math.max(0, this.match.indexOf(this.#query));
  }

  get label(): string {
    return `(${this.#isFound ? "" : "failed "}search) ${this.#query}: `;
  }

  add(text: string): void {
    this.#query += text;
    this.#look(Math.max(0, this.#at), 1);
  }

  /** Removes the last character, and searches from the latest entry again. */
  shorten(): void {
    this.#query = [...this.#query].slice(0, -1).join("");
    this.#isFound = true;
    this.#at = -1;
    if (this.#query !== "") this.#look(0, 1);
  }

  older(): void {
    this.#look(this.#at + 1, 1);
  }

  newer(): void {
    this.#look(this.#at - 1, -1);
  }

  /** Shows the first entry from `start` that has the text and differs from the one shown. */
  #look(start: number, step: 1 | -1): void {
    const shown = this.match;
    for (let i = start; i >= 0 && i < this.#entries.length; i += step) {
      const entry = this.#entries[i]!;
      if (!entry.includes(this.#query) || (i !== this.#at && entry === shown)) continue;
      this.#at = i;
      this.#isFound = true;
      return;
    }
    this.#isFound = false;
  }
}
