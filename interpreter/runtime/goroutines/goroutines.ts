// The scheduler. A goroutine that becomes ready is appended to a queue with the value to
// go on with; a turn takes one after the other out and runs it (chain-runner.ts) until it parks again or ends.
//
//                 spawn                    park, pause
//     (new) ────────────────► ready/running ─────────────► parked
//                                  ▲  │  ▲                    │
//                                  └──┘  └────────────────────┘
//                              giveWay, yieldNow     wake, settled
//
// A turn is a microtask, so that goroutines do not wait for the event loop; but it would starve timers
// and sockets while goroutines hand values to and fro. So time is dealt out in slices (slices.ts): when a
// slice is used up, everything waits for the next turn of the event loop.
//
// Compiled code asks `due` at the ends of loops and in recursions. A goroutine that has computed until the end of a
// slice while others could go on comes after all of them, in a queue of its own (`#computing`):
// what arrives from timers and sockets runs before it. Where the ready ones use up a whole slice,
// the next slice begins with one that computes, so that neither starves.
//
// Giving way takes frames, and code that goes on in frames is slower than before. So while nothing but goroutines and
// sleepers is there, the others go on above the one that computes, on the same stack, until its place in the queue has
// its turn (`#runsOthers`). Only one stands below at any time: those above it do give way.
import { Arrived, Failure, Goroutine, Leaf, Task, type TaskEnd } from "./chain.ts";
import { ChainRunner } from "./chain-runner.ts";
import { machine } from "../../host/index.ts";
import { monotonicMillis } from "../clock.ts";
import { FatalPanic, LimitPanic, type Panic } from "../panics/index.ts";
import type { CallDepth } from "./call-depth.ts";
import { asPanic, runAbove, sitesFrom, type Standing } from "../traces/index.ts";
import type { AccessReader, FailedAccess } from "../values/index.ts";
import { Operation, ParkedOperations } from "./parked.ts";
import { ProgramEnd, type OnEnd } from "./program-end.ts";
import { Ring } from "./ring.ts";
import {
  UnderWay,
  type Alarm,
  type Parked,
  type Place,
  type Scheduler,
  type Slice,
  type Started,
} from "./scheduler.ts";
import { HeapAlarm, Sleeper, Sleepers } from "./sleepers.ts";
import { isDeep, needsRoom } from "./stack-depth.ts";
import { TimeSlices } from "./slices.ts";
import type { Unwinding } from "./unwinding.ts";
import type { Frame, Waiting } from "./waiting.ts";

export class GoroutineScheduler implements Scheduler {
  readonly #end: ProgramEnd;
  readonly #runner: ChainRunner;
  readonly #slices: TimeSlices;
  readonly #parked = new ParkedOperations();
  readonly #sleepers: Sleepers;
  readonly #accesses: AccessReader[] = [];
  /** Goroutines that have been started and have not ended, `main` included. */
  #alive = 0;
  readonly #most: number;
  #external = 0;
  /** Frames that wait for promises of the host. */
  #awaiting = 0;
  /** Natives wait for goroutines by promises, and go on in microtasks. */
  #servesPromises = false;
  /** Where natives began to wait for the outside world, by the stack; null unless that will be asked for. */
  #outside: Set<Error> | null = null;
  /** What they wait for then, by the frames that go on. */
  readonly #awaited = new Set<Leaf>();
  #checkingDeadlock = false;

  /** What is ready: a frame, the value to go on with, and the depth of the chain, in turns. */
  readonly #queue = new Ring<unknown>();
  /** The next turn is on its way. */
  #scheduled = false;
  #yielded: Leaf[] = [];
  /** Those that computed until the end of a slice, in that order. */
  readonly #computing = new Ring<Leaf>();
  /** Those that came late to a slice that others had used up. */
  readonly #latecomers = new Ring<Leaf>();
  /** The slice went to others: the next one begins with one that computes. */
  #owed = false;
  /** What runs does so for a caller that waits without the event loop. */
  #whole = false;
  /** Others go on above one that computes. */
  #isAbove = false;
  /** The place in the queues of one that must give way though others have gone on above it. */
  #place: Leaf | null = null;
  readonly #now = Promise.resolve();
  /** Called at the end of each time slice, and whenever many goroutines have been started. */
  readonly #lookAtHeap: () => void;
  /** Something may come from the event loop that no goroutine waits for. */
  readonly #hostIsBusy: () => boolean;
  /** Called when others have gone on without a turn of the event loop: for what waits until the program idles. */
  readonly #idle: () => void;
  shared = false;
  readonly slice: Slice;

