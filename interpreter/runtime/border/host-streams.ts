// Streams across the border: scripts see sources and sinks of the host as `Reader` and `Writer`, the host
// sees theirs as web streams. A failure of a stream is an `Err` for its reader or writer; a stream of
// anything but bytes is a failure of the host.
import { codeOf } from "./scalars.ts";
import { HostError, isEnd, nativeReserve, thrownText } from "../panics/index.ts";
import type { Runtime } from "../runtime.ts";
import {
  Err,
  ErrorValue,
  fromBytes,
  okPayload,
  toBytes,
  type MaybePromise,
  type Result,
} from "../values/index.ts";

/**
 * A source of bytes that a host passes to a script as a `dyn Reader`; strings are encoded as UTF-8. See
 * docs/embedding.md#streams.
 */
export type ByteSource =
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Uint8Array
  | string;

/**
 * A sink for bytes that a host passes to a script as a `dyn Writer`, such as a `Writable` of Node. The script
 * waits for a promise that `write` returns.
 */
export type ByteSink = WritableStream<Uint8Array> | { write(bytes: Uint8Array): unknown };

interface Step {
  readonly done?: boolean | undefined;
  readonly value?: unknown;
}

interface Source {
  next(): PromiseLike<Step> | Step;
  cancel(): unknown;
}

type Outcome<T> = MaybePromise<Result<T, ErrorValue>>;

/** Serializes calls: each waits for the earlier ones. */
class Turns {
  #last: Promise<unknown> | null = null;

  get free(): boolean {
    return this.#last === null;
  }

  take<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#last === null ? action() : this.#last.then(action);
    const settled = turn
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        if (this.#last === settled) this.#last = null;
      });
    this.#last = settled;
    return turn;
  }
}

/** A source of the host, as a script reads it; it is cancelled when the program ends. */
export class HostSource {
  readonly #runtime: Runtime;
  readonly #source: Source;
  readonly #turns = new Turns();
  readonly #forget: () => void;
  #held = Buffer.alloc(0);
  #ended = false;
  #failure: Err<ErrorValue> | null = null;

  /** @throws HostError */
  constructor(runtime: Runtime, given: ByteSource) {
    this.#runtime = runtime;
    this.#source = sourceOf(given);
    this.#forget = runtime.atEnd(() => this.#cancel());
  }

  /** 1 to `max` bytes, `""` at the end. */
  read(max: number): Outcome<string> {
    if (max === 0) return "";
    nativeReserve.keep();
    if (this.#turns.free) {
      const known = this.#known(max);
      if (known !== null) return known;
    }
    return this.#runtime.scheduler.external(this.#turns.take(() => this.#wait(max)));
  }

  #known(max: number): Result<string, ErrorValue> | null {
    if (this.#held.length === 0) return this.#failure ?? (this.#ended ? "" : null);
    const end = Math.min(max, this.#held.length);
    this.#runtime.reserve(end);
    const text = this.#held.toString("latin1", 0, end);
    this.#held = this.#held.subarray(end);
    return text;
  }

  async #wait(max: number): Promise<Result<string, ErrorValue>> {
    for (;;) {
      const known = this.#known(max);
      if (known !== null) return known;
      const asked = called("a stream of the host", () => this.#source.next());
      let step: Step;
      try {
        step = await asked;
      } catch (error) {
        this.#end();
        this.#failure = failureOf(error);
        continue;
      }
      if (step.done === true) this.#end();
      else this.#held = bytesOf(step.value);
    }
  }

  #end(): void {
    this.#ended = true;
    this.#forget();
  }

  #cancel(): void {
    this.#ended = true;
    this.#held = Buffer.alloc(0);
    const gone: unknown = this.#source.cancel();
    if (gone instanceof Promise) gone.catch(() => {});
  }
}

/** A sink of the host, as a script writes to it. It stays open, since the host may write more. */
export class HostSink {
  readonly #runtime: Runtime;
  readonly #write: (bytes: Uint8Array) => unknown;
  readonly #turns = new Turns();

  constructor(runtime: Runtime, given: ByteSink) {
    this.#runtime = runtime;
    this.#write = writeOf(given);
  }

  /** Writes all of `data`. */
  write(data: string): Outcome<number> {
    if (data === "") return 0;
    nativeReserve.keep();
    if (!this.#turns.free)
      return this.#runtime.scheduler.external(this.#turns.take(async () => this.#pass(data)));
    const passed = this.#pass(data);
    return passed instanceof Promise
      ? this.#runtime.scheduler.external(this.#turns.take(() => passed))
      : passed;
  }

  #pass(data: string): Outcome<number> {
    const waits = called("a sink of the host", () => this.#write(Buffer.from(data, "latin1")));
    if (typeof (waits as PromiseLike<unknown> | null | undefined)?.then !== "function") return data.length;
    return Promise.resolve(waits).then(() => data.length, failureOf);
  }
}

/** A reader of a script as a stream for the host, which reads nothing ahead. */
export function readableOf(read: () => Promise<unknown>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = okPayload(succeeded(await read())) as string;
        if (bytes === "") controller.close();
        else controller.enqueue(new Uint8Array(Buffer.from(bytes, "latin1")));
      },
    },
    { highWaterMark: 0 },
  );
}

