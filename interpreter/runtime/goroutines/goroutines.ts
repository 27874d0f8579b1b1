// The scheduler of one program: its goroutines, what each waits for, and how they end. Which goroutine runs
// next is decided in turns.ts.
//
//                 spawn                    park, pause
//     (new) ────────────────► ready/running ─────────────► parked
//                                  ▲  │  ▲                    │
//                                  └──┘  └────────────────────┘
//                              giveWay, yieldNow     wake, settled
import { machine } from "../../host/index.ts";
import {
  Arrived,
  Failure,
  Goroutine,
  goroutineAt,
  isSpawned,
  Leaf,
  type Living,
  Task,
  type TaskEnd,
} from "./chain.ts";
import { ChainRunner } from "./chain-runner.ts";
import { monotonicMillis } from "../clock.ts";
import { FatalPanic, LimitPanic, type Panic } from "../panics/index.ts";
import type { CallDepth } from "./call-depth.ts";
import { DeadlockWatch } from "./deadlock.ts";
import { asPanic, sitesFrom, type Standing } from "../traces/index.ts";
import type { AccessReader, FailedAccess } from "../values/index.ts";
import { HostLeaf, OutsideWaits } from "./outside-waits.ts";
import { Operation, ParkedOperations } from "./parked.ts";
import { ProgramEnd, type OnEnd } from "./program-end.ts";
import {
  UnderWay,
  type Alarm,
  type Parked,
  type QueueEntry,
  type Scheduler,
  type Slice,
  type Started,
} from "./scheduler.ts";
import { HeapAlarm, Sleeper, Sleepers } from "./sleepers.ts";
import { Reserves } from "./reserves.ts";
import { Turns } from "./turns.ts";
import type { Unwinding } from "./unwinding.ts";
import { Outlet, Waiting, type Frame } from "./waiting.ts";

export class GoroutineScheduler implements Scheduler {
  readonly #end: ProgramEnd;
  readonly #runner: ChainRunner;
  readonly #turns: Turns;
  readonly #parked = new ParkedOperations();
  readonly #sleepers: Sleepers;
  readonly #outside = new OutsideWaits();
  readonly #deadlock: DeadlockWatch;
  readonly #accesses: AccessReader[] = [];
  /** Goroutines that have not ended, including `main`. */
  #alive = 0;
  readonly #most: number;
  /** Called at the end of each time slice, and whenever many goroutines have been started. */
  readonly #lookAtHeap: () => void;
  shared = false;
  readonly slice: Slice;
  reserves = new Reserves(true);
  /** See `lingerFor`. */
  left: readonly Standing[] = [];
  /** The first frames of the goroutines that initialisers of globals have spawned. */
  readonly #ofGlobals = new Set<Frame | null>();

