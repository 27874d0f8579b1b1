// The scheduler of one program: which goroutines there are, what each waits for, and how they end. Whose turn it is
// next is decided in turns.ts.
//
//                 spawn                    park, pause
//     (new) ────────────────► ready/running ─────────────► parked
//                                  ▲  │  ▲                    │
//                                  └──┘  └────────────────────┘
//                              giveWay, yieldNow     wake, settled
import { Arrived, Failure, Goroutine, Leaf, Task, type TaskEnd } from "./chain.ts";
import { ChainRunner } from "./chain-runner.ts";
import { monotonicMillis } from "../clock.ts";
import { FatalPanic, LimitPanic, type Panic } from "../panics/index.ts";
import type { CallDepth } from "./call-depth.ts";
import { DeadlockWatch } from "./deadlock.ts";
import { asPanic, sitesFrom, type Standing } from "../traces/index.ts";
import type { AccessReader, FailedAccess } from "../values/index.ts";
import { OutsideWaits } from "./outside-waits.ts";
import { Operation, ParkedOperations } from "./parked.ts";
import { ProgramEnd, type OnEnd } from "./program-end.ts";
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
import { needsRoom } from "./stack-depth.ts";
import { Turns } from "./turns.ts";
import type { Unwinding } from "./unwinding.ts";
import type { Frame, Waiting } from "./waiting.ts";

export class GoroutineScheduler implements Scheduler {
  readonly #end: ProgramEnd;
  readonly #runner: ChainRunner;
  readonly #turns: Turns;
  readonly #parked = new ParkedOperations();
  readonly #sleepers: Sleepers;
  readonly #outside = new OutsideWaits();
  readonly #deadlock: DeadlockWatch;
  readonly #accesses: AccessReader[] = [];
  /** Goroutines that have been started and have not ended, `main` included. */
  #alive = 0;
  readonly #most: number;
  /** Called at the end of each time slice, and whenever many goroutines have been started. */
  readonly #lookAtHeap: () => void;
  shared = false;
  readonly slice: Slice;

  /**
   * @param hostIsBusy something may come from the event loop that no goroutine waits for
   * @param idle called when others have gone on without a turn of the event loop: for what waits until the program idles
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
    this.#alive = 1;
    const ended = {
      done: () => this.#end.mainDone(),
      failed: (error: unknown) => this.goroutineFailed(error),
    };
    this.#turns.first(new Task(this, main, ended));
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

  /** No goroutine goes on before it is fulfilled, from the next place on where one waits or gives way. */
  holdUntil(settled: Promise<void>): void {
    this.#turns.holdUntil(settled);
  }

  /** From now on, `standing` knows of waits for the outside world as well. */
  observe(): void {
    this.#outside.observe();
  }

  /** Where all goroutines stand but the one that runs: those that wait for others first, oldest first. */
  standing(): Standing[] {
    const parked = this.#parked
      .oldestFirst()
      .map(({ what, site, caller }) => ({ what, sites: [site, ...sitesFrom(caller)] }));
    return [...parked, ...this.#outside.standing(), ...this.#turns.standing(), ...this.#sleepers.standing()];
  }

  /** Starts a goroutine from outside; tells `ended` of its end. */
  start(body: () => unknown, ended: TaskEnd): Started {
    const task = this.#newTask(body, ended);
    this.#turns.enqueue(task, undefined, 1);
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
    if (!whole && (runs || this.#turns.isTaken))
      return new UnderWay(this.start(() => f(...(args as never[])), ended));
    if (runs) return this.#callAbove(f, args, ended);
    this.#turns.isWhole = whole;
    this.#alive++;
    try {
      const result = this.#runner.call(f, args);
      if (result instanceof Promise) return this.#underWay(result, ended);
      this.#alive--;
      return result;
    } catch (error) {
      throw this.#failureOf(error);
    } finally {
      this.#turns.rest();
    }
  }

  /** As `callNow`, above the goroutine that runs. */
  #callAbove(f: (...args: never[]) => unknown, args: readonly unknown[], ended: TaskEnd): unknown {
    needsRoom();
    const wasWhole = this.#turns.isWhole;
    const aside = this.#runner.setAside();
    try {
      return this.callNow(f, args, ended, true);
    } finally {
      this.#runner.bringBack(aside);
      this.#turns.goOn(wasWhole);
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
    this.#turns.enqueue(new Goroutine(this, body), undefined, 1);
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
    this.#deadlock.suspect();
    return operation;
  }

  external<T>(promise: Promise<T>): Promise<T> {
    this.#outside.native(promise);
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
    return this.#standAt(this.#turns.giveWay()) as unknown as Promise<void>;
  }

  /** What the goroutine that runs stands at from now on. */
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

  unwinding(frame: Unwinding): void {
    this.#runner.unwinding(frame);
  }

  /** For `Operation`: it is parked no longer. */
  unpark(operation: Operation<never>): void {
    this.#parked.delete(operation);
  }

  /** What waits at `leaf` goes on with a value. */
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

  /** A promise of the host has a leaf of its own. */
  #await(promise: Promise<unknown>, frame: Frame): void {
    const leaf = this.#standAt(new Leaf(this));
    leaf.caller = frame;
    this.#outside.frame(promise, leaf);
    const settled = (value: unknown): void => {
      this.#outside.frameSettled();
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

/** What a goroutine gets that comes back to a program that has ended. */
const NEVER = new Promise<never>(() => {});