/** A writer of a script as a stream for the host; strings are encoded as UTF-8. */
export function writableOf(write: (data: string) => Promise<unknown>): WritableStream<Uint8Array | string> {
  return new WritableStream<Uint8Array | string>({
    async write(chunk) {
      succeeded(await write(bytesOf(chunk).toString("latin1")));
    },
  });
}

/** @throws Error with the message, the `kind` and the `code` of an `Err` of a script */
function succeeded(outcome: unknown): never {
  if (!(outcome instanceof Err)) return outcome as never;
  const { _kind, _message, _code } = outcome.error as ErrorValue;
  const code = _code === "" ? {} : { code: fromBytes(_code) };
  throw Object.assign(new Error(fromBytes(_message)), { kind: fromBytes(_kind), ...code });
}

function called<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw isEnd(error) ? error : new HostError(`${what} threw ${thrownText(error)}`, { cause: error });
  }
}

function failureOf(error: unknown): Err<ErrorValue> {
  if (isEnd(error)) throw error;
  return called("an error of a stream of the host", () => errorOf(error));
}

function errorOf(error: unknown): Err<ErrorValue> {
  const given: unknown = error instanceof Err ? error.error : error;
  if (given instanceof ErrorValue)
    return new Err(new ErrorValue(toBytes(given._kind), toBytes(given._message), toBytes(given._code)));
  const { kind, message, code } = (typeof given === "object" && given !== null ? given : {}) as {
    kind?: unknown;
    message?: unknown;
    code?: unknown;
  };
  return new Err(
    new ErrorValue(
      toBytes(typeof kind === "string" ? kind : "io"),
      toBytes(typeof message === "string" ? message : thrownText(given)),
      toBytes(codeOf(code)),
    ),
  );
}

function bytesOf(piece: unknown): Buffer<ArrayBuffer> {
  if (typeof piece === "string") return Buffer.from(piece, "utf8");
  if (piece instanceof Uint8Array)
    return Buffer.from(piece.buffer as ArrayBuffer, piece.byteOffset, piece.byteLength);
  throw new HostError(
    `a stream of the host returned ${piece === null ? "null" : typeof piece === "object" ? `a JavaScript ${piece.constructor?.name ?? "object"}` : String(piece)}, which is neither a Uint8Array nor a string`,
  );
}

/** Whether a script can read from the value. */
export function isByteSource(value: unknown): value is ByteSource {
  return (
    typeof value === "string" ||
    value instanceof Uint8Array ||
    has(value, "getReader") ||
    has(value, Symbol.asyncIterator)
  );
}

export function isByteSink(value: unknown): value is ByteSink {
  return has(value, "getWriter") || has(value, "write");
}

function has(value: unknown, method: string | symbol): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Record<string | symbol, unknown>)[method] === "function"
  );
}

interface NodeStream {
  on(event: "error", listener: () => void): void;
  destroy?(): void;
  write?(bytes: Uint8Array, done: (error?: Error | null) => void): unknown;
}

const heard = new WeakSet<object>();

/**
 * A stream of Node without a listener for errors would throw them as uncaught exceptions; reads and writes
 * report them as well.
 */
function nodeStream(given: object): NodeStream | null {
  if (typeof (given as { on?: unknown }).on !== "function") return null;
  const stream = given as NodeStream;
  if (!heard.has(stream)) stream.on("error", () => {});
  heard.add(stream);
  return stream;
}

/** @throws HostError */
function sourceOf(given: ByteSource): Source {
  if (typeof given === "string" || given instanceof Uint8Array) {
    const pieces = [given];
    return { next: () => ({ done: pieces.length === 0, value: pieces.pop() }), cancel() {} };
  }
  if ("getReader" in given) {
    const reader = called("a stream of the host", () => given.getReader());
    return { next: () => reader.read(), cancel: () => reader.cancel(new Error("the program has ended")) };
  }
  const stream = nodeStream(given);
  const iterator = called("a stream of the host", () => given[Symbol.asyncIterator]());
  return {
    next: () => iterator.next(),
    cancel() {
      // A pending iterator handles `return` only after its current step, so the stream is destroyed first.
      stream?.destroy?.();
      return iterator.return?.();
    },
  };
}

function writeOf(given: ByteSink): (bytes: Uint8Array) => unknown {
  if ("getWriter" in given) {
    // Locked only during a write, so that the host can close it.
    return (bytes) => {
      const writer = given.getWriter();
      return writer.write(bytes).finally(() => writer.releaseLock());
    };
  }
  const stream = nodeStream(given);
  if (stream === null) return (bytes) => given.write(bytes);
  return (bytes) =>
    new Promise<void>(
      (resolve, reject) => void stream.write!(bytes, (error) => (error ? reject(error) : resolve())),
    );
}
