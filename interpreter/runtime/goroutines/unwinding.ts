// Unwinds a goroutine that panics (reference/errors#panics). A function with deferred calls catches the
// panic, runs them from the last to the first, and throws it again; so does the frame of such a function when
// the call it waits for has failed. If a deferred call waits, an `Unwinding` frame takes the place of the
// function.
import { Exit, FatalPanic, Interruption, type Panic } from "../panics/index.ts";
import type { Scheduler } from "./scheduler.ts";
import { sitesFrom } from "../traces/index.ts";
import { Frame } from "./waiting.ts";

/** A call that `defer` registered. */
type Deferred = () => unknown;

/**
 * Runs `calls` because of `thrown`, then throws that again, or returns a frame if a call waits. Exceeded
 * limits, `exit` and internal errors do not unwind.
 */
export function unwind(scheduler: Scheduler, calls: Deferred[], thrown: unknown): unknown {
  scheduler.dropLeaf();
  const panic = scheduler.panicOf(thrown);
  if (panic === null || panic instanceof FatalPanic) throw panic ?? thrown;
  return new Unwinding(scheduler, calls, panic).begin();
}

/** The rest of a function that has panicked: its deferred calls. */
export class Unwinding extends Frame {
  readonly scheduler: Scheduler;
  readonly panic: Panic;
  readonly #calls: Deferred[];

  constructor(scheduler: Scheduler, calls: Deferred[], panic: Panic) {
    super(0);
    this.scheduler = scheduler;
    this.panic = panic;
    this.#calls = calls;
  }

  begin(): unknown {
    const waited = this.#next();
    this.scheduler.unwinding(this);
    return this.scheduler.pause(this, waited);
  }

  override run(): unknown {
    return this.scheduler.again(this, this.#next());
  }

  override get handles(): boolean {
    return true;
  }

  override failed(error: unknown): unknown {
    this.#add(error);
    return this.run();
  }

  override site(): number {
    return -1;
  }

  /** Runs the deferred calls until one waits. @throws the panic when all have run */
  #next(): Promise<unknown> {
    while (this.#calls.length > 0) {
      try {
        const result = this.scheduler.reserves.deferred(this.#calls.pop()!);
        if (result instanceof Promise) return result;
      } catch (error) {
        this.#add(error);
      }
    }
    throw this.panic;
  }

  /** Records the failure of a deferred call. @throws it if it does not unwind */
  #add(error: unknown): void {
    const later = this.scheduler.panicOf(error);
    if (later !== null && !(later instanceof FatalPanic)) {
      if (this.caller !== null) traceChain(later, this.caller);
      this.panic.later.push(later);
      return;
    }
    const fatal = later ?? error;
    if (fatal instanceof FatalPanic || fatal instanceof Exit) fatal.earlier.unshift(this.panic);
    throw fatal;
  }
}

/** A frame that catches panics of the call it waits for. */
class Catching extends Frame {
  readonly scheduler: Scheduler;
  readonly #caught: (panic: Panic) => unknown;

  constructor(scheduler: Scheduler, caught: (panic: Panic) => unknown) {
    super(0);
    this.scheduler = scheduler;
    this.#caught = caught;
  }

  override run(): null {
    return null;
  }

  override get handles(): boolean {
    return true;
  }

  override get catches(): boolean {
    return true;
  }

  override failed(error: unknown): unknown {
    return this.#caught(caughtPanic(this.scheduler, error));
  }

  override site(): number {
    return -1;
  }
}

/** Calls `f`; returns null, or what `caught` returns for its panic. @throws what cannot be caught */
export function catchPanic<T>(
  scheduler: Scheduler,
  f: () => unknown,
  caught: (panic: Panic) => T,
): T | null | Promise<unknown> {
  scheduler.reserves.keepForDeferred();
  let result: unknown;
  try {
    result = f();
  } catch (error) {
    scheduler.dropLeaf();
    return caught(caughtPanic(scheduler, error));
  }
  return result instanceof Promise
    ? (scheduler.pause(new Catching(scheduler, caught), result) as unknown as Promise<unknown>)
    : null;
}

function caughtPanic(scheduler: Scheduler, error: unknown): Panic {
  const panic = scheduler.panicOf(error);
  if (panic === null || panic instanceof FatalPanic || panic instanceof Interruption) throw panic ?? error;
  return panic;
}

/** The most waiting callers in a trace. */
const MOST_CALLERS = 20;

/**
 * Records which frames wait for the failed call: `frame` and its callers. Only once, since unwinding creates
 * new frames.
 */
export function traceChain(panic: Panic, frame: Frame | null): void {
  for (const later of panic.later) traceChain(later, frame);
  if (panic.traced) return;
  panic.traced = true;
  panic.callers = [...panic.callers, ...sitesFrom(frame, MOST_CALLERS)];
}
