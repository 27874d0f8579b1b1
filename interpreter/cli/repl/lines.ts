// A queue of lines of standard input and of requests for them, from the session and from running programs
// that read standard input. Lines that are pasted or piped ahead wait for the next request.

export class LineQueue {
  readonly #lines: string[] = [];
  readonly #waits: () => void;
  readonly #readers: ((line: string | null) => void)[] = [];
  #ended = false;

  /** `waits` is called for a request without a line. */
  constructor(waits: () => void) {
    this.#waits = waits;
  }

  push(line: string): void {
    const reader = this.#readers.shift();
    if (reader === undefined) this.#lines.push(line);
    else reader(line);
  }

  /** Whether a line has arrived that is not yet read. */
  get hasLine(): boolean {
    return this.#lines.length > 0;
  }

  /** Puts a line back: it is the next one. */
  unread(line: string): void {
    this.#lines.unshift(line);
  }

  /** Called when no more lines follow. */
  end(): void {
    this.#ended = true;
    for (const reader of this.#readers.splice(0)) reader(null);
  }

  /** Resolves with the next line without its line break, or with null at the end. */
  next(): Promise<string | null> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#readers.push(resolve);
      this.#waits();
    });
  }

  /** Drops the pending requests, whose program has ended. */
  dropReaders(): void {
    this.#readers.length = 0;
  }

  /** Drops the lines typed ahead. */
  clear(): void {
    this.#lines.length = 0;
  }
}