  /**
   * @param hostIsBusy whether the event loop may deliver events that no goroutine waits for
   * @param idle called after goroutines have run without a turn of the event loop, for work that is deferred
   * until the program idles
   */
  constructor(
    lookAtHeap: () => void = () => {},
    hostIsBusy: () => boolean = () => true,
    mostGoroutines = Infinity,
    calls: CallDepth | null = null,
    idle: () => void = () => {},
  ) {
    this.#most = mostGoroutines;
    this.#lookAtHeap = lookAtHeap;
    this.#deadlock = new DeadlockWatch(
      () => this.#allWait(),
      () => this.#end.end(new FatalPanic("all goroutines are blocked: deadlock", this.#parked.oldestFirst())),
    );
    this.#sleepers = new Sleepers(() => this.#deadlock.suspect());
    this.#end = new ProgramEnd(() => this.#sleepers.stop());
    this.#runner = new ChainRunner(
      {
        enqueue: (frame, value, depth) => this.#turns.enqueue(frame, value, depth),
        awaitHost: (promise, frame) => this.#await(promise, frame),
        unpark: (operation) => this.unpark(operation),
        detach: (leaf) => this.#detach(leaf),
        panicOf: (error) => this.panicOf(error),
        unwinds: (panic) => this.#end.unwinds(panic),
      },
      calls,
    );
    this.#turns = new Turns({
      runner: this.#runner,
      sleepers: this.#sleepers,
      outside: this.#outside,
      end: this.#end,
      newLeaf: () => new Leaf(this),
      lookAtHeap,
      hostIsBusy,
      idle,
    });
    this.slice = this.#turns.slice;
  }

  get current(): object {
    return this.#runner.identity;
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
   * Runs `main` as the first goroutine. `onEnd` is called once, as soon as `main` returns (with undefined) or
   * any goroutine fails (with what it threw); nothing is started after that.
   */
  run(main: () => unknown, onEnd: OnEnd): void {
    this.#end.onEnd = onEnd;
    this.#alive = 1;
    const ended = {
      done: () => this.#end.mainDone(),
      failed: (error: unknown) => this.goroutineFailed(error),
    };
    this.#turns.first(new Task(this, main, ended));
  }

  /**
   * Replaces `run` in a session: goroutines are started from outside, and there is no `main`. `onFailure`
   * receives what a goroutine threw, and the panic of a deadlock; the session continues.
   */
  stayOpen(onFailure: (failure: unknown) => void): void {
    this.#end.onFailure = onFailure;
  }

  /** Ends a session as `run` would end: `onEnd` is called immediately, and nothing is started after that. */
  close(failure: unknown, onEnd: OnEnd): void {
    this.#end.onFailure = null;
    this.#end.onEnd = onEnd;
    this.#end.end(failure);
  }

  /**
   * Runs no goroutine until the promise is fulfilled; takes effect when a goroutine next waits or gives way.
   */
  holdUntil(settled: Promise<void>): void {
    this.#turns.holdUntil(settled);
  }

  /**
   * When `main` has returned, its goroutines run until each waits, at most for `millis` milliseconds; then the
   * program ends, and `left` has those that live.
   */
  lingerFor(millis: number): void {
    const over = (): void => {
      this.left = this.#living();
      this.#end.mainOver();
    };
    this.#end.lingers = () => {
      const alarm = this.alarm(monotonicMillis() + millis, over);
      const look = (): void => {
        if (this.#turns.isBusy) setImmediate(look);
        else {
          alarm.stop();
          over();
        }
      };
      setImmediate(look);
    };
  }

  initialised(): void {
    if (this.#end.lingers === null) return;
    for (const { frame } of this.#unfinished()) this.#ofGlobals.add(goroutineAt({ caller: frame }));
  }

  #unfinished(): Living[] {
    const waiting = [...this.#parked.living(), ...this.#sleepers.living(), ...this.#outside.living()];
    return [...waiting, ...this.#turns.living()];
  }

  /** The state of every goroutine that the entry function has spawned and that has not ended. */
  #living(): Standing[] {
    return this.#unfinished()
      .filter(({ frame }) => isSpawned(frame) && !this.#ofGlobals.has(goroutineAt({ caller: frame })))
      .map(({ what, site = -1, frame, stack = "" }) => ({ what, stack, sites: [site, ...sitesFrom(frame)] }));
  }

  /** Calls `begins` before each turn of the ready goroutines: other programs may have run before it. */
  whenTurnBegins(begins: () => void): void {
    this.#turns.whenTurnBegins(begins);
  }

  /** Makes `standing` include waits for the host from now on. */
  observe(): void {
    this.#outside.observe();
  }

  /** The state of every goroutine but the running one; parked goroutines come first, the oldest first. */
  standing(): Standing[] {
    const parked = this.#parked
      .oldestFirst()
      .map(({ what, site, caller }) => ({ what, sites: [site, ...sitesFrom(caller)] }));
    return [...parked, ...this.#outside.standing(), ...this.#turns.standing(), ...this.#sleepers.standing()];
  }

  /** Starts a goroutine from outside; `ended` receives its result or failure. */
  start(body: () => unknown, ended: TaskEnd): Started {
    const task = this.#newTask(body, ended);
    this.#turns.enqueue(task, undefined, 1);
    return this.#started(task);
  }

  // Kept small: V8 inlines it into the call by the host, which makes that a third cheaper.
  callNow(
    f: (...args: never[]) => unknown,
    args: readonly unknown[],
    ended: TaskEnd,
    whole: boolean,
  ): unknown {
    const runs = this.#runner.isRunning;
    if (!whole && (runs || this.#turns.isTaken))
      return new UnderWay(this.start(() => f(...(args as never[])), ended));
    if (runs) return this.#callAbove(f, args, ended);
    this.#turns.isWhole = whole;
    this.#alive++;
    const { javascript } = machine();
    const before = javascript.startRecording();
    try {
      const result = this.#runner.call(f, args);
      if (result instanceof Promise) return this.#underWay(result, ended);
      this.#alive--;
      return result;
    } catch (error) {
      throw this.#failureOf(error);
    } finally {
      this.#turns.rest();
      javascript.stopRecording(before);
    }
  }

  /** As `callNow`, above the running goroutine. */
  #callAbove(f: (...args: never[]) => unknown, args: readonly unknown[], ended: TaskEnd): unknown {
    this.reserves.keepForState();
    const wasWhole = this.#turns.isWhole;
    const aside = this.#runner.setAside();
    try {
      return this.callNow(f, args, ended, true);
    } finally {
      this.#runner.bringBack(aside);
      this.#turns.goOn(wasWhole);
    }
  }

  /** Makes a goroutine of a call that waits. */
  #underWay(waited: Promise<unknown>, ended: TaskEnd): UnderWay {
    const task = new Task(this, null, ended);
    this.#runner.goOnLater(task, waited);
    return new UnderWay(this.#started(task));
  }

  /** The failure of a call. */
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
      interrupt: (error) => this.interrupt(task, error),
      runs: () => this.#runner.runs(task),
    };
  }

  /** Unparks a goroutine forever: it receives no value and locks no mutex any more. */
  #giveUp(task: Task): boolean {
    const operation = this.#parked.of(task);
    if (operation === null) return false;
    this.unpark(operation);
    operation.entry?.leave();
    this.#alive--;
    return true;
  }

  follow<T>(
    promise: Promise<T>,
    fulfilled: (value: T) => void,
    rejected: (error: unknown) => void,
  ): Frame | null {
    if (!(promise instanceof Waiting)) {
      promise.then(fulfilled, rejected);
      return null;
    }
    const { promise: settled, resolve, reject } = Promise.withResolvers<unknown>();
    const end = new Outlet(this, resolve, reject);
    this.attach(promise, end);
    settled.then(fulfilled as (value: unknown) => void, rejected);
    return end;
  }

  interrupt(start: Frame, error: unknown): void {
    this.#runner.failLater(start, error);
    const leaf = this.#parked.of(start) ?? this.#sleepers.of(start) ?? this.#outside.of(start);
    if (leaf !== null) this.#detach(leaf as unknown as Leaf);
  }

  /** Resumes the frame that waits at `leaf`; whatever would have resumed it has no effect any more. */
  #detach(leaf: Leaf): void {
    const frame = leaf.caller;
    if (frame === null) return;
    if (leaf instanceof Operation) {
      if (!leaf.isParked) return;
      this.unpark(leaf as unknown as Operation<never>);
      leaf.entry?.leave();
    } else if (leaf instanceof Sleeper) this.#sleepers.remove(leaf);
    else if (!(leaf instanceof HostLeaf)) return;
    leaf.caller = null;
    this.#turns.enqueue(frame, undefined, leaf.depth);
  }

  spawn(body: () => unknown): void {
    this.reserves.keepForState();
    if ((++this.#alive & 0xffff) === 0) this.#lookAtHeap();
    if (this.#alive > this.#most) this.#tooMany();
    this.#turns.enqueue(new Goroutine(this, body), undefined, 1);
  }

  /** Natives also start goroutines outside any goroutine, where no frame would catch the panic. */
  #tooMany(): void {
    const panic = new LimitPanic("goroutine limit exceeded");
    if (this.#runner.isRunning) throw panic;
    this.fail(panic);
  }

  park<T>(what: string, site: number, entry: QueueEntry | null = null): Parked<T> {
    const operation = new Operation<T>(this, what, site, entry);
    this.#parked.add(operation as Operation<never>);
    this.#runner.leaf = operation as unknown as Leaf;
    this.#deadlock.suspect();
    return operation;
  }

  external<T>(promise: Promise<T>): Promise<T> {
    const settled = promise.then(
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
    this.#outside.native(promise, settled);
    return settled;
  }

  #externalSettled(): void {
    this.#outside.nativeSettled();
    this.#deadlock.suspect();
  }

  yieldNow(): Promise<void> {
    const leaf = this.#standAt(new Leaf(this));
    this.#turns.yieldAt(leaf);
    return leaf as unknown as Promise<void>;
  }

  sleep(millis: number): Promise<void> {
    const sleeper = new Sleeper(this, monotonicMillis() + millis);
    sleeper.begun = this.#outside.stack();
    this.#sleepers.add(sleeper);
    return this.#standAt(sleeper) as unknown as Promise<void>;
  }

  alarm(deadline: number, ring: () => void): Alarm {
    const alarm = new HeapAlarm(this.#sleepers, deadline, ring);
    this.#sleepers.add(alarm);
    return alarm;
  }

  due(): boolean {
    return this.#turns.due();
  }

  giveWay(): Promise<void> {
    this.reserves.keepForState();
    return this.#standAt(this.#turns.giveWay()) as unknown as Promise<void>;
  }

  /** Sets the leaf of the running goroutine. */
  #standAt(leaf: Leaf): Leaf {
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
    this.#outside.servePromises();
    this.#runner.attach(waiting, end);
  }

  dropLeaf(): void {
    this.#runner.dropLeaf();
  }

  unwinding(frame: Unwinding): void {
    this.#runner.unwinding(frame);
  }

  /** For `Operation`: removes it from the parked operations. */
  unpark(operation: Operation<never>): void {
    this.#parked.delete(operation);
  }

  /** Resumes the frame that waits at `leaf` with a value. */
  ready(leaf: Leaf, value: unknown): void {
    if (leaf.caller !== null) this.#turns.enqueue(leaf.caller, value, leaf.depth);
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
    this.#deadlock.suspect();
  }

  /** Waits for a promise of the host, at its own leaf. */
  #await(promise: Promise<unknown>, frame: Frame): void {
    const leaf = new HostLeaf(this);
    this.#standAt(leaf);
    leaf.caller = frame;
    this.#outside.frame(promise, leaf);
    const settled = (value: unknown): void => {
      this.#outside.frameSettled(leaf);
      this.ready(leaf, value);
    };
    promise.then(settled, (error: unknown) => settled(new Failure(error)));
  }

  #allWait(): boolean {
    return (
      this.#parked.size >= this.#alive &&
      !this.#outside.excludesDeadlock &&
      this.#sleepers.size === 0 &&
      !this.ended
    );
  }
}

/** The promise for a goroutine that resumes after the end of its program. */
const NEVER = new Promise<never>(() => {});
