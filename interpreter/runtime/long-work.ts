// Natives whose time grows with their input. They work in steps of well below a millisecond, and give way
// after a step when the time slice is over. Natives that are done before then return their result
// immediately; their declaration says `@long`.
import { Frame, type Scheduler } from "./goroutines/index.ts";
import { Panic } from "./panics/index.ts";
import type { Runtime } from "./runtime.ts";
import { lengthOf, MAX_STRING, sizeOf, type MaybePromise } from "./values/index.ts";

/**
 * The rest of some work; each step ends with a `yield` of the bytes or elements that it has processed, default
 * 10,000, for which it is charged.
 */
export type Steps<T> = Generator<number | void, T>;

/** The result of work that is known to be short. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Does the work now, for natives that do not wait: limits are checked after each step, but no other goroutine
 * runs. @throws what it throws, and a Panic when a limit is exceeded
 */
export function withChecks<T>(runtime: Runtime, steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    runtime.worked(value);
  }
}

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Up to this many bytes, a native may take any time per byte. */
const SHORT = 100_000;

/**
 * Limits for natives that nothing can end once they have begun: with long strings as arguments, they begin only
 * if they end in time. `nanos` are the nanoseconds for each byte of their arguments, on a slow machine.
 */
export function foreseen(
  runtime: Runtime,
  nanos: Readonly<Record<string, number>>,
  functions: Functions,
): Functions {
  if (!runtime.isLimited) return functions;
  const bounded = Object.entries(nanos).map(([name, each]) => {
    const body = functions[name] as unknown as (...args: unknown[]) => unknown;
    const checked = (...args: unknown[]): unknown => {
      let bytes = 0;
      for (const arg of args) bytes += lengthOf(arg);
      if (bytes > SHORT) runtime.foresee((bytes * each) / 1e6);
      return body(...args);
    };
    return [name, checked];
  });
  return { ...functions, ...Object.fromEntries(bounded) };
}

/**
 * Charges a native for the bytes of texts that are within its arguments, such as those in a list. It goes on only if
 * the rest ends in time: as `foreseen`.
 */
export function weighed(runtime: Runtime, bytes: number, nanos: number): void {
  runtime.worked(bytes);
  if (bytes > SHORT) runtime.foresee((bytes * nanos) / 1e6);
}

/** Does the work, now or in several slices. @throws what it throws, and a Panic when a limit is exceeded */
export function inSteps<T>(runtime: Runtime, steps: Steps<T>): MaybePromise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    runtime.worked(value);
    const { scheduler } = runtime;
    // In a program with one goroutine, the calling code is not compiled to wait.
    if (scheduler.shared && scheduler.due())
      return scheduler.pause(new Work(runtime, steps), scheduler.giveWay()) as unknown as Promise<T>;
  }
}

class Work<T> extends Frame {
  readonly scheduler: Scheduler;
  readonly #runtime: Runtime;
  readonly #steps: Steps<T>;

  constructor(runtime: Runtime, steps: Steps<T>) {
    super(0);
    this.scheduler = runtime.scheduler;
    this.#runtime = runtime;
    this.#steps = steps;
  }

  override run(): unknown {
    for (;;) {
      const { done, value } = this.#steps.next();
      if (done === true) return this.#counted(value);
      this.#runtime.worked(value);
      if (this.scheduler.due()) return this.scheduler.again(this, this.scheduler.giveWay());
    }
  }

  /** The caller has counted the promise, not the result. */
  #counted(value: T): T {
    if (lengthOf(value) === 0) return value;
    this.#runtime.worked(lengthOf(value));
    this.#runtime.made(sizeOf(value));
    return value;
  }

  override site(): number {
    return -1;
  }
}

/** The bytes or elements after which work ends a step. */
const TALLIED = 16_384;

/**
 * Counts what natives touch within their arguments, over all calls of a program, so that many short calls are
 * charged as one long call is.
 */
export class Tally {
  #touched = 0;

  touch(count: number): void {
    this.#touched += count;
  }

  /** Whether a step should end. */
  get isFull(): boolean {
    return this.#touched >= TALLIED;
  }

  /** Returns the count, for `yield`, and begins again. */
  taken(): number {
    const touched = this.#touched;
    this.#touched = 0;
    return touched;
  }
}

/** The bytes or elements that natives process in about a millisecond. */
const MUCH = 50_000;

/**
 * Whether work on `size` bytes or elements is done in steps: without other goroutines and limits, one go is
 * faster.
 */
export function worksInSteps({ scheduler, isLimited }: Runtime, size: number): boolean {
  return size > MUCH && (scheduler.shared || isLimited);
}

/** The bytes of a text that a step processes, byte by byte; a multiple of the group sizes of encodings. */
const PIECE = 61_440;

/** Processes a long text in pieces; `make` receives each piece and its position. */
export function* piecewise(text: string, make: (piece: string, at: number) => void): Steps<void> {
  for (let at = 0; at < text.length; at += PIECE) {
    make(text.slice(at, at + PIECE), at);
    yield;
  }
}

/** Maps each piece of a text independently. */
export function* mappedPiecewise(text: string, map: (piece: string) => string): Steps<string> {
  const parts: string[] = [];
  let length = 0;
  yield* piecewise(text, (piece) => {
    const part = map(piece);
    length += part.length;
    if (length > MAX_STRING) throw new Panic("string too large");
    parts.push(part);
  });
  return parts.join("");
}
