// Runs the chain of frames of one goroutine, from its innermost frame on, until it waits again or ends. What it comes to
// stand at is its leaf. When a frame fails, the chain unwinds: frames that handle failures are asked, then its start.
import { Panic, StackOverflow } from "../panics/index.ts";
import type { CallDepth } from "./call-depth.ts";
import { Arrived, chainLength, endsGoroutine, Failure, type Leaf } from "./chain.ts";
import { Operation } from "./parked.ts";
import { traceChain, type Unwinding } from "./unwinding.ts";
import { Waiting, type Frame } from "./waiting.ts";

/** Calls of one goroutine that wait for each other. A frame takes some hundred bytes. */
const MOST_FRAMES = 500_000;

/** A chain that goes on after a panic has been caught, or where a deferred call has begun. */
interface Resumed {
  readonly frame: Frame;
  readonly value: unknown;
  readonly depth: number;
}

/** A goroutine in the middle of running, while others go on above it. */
export interface SetAside {
  readonly running: Frame | null;
  readonly depth: number;
  readonly unwinding: Unwinding[] | null;
  /** Calls that may still begin, where these are limited. */
  readonly left: number;
}

/** The scheduler, as its runner sees it. */
export interface RunnerHost {
  /** `frame` is ready to go on with a value. */
  enqueue(frame: Frame, value: unknown, depth: number): void;
  /** `frame` waits for a promise of the host. */
  awaitHost(promise: Promise<unknown>, frame: Frame): void;
  unpark(operation: Operation<never>): void;
  panicOf(error: unknown): Panic | null;
  /** A panic that ends its goroutine waits for a deferred call. */
  unwinds(panic: Panic): void;
}