  constructor(
    lookAtHeap: () => void = () => {},
    hostIsBusy: () => boolean = () => true,
    mostGoroutines = Infinity,
    calls: CallDepth | null = null,
    idle: () => void = () => {},
  ) {
    this.#idle = idle;
    this.#most = mostGoroutines;
    this.#lookAtHeap = lookAtHeap;
    this.#hostIsBusy = hostIsBusy;
    this.#slices = new TimeSlices(lookAtHeap);
    this.slice = this.#slices.slice;
    this.#sleepers = new Sleepers(() => this.#suspectDeadlock());
    this.#end = new ProgramEnd(() => this.#sleepers.stop());
    this.#runner = new ChainRunner(
      {
        enqueue: (frame, value, depth) => this.#enqueue(frame, value, depth),
        awaitHost: (promise, frame) => this.#await(promise, frame),
        unpark: (operation) => this.unpark(operation),
        panicOf: (error) => this.panicOf(error),
        unwinds: (panic) => this.#end.unwinds(panic),
      },
      calls,
    );
  }

  get alive(): number {
    return this.#alive;
  }

  get failure(): unknown {
    return this.#end.failure;
  }

  get ended(): boolean {
    return this.#end.reached;
  }

  /**
   * Runs `main` as the first goroutine. `onEnd` is called once, as soon as `main` returns (with
   * undefined) or any goroutine fails (with what it threw); nothing is started after that.
   */
  run(main: () => unknown, onEnd: OnEnd): void {
    this.#end.onEnd = onEnd;
    this.#startSlice();
    this.#alive = 1;
    const ended = {
      done: () => this.#end.mainDone(),
      failed: (error: unknown) => this.goroutineFailed(error),
    };
    this.#go(new Task(this, main, ended), undefined, 1);
    this.#slices.rest();
  }

  /**
   * Instead of `run`, for a session: goroutines are spawned from outside and there is no `main`.
   * `onFailure` gets what a goroutine threw, and the panic of a deadlock; the session goes on.
   */
  stayOpen(onFailure: (failure: unknown) => void): void {
    this.#end.onFailure = onFailure;
  }

  /** Ends what was open, as `run` would end: `onEnd` is called at once, and nothing is started any more. */
  close(failure: unknown, onEnd: OnEnd): void {
    this.#end.onFailure = null;
    this.#end.onEnd = onEnd;
    this.#end.end(failure);
  }

  /** From now on, `standing` knows of waits for the outside world as well. */
  observe(): void {
    this.#outside = new Set();
  }

  /** Where all goroutines stand but the one that runs: those that wait for others first, oldest first. */
  standing(): Standing[] {
    const standing: Standing[] = this.#parked
      .oldestFirst()
      .map(({ what, site, caller }) => ({ what, sites: [site, ...sitesFrom(caller)] }));
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
    for (const leaf of this.#latecomers.values())
      standing.push({ what: "ready", sites: sitesFrom(leaf.caller) });
    for (const leaf of this.#computing.values())
      standing.push({ what: "running", sites: sitesFrom(leaf.caller) });
    for (const sleeper of this.#sleepers.values()) {
      if (sleeper instanceof Sleeper)
        standing.push({
          what: "waiting",
          stack: sleeper.begun?.stack ?? "",
          sites: sitesFrom(sleeper.caller),
        });
    }
    return standing;
  }

  /** Starts a goroutine from outside; tells `ended` of its end. */
  start(body: () => unknown, ended: TaskEnd): Started {
    const task = this.#newTask(body, ended);
    this.#enqueue(task, undefined, 1);
    return this.#started(task);
  }

  // Kept small: V8 inlines it into the call of the host, which is then a third cheaper.
  callNow(
    f: (...args: never[]) => unknown,
    args: readonly unknown[],
    ended: TaskEnd,
    whole: boolean,
  ): unknown {
    const runs = this.#runner.isRunning;
    if (!whole && (runs || this.#scheduled || this.#slices.isOver))
      return new UnderWay(this.start(() => f(...(args as never[])), ended));
    if (runs) return this.#callAbove(f, args, ended);
    this.#whole = whole;
    this.#alive++;
    try {
      const result = this.#runner.call(f, args);
      if (result instanceof Promise) return this.#underWay(result, ended);
      this.#alive--;
      return result;
    } catch (error) {
      throw this.#failureOf(error);
    } finally {
      this.#whole = false;
      this.#slices.rest();
    }
  }

  /** As `callNow`, above the goroutine that runs. */
  #callAbove(f: (...args: never[]) => unknown, args: readonly unknown[], ended: TaskEnd): unknown {
    needsRoom();
    const wasWhole = this.#whole;
    const aside = this.#runner.setAside();
    try {
      return this.callNow(f, args, ended, true);
    } finally {
      this.#runner.bringBack(aside);
      this.#slices.go();
      this.#whole = wasWhole;
    }
  }

  /** A call that waits becomes a goroutine. */
  #underWay(waited: Promise<unknown>, ended: TaskEnd): UnderWay {
    const task = new Task(this, null, ended);
    this.#runner.goOnLater(task, waited);
    return new UnderWay(this.#started(task));
  }

  /** What a call has failed with. */
  #failureOf(error: unknown): unknown {
    this.#alive--;
    return this.#runner.failureOf(error);
  }

  #newTask(body: () => unknown, ended: TaskEnd): Task {
    this.#alive++;
    return new Task(this, body, ended);
  }

  #started(task: Task): Started {
    return {
      giveUp: () => this.#giveUp(task),
      failLater: (error) => this.#runner.failLater(task, error),
      runs: () => this.#runner.runs(task),
    };
  }

  /** Its receive takes no value any more, its lock no mutex. */
  #giveUp(task: Task): boolean {
    const operation = this.#parked.of(task);
    if (operation === null) return false;
    this.unpark(operation);
    operation.place?.leave();
    this.#alive--;
    return true;
  }

  spawn(body: () => unknown): void {
    if ((++this.#alive & 0xffff) === 0) this.#lookAtHeap();
    if (this.#alive > this.#most) this.#tooMany();
    this.#enqueue(new Goroutine(this, body), undefined, 1);
  }

  /** Natives start goroutines outside of any as well, where no frame would catch it. */
  #tooMany(): void {
    const panic = new LimitPanic("goroutine limit exceeded");
    if (this.#runner.isRunning) throw panic;
    this.fail(panic);
  }

  park<T>(what: string, site: number, place: Place | null = null): Parked<T> {
    const operation = new Operation<T>(this, what, site, place);
    this.#parked.add(operation as Operation<never>);
    this.#runner.leaf = operation as unknown as Leaf;
    this.#suspectDeadlock();
    return operation;
  }

  external<T>(promise: Promise<T>): Promise<T> {
    this.#external++;
    if (this.#outside !== null) note(this.#outside, new Error(), promise);
    return promise.then(
      (value) => {
        this.#externalSettled();
        return this.ended ? NEVER : value;
      },
      (error: unknown) => {
        this.#externalSettled();
        if (this.ended) return NEVER;
        throw error;
      },
    );
  }

  yieldNow(): Promise<void> {
    const leaf = this.#newLeaf();
    // A tick starts when no microtask is left: when every goroutine that was ready waits again.
    if (this.#yielded.push(leaf) === 1) machine().javascript.soon(this.#resumeYielded);
    return leaf as unknown as Promise<void>;
  }

  sleep(millis: number): Promise<void> {
    const sleeper = new Sleeper(this, monotonicMillis() + millis);
    if (this.#outside !== null) sleeper.begun = new Error();
    this.#sleepers.add(sleeper);
    this.#runner.leaf = sleeper;
    return sleeper as unknown as Promise<void>;
  }

  alarm(deadline: number, ring: () => void): Alarm {
    const alarm = new HeapAlarm(this.#sleepers, deadline, ring);
    this.#sleepers.add(alarm);
    return alarm;
  }

  due(): boolean {
    if (this.ended) return !this.#whole;
    if (!this.#slices.look()) return false;
    if (!this.#whole) return this.#othersDue() && !this.#runsOthers();
    this.#slices.prolong();
    return false;
  }

  giveWay(): Promise<void> {
    const leaf = this.#place ?? this.#queuedLeaf();
    this.#place = null;
    this.#runner.leaf = leaf;
    this.#schedule();
    return leaf as unknown as Promise<void>;
  }

  /** A place for the goroutine that runs, which has computed. */
  #queuedLeaf(): Leaf {
    const leaf = new Leaf(this);
    (this.#slices.isFresh ? this.#latecomers : this.#computing).push(leaf);
    return leaf;
  }

  /** What the goroutine that runs stands at from now on. */
  #newLeaf(): Leaf {
    const leaf = new Leaf(this);
    this.#runner.leaf = leaf;
    return leaf;
  }

  fail(error: unknown): void {
    this.#end.end(this.panicOf(error) ?? error);
  }

  pause(frame: Frame, waited: Promise<unknown>): Frame {
    return this.#runner.pause(frame, waited);
  }

  again(frame: Frame, waited: Promise<unknown>): Frame {
    return this.#runner.again(frame, waited);
  }

  attach(waiting: Waiting, end: Frame): void {
    this.#servesPromises = true;
    this.#runner.attach(waiting, end);
  }

  unwinding(frame: Unwinding): void {
    this.#runner.unwinding(frame);
  }

  /** For `Operation`: it is parked no longer. */
  unpark(operation: Operation<never>): void {
    this.#parked.delete(operation);
  }

  /** For `Operation`: what waits for it goes on. */
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

  /** For `Goroutine`: its chain has failed. */
  goroutineFailed(error: unknown): void {
    this.#end.goroutineFailed(error);
  }

  /** For `Goroutine`. */
  goroutineEnded(): void {
    this.#alive--;
    this.#suspectDeadlock();
  }

  /** A promise of the host has a leaf of its own. */
  #await(promise: Promise<unknown>, frame: Frame): void {
    const leaf = this.#newLeaf();
    leaf.caller = frame;
    if (this.#outside !== null) note(this.#awaited, leaf, promise);
    this.#awaiting++;
    const settled = (value: unknown): void => {
      this.#awaiting--;
      this.ready(leaf, value);
    };
    promise.then(settled, (error: unknown) => settled(new Failure(error)));
  }

  #go(frame: Frame, value: unknown, depth: number): void {
    this.#slices.change();
    this.#runner.go(frame, value, depth);
  }

  /** With a goroutine that gave way. */
  #resume(leaf: Leaf): void {
    if (leaf.caller !== null) this.#go(leaf.caller, undefined, leaf.depth);
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
    if (this.#slices.isOver) setImmediate(this.#nextSlice);
    else void this.#now.then(this.#turn);
  }

  readonly #nextSlice = (): void => {
    this.#startSlice();
    this.#turn();
  };

  #startSlice(): void {
    this.#sleepers.wake(this.#slices.begin());
  }

  readonly #turn = (): void => {
    const slices = this.#slices;
    // What computed since has used up the slice: those that are ready get a whole one.
    if (slices.isOver) {
      setImmediate(this.#nextSlice);
      return;
    }
    slices.go();
    if (this.#runReady(null)) setImmediate(this.#nextSlice);
    else this.#scheduled = false;
    slices.rest();
  };

  /** One after the other goes on, until `last` has its turn. True when the slice is over before. */
  #runReady(last: Leaf | null): boolean {
    const slices = this.#slices;
    const queue = this.#queue;
    const computing = this.#computing;
    const latecomers = this.#latecomers;
    while (!this.ended) {
      const before = latecomers.size + computing.size;
      const fromQueue = queue.size > 0 && !(this.#owed && before > 0);
      this.#owed = false;
      if (fromQueue) this.#go(queue.shift() as Frame, queue.shift(), queue.shift() as number);
      else if (before > 0) {
        const leaf = (latecomers.size > 0 ? latecomers : computing).shift();
        if (leaf === last) return false;
        this.#resume(leaf);
      } else break;
      if (slices.isOver || (--this.slice.fuel < 0 && slices.look())) {
        const waiting = latecomers.size + computing.size;
        if (queue.size + waiting === 0) break;
        // Unless this one computed: then it has had its slice.
        this.#owed = fromQueue && waiting === before;
        return true;
      }
    }
    return false;
  }

  /**
   * Lets the others go on above the goroutine that runs, which then need not give way: true when its turn has come
   * again. Not where the event loop is needed, or where the others would miss the stack that it has used up.
   */
  #runsOthers(): boolean {
    if (this.#isAbove || this.#needsEventLoop() || !this.#runner.isRunning || isDeep()) return false;
    const place = this.#queuedLeaf();
    const wasScheduled = this.#scheduled;
    const aside = this.#runner.setAside();
    this.#isAbove = true;
    this.#scheduled = true;
    let isOver = false;
    try {
      runAbove(() => {
        do {
          this.#sleepers.wake(this.#slices.next());
          isOver = this.#runReady(place);
        } while (isOver && !this.#needsEventLoop());
      });
    } finally {
      this.#runner.bringBack(aside);
      this.#slices.change();
      this.#scheduled = wasScheduled;
      this.#isAbove = false;
    }
    if (isOver || this.ended) {
      this.#place = place;
      return false;
    }
    this.#idle();
    if (this.#queue.size + this.#computing.size + this.#latecomers.size > 0) this.#schedule();
    return true;
  }

  #needsEventLoop(): boolean {
    return (
      this.#servesPromises ||
      this.#external + this.#awaiting + this.#yielded.length > 0 ||
      this.#outside !== null ||
      this.#hostIsBusy()
    );
  }

  readonly #resumeYielded = (): void => {
    const yielded = this.#yielded;
    this.#yielded = [];
    for (const leaf of yielded) this.ready(leaf, undefined);
  };

  #externalSettled(): void {
    this.#external--;
    this.#suspectDeadlock();
  }

  /** At the end of a slice: whether another goroutine could go on. If not, a new slice begins. */
  #othersDue(): boolean {
    if (
      this.#queue.size +
        this.#computing.size +
        this.#latecomers.size +
        this.#yielded.length +
        this.#external +
        this.#awaiting >
      0
    )
      return true;
    if (this.#sleepers.isDue(this.#slices.lastLook) || (this.#slices.isEventLoopDue() && this.#hostIsBusy()))
      return true;
    this.#slices.prolong();
    return false;
  }

  /**
   * All wait for each other: still so in the next turn of the event loop means for ever. What has just settled wakes its
   * goroutine within two microtasks, and a turn for each operation would be half of its cost.
   */
  #suspectDeadlock(): void {
    if (this.#checkingDeadlock || !this.#allBlocked()) return;
    this.#checkingDeadlock = true;
    void this.#now.then(() => {}).then(this.#awaitDeadlock);
  }

  readonly #awaitDeadlock = (): void => {
    this.#checkingDeadlock = false;
    if (!this.#allBlocked()) return;
    this.#checkingDeadlock = true;
    setImmediate(() => {
      this.#checkingDeadlock = false;
      if (this.#allBlocked())
        this.#end.end(new FatalPanic("all goroutines are blocked: deadlock", this.#parked.oldestFirst()));
    });
  };

  #allBlocked(): boolean {
    return this.#parked.size >= this.#alive && this.#external + this.#sleepers.size === 0 && !this.ended;
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
