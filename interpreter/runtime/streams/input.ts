// Standard input. The host supplies pieces of bytes; goroutines get lines and parts of one buffer, in the
// order of their requests.
import { LineBuffer } from "./line-buffer.ts";
import type { Output } from "./output.ts";
import { Panic } from "../panics/index.ts";
import type { Scheduler } from "../goroutines/index.ts";
import type { MaybePromise } from "../values/index.ts";

/** Standard input as natives see it. */
export interface Input {
  /**
   * The next line without its LF or CRLF, as a byte string; null at the end of input, and if it cannot be
   * read. May wait.
   */
  readLine(): MaybePromise<string | null>;
  /** 1 to `max` bytes; "" at the end of input, or the reason why it cannot be read. May wait. */
  read(max: number): MaybePromise<string | Error>;
  /** The file descriptor that it reads, if it is one of the process; null for input of a host. */
  readonly descriptor: number | null;
}

export interface InputOptions {
  /** The file descriptor that `read` reads, if it is one of the process. */
  readonly descriptor?: number | null;
  /**
   * Called with the bytes of an incomplete line that a reader waits for.
   * @throws Panic when they are too many
   */
  readonly reserve?: (bytes: number) => void;
}

/** Splits the pieces that `read` returns into lines; null and an error from `read` end the input. */
export class LineInput implements Input {
  readonly #read: () => Promise<Uint8Array | Error | null>;
  readonly #scheduler: Scheduler;
  readonly #stdout: Output;
  readonly descriptor: number | null;
  readonly #reserve: (bytes: number) => void;
  readonly #buffer = new LineBuffer();
  #ended = false;
  #failure: Error | null = null;
  /** The last reader in the queue; the next one waits for it. */
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

  /** Drops the readers that wait: the next one does not wait for them. */
  dropReaders(): void {
    this.#last = null;
  }

  /** Waits until `take` returns a value; returns `atEnd()` if the input ends first. */
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
