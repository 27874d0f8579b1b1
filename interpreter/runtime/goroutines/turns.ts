// Decides which goroutine runs next. A goroutine that becomes ready is appended to a queue with the value to
// resume with. A turn takes them from the queue one after another and runs each (chain-runner.ts) until it
// waits again or ends.
//
// A turn is a microtask, so that goroutines do not wait for the event loop. Goroutines that pass values to
// and fro would starve timers and sockets that way, so turns are limited to time slices (slices.ts): when a
// slice is used up, everything waits for the next turn of the event loop.
//
// Compiled code calls `due` at the ends of loops and in recursive functions. A goroutine that has computed
// until the end of a slice while others are ready goes behind all of them, into its own queue (`#computing`):
// events of timers and sockets run first. If the ready goroutines use up a whole slice, the next slice begins
// with one that computes, so that neither side starves.
//
// Giving way takes frames, and code resumed in frames is slower than before. So if there are only goroutines
// and sleepers, the others run above the one that computes, on the same stack, until it is due in the queue
// (`#runsOthers`). Only one goroutine is below at any time: those above it do give way.
import { machine } from "../../host/index.ts";
import { runAbove, sitesFrom, type Standing } from "../traces/index.ts";
import type { Leaf, Living } from "./chain.ts";
import type { ChainRunner } from "./chain-runner.ts";
import type { OutsideWaits } from "./outside-waits.ts";
import type { ProgramEnd } from "./program-end.ts";
import { Ring } from "./ring.ts";
import type { Sleepers } from "./sleepers.ts";
import { TimeSlices } from "./slices.ts";
import { isDeep } from "./stack-depth.ts";
import type { Frame } from "./waiting.ts";

/** What the decision depends on. */
export interface TurnsOf {
  readonly runner: ChainRunner;
  readonly sleepers: Sleepers;
  readonly outside: OutsideWaits;
  readonly end: ProgramEnd;
  /** A leaf for the running goroutine. */
  newLeaf(): Leaf;
  /** Called at the end of each time slice. */
  lookAtHeap(): void;
  /** Whether the event loop may deliver events that no goroutine waits for. */
  hostIsBusy(): boolean;
  /**
   * Called after goroutines have run without a turn of the event loop, for work that is deferred until the
   * program idles.
   */
  idle(): void;
}

export class Turns {
  readonly #of: TurnsOf;
  readonly #runner: ChainRunner;
  readonly #end: ProgramEnd;
  readonly #slices: TimeSlices;
  /**
   * The ready goroutines, as three slots each: the frame, the value to resume with, and the depth of the
   * chain.
   */
  readonly #queue = new Ring<unknown>();
  /** Whether the next turn is scheduled. */
  #scheduled = false;
  #yielded: Leaf[] = [];
  /** Goroutines that computed until the end of a slice, in that order. */
  readonly #computing = new Ring<Leaf>();
  /** Goroutines that resumed late in a slice that others had used up. */
  readonly #latecomers = new Ring<Leaf>();
  /** The last slice went to ready goroutines: the next one begins with one that computes. */
  #computingIsNext = false;
  /** The running code has a caller that waits without the event loop: it does not give way. */
  isWhole = false;
  /** Whether goroutines run above one that computes. */
  #isAbove = false;
  /** The place in the queues of a goroutine that must give way although others have run above it. */
  #place: Leaf | null = null;
  readonly #now = Promise.resolve();
  /** No turn begins before it is fulfilled. */
  #held: Promise<void> | null = null;
  #begins: () => void = () => {};

  constructor(of: TurnsOf) {
    this.#of = of;
    this.#runner = of.runner;
    this.#end = of.end;
    this.#slices = new TimeSlices(of.lookAtHeap);
  }

  get slice(): TimeSlices["slice"] {
    return this.#slices.slice;
  }

  /** Runs the first goroutine, in the current turn of the event loop. */
  first(start: Frame): void {
    const { javascript } = machine();
    const before = javascript.startRecording();
    this.#startSlice();
    this.#go(start, undefined, 1);
    this.#slices.rest();
    javascript.stopRecording(before);
  }

