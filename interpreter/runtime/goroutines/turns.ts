// Which goroutine goes on next. One that becomes ready is appended to a queue with the value to go on with; a turn takes
// one after the other out and runs it (chain-runner.ts) until it parks again or ends.
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
import { machine } from "../../host/index.ts";
import { runAbove, sitesFrom, type Standing } from "../traces/index.ts";
import type { Leaf } from "./chain.ts";
import type { ChainRunner } from "./chain-runner.ts";
import type { OutsideWaits } from "./outside-waits.ts";
import type { ProgramEnd } from "./program-end.ts";
import { Ring } from "./ring.ts";
import type { Sleepers } from "./sleepers.ts";
import { TimeSlices } from "./slices.ts";
import { isDeep } from "./stack-depth.ts";
import type { Frame } from "./waiting.ts";

/** What decides whose turn it is. */
export interface TurnsOf {
  readonly runner: ChainRunner;
  readonly sleepers: Sleepers;
  readonly outside: OutsideWaits;
  readonly end: ProgramEnd;
  /** A leaf for the goroutine that runs. */
  newLeaf(): Leaf;
  /** Called at the end of each time slice. */
  lookAtHeap(): void;
  /** Something may come from the event loop that no goroutine waits for. */
  hostIsBusy(): boolean;
  /** Called when others have gone on without a turn of the event loop: for what waits until the program idles. */
  idle(): void;
}

export class Turns {
  readonly #of: TurnsOf;
  readonly #runner: ChainRunner;
  readonly #end: ProgramEnd;
  readonly #slices: TimeSlices;
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
  /** What runs does so for a caller that waits without the event loop: it does not give way. */
  isWhole = false;
  /** Others go on above one that computes. */
  #isAbove = false;
  /** The place in the queues of one that must give way though others have gone on above it. */
  #place: Leaf | null = null;
  readonly #now = Promise.resolve();
  /** No turn begins before it is fulfilled. */
  #held: Promise<void> | null = null;

  constructor(of: TurnsOf) {
    this.#of = of;
    this.#runner = of.runner;
    this.#end = of.end;
    this.#slices = new TimeSlices(of.lookAtHeap);
  }

  get slice(): TimeSlices["slice"] {
    return this.#slices.slice;
  }

  /** Runs the first goroutine, in the turn of the event loop that this is. */
  first(start: Frame): void {
    this.#startSlice();
    this.#go(start, undefined, 1);
    this.#slices.rest();
  }

  /** See `GoroutineScheduler`. */
  holdUntil(settled: Promise<void>): void {
    this.#held = settled;
    this.#slices.cut();
    void settled.then(() => {
      if (this.#held === settled) this.#held = null;
    });
  }

  /** Others run, or are ready. */
  get isTaken(): boolean {
    return this.#scheduled || this.#slices.isOver;
  }

  /** A call of the host has ended, or waits. */
  rest(): void {
    this.isWhole = false;
    this.#slices.rest();
  }

  /** What stood below such a call goes on. */
  goOn(whole: boolean): void {
    this.#slices.go();
    this.isWhole = whole;
  }

  /** `frame` is ready to go on with a value. */
  enqueue(frame: Frame, value: unknown, depth: number): void {
    this.#queue.push(frame);
    this.#queue.push(value);
    this.#queue.push(depth);
    this.#schedule();
  }

  /** The goroutine that runs goes on when every goroutine that was ready waits again: when no microtask is left. */
  yieldAt(leaf: Leaf): void {
    if (this.#yielded.push(leaf) === 1) machine().javascript.soon(this.#resumeYielded);
  }

  /** Looks at the clock: true when the goroutine that runs must give way. */
  due(): boolean {
    if (this.#end.reached) return !this.isWhole;
    if (!this.#slices.look()) return false;
    if (!this.isWhole) return this.#othersDue() && !this.#runsOthers();
    this.#slices.prolong();
    return false;
  }

  /** What the goroutine that runs stands at until its turn comes again. */
  giveWay(): Leaf {
    const leaf = this.#place ?? this.#queuedLeaf();
    this.#place = null;
    this.#schedule();
    return leaf;
  }

  /** Where those stand that could go on. */
  *standing(): Iterable<Standing> {
    for (const leaf of this.#yielded) yield { what: "ready", sites: sitesFrom(leaf.caller) };
    const queued = this.#queue.values();
    for (let at = 0; at < queued.length; at += 3)
      yield { what: "ready", sites: sitesFrom(queued[at] as Frame) };
    for (const leaf of this.#latecomers.values()) yield { what: "ready", sites: sitesFrom(leaf.caller) };
    for (const leaf of this.#computing.values()) yield { what: "running", sites: sitesFrom(leaf.caller) };
  }

  /** A place for the goroutine that runs, which has computed. */
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

  /** With a goroutine that gave way. */
  #resume(leaf: Leaf): void {
    if (leaf.caller !== null) this.#go(leaf.caller, undefined, leaf.depth);
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
    this.#of.sleepers.wake(this.#slices.begin());
  }

  readonly #turn = (): void => {
    const slices = this.#slices;
    if (this.#held !== null) {
      void this.#held.then(() => setImmediate(this.#nextSlice));
      return;
    }
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
    while (!this.#end.reached) {
      const before = latecomers.size + computing.size;
      const fromQueue = queue.size > 0 && !(this.#owed && before > 0);
      this.#owed = false;
      if (fromQueue) this.#go(queue.shift() as Frame, queue.shift(), queue.shift() as number);
      else if (before > 0) {
        const leaf = (latecomers.size > 0 ? latecomers : computing).shift();
        if (leaf === last) return false;
        this.#resume(leaf);
      } else break;
      if (slices.isOver || (--slices.slice.fuel < 0 && slices.look())) {
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

  /** At the end of a slice: whether another goroutine could go on. If not, a new slice begins. */
  #othersDue(): boolean {
    if (this.#ready + this.#yielded.length + this.#of.outside.size > 0 || this.#held !== null) return true;
    const slices = this.#slices;
    if (this.#of.sleepers.isDue(slices.lastLook) || (slices.isEventLoopDue() && this.#of.hostIsBusy()))
      return true;
    slices.prolong();
    return false;
  }
}
