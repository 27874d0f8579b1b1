// Runs the chain of frames of one goroutine from its innermost frame until it waits again, at a leaf, or
// ends. When a frame fails, the chain unwinds: the frames that handle failures get it, then the start of the
// chain.
import { Panic, StackOverflow } from "../panics/index.ts";
import type { CallDepth } from "./call-depth.ts";
import { Arrived, chainLength, endsGoroutine, Failure, type Leaf } from "./chain.ts";
import { Operation } from "./parked.ts";
import { traceChain, Unwinding } from "./unwinding.ts";
import { Waiting, type Frame } from "./waiting.ts";

/** The most calls of one goroutine that wait for each other. A frame takes some hundred bytes. */
const MOST_FRAMES = 500_000;
/** As many more may wait for deferred calls that run because of that. */
const FRAMES_FOR_DEFERRED = 10_000;

/** A chain that resumes after a panic has been caught, or after a deferred call has run. */
interface Resumed {
  readonly frame: Frame;
  readonly value: unknown;
  readonly depth: number;
}

/** The state of a goroutine that is interrupted while others run above it on the same stack. */
export interface SetAside {
  readonly running: Frame | null;
  readonly depth: number;
  readonly unwinding: Unwinding[] | null;
  readonly identity: object | null;
  /** The calls that may still nest, if that is limited. */
  readonly left: number;
}

/** The part of the scheduler that the runner uses. */
export interface RunnerHost {
  /** Makes `frame` ready to resume with a value. */
  enqueue(frame: Frame, value: unknown, depth: number): void;
  /** Makes `frame` wait for a promise of the host. */
  awaitHost(promise: Promise<unknown>, frame: Frame): void;
  unpark(operation: Operation<never>): void;
  /** Resumes the frame that waits at `leaf`, if it still waits there. */
  detach(leaf: Leaf): void;
  panicOf(error: unknown): Panic | null;
  /** Reports that a panic that ends its goroutine waits for a deferred call. */
  unwinds(panic: Panic): void;
}