  /** See `GoroutineScheduler`. */
  holdUntil(settled: Promise<void>): void {
    this.#held = settled;
    this.#slices.cut();
    void settled.then(() => {
      if (this.#held === settled) this.#held = null;
    });
  }

  /** See `GoroutineScheduler`. */
  whenTurnBegins(begins: () => void): void {
    this.#begins = begins;
  }

  /** Whether goroutines run or are ready. */
  get isTaken(): boolean {
    return this.#scheduled || this.#slices.isOver;
  }

  /** A call by the host has ended, or waits. */
  rest(): void {
    this.isWhole = false;
    this.#slices.rest();
  }

  /** Resumes the code below such a call. */
  goOn(whole: boolean): void {
    this.#slices.go();
    this.isWhole = whole;
  }

  /** Makes `frame` ready to resume with a value. */
  enqueue(frame: Frame, value: unknown, depth: number): void {
    this.#queue.push(frame);
    this.#queue.push(value);
    this.#queue.push(depth);
    this.#schedule();
  }

  /**
   * Resumes the running goroutine when every goroutine that was ready waits again: when no microtask is left.
   */
  yieldAt(leaf: Leaf): void {
    if (this.#yielded.push(leaf) === 1) machine().javascript.soon(this.#resumeYielded);
  }

  /** Checks the clock: true if the running goroutine must give way. */
  due(): boolean {
    if (this.#end.reached) return !this.isWhole;
    if (!this.#slices.look()) return false;
    if (!this.isWhole) return this.#othersDue() && !this.#runsOthers();
    this.#slices.prolong();
    return false;
  }

  /** The leaf at which the running goroutine waits until its turn comes again. */
  giveWay(): Leaf {
    const leaf = this.#place ?? this.#queuedLeaf();
    this.#place = null;
    this.#schedule();
    return leaf;
  }

  /** Whether a goroutine could run, or does. */
  get isBusy(): boolean {
    return this.#ready + this.#yielded.length > 0 || this.#runner.isRunning;
  }

  living(): Living[] {
    const leaves = [...this.#yielded, ...this.#latecomers.values(), ...this.#computing.values()];
    const queued = this.#queue.values().filter((_, at) => at % 3 === 0) as Frame[];
    return [...leaves.map((leaf) => leaf.caller), ...queued].map((frame) => ({ what: "running", frame }));
  }

  /** The states of the goroutines that could run. */
  *standing(): Iterable<Standing> {
    for (const leaf of this.#yielded) yield { what: "ready", sites: sitesFrom(leaf.caller) };
    const queued = this.#queue.values();
    for (let at = 0; at < queued.length; at += 3)
      yield { what: "ready", sites: sitesFrom(queued[at] as Frame) };
    for (const leaf of this.#latecomers.values()) yield { what: "ready", sites: sitesFrom(leaf.caller) };
    for (const leaf of this.#computing.values()) yield { what: "running", sites: sitesFrom(leaf.caller) };
  }

  /** Queues the running goroutine, which has computed. */
  #queuedLeaf(): Leaf {
    const leaf = this.#of.newLeaf();
    (this.#slices.isFresh ? this.#latecomers : this.#computing).push(leaf);
    return leaf;
  }

  get #ready(): number {
    return this.#queue.size + this.#computing.size + this.#latecomers.size;
  }

  #go(frame: Frame, value: unknown, depth: number): void {
    this.#slices.change();
    this.#runner.go(frame, value, depth);
  }

  /** Resumes a goroutine that gave way. */
  #resume(leaf: Leaf): void {
    if (leaf.caller !== null) this.#go(leaf.caller, undefined, leaf.depth);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    if (this.#slices.isOver) setImmediate(this.#nextSlice);
    else void this.#now.then(this.#turn);
    // Last, since the stack may be full.
    this.#scheduled = true;
  }

  readonly #nextSlice = (): void => {
    this.#startSlice();
    this.#turn();
  };

  #startSlice(): void {
    this.#of.sleepers.wake(this.#slices.begin());
  }

  readonly #turn = (): void => {
    const slices = this.#slices;
    if (this.#held !== null) {
      void this.#held.then(() => setImmediate(this.#nextSlice));
      return;
    }
    // Code outside the turn has used up the slice: the ready goroutines get a whole one.
    if (slices.isOver) {
      setImmediate(this.#nextSlice);
      return;
    }
    const { javascript } = machine();
    const before = javascript.startRecording();
    this.#begins();
    slices.go();
    if (this.#runReady(null)) setImmediate(this.#nextSlice);
    else this.#scheduled = false;
    slices.rest();
    javascript.stopRecording(before);
  };

  /** Runs one goroutine after another, until it is the turn of `last`. True if the slice is over before. */
  #runReady(last: Leaf | null): boolean {
    const slices = this.#slices;
    const queue = this.#queue;
    const computing = this.#computing;
    const latecomers = this.#latecomers;
    while (!this.#end.reached) {
      const before = latecomers.size + computing.size;
      const fromQueue = queue.size > 0 && !(this.#computingIsNext && before > 0);
      this.#computingIsNext = false;
      if (fromQueue) this.#go(queue.shift() as Frame, queue.shift(), queue.shift() as number);
      else if (before > 0) {
        const leaf = (latecomers.size > 0 ? latecomers : computing).shift();
        if (leaf === last) return false;
        this.#resume(leaf);
      } else break;
      if (slices.isOver || (--slices.slice.fuel < 0 && slices.look())) {
        const waiting = latecomers.size + computing.size;
        if (queue.size + waiting === 0) break;
        // Unless the last goroutine computed: then a computing one has had its slice.
        this.#computingIsNext = fromQueue && waiting === before;
        return true;
      }
    }
    return false;
  }

  /**
   * Runs the others above the running goroutine, which then need not give way; true when its turn has come
   * again. Does nothing if the event loop is needed, or if the others would lack the stack that is in use.
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
          this.#of.sleepers.wake(this.#slices.next());
          isOver = this.#runReady(place);
        } while (isOver && !this.#needsEventLoop());
      });
    } finally {
      this.#runner.bringBack(aside);
      this.#slices.change();
      this.#scheduled = wasScheduled;
      this.#isAbove = false;
    }
    if (isOver || this.#end.reached) {
      this.#place = place;
      return false;
    }
    this.#of.idle();
    if (this.#ready > 0) this.#schedule();
    return true;
  }

  #needsEventLoop(): boolean {
    return (
      this.#held !== null ||
      this.#yielded.length > 0 ||
      this.#of.outside.needsEventLoop ||
      this.#of.hostIsBusy()
    );
  }

  readonly #resumeYielded = (): void => {
    const yielded = this.#yielded;
    this.#yielded = [];
    for (const leaf of yielded) leaf.scheduler.ready(leaf, undefined);
  };

  /** Whether another goroutine could run at the end of a slice. If not, begins a new slice. */
  #othersDue(): boolean {
    if (this.#ready + this.#yielded.length + this.#of.outside.size > 0 || this.#held !== null) return true;
    const slices = this.#slices;
    if (this.#of.sleepers.isDue(slices.lastLook) || (slices.isEventLoopDue() && this.#of.hostIsBusy()))
      return true;
    slices.prolong();
    return false;
  }
}
