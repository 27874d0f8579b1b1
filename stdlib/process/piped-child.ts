// A child of `Command.start`: its pipes wait for the script, in both directions.
import { fail, MAX_STRING } from "../../interpreter/runtime/index.ts";
import type { ErrorValue, MaybePromise, Result } from "../../interpreter/runtime/index.ts";
import type { PipeReader, PipeWriter } from "../../interpreter/host/index.ts";
import { errorText, systemText, codeOf } from "../error/index.ts";
import type { Started } from "./command.ts";

/** A child, independent of how it was started. */
export interface ChildLike {
  /** Null while it runs, then the exit code, -1 after a signal. */
  readonly code: number | null;
  /** Resolves with the exit code; -1 after a signal, or when it is freed before. */
  readonly ended: Promise<number>;
  readonly pid: number;
  /** The name of the signal that ended it; null while it runs, or if it exited. */
  readonly signal: string | null;
  /** The name with which it was started. */
  readonly program: string;
  takeStdout(): string;
  takeStderr(): string;
  write(data: string): MaybePromise<boolean>;
  closeStdin(): void;
  kill(): boolean;
  free(): void;
  /** Its pipes as streams; null if the script cannot use them. */
  readonly streams: Streams | null;
}

export interface Streams {
  readonly input: PipeWriter | null;
  readonly output: PipeReader | null;
  readonly errors: PipeReader | null;
}

export class PipedChild implements ChildLike {
  readonly #started: Started;
  readonly ended: Promise<number>;
  readonly #forget: (code: number) => void;
  #inputClosed = false;

  constructor(started: Started) {
    this.#started = started;
    const { promise, resolve } = Promise.withResolvers<number>();
    this.ended = promise;
    this.#forget = resolve;
    void started.ended.then(resolve);
  }

  get code(): number | null {
    return this.#started.code;
  }

  get signal(): string | null {
    return this.code === null ? null : this.#started.process.signal;
  }

  get pid(): number {
    return this.#started.process.pid;
  }

  get program(): string {
    return this.#started.program;
  }

  get streams(): Streams {
    const { input, output, errors } = this.#started;
    return { input, output, errors };
  }

  takeStdout(): string {
    return this.#started.output?.arrived() ?? "";
  }

  takeStderr(): string {
    return this.#started.errors?.arrived() ?? "";
  }

  write(data: string): MaybePromise<boolean> {
    const { input } = this.#started;
    if (input === null || this.#inputClosed || this.code !== null) return false;
    return input.write(data).then(
      () => true,
      () => false,
    );
  }

  closeStdin(): void {
    this.#inputClosed = true;
    this.#started.input?.close();
  }

  /** Ends the child and its children. */
  kill(): boolean {
    this.#started.process.end();
    return true;
  }

  free(): void {
    this.#forget(-1);
    this.#started.process.release();
  }
}

/** One end of a pipe, as a handle of the script; `pipe` is null if there is none. */
export class ChildReader {
  readonly pipe: PipeReader | null;
  readonly program: string;

  constructor(pipe: PipeReader | null, program: string) {
    this.pipe = pipe;
    this.program = program;
  }

  read(max: number): MaybePromise<Result<string, ErrorValue>> {
    if (max < 0) return fail("io", `read: read size must be non-negative (${this.program})`);
    if (this.pipe === null) return fail("process", `read: ${NO_PIPE} (${this.program})`);
    if (this.pipe.closed) return fail("process", `read: pipe already closed (${this.program})`);
    return max === 0 ? "" : this.pipe.read(Math.min(max, MAX_STRING));
  }
}

export class ChildWriter {
  readonly pipe: PipeWriter | null;
  readonly program: string;
  closed = false;

  constructor(pipe: PipeWriter | null, program: string) {
    this.pipe = pipe;
    this.program = program;
  }

  write(data: string): MaybePromise<Result<number, ErrorValue>> {
    const failed = (text: string) => fail("process", `write: ${text} (${this.program})`, codeOf(text));
    if (this.pipe === null) return failed(NO_PIPE);
    if (this.closed) return failed(systemText("EPIPE"));
    if (data === "") return 0;
    return this.pipe.write(data).then(
      () => data.length,
      (error: unknown) => failed(errorText(error)),
    );
  }

  close(): void {
    this.closed = true;
    this.pipe?.close();
  }
}

const NO_PIPE = "the stream is not piped";