export class ChainRunner {
  readonly #host: RunnerHost;
  readonly #calls: CallDepth | null;
  /** Where the goroutine that runs, or the last one, went on. */
  #running: Frame | null = null;
  /** Frames of the goroutine that runs; 0 while none does. */
  #depth = 0;
  /** Unwinding frames that have begun to wait since the goroutine that runs went on. */
  #unwinding: Unwinding[] | null = null;
  /** Starts of goroutines that are to fail as soon as they go on. */
  #toFail: Map<Frame, unknown> | null = null;
  #known: { readonly running: Frame | null; readonly start: Frame | null; readonly answer: boolean } = {
    running: null,
    start: null,
    answer: false,
  };
  /** What the goroutine that runs has come to stand at. */
  leaf: Leaf | null = null;

  constructor(host: RunnerHost, calls: CallDepth | null) {
    this.#host = host;
    this.#calls = calls;
  }

  /** Whether a goroutine runs at this moment. */
  get isRunning(): boolean {
    return this.#depth > 0;
  }

  /** Runs a chain from its innermost frame until it waits again or ends. */
  go(start: Frame, value: unknown, depth: number): void {
    let resumed = this.#goOn(start, value, depth);
    while (resumed !== null) resumed = this.#goOn(resumed.frame, resumed.value, resumed.depth);
  }

  /** Calls a function that is no goroutine until it waits, see `goOnLater`. */
  call(f: (...args: never[]) => unknown, args: readonly unknown[]): unknown {
    this.#running = null;
    this.#depth = 1;
    this.#calls?.goOn(1);
    // Most take one argument; spreading it would be a fifth of a short call.
    const given = args as readonly never[];
    const result = given.length === 1 ? f(given[0]!) : f(...given);
    if (!(result instanceof Promise)) this.#depth = 0;
    return result;
  }

  /** What was called waits: `start` is where the goroutine has started that it becomes. */
  goOnLater(start: Frame, waited: Promise<unknown>): void {
    this.again(start, waited);
    this.#stand(null);
  }

  /** What was called has failed: with a panic, or with something else. */
  failureOf(error: unknown): unknown {
    this.#dropLeaf();
    this.#depth = 0;
    const failure = this.#host.panicOf(error) ?? error;
    if (failure instanceof Panic) traceChain(failure, null);
    return failure;
  }

  /** Others go on above the goroutine that runs, until it is brought back. */
  setAside(): SetAside {
    const left = this.#calls?.left ?? 0;
    const aside = { running: this.#running, depth: this.#depth, unwinding: this.#unwinding, left };
    this.#running = null;
    this.#depth = 0;
    this.#unwinding = null;
    return aside;
  }

  bringBack({ running, depth, unwinding, left }: SetAside): void {
    if (this.#calls !== null) this.#calls.left = left;
    this.#running = running;
    this.#depth = depth;
    this.#unwinding = unwinding;
  }

  /** `frame` begins to wait. */
  pause(frame: Frame, waited: Promise<unknown>): Frame {
    if (++this.#depth > MOST_FRAMES) {
      this.#depth = 0;
      throw new StackOverflow();
    }
    return this.again(frame, waited);
  }

  /** `frame`, which was going on, waits again. */
  again(frame: Frame, waited: Promise<unknown>): Frame {
    if (waited instanceof Waiting) this.#link(waited, frame);
    else this.#host.awaitHost(waited, frame);
    return frame;
  }

  attach(waiting: Waiting, end: Frame): void {
    this.#link(waiting, end);
    this.#stand(null);
  }

  unwinding(frame: Unwinding): void {
    (this.#unwinding ??= []).push(frame);
  }

  /** When the goroutine that started there goes on, it fails with this. */
  failLater(start: Frame, error: unknown): void {
    (this.#toFail ??= new Map()).set(start, error);
  }

  /** Whether it is this goroutine that runs. Asked often, but mostly of the same stretch of one. */
  runs(start: Frame): boolean {
    if (this.#known.running !== this.#running || this.#known.start !== start) {
      this.#known = {
        running: this.#running,
        start,
        answer: this.#running !== null && startOf(this.#running) === start,
      };
    }
    return this.#known.answer;
  }

  #goOn(start: Frame, value: unknown, depth: number): Resumed | null {
    let frame: Frame | null = start;
    if (this.#toFail !== null) value = this.#failureOf(start) ?? value;
    this.#running = start;
    this.#depth = depth;
    try {
      if (value instanceof Failure) throw value.error;
      let given = value;
      while (frame !== null) {
        if (this.#calls !== null) this.#calls.goOn(this.#depth);
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

  #failureOf(frame: Frame): Failure | null {
    const start = startOf(frame);
    if (this.#toFail?.has(start) !== true) return null;
    const failure = new Failure(this.#toFail.get(start));
    this.#toFail.delete(start);
    if (this.#toFail.size === 0) this.#toFail = null;
    return failure;
  }

  /** The chain from `first` on has to deal with `error`: a frame that handles it, else the start of the chain, which is `last` if no other frame is there. */
  #fail(first: Frame | null, last: Frame, error: unknown): Resumed | null {
    this.#dropLeaf();
    let failure = this.#host.panicOf(error) ?? error;
    if (failure instanceof Panic) traceChain(failure, first);
    let depth = chainLength(first);
    for (let frame = first; frame !== null; frame = frame.caller, depth--) {
      last = frame;
      if (!frame.handles) continue;
      this.#depth = depth;
      this.#calls?.goOn(depth);
      try {
        const result = frame.failed(failure);
        if (!(result instanceof Promise)) return { frame: frame.caller!, value: result, depth: depth - 1 };
        const { caller } = frame;
        if (result !== (frame as unknown)) this.#passOn(result, caller);
        this.#stand(caller);
        return null;
      } catch (another) {
        failure = this.#host.panicOf(another) ?? another;
        if (failure instanceof Panic) traceChain(failure, frame.caller);
      }
    }
    this.#depth = 0;
    last.fail(failure);
    return null;
  }

  /** A call that fails for want of stack before it is parked does not go on there. */
  #dropLeaf(): void {
    const { leaf } = this;
    this.leaf = null;
    if (leaf === null) return;
    leaf.caller = null;
    if (leaf instanceof Operation) {
      this.#host.unpark(leaf as unknown as Operation<never>);
      leaf.place?.leave();
    }
  }

  #link(waiting: Waiting, frame: Frame): void {
    const { caller } = waiting;
    waiting.caller = frame;
    if (caller instanceof Arrived) this.#host.enqueue(frame, caller.value, this.#depth);
  }

  /** A frame ended with a call that waits: its caller waits for that. */
  #passOn(waited: Promise<unknown>, caller: Frame | null): void {
    this.#depth--;
    if (caller !== null) this.again(caller, waited);
  }

  /** The goroutine that ran stands now. The frames from `caller` on were waiting already. */
  #stand(caller: Frame | null): void {
    if (this.#unwinding !== null) this.#standUnwinding(this.#unwinding, caller);
    if (this.leaf !== null) this.leaf.depth = this.#depth;
    this.leaf = null;
    this.#depth = 0;
  }

  /** What panicked and waits now: the frames between it and `caller` stood in the stack of the panic. */
  #standUnwinding(frames: readonly Unwinding[], caller: Frame | null): void {
    this.#unwinding = null;
    for (const frame of frames) {
      traceChain(frame.panic, caller);
      if (endsGoroutine(frame)) this.#host.unwinds(frame.panic);
    }
  }
}

/** Where the goroutine started that goes on at `frame`. */
function startOf(frame: Frame): Frame {
  let start = frame;
  while (start.caller !== null) start = start.caller;
  return start;
}