export class ChainRunner {
  readonly #host: RunnerHost;
  readonly #calls: CallDepth | null;
  /** The frame at which the running goroutine resumed; null for a call that has not waited yet. */
  #running: Frame | null = null;
  /** The number of frames of the running goroutine; 0 while none runs. */
  #depth = 0;
  /** Unwinding frames that have begun to wait since the running goroutine resumed. */
  #unwinding: Unwinding[] | null = null;
  /** The errors with which goroutines fail as soon as they resume, by the start of the goroutine. */
  #toFail: Map<Frame, unknown> | null = null;
  /** Identifies a running call that has not waited yet, once it has asked. */
  #identity: object | null = null;
  /** The same, for calls that have waited and thereby become goroutines. */
  #identities: WeakMap<Frame, object> | null = null;
  #known: { readonly running: Frame | null; readonly start: Frame | null; readonly answer: boolean } = {
    running: null,
    start: null,
    answer: false,
  };
  /** The leaf at which the running goroutine has begun to wait. */
  leaf: Leaf | null = null;

  constructor(host: RunnerHost, calls: CallDepth | null) {
    this.#host = host;
    this.#calls = calls;
  }

  /** Whether a goroutine is running. */
  get isRunning(): boolean {
    return this.#depth > 0;
  }

  /** Identifies the running goroutine. */
  get identity(): object {
    if (this.#running === null) return (this.#identity ??= {});
    const start = startOf(this.#running);
    return this.#identities?.get(start) ?? start;
  }

  /** A call begins to wait: it becomes the goroutine that starts at `start`. */
  #identify(start: Frame): void {
    if (this.#identity === null) return;
    (this.#identities ??= new WeakMap()).set(start, this.#identity);
    this.#identity = null;
  }

  /** Runs a chain from its innermost frame until it waits again or ends. */
  go(start: Frame, value: unknown, depth: number): void {
    let resumed = this.#goOn(start, value, depth);
    while (resumed !== null) resumed = this.#goOn(resumed.frame, resumed.value, resumed.depth);
    this.#running = null;
  }

  /** Calls a function that becomes a goroutine only if it waits: see `goOnLater`. */
  call(f: (...args: never[]) => unknown, args: readonly unknown[]): unknown {
    this.#running = null;
    this.#identity = null;
    this.#depth = 1;
    this.#calls?.goOn(1);
    // Most functions take one or two arguments; spreading them would cost a quarter of a short call.
    const given = args as readonly never[];
    const result =
      given.length === 1 ? f(given[0]!) : given.length === 2 ? f(given[0]!, given[1]!) : f(...given);
    if (!(result instanceof Promise)) this.#depth = 0;
    return result;
  }

  /** Makes a goroutine that starts at `start` of a call that waits. */
  goOnLater(start: Frame, waited: Promise<unknown>): void {
    this.#identify(start);
    this.again(start, waited);
    this.#stand(null);
  }

  /** The failure of a function that was called: a panic, or anything else. */
  failureOf(error: unknown): unknown {
    this.dropLeaf();
    this.#depth = 0;
    const failure = this.#host.panicOf(error) ?? error;
    if (failure instanceof Panic) traceChain(failure, null);
    return failure;
  }

  /** Interrupts the running goroutine, so that others can run above it on the same stack. */
  setAside(): SetAside {
    const left = this.#calls?.left ?? 0;
    const aside = {
      running: this.#running,
      depth: this.#depth,
      unwinding: this.#unwinding,
      identity: this.#identity,
      left,
    };
    this.#running = null;
    this.#depth = 0;
    this.#unwinding = null;
    return aside;
  }

  bringBack({ running, depth, unwinding, identity, left }: SetAside): void {
    if (this.#calls !== null) this.#calls.left = left;
    this.#running = running;
    this.#depth = depth;
    this.#unwinding = unwinding;
    this.#identity = identity;
  }

  /** `frame` begins to wait. */
  pause(frame: Frame, waited: Promise<unknown>): Frame {
    this.#depth++;
    return this.again(frame, waited);
  }

  /** `frame`, which was running, waits again. */
  again(frame: Frame, waited: Promise<unknown>): Frame {
    if (waited instanceof Waiting) this.#link(waited, frame);
    else this.#host.awaitHost(waited, frame);
    return frame;
  }

  attach(waiting: Waiting, end: Frame): void {
    if (this.#running === null) this.#identify(end);
    this.#link(waiting, end);
    this.#stand(null);
  }

  unwinding(frame: Unwinding): void {
    (this.#unwinding ??= []).push(frame);
  }

  /** Makes the goroutine that started at `start` fail with `error` when it resumes. */
  failLater(start: Frame, error: unknown): void {
    (this.#toFail ??= new Map()).set(start, error);
  }

  /**
   * Whether the goroutine that started at `start` is running. Cached, since it is asked often without a
   * change.
   */
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

  /**
   * Unwinds the chain from `first` on with `error`: to a frame that handles it, or else to the start of the
   * chain, which is `last` if there is no other frame.
   */
  #fail(first: Frame | null, last: Frame, error: unknown): Resumed | null {
    this.dropLeaf();
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

  /**
   * Drops the leaf of a call that failed before it was parked, for lack of stack. Frames that wait for it have
   * no deferred calls: functions that have some begin with a reserve of stack.
   */
  dropLeaf(): void {
    const { leaf } = this;
    if (leaf === null) return;
    this.leaf = null;
    if (!(leaf.caller instanceof Arrived)) this.#depth -= chainLength(leaf.caller);
    leaf.caller = null;
    if (leaf instanceof Operation) {
      this.#host.unpark(leaf as unknown as Operation<never>);
      leaf.entry?.leave();
    }
  }

  #link(waiting: Waiting, frame: Frame): void {
    const { caller } = waiting;
    waiting.caller = frame;
    if (caller instanceof Arrived) this.#host.enqueue(frame, caller.value, this.#depth);
  }

  /** A frame ended with a call that waits: its caller waits for that call instead. */
  #passOn(waited: Promise<unknown>, caller: Frame | null): void {
    this.#depth--;
    if (caller !== null) this.again(caller, waited);
  }

  /** The running goroutine begins to wait. The frames from `caller` on were waiting already. */
  #stand(caller: Frame | null): void {
    if (this.#unwinding !== null) this.#standUnwinding(this.#unwinding, caller);
    const { leaf } = this;
    if (leaf !== null) {
      leaf.depth = this.#depth;
      if (this.#depth > MOST_FRAMES) this.#overflow(leaf);
    }
    this.leaf = null;
    this.#depth = 0;
  }

  /** Makes the goroutine that waits at `leaf` fail, since too many of its calls wait for each other. */
  #overflow(leaf: Leaf): void {
    const first = leaf.caller;
    if (first === null || (this.#depth <= MOST_FRAMES + FRAMES_FOR_DEFERRED && isUnwinding(first))) return;
    this.failLater(startOf(first), new StackOverflow());
    this.#host.detach(leaf);
  }

  /**
   * Completes the traces of unwinding frames that wait: the frames between them and `caller` are in the
   * panic's stack.
   */
  #standUnwinding(frames: readonly Unwinding[], caller: Frame | null): void {
    this.#unwinding = null;
    for (const frame of frames) {
      traceChain(frame.panic, caller);
      if (endsGoroutine(frame)) this.#host.unwinds(frame.panic);
    }
  }
}

/** Whether a call that runs because of a panic waits at `first`. */
function isUnwinding(first: Frame): boolean {
  let frame: Frame | null = first;
  for (let count = 0; frame !== null && count < FRAMES_FOR_DEFERRED; count++, frame = frame.caller)
    if (frame instanceof Unwinding) return true;
  return false;
}

/** The start of the goroutine that resumes at `frame`. */
function startOf(frame: Frame): Frame {
  let start = frame;
  while (start.caller !== null) start = start.caller;
  return start;
}
