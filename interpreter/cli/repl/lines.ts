// Lines of standard input, in order, for the next request: the session for its inputs, a running
// program for `input()`. So lines that are pasted or piped ahead wait for their turn.

export class LineQueue {
  readonly #lines: string[] = [];
  readonly #waits: () => void;
  readonly #readers: ((line: string | null) => void)[] = [];
  #ended = false;

  /** `waits` is called when a line is asked for that is not there yet. */
  constructor(waits: () => void) {
    this.#waits = waits;
  }

  push(line: string): void {
    const reader = this.#readers.shift();
    if (reader === undefined) this.#lines.push(line);
    else reader(line);
  }

  /** No more lines will come. */
  end(): void {
    this.#ended = true;
    for (const reader of this.#readers.splice(0)) reader(null);
  }

  /** The next line without its break, null at the end. */
  next(): Promise<string | null> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#readers.push(resolve);
      this.#waits();
    });
  }

  /** Requests that wait now get nothing: the program that made them has ended. */
  dropReaders(): void {
    this.#readers.length = 0;
  }

  /** Drops what was typed ahead. */
  clear(): void {
    this.#lines.length = 0;
  }
}
