// The scheduler. Whoever becomes ready stands in a queue, in order of becoming ready, with the value to
// go on with; a turn takes one after the other out and runs it until it waits again or ends.
//
//                 spawn                    park, pause
//     (new) ────────────────► ready/running ─────────────► waiting
//                                  ▲  │  ▲                    │
//                                  └──┘  └────────────────────┘
//                              giveWay, yieldNow     wake, settled
//
// A turn is a microtask, so that goroutines do not wait for the event loop; but it would starve timers
// and sockets while goroutines hand values to and fro. So time is dealt out in slices: when a slice is
// used up (`#late`), everything waits for the next turn of the event loop. The clock is read only now
// and then.
//
// Compiled code asks `due` at the ends of loops and in recursions. Who has computed until the end of a
// slice while somebody else could go on stands behind all others, in a queue of its own (`#computing`):
// what arrives from timers and sockets runs before it. Where those who are ready use up a whole slice,
// the next one begins with one who computes, so that neither starves.
import {
  Arrived, chainLength, endsGoroutine, Failure, Goroutine, Leaf, Operation, startOf, Task, type TaskEnd,
} from "./chain.ts";
import { machine } from "../../host/index.ts";
import { monotonicMillis } from "../clock.ts";
import type { AccessReader, FailedAccess } from "../values/index.ts";
import { Exit, Failed, FatalPanic, Panic } from "../panics/index.ts";
import { Ring } from "./ring.ts";
import type { Alarm, Parked, Place, Scheduler, Slice, Started } from "./scheduler.ts";
import { HeapAlarm, Sleeper, Sleepers } from "./sleepers.ts";
import { sitesFrom, asPanic, type Standing } from "../traces/index.ts";
import { traceChain, type Unwinding } from "./unwinding.ts";
import { Frame, Waiting } from "./waiting.ts";

/** Within it a goroutine gives way that computes (reference/concurrency#scheduling). */
const SLICE_MS = 10;
/** Most events between two looks at the clock; adapts downwards where each takes long. */
const LONGEST_STRETCH = 16384;
const SHORTEST_STRETCH = 16;
/** What only the host knows of, such as timers of its own and sockets that nobody waits at, is not kept from running for longer. */
const TURN_MS = 50;
/** So much time between two looks is fine. */
const LOOK_MS = 0.5;
/** Calls of one goroutine that wait for each other. A frame takes some hundred bytes. */
const MOST_FRAMES = 500_000;

/** A chain that goes on after a panic has been caught, or where a deferred call has begun. */
interface Resumed {
  readonly frame: Frame;
  readonly value: unknown;
  readonly depth: number;
}

/** Tells how a program ended: undefined, or with what was thrown; `told` are all failures to tell, in order. */
export type OnEnd = (failure: unknown, told: readonly unknown[]) => void;

export class GoroutineScheduler implements Scheduler {
  #ended = false;
  #onEnd: OnEnd = () => {};
  /** Set in a session, where a goroutine that fails ends only itself. */
  #onFailure: ((failure: unknown) => void) | null = null;
  readonly #accesses: AccessReader[] = [];
  /** What goroutines failed with while the first of these, a panic, has not unwound. */
  readonly #failing: unknown[] = [];
  /** Unwinding frames that have begun to wait since the goroutine that runs went on. */
  #unwinding: Unwinding[] | null = null;
  /** Goroutines that have been started and have not ended, `main` included. */
  #alive = 0;
  #parked = 0;
  #external = 0;
  #newestParked: Operation<never> | null = null;
  /** Where natives began to wait for the outside world, by the stack; null unless somebody will ask. */
  #outside: Set<Error> | null = null;
  /** What they wait for then, by the frames that go on. */
  readonly #awaited = new Set<Leaf>();
  #checkingDeadlock = false;

  /** Goroutines of a session that are to fail as soon as they go on. */
  #toFail: Map<Frame, unknown> | null = null;
  /** Where the goroutine that runs, or the last one, went on. */
  #running: Frame | null = null;
  #known: { readonly start: Frame | null; readonly task: Task | null; readonly answer: boolean } = { start: null, task: null, answer: false };
  /** Frames of the goroutine that runs; 0 while none does. */
  #depth = 0;
  /** What the goroutine that runs has come to stand at. */
  #leaf: Leaf | null = null;

