// The scheduler. A goroutine is a function that returns a value or a Promise; V8's microtask queue
// is the ready queue, in order of becoming ready.
//
//                 spawn                    park, external
//     (new) ────────────────► ready/running ─────────────► waiting
//                                  ▲  │  ▲                    │
//                                  └──┘  └────────────────────┘
//                                yieldNow      wake, settled
//
// Microtasks alone would starve timers and sockets while goroutines hand values to and fro. So time
// is dealt out in slices: when a slice is used up (`#late`), whoever becomes ready is queued here and
// starts in the next turn of the event loop. The clock is read only now and then.
import { monotonicMillis } from "./clock.ts";
import { Panic, type BlockedOperation } from "./panic.ts";
import type { Parked, Scheduler } from "./scheduler.ts";

const SLICE_MS = 2;
/** Most events between two looks at the clock; adapts downwards where each takes long. */
const LONGEST_STRETCH = 256;

class Waiting implements BlockedOperation {
  readonly what: string;
  readonly site: number;
  /** Neighbours among the operations that are parked now. */
  previous: Waiting | null = null;
  next: Waiting | null = null;

  constructor(what: string, site: number) {
    this.what = what;
    this.site = site;
  }
}

class Operation<T> extends Waiting implements Parked<T> {
  readonly promise: Promise<T>;
  readonly #scheduler: GoroutineScheduler;
  #resolve!: (value: T) => void;

  constructor(scheduler: GoroutineScheduler, what: string, site: number) {
    super(what, site);
    this.#scheduler = scheduler;
    this.promise = new Promise<T>((resolve) => {
      this.#resolve = resolve;
    });
  }

  wake(value: T): void {
    this.#scheduler.unpark(this);
    this.#scheduler.ready(this.#resolve as (value: unknown) => void, value);
  }

  fail(error: Error): void {
    const resolve = this.#resolve as (value: unknown) => void;
    this.#scheduler.unpark(this);
    // The rejected promise comes to be only when it is passed on: before, it would be an unhandled one.
    this.#scheduler.ready(() => resolve(Promise.reject(error)), undefined);
  }
}

export class GoroutineScheduler implements Scheduler {
  #ended = false;
  #onEnd: (failure: unknown) => void = () => {};
  /** Set in a session, where a goroutine that fails ends only itself. */
  #onFailure: ((failure: unknown) => void) | null = null;
  /** Goroutines that have been started and have not ended, `main` included. */
  #alive = 0;
  #parked = 0;
  #external = 0;
  #newestParked: Waiting | null = null;
  #checkingDeadlock = false;

  #late = false;
  #sliceEnd = 0;
  #lastLook = 0;
  #stretch = LONGEST_STRETCH;
  #fuel = LONGEST_STRETCH;
  /** What becomes ready after the end of the slice: a function and its argument, in turns. */
  #queue: unknown[] = [];
  #head = 0;
  #yielded: (() => void)[] = [];
  /** Goroutines spawned in a row share one microtask, until something else becomes ready. */
  #batch: (() => unknown)[] | null = null;
  readonly #now = Promise.resolve();

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Runs `main` as the first goroutine. `onEnd` is called once, as soon as `main` returns (with
   * undefined) or any goroutine fails (with what it threw); nothing is started after that.
   */
  run(main: () => unknown, onEnd: (failure: unknown) => void): void {
    this.#onEnd = onEnd;
    this.#sliceEnd = monotonicMillis() + SLICE_MS;
    this.#lastLook = this.#sliceEnd - SLICE_MS;
    this.#alive = 1;
    this.#start(main, () => this.#end(undefined));
  }

  /**
   * Instead of `run`, for a session: goroutines are spawned from outside and there is no `main`.
   * `onFailure` gets what a goroutine threw, and the panic of a deadlock; the session goes on.
   */
  stayOpen(onFailure: (failure: unknown) => void): void {
    this.#onFailure = onFailure;
  }

