// Goroutines of one program: which one runs, which are parked, when all are (reference/concurrency#scheduling). The implementation
// is `goroutines.ts`.

import type { AccessReader } from "../values/index.ts";
import type { BlockedOperation, Panic } from "../panics/index.ts";
import type { Unwinding } from "./unwinding.ts";
import type { Frame, Waiting } from "./waiting.ts";

/** A goroutine that waits for another one; the waker calls `wake` or `fail` once. */
export interface Parked<T> extends BlockedOperation {
  /** What the native that parked returns. */
  readonly promise: Promise<T>;
  wake(value: T): void;
  /** Wakes it with a Panic of its own, such as that of a receive when the channel is closed. */
  fail(error: Error): void;
}

/** A goroutine that was started from outside. */
export interface Started {
  /** Waits for no other goroutine any more; false when it did not. */
  giveUp(): boolean;
  /** When it goes on, it fails with this. */
  failLater(error: unknown): void;
  /** It is the one that runs. */
  runs(): boolean;
}

/** A call that has become a goroutine, as it waits. */
export class UnderWay {
  readonly started: Started;
  constructor(started: Started) {
    this.started = started;
  }
}

/** Where a parked goroutine waits to be found. */
export interface Place {
  /** The goroutine is given up: nothing may find it any longer. */
  leave(): void;
}

/** Something to be done at a time, in the order of all that waits for time to pass. */
export interface Alarm {
  /** It does not ring any more; harmless when it has rung. */
  stop(): void;
}

/** Iterations of loops and calls count as one each; natives take as much as their work compares to. */
export interface Slice {
  fuel: number;
}

export interface Scheduler {
  /** Starts a goroutine; it does not run before the caller waits or ends. */
  spawn(body: () => unknown): void;
  /** The same from outside, as the host calls a function of the script; tells how it ended. */
  start(body: () => unknown, ended: { done(result: unknown): void; failed(error: unknown): void }): Started;
  /**
   * Calls a function at once: what it comes to, or an `UnderWay` when it waits; then `ended` gets its end. Unless
   * others run or are ready, who go first; `whole`: before them, and without giving way. @throws what it throws, as
   * `panicOf` has it
   */
  callNow(
    f: (...args: never[]) => unknown,
    args: readonly unknown[],
    ended: { done(result: unknown): void; failed(error: unknown): void },
    whole: boolean,
  ): unknown;
  /**
   * Waits for another goroutine (channel, select, mutex, wait group): counts towards a deadlock.
   * `site` is the call's position index, `what` the wording of the trace, such as `channel receive`.
   * `place` is where it waits in a queue, null when that does not matter.
   */
  park<T>(what: string, site: number, place?: Place | null): Parked<T>;
  /** Waits for the outside world (timer, socket, child, file): never a deadlock. Tracks the promise and passes it on. */
  external<T>(promise: Promise<T>): Promise<T>;
  /** Lets every ready goroutine run first. */
  yieldNow(): Promise<void>;
  /** Waits for so much time to pass. Sleepers wake in the order of their deadlines, those of one deadline as they called. */
  sleep(millis: number): Promise<void>;
  /**
   * Calls `ring`, which must not throw, when `monotonicMillis()` reaches `deadline`. As long as an alarm is set there
   * is no deadlock: set one only while a goroutine waits for it.
   */
  alarm(deadline: number, ring: () => void): Alarm;
  /** What may be done before the next look at the clock; shared by all that runs. */
  readonly slice: Slice;
  /** Set by a program with several goroutines: only then may code that waits for nothing give way. */
  shared: boolean;
  /** Looks at the clock, when `slice.fuel` is used up. True when the time slice is over and another goroutine could go on. */
  due(): boolean;
  /** Goes on when those that became ready have run, and others that compute have had their slices. */
  giveWay(): Promise<void>;
  /** Ends the program with a Panic or Exit that reached a place outside every goroutine. */
  fail(error: unknown): void;
  /** Goroutines that have been started and have not ended. */
  readonly alive: number;
  /** True once the program has ended: the outcome of what is still under way is dropped. */
  readonly ended: boolean;
  /** What ended it: undefined while it runs, or for the end of `main`. */
  readonly failure: unknown;

  /** The panic that something thrown just now is for the script, with its data; null for anything else. */
  panicOf(error: unknown): Panic | null;

  // For compiled code

  /** Once for each program that reads lists by index. */
  watch(reader: AccessReader): void;

  /** `frame` begins to wait; it is what its function returns. @throws Panic when too many calls wait for each other. */
  pause(frame: Frame, waited: Promise<unknown>): Frame;
  /** `frame`, which was going on, waits again. */
  again(frame: Frame, waited: Promise<unknown>): Frame;
  /** `frame` begins to wait for a deferred call; what it is for has begun before. */
  unwinding(frame: Unwinding): void;
  /** For natives that call script functions: `end` gets what `waiting` comes to. */
  attach(waiting: Waiting, end: Frame): void;
}