  /** Who is ready: a frame, the value to go on with, and the depth of the chain, in turns. */
  readonly #queue = new Ring<unknown>();
  /** The next turn is on its way. */
  #scheduled = false;
  #yielded: Leaf[] = [];
  /** Who computed until the end of a slice, in that order. */
  readonly #computing = new Ring<Leaf>();
  /** Who came late to a slice that others had used up. */
  readonly #latecomers = new Ring<Leaf>();
  /** The slice went to others: the next one begins with who computes. */
  #owed = false;
  readonly #sleepers: Sleepers;
  readonly #now = Promise.resolve();
  /** Called at the end of each time slice, and whenever many goroutines have been started. */
  readonly #lookAtHeap: () => void;
  /** Something may come from the event loop that no goroutine waits for. */
  readonly #hostIsBusy: () => boolean;

  #late = false;
  #sliceEnd = 0;
  #lastLook = 0;
  /** When the event loop last had its turn. */
  #turnStart = 0;
  #stretch = SHORTEST_STRETCH;
  shared = false;
  readonly slice: Slice = { fuel: SHORTEST_STRETCH };
  /** Who runs does so for somebody that waits without the event loop. */
  #whole = false;
  /** No turn is running: for what the event loop calls, a slice begins at the first look at the clock. */
  #stale = true;
  /** Who runs now has not been seen at a look at the clock. */
  #fresh = true;

  constructor(lookAtHeap: () => void = () => {}, hostIsBusy: () => boolean = () => true) {
    this.#lookAtHeap = lookAtHeap;
    this.#hostIsBusy = hostIsBusy;
    this.#sleepers = new Sleepers(() => this.#suspectDeadlock());
  }

