// Standard input. Pieces of bytes come from the host; lines and parts go out in the order in which goroutines
// asked for them, all from one buffer.
import { LineBuffer } from "./line-buffer.ts";
import type { Output } from "./output.ts";
import { Panic } from "../panics/index.ts";
import type { Scheduler } from "../goroutines/index.ts";
import type { MaybePromise } from "../values/index.ts";

/** Standard input as natives see it. */
export interface Input {
  /**
   * The next line without its LF or CRLF as a byte string; null at the end of input, and where it cannot be read.
   * Waits if need be.
   */
  readLine(): MaybePromise<string | null>;
  /** 1 to `max` bytes; "" at the end of input, or why it cannot be read. Waits if need be. */
  read(max: number): MaybePromise<string | Error>;
  /** The descriptor of the process that it reads, null for a host's own input. */
  readonly descriptor: number | null;
}

export interface InputOptions {
  /** The descriptor of the process that is read. */
  readonly descriptor?: number | null;
  /** Called with the bytes that a reader waits with for more. @throws Panic when they are too many. */
  readonly reserve?: (bytes: number) => void;
}

/** Lines out of the pieces that `read` gives; null and an error from `read` end the input. */
export class LineInput implements Input {
  readonly #read: () => Promise<Uint8Array | Error | null>;
  readonly #scheduler: Scheduler;
  readonly #stdout: Output;
  readonly descriptor: number | null;
  readonly #reserve: (bytes: number) => void;
  readonly #buffer = new LineBuffer();
  #ended = false;
  #failure: Error | null = null;
  /** The last reader in line; the next one waits for it. */
  #last: Promise<unknown> | null = null;

  constructor(
    read: () => Promise<Uint8Array | Error | null>,
    scheduler: Scheduler,
    stdout: Output,
    { descriptor = null, reserve = () => {} }: InputOptions = {},
  ) {
    this.#read = read;
    this.#scheduler = scheduler;
    this.#stdout = stdout;
    this.descriptor = descriptor;
    this.#reserve = reserve;
  }

  readLine(): MaybePromise<string | null> {
    return this.#inTurn(
      () => this.#buffer.line(),
      () => {
        const rest = this.#buffer.rest();
        return rest === "" ? null : rest;
      },
    );
  }

  read(max: number): MaybePromise<string | Error> {
    return this.#inTurn<string | Error>(
      () => {
        const taken = this.#buffer.take(max);
        return taken === "" ? null : taken;
      },
      () => this.#failure ?? "",
    );
  }

  /** A read that waits now gets nothing any more, and is not waited for. */
  dropReaders(): void {
    this.#last = null;
  }

  /** What `take` finds, once it finds something, and `atEnd` when the input ends before. */
  #inTurn<T>(take: () => T | null, atEnd: () => T): MaybePromise<T> {
    if (this.#last === null) {
      const found = take();
      if (found !== null) return found;
      if (this.#ended) return atEnd();
    }
    // A prompt must be visible before the wait (std/io).
    this.#stdout.flush();
    const reading = (this.#last ?? Promise.resolve()).then(() => this.#await(take, atEnd));
    const settled = reading.then(
      () => {},
      () => {},
    );
    this.#last = settled;
    void settled.then(() => {
      if (this.#last === settled) this.#last = null;
    });
    return this.#scheduler.external(reading);
  }

  async #await<T>(take: () => T | null, atEnd: () => T): Promise<T> {
    for (;;) {
      const found = take();
      if (found !== null) return found;
      const bytes = this.#ended || this.#scheduler.ended ? null : await this.#read();
      if (bytes === null || bytes instanceof Error) {
        this.#ended = true;
        this.#failure ??= bytes;
        return atEnd();
      }
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      if (!this.#buffer.push(piece)) throw new Panic("string too large");
      this.#reserve(this.#buffer.begun);
    }
  }
}
