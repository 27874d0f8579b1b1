// The scheduler as natives and compiled code see it: it starts, parks and wakes goroutines
// (reference/concurrency#scheduling). Implemented in `goroutines.ts`.

import type { AccessReader } from "../values/index.ts";
import type { BlockedOperation, Panic } from "../panics/index.ts";
import type { Reserves } from "./reserves.ts";
import type { Unwinding } from "./unwinding.ts";
import type { Frame, Waiting } from "./waiting.ts";

/** A goroutine that waits for another one; the waker calls `wake` or `fail` once. */
export interface Parked<T> extends BlockedOperation {
  /** What the native that parked returns. */
  readonly promise: Promise<T>;
  wake(value: T): void;
  /** Wakes the goroutine with a Panic, such as that of a receive from a closed channel. */
  fail(error: Error): void;
}

/** A goroutine that was started from outside. */
export interface Started {
  /** Removes the goroutine if it is parked; false if it is not. */
  giveUp(): boolean;
  /** Makes the goroutine fail with `error` when it resumes. */
  failLater(error: unknown): void;
  /** Makes the goroutine fail with `error` now if it waits, otherwise when it next resumes. */
  interrupt(error: unknown): void;
  /** Whether the goroutine is running. */
  runs(): boolean;
}

/** A call that waits and has become a goroutine. */
export class UnderWay {
  readonly started: Started;
  constructor(started: Started) {
    this.started = started;
  }
}

/** The entry of a parked goroutine in a queue. */
export interface QueueEntry {
  /** Removes the entry: the goroutine no longer waits. */
  leave(): void;
}

/** A callback at a deadline, ordered with all sleeping goroutines. */
export interface Alarm {
  /** Cancels the alarm; has no effect after it has rung. */
  stop(): void;
}

/**
 * The fuel of a time slice: iterations of loops and calls take one each, natives as much as their work
 * compares to.
 */
export interface Slice {
  fuel: number;
}

export interface Scheduler {
  /** Starts a goroutine; it does not run before the caller waits or ends. */
  spawn(body: () => unknown): void;
  /**
   * Starts a goroutine from outside, as when the host calls a function of the script; `ended` receives its
   * result or failure.
   */
  start(body: () => unknown, ended: { done(result: unknown): void; failed(error: unknown): void }): Started;
  /**
   * Calls a function now. Returns its result, or an `UnderWay` if it waits; `ended` then receives its result
   * or failure. If goroutines run or are ready, they go first, unless the call is `whole`: it runs before
   * them and does not give way.
   * @throws what the function throws, as `panicOf` converts it
   */
  callNow(
    f: (...args: never[]) => unknown,
    args: readonly unknown[],
    ended: { done(result: unknown): void; failed(error: unknown): void },
    whole: boolean,
  ): unknown;
  /**
   * Parks the goroutine until another one wakes it (channel, select, mutex, wait group); counts towards a
   * deadlock. `site` is that of the call, `what` the operation for traces, such as `channel
   * receive`, and `entry` its entry in a queue, null if there is none to leave.
   */
  park<T>(what: string, site: number, entry?: QueueEntry | null): Parked<T>;
  /**
   * Waits for the host (timer, socket, child process, file), which is never a deadlock. Tracks the promise
   * and returns it.
   */
  external<T>(promise: Promise<T>): Promise<T>;
  /** Lets every ready goroutine run first. */
  yieldNow(): Promise<void>;
  /**
   * Waits for `millis` milliseconds. Sleepers wake in the order of their deadlines, and of their calls if
   * these are equal.
   */
  sleep(millis: number): Promise<void>;
  /**
   * Calls `ring`, which must not throw, when `monotonicMillis()` reaches `deadline`. While an alarm is set
   * there is no deadlock, so set one only while a goroutine waits for it.
   */
  alarm(deadline: number, ring: () => void): Alarm;
  /** The fuel until the next check of the clock, shared by all goroutines. */
  readonly slice: Slice;
  /** Set by a program with several goroutines: only then may code that does not wait give way. */
  shared: boolean;
  /**
   * Checks the clock, when `slice.fuel` is used up. True if the time slice is over and another goroutine
   * could run.
   */
  due(): boolean;
  /** Waits until the goroutines that became ready have run, and others that compute have had their slices. */
  giveWay(): Promise<void>;
  /** Ends the program with a Panic or Exit that was thrown outside all goroutines. */
  fail(error: unknown): void;
  /** Identifies the running goroutine: the same object each time that it asks. */
  readonly current: object;
  /** Goroutines that have not ended. */
  readonly alive: number;
  /** Whether the program has ended: the results of pending work are dropped. */
  readonly ended: boolean;
  /** What ended the program: undefined while it runs, and for the end of `main`. */
  readonly failure: unknown;

  /**
   * The panic that a thrown value means for the script, with its data; null for anything else. Call it right
   * after catching.
   */
  panicOf(error: unknown): Panic | null;

  /**
   * As `promise.then(fulfilled, rejected)`. Returns the start of the goroutine that settles the promise, for
   * `interrupt`; null if it is not one.
   */
  follow<T>(
    promise: Promise<T>,
    fulfilled: (value: T) => void,
    rejected: (error: unknown) => void,
  ): Frame | null;
  /** Makes the goroutine fail with `error` now if it waits, otherwise when it next resumes. */
  interrupt(start: Frame, error: unknown): void;

  // For compiled code

  /** The stack that natives and functions with deferred calls ask for. */
  readonly reserves: Reserves;

  /** Called once by each program that reads lists by index. */
  watch(reader: AccessReader): void;
  /**
   * Generated code has initialised the globals: the goroutines that live now belong to them, not to the entry
   * function.
   */
  initialised(): void;

  /** `frame` begins to wait and is what its function returns. */
  pause(frame: Frame, waited: Promise<unknown>): Frame;
  /** `frame`, which was running, waits again. */
  again(frame: Frame, waited: Promise<unknown>): Frame;
  /** A call has failed: the goroutine does not wait for what it had begun to wait for, for lack of stack. */
  dropLeaf(): void;
  /** `frame` begins to wait for a deferred call of a function that has panicked. */
  unwinding(frame: Unwinding): void;
  /** For natives that call script functions: `end` resumes with the value of `waiting`. */
  attach(waiting: Waiting, end: Frame): void;
}
