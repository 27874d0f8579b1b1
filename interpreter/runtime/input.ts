// Standard input as lines. Pieces of bytes come from the host; lines go out in the order in which
// goroutines asked for them.
import type { Output } from "./output.ts";
import type { Scheduler } from "./scheduler.ts";
import type { MaybePromise } from "./values.ts";

/** Standard input as natives see it. */
export interface Input {
  /** The next line without its LF or CRLF as a byte string; "" at the end of input. Waits if need be. */
  readLine(): MaybePromise<string>;
}

/** Lines out of the pieces that `read` gives; null from `read` ends the input. */
export class LineInput implements Input {
  readonly #read: () => Promise<Uint8Array | null>;
  readonly #scheduler: Scheduler;
  readonly #stdout: Output;
  #text = "";
  #position = 0;
  #ended = false;
  /** The last reader in line; the next one waits for it. */
  #last: Promise<unknown> | null = null;

  constructor(read: () => Promise<Uint8Array | null>, scheduler: Scheduler, stdout: Output) {
    this.#read = read;
    this.#scheduler = scheduler;
    this.#stdout = stdout;
  }

  readLine(): MaybePromise<string> {
    if (this.#last === null) {
      const line = this.#take();
      if (line !== null) return withoutReturn(line);
      if (this.#ended) return this.#rest();
    }
    // A prompt must be visible before the wait (std/io).
    this.#stdout.flush();
    const reading = (this.#last ?? Promise.resolve()).then(() => this.#next());
    this.#last = reading;
    const done = (): void => {
      if (this.#last === reading) this.#last = null;
    };
    reading.then(done, done);
    return this.#scheduler.external(reading);
  }

  /** Whoever reads now gets nothing any more, and nobody waits for that. */
  dropReaders(): void {
    this.#last = null;
  }

  async #next(): Promise<string> {
    // A long line arrives in many pieces, which are joined once.
    const pieces: string[] = [];
    for (;;) {
      const line = this.#take();
      if (line !== null) return withoutReturn(pieces.join("") + line);
      pieces.push(this.#rest());
      const bytes = this.#ended ? null : await this.#read();
      if (bytes === null) {
        this.#ended = true;
        return pieces.join("");
      }
      this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    }
  }

  /** Up to the next LF, or null when there is none yet. */
  #take(): string | null {
    const end = this.#text.indexOf("\n", this.#position);
    if (end < 0) return null;
    const line = this.#text.slice(this.#position, end);
    this.#position = end + 1;
    return line;
  }

  #rest(): string {
    const rest = this.#text.slice(this.#position);
    this.#text = "";
    this.#position = 0;
    return rest;
  }
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