  spawn(body: () => unknown): void {
    this.#alive++;
    if (this.#late) this.#defer(this.#startOne, body);
    else if (this.#batch !== null) this.#batch.push(body);
    else {
      const batch = [body];
      this.#batch = batch;
      void this.#now.then(() => this.#startAll(batch));
    }
  }

  park<T>(what: string, site: number): Parked<T> {
    const operation = new Operation<T>(this, what, site);
    const newest = this.#newestParked;
    operation.previous = newest;
    if (newest !== null) newest.next = operation;
    this.#newestParked = operation;
    this.#parked++;
    this.#suspectDeadlock();
    return operation;
  }

  external<T>(promise: Promise<T>): Promise<T> {
    this.#external++;
    return promise.then(
      (value) => {
        this.#externalSettled();
        return this.#ended ? NEVER : value;
      },
      (error: unknown) => {
        this.#externalSettled();
        if (this.#ended) return NEVER;
        throw error;
      },
    );
  }

  yieldNow(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#late || this.due()) {
        this.#defer(resolve as () => void, undefined);
        return;
      }
      // A tick starts when no microtask is left: when every goroutine that was ready waits again.
      this.#yielded.push(resolve);
      if (this.#yielded.length === 1) process.nextTick(this.#resumeYielded);
    });
  }

  due(): boolean {
    return --this.#fuel < 0 && this.#look();
  }

  fail(error: unknown): void {
    this.#end(error);
  }

  /** For `Operation`: it is parked no longer. */
  unpark(operation: Waiting): void {
    const { previous, next } = operation;
    if (previous !== null) previous.next = next;
    if (next !== null) next.previous = previous;
    else this.#newestParked = previous;
    this.#parked--;
  }

  /** For `Operation`: continues a goroutine now or, after the end of the slice, in the next turn. */
  ready(resume: (value: unknown) => void, value: unknown): void {
    this.#batch = null;
    if (this.#late || this.due()) this.#defer(resume, value);
    else resume(value);
  }

  readonly #startOne = (body: () => unknown): void => this.#start(body, this.#goroutineEnded);

  #startAll(batch: readonly (() => unknown)[]): void {
    if (this.#batch === batch) this.#batch = null;
    for (const body of batch) {
      if (this.#late || this.due()) this.#defer(this.#startOne, body);
      else this.#startOne(body);
    }
  }

  #start(body: () => unknown, ended: () => void): void {
    if (this.#ended) return;
    let result: unknown;
    try {
      result = body();
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (result instanceof Promise) result.then(ended, this.#failed);
    else ended();
  }

  readonly #failed = (error: unknown): void => {
    this.#alive--;
    this.#end(error);
  };

  readonly #goroutineEnded = (): void => {
    this.#alive--;
    this.#suspectDeadlock();
  };

  #end(failure: unknown): void {
    if (this.#ended) return;
    if (this.#onFailure !== null) {
      this.#onFailure(failure);
      return;
    }
    this.#ended = true;
    this.#queue = [];
    this.#yielded = [];
    this.#onEnd(failure);
  }

  #externalSettled(): void {
    this.#external--;
    this.#suspectDeadlock();
  }

  /** Looks at the clock; true when the slice is over. Then everything waits for the next turn. */
  #look(): boolean {
    if (this.#late || this.#ended) return true;
    const now = monotonicMillis();
    const elapsed = now - this.#lastLook;
    this.#lastLook = now;
    if (elapsed > SLICE_MS / 2) this.#stretch = Math.max(1, this.#stretch >> 2);
    else if (this.#stretch < LONGEST_STRETCH) this.#stretch <<= 1;
    this.#late = now >= this.#sliceEnd;
    this.#fuel = this.#late ? 0 : this.#stretch;
    return this.#late;
  }

  #defer(resume: (value: never) => void, value: unknown): void {
    if (this.#queue.length === 0) setImmediate(this.#turn);
    this.#queue.push(resume, value);
  }

  readonly #turn = (): void => {
    this.#late = false;
    this.#lastLook = monotonicMillis();
    this.#sliceEnd = this.#lastLook + SLICE_MS;
    this.#fuel = this.#stretch;
    const queue = this.#queue;
    while (this.#head < queue.length && !this.#ended) {
      const resume = queue[this.#head] as (value: unknown) => void;
      resume(queue[this.#head + 1]);
      this.#head += 2;
      if ((this.#late || this.due()) && this.#head < queue.length) {
        setImmediate(this.#turn);
        return;
      }
    }
    this.#queue = [];
    this.#head = 0;
  };

  readonly #resumeYielded = (): void => {
    const yielded = this.#yielded;
    this.#yielded = [];
    for (const resume of yielded) {
      if (this.#queue.length > 0) this.#defer(resume, undefined);
      else resume();
    }
  };

  /** All wait for each other: still so in the next turn of the event loop means for ever. */
  #suspectDeadlock(): void {
    if (this.#checkingDeadlock || !this.#allBlocked()) return;
    this.#checkingDeadlock = true;
    setImmediate(() => {
      this.#checkingDeadlock = false;
      if (this.#allBlocked()) this.#end(new Panic("all goroutines are blocked: deadlock", this.#blocked()));
    });
  }

  #allBlocked(): boolean {
    return this.#parked >= this.#alive && this.#external === 0 && !this.#ended;
  }

  /** Oldest first. */
  #blocked(): BlockedOperation[] {
    const operations: BlockedOperation[] = [];
    for (let o: Waiting | null = this.#newestParked; o !== null; o = o.previous) operations.push(o);
    return operations.reverse();
  }
}

/** What a goroutine gets that comes back to a program that has ended. */
const NEVER = new Promise<never>(() => {});