  get alive(): number {
    return this.#alive;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Runs `main` as the first goroutine. `onEnd` is called once, as soon as `main` returns (with
   * undefined) or any goroutine fails (with what it threw); nothing is started after that.
   */
  run(main: () => unknown, onEnd: OnEnd): void {
    this.#onEnd = onEnd;
    this.#startSlice();
    this.#alive = 1;
    const ended = { done: () => this.#mainDone(), failed: (error: unknown) => this.goroutineFailed(error) };
    this.#go(new Task(this, main, ended), undefined, 1);
    this.#stale = true;
  }

  /**
   * Instead of `run`, for a session: goroutines are spawned from outside and there is no `main`.
   * `onFailure` gets what a goroutine threw, and the panic of a deadlock; the session goes on.
   */
  stayOpen(onFailure: (failure: unknown) => void): void {
    this.#onFailure = onFailure;
  }

  /** Ends what was open, as `run` would end: `onEnd` is called at once, and nothing is started any more. */
  close(failure: unknown, onEnd: OnEnd): void {
    this.#onFailure = null;
    this.#onEnd = onEnd;
    this.#end(failure);
  }

  /** From now on, `standing` knows of waits for the outside world as well. */
  observe(): void {
    this.#outside = new Set();
  }

  /** Where all goroutines stand but the one that runs: those that wait for others first, oldest first. */
  standing(): Standing[] {
    const standing: Standing[] = this.#operations().map(({ what, site, caller }) => ({ what, sites: [site, ...sitesFrom(caller)] }));
    for (const { stack = "" } of this.#outside ?? []) standing.push({ what: "waiting", stack });
    for (const leaf of this.#awaited) standing.push({ what: "waiting", sites: sitesFrom(leaf.caller) });
    for (const leaf of this.#yielded) standing.push({ what: "ready", sites: sitesFrom(leaf.caller) });
    const queue = this.#queue;
    for (let left = queue.size; left > 0; left -= 3) {
      const frame = queue.shift() as Frame;
      queue.push(frame);
      queue.push(queue.shift());
      queue.push(queue.shift());
      standing.push({ what: "ready", sites: sitesFrom(frame) });
    }
    for (const leaf of this.#latecomers.values()) standing.push({ what: "ready", sites: sitesFrom(leaf.caller) });
    for (const leaf of this.#computing.values()) standing.push({ what: "running", sites: sitesFrom(leaf.caller) });
    for (const sleeper of this.#sleepers.values()) {
      if (sleeper instanceof Sleeper) standing.push({ what: "waiting", stack: sleeper.begun?.stack ?? "", sites: sitesFrom(sleeper.caller) });
    }
    return standing;
  }

  /** Starts a goroutine of a session; tells `ended` of its end. */
  start(body: () => unknown, ended: TaskEnd): Started {
    const task = this.#newTask(body, ended);
    this.#enqueue(task, undefined, 1);
    return this.#started(task);
  }

  /** As `start`, and runs it at once until it waits, unless others run or are ready; `whole`: without giving way until then. */
  startNow(body: () => unknown, ended: TaskEnd, whole = false): Started {
    const task = this.#newTask(body, ended);
    if (this.#scheduled || this.#late) this.#enqueue(task, undefined, 1);
    else {
      // What becomes ready meanwhile is for the next turn.
      this.#scheduled = true;
      this.#whole = whole;
      this.#go(task, undefined, 1);
      this.#whole = false;
      this.#scheduled = false;
      this.#rest();
      if (!this.#ended && this.#queue.size + this.#computing.size + this.#latecomers.size > 0) this.#schedule();
    }
    return this.#started(task);
  }

  #newTask(body: () => unknown, ended: TaskEnd): Task {
    this.#alive++;
    return new Task(this, body, ended);
  }

  #started(task: Task): Started {
    return { giveUp: () => this.#giveUp(task), failLater: (error) => void (this.#toFail ??= new Map()).set(task, error), runs: () => this.#runs(task) };
  }

  #failureOf(frame: Frame): Failure | null {
    let start: Frame = frame;
    while (start.caller !== null) start = start.caller;
    if (this.#toFail?.has(start) !== true) return null;
    const failure = new Failure(this.#toFail.get(start));
    this.#toFail.delete(start);
    if (this.#toFail.size === 0) this.#toFail = null;
    return failure;
  }

  /** Whether it is this goroutine that runs. Asked often, but mostly of the same stretch of one. */
  #runs(task: Task): boolean {
    if (this.#known.start !== this.#running || this.#known.task !== task) {
      let start = this.#running;
      while (start !== null && start.caller !== null) start = start.caller;
      this.#known = { start: this.#running, task, answer: start === task };
    }
    return this.#known.answer;
  }

  /** Its receive takes no value any more, its lock no mutex. */
  #giveUp(task: Task): boolean {
    for (let o: Operation<never> | null = this.#newestParked; o !== null; o = o.previous) {
      if (startOf(o) !== task) continue;
      this.unpark(o);
      o.place?.leave();
      this.#alive--;
      return true;
    }
    return false;
  }

  spawn(body: () => unknown): void {
    if ((++this.#alive & 0xffff) === 0) this.#lookAtHeap();
    this.#enqueue(new Goroutine(this, body), undefined, 1);
  }

  park<T>(what: string, site: number, place: Place | null = null): Parked<T> {
    const operation = new Operation<T>(this, what, site, place);
    const newest = this.#newestParked;
    operation.previous = newest;
    if (newest !== null) newest.next = operation as Operation<never>;
    this.#newestParked = operation as Operation<never>;
    this.#parked++;
    this.#leaf = operation as unknown as Leaf;
    this.#suspectDeadlock();
    return operation;
  }

  external<T>(promise: Promise<T>): Promise<T> {
    this.#external++;
    if (this.#outside !== null) note(this.#outside, new Error(), promise);
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
    const leaf = new Leaf(this);
    this.#leaf = leaf;
    // A tick starts when no microtask is left: when every goroutine that was ready waits again.
    if (this.#yielded.push(leaf) === 1) machine().javascript.soon(this.#resumeYielded);
    return leaf as unknown as Promise<void>;
  }

  sleep(millis: number): Promise<void> {
    const sleeper = new Sleeper(this, monotonicMillis() + millis);
    if (this.#outside !== null) sleeper.begun = new Error();
    this.#sleepers.add(sleeper);
    this.#leaf = sleeper;
    return sleeper as unknown as Promise<void>;
  }

  alarm(deadline: number, ring: () => void): Alarm {
    const alarm = new HeapAlarm(this.#sleepers, deadline, ring);
    this.#sleepers.add(alarm);
    return alarm;
  }

  due(): boolean {
    if (!this.#look()) return false;
    if (this.#whole && !this.#ended) this.#begin(this.#lastLook);
    return !this.#whole && this.#othersDue();
  }

  giveWay(): Promise<void> {
    const leaf = new Leaf(this);
    this.#leaf = leaf;
    (this.#fresh ? this.#latecomers : this.#computing).push(leaf);
    this.#schedule();
    return leaf as unknown as Promise<void>;
  }

  fail(error: unknown): void {
    this.#end(this.panicOf(error) ?? error);
  }

  pause(frame: Frame, waited: Promise<unknown>): Frame {
    if (++this.#depth > MOST_FRAMES) {
      this.#depth = 0;
      throw new FatalPanic("stack overflow");
    }
    return this.again(frame, waited);
  }

  again(frame: Frame, waited: Promise<unknown>): Frame {
    if (waited instanceof Waiting) this.#link(waited, frame);
    else this.#await(waited, frame);
    return frame;
  }

  attach(waiting: Waiting, end: Frame): void {
    this.#link(waiting, end);
    this.#stand(null);
  }

  #link(waiting: Waiting, frame: Frame): void {
    const { caller } = waiting;
    waiting.caller = frame;
    if (caller instanceof Arrived) this.#enqueue(frame, caller.value, this.#depth);
  }

  /** For `Operation`: it is parked no longer. */
  unpark(operation: Operation<never>): void {
    const { previous, next } = operation;
    if (previous !== null) previous.next = next;
    if (next !== null) next.previous = previous;
    else this.#newestParked = previous;
    this.#parked--;
  }

  /** For `Operation`: who waits for it goes on. */
  ready(leaf: Leaf, value: unknown): void {
    if (leaf.caller !== null) this.#enqueue(leaf.caller, value, leaf.depth);
    else leaf.caller = new Arrived(this, value);
  }

  watch(reader: AccessReader): void {
    this.#accesses.push(reader);
  }

  panicOf(error: unknown): Panic | null {
    return asPanic(error, this.#failedAccess);
  }

  readonly #failedAccess = (): FailedAccess | null => {
    for (const reader of this.#accesses) {
      const access = reader();
      if (access !== null) return access;
    }
    return null;
  };

  unwinding(frame: Unwinding): void {
    (this.#unwinding ??= []).push(frame);
  }

  /** For `Goroutine`: its chain has failed. A panic of another one may still be unwinding. */
  goroutineFailed(error: unknown): void {
    const ends = !(error instanceof Panic || error instanceof Failed) || error instanceof FatalPanic;
    if (ends || this.#onFailure !== null) return this.#end(error);
    if (!this.#failing.includes(error)) this.#failing.push(error);
    if (this.#failing[0] === error) this.#end(error);
  }

  /** The end of the program waits for a panic that unwinds. */
  #mainDone(): void {
    if (this.#failing.length === 0) this.#end(undefined);
  }

  /** For `Goroutine`. */
  goroutineEnded(): void {
    this.#alive--;
    this.#suspectDeadlock();
  }

  /** A promise of the host has a leaf of its own. */
  #await(promise: Promise<unknown>, frame: Frame): void {
    const leaf = new Leaf(this);
    leaf.caller = frame;
    this.#leaf = leaf;
    if (this.#outside !== null) note(this.#awaited, leaf, promise);
    promise.then((value) => this.ready(leaf, value), (error: unknown) => this.ready(leaf, new Failure(error)));
  }

  /** Runs a chain from its innermost frame until it waits again or ends. */
  #go(start: Frame, value: unknown, depth: number): void {
    let resumed = this.#goOn(start, value, depth);
    while (resumed !== null) resumed = this.#goOn(resumed.frame, resumed.value, resumed.depth);
  }

  #goOn(start: Frame, value: unknown, depth: number): Resumed | null {
    let frame: Frame | null = start;
    if (this.#toFail !== null) value = this.#failureOf(start) ?? value;
    this.#running = start;
    this.#depth = depth;
    this.#fresh = true;
    try {
      if (value instanceof Failure) throw value.error;
      let given = value;
      while (frame !== null) {
        const result = frame.run(given);
        if (result instanceof Promise) {
          const { caller } = frame;
          if (result !== (frame as unknown)) this.#passOn(result, caller);
          this.#stand(caller);
          return null;
        }
        this.#depth--;
        given = result;
        frame = frame.caller;
      }
    } catch (error) {
      return this.#fail(value instanceof Failure ? frame! : frame!.caller, frame!, error);
    }
    this.#depth = 0;
    return null;
  }

  /** The chain from `first` on has to deal with `error`: whoever handles it, or its start, which is `last` if there is no other. */
  #fail(first: Frame | null, last: Frame, error: unknown): Resumed | null {
    this.#dropLeaf();
    let failure = this.panicOf(error) ?? error;
    if (failure instanceof Panic) traceChain(failure, first);
    let depth = chainLength(first);
    for (let frame = first; frame !== null; frame = frame.caller, depth--) {
      last = frame;
      if (!frame.handles) continue;
      this.#depth = depth;
      try {
        const result = frame.failed(failure);
        if (!(result instanceof Promise)) return { frame: frame.caller!, value: result, depth: depth - 1 };
        const { caller } = frame;
        if (result !== (frame as unknown)) this.#passOn(result, caller);
        this.#stand(caller);
        return null;
      } catch (another) {
        failure = this.panicOf(another) ?? another;
        if (failure instanceof Panic) traceChain(failure, frame.caller);
      }
    }
    this.#depth = 0;
    last.fail(failure);
    return null;
  }

  /** Who fails on the way to where it would have stood, for want of stack, does not go on there. */
  #dropLeaf(): void {
    const leaf = this.#leaf;
    this.#leaf = null;
    if (leaf === null) return;
    leaf.caller = null;
    if (leaf instanceof Operation) {
      this.unpark(leaf as unknown as Operation<never>);
      leaf.place?.leave();
    }
  }

  /** A frame ended with a call that waits: its caller waits for that. */
  #passOn(waited: Promise<unknown>, caller: Frame | null): void {
    this.#depth--;
    if (caller !== null) this.again(caller, waited);
  }

  /** The goroutine that ran stands now. The frames from `caller` on were waiting already. */
  #stand(caller: Frame | null): void {
    if (this.#unwinding !== null) this.#standUnwinding(this.#unwinding, caller);
    if (this.#leaf !== null) this.#leaf.depth = this.#depth;
    this.#leaf = null;
    this.#depth = 0;
  }

  /** What panicked and waits now: the frames between it and `caller` stood in the stack of the panic. */
  #standUnwinding(frames: readonly Unwinding[], caller: Frame | null): void {
    this.#unwinding = null;
    for (const frame of frames) {
      traceChain(frame.panic, caller);
      if (this.#onFailure === null && endsGoroutine(frame)) this.#failing.push(frame.panic);
    }
  }

  #enqueue(frame: Frame, value: unknown, depth: number): void {
    this.#queue.push(frame);
    this.#queue.push(value);
    this.#queue.push(depth);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (this.#late) setImmediate(this.#slice);
    else void this.#now.then(this.#turn);
  }

  readonly #slice = (): void => {
    this.#startSlice();
    this.#turn();
  };

  #startSlice(): void {
    const now = monotonicMillis();
    this.#turnStart = now;
    this.#begin(now);
    this.#sleepers.wake(now);
  }

  #begin(now: number): void {
    this.#late = false;
    this.#stale = false;
    this.#lastLook = now;
    this.#sliceEnd = now + SLICE_MS;
    this.slice.fuel = this.#stretch;
  }

  readonly #turn = (): void => {
    // Whoever computed since has used up the slice: those who are ready get a whole one.
    if (this.#late) {
      setImmediate(this.#slice);
      return;
    }
    this.#stale = false;
    const queue = this.#queue;
    const computing = this.#computing;
    const latecomers = this.#latecomers;
    while (!this.#ended) {
      const before = latecomers.size + computing.size;
      const fromQueue = queue.size > 0 && !(this.#owed && before > 0);
      this.#owed = false;
      if (fromQueue) this.#go(queue.shift() as Frame, queue.shift(), queue.shift() as number);
      else if (latecomers.size > 0) this.#resume(latecomers.shift());
      else if (computing.size > 0) this.#resume(computing.shift());
      else break;
      if (this.#late || (--this.slice.fuel < 0 && this.#look())) {
        const waiting = latecomers.size + computing.size;
        if (queue.size + waiting === 0) break;
        // Unless this one computed: then it has had its slice.
        this.#owed = fromQueue && waiting === before;
        setImmediate(this.#slice);
        this.#rest();
        return;
      }
    }
    this.#scheduled = false;
    this.#rest();
  };

  /** The event loop goes on. */
  #rest(): void {
    this.#stale = true;
    this.#fresh = true;
  }

  /** With a goroutine that gave way. */
  #resume(leaf: Leaf): void {
    if (leaf.caller !== null) this.#go(leaf.caller, undefined, leaf.depth);
  }

  readonly #resumeYielded = (): void => {
    const yielded = this.#yielded;
    this.#yielded = [];
    for (const leaf of yielded) this.ready(leaf, undefined);
  };

  #end(failure: unknown): void {
    if (this.#ended) return;
    if (this.#onFailure !== null) {
      this.#onFailure(failure);
      return;
    }
    this.#ended = true;
    this.#sleepers.stop();
    const told = [...this.#failing];
    if (failure instanceof Exit || failure instanceof FatalPanic) {
      // Those of its own goroutine may be among them.
      const earlier = failure.earlier.splice(0);
      told.push(...earlier.filter((panic) => !told.includes(panic)));
    }
    if (failure !== undefined && !told.includes(failure)) told.push(failure);
    this.#onEnd(failure, told);
  }

  #externalSettled(): void {
    this.#external--;
    this.#suspectDeadlock();
  }

  /** Looks at the clock; true when the slice is over. */
  #look(): boolean {
    if ((this.#late && !this.#stale) || this.#ended) return true;
    const now = monotonicMillis();
    if (this.#stale) {
      this.#begin(now);
      this.#fresh = false;
      return false;
    }
    const elapsed = now - this.#lastLook;
    this.#lastLook = now;
    if (elapsed > LOOK_MS) this.#stretch = Math.max(SHORTEST_STRETCH, this.#stretch >> 2);
    else if (this.#stretch < LONGEST_STRETCH) this.#stretch <<= 1;
    this.#late = now >= this.#sliceEnd;
    if (!this.#late) this.#fresh = false;
    this.slice.fuel = this.#late ? 0 : this.#stretch;
    if (this.#late) this.#lookAtHeap();
    return this.#late;
  }

  /** At the end of a slice: whether there is anybody for whom to give way. If not, a new slice begins. */
  #othersDue(): boolean {
    if (this.#ended || this.#queue.size + this.#computing.size + this.#latecomers.size + this.#yielded.length + this.#external > 0) return true;
    if (this.#sleepers.isDue(this.#lastLook) || (this.#lastLook - this.#turnStart > TURN_MS && this.#hostIsBusy())) return true;
    this.#begin(this.#lastLook);
    return false;
  }

  /** All wait for each other: still so in the next turn of the event loop means for ever. */
  #suspectDeadlock(): void {
    if (this.#checkingDeadlock || !this.#allBlocked()) return;
    this.#checkingDeadlock = true;
    setImmediate(() => {
      this.#checkingDeadlock = false;
      if (this.#allBlocked()) this.#end(new FatalPanic("all goroutines are blocked: deadlock", this.#operations()));
    });
  }

  #allBlocked(): boolean {
    return this.#parked >= this.#alive && this.#external + this.#sleepers.size === 0 && !this.#ended;
  }

  /** Oldest first. */
  #operations(): Operation<never>[] {
    const operations: Operation<never>[] = [];
    for (let o: Operation<never> | null = this.#newestParked; o !== null; o = o.previous) operations.push(o);
    return operations.reverse();
  }
}

/** `waiting` is in `all` until the promise settles. */
function note<T>(all: Set<T>, waiting: T, promise: Promise<unknown>): void {
  const forget = (): void => void all.delete(waiting);
  all.add(waiting);
  promise.then(forget, forget);
}

/** What a goroutine gets that comes back to a program that has ended. */
const NEVER = new Promise<never>(() => {});
