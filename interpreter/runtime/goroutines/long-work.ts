// Natives whose time grows with their input. They work in steps of well below a millisecond, and give way
// after a step when the time slice is over. Natives that are done before then return their result
// immediately; their declaration says `@long`.
import type { Runtime } from "../runtime.ts";
import type { Scheduler } from "./scheduler.ts";
import { Panic } from "../panics/index.ts";
import { MAX_STRING, type MaybePromise } from "../values/index.ts";
import { Frame } from "./waiting.ts";

/** The rest of some work; each step ends with a `yield`. */
export type Steps<T> = Generator<void, T>;

/** The result of work that is known to be short. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does the work, now or in several slices. @throws what it throws, and a Panic when a limit is exceeded */
export function inSteps<T>(runtime: Runtime, steps: Steps<T>): MaybePromise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    runtime.worked();
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
      if (done === true) return value;
      this.#runtime.worked();
      if (this.scheduler.due()) return this.scheduler.again(this, this.scheduler.giveWay());
    }
  }

  override site(): number {
    return -1;
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
