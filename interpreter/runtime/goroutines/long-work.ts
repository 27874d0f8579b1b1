// Natives whose time grows with what they are given. They do their work in steps of well below a
// millisecond, and give way after any of them when the time slice is over. Those that are done before
// give their result at once; their declaration says `@long`.
import type { Runtime } from "../runtime.ts";
import type { Scheduler } from "./scheduler.ts";
import { Panic } from "../panics/index.ts";
import { MAX_STRING, type MaybePromise } from "../values/index.ts";
import { Frame } from "./waiting.ts";

/** The rest of a work, each step of which ends with a `yield`. */
export type Steps<T> = Generator<void, T>;

/** The result of work that is known to be short. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does the work, now or in several slices. @throws what it throws, and a Panic when a limit is used up. */
export function inSteps<T>(runtime: Runtime, steps: Steps<T>): MaybePromise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    runtime.worked();
    const { scheduler } = runtime;
    // Without others the calling code does not know that it may have to wait.
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

/** Bytes or elements that natives deal with in a millisecond or so. */
const MUCH = 50_000;

/** Whether a work on so many bytes or elements is to be done in steps: without other goroutines and limits one go is faster. */
export function worksInSteps({ scheduler, isLimited }: Runtime, size: number): boolean {
  return size > MUCH && (scheduler.shared || isLimited);
}

/** Bytes of a text that a step deals with, byte by byte; a multiple of what codings of bytes take together. */
const PIECE = 61_440;

/** What is made of a long text piece by piece; `make` gets each piece and where it begins. */
export function* piecewise(text: string, make: (piece: string, at: number) => void): Steps<void> {
  for (let at = 0; at < text.length; at += PIECE) {
    make(text.slice(at, at + PIECE), at);
    yield;
  }
}

/** For what can be done to each piece of a text by itself. */
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
