// Goroutines as chains of frames. A function that has to wait returns a `Waiting` for its value: what
// it waits for itself, or a frame that holds its variables and goes on when that is there. Each link
// knows which frame waits for it, so a chain reaches from the operation at which a goroutine stands up to its
// start, and going on is a plain call of `run`:
//
//     operation (a receive, a lock, a promise) ──caller──► frame ──caller──► … ──caller──► start
//
// To natives, which know nothing of frames, a `Waiting` is a promise: it passes `instanceof Promise`
// and may be awaited.
import type { Scheduler } from "./scheduler.ts";

export abstract class Waiting {
  /** Goes on with the value; the code that gets a `Waiting` sets it once. */
  caller: Frame | null = null;

  abstract readonly scheduler: Scheduler;

  then<A, B>(fulfilled?: (value: unknown) => A, rejected?: (error: unknown) => B): Promise<A | B> {
    return new Promise<unknown>((resolve, reject) =>
      this.scheduler.attach(this, new Outlet(this.scheduler, resolve, reject)),
    ).then(fulfilled, rejected) as Promise<A | B>;
  }
}
Object.setPrototypeOf(Waiting.prototype, Promise.prototype);

/**
 * An activation of a function that waits. Compiled code makes objects that inherit from this class, with
 * its fields and one for each variable.
 */
export abstract class Frame extends Waiting {
  /** At which of its waiting calls, from 1. */
  at: number;

  constructor(at: number) {
    super();
    this.at = at;
  }

  /** Goes on with what the waiting call gave. Returns the result, or itself when it waits again. */
  abstract run(value: unknown): unknown;

  /** Position index of the waiting call; -1 for what is no script function. */
  abstract site(): number;

  /** Whether it is asked when what it calls has failed. */
  get handles(): boolean {
    return false;
  }

  /** A panic ends here, if it is one that can be caught. */
  get catches(): boolean {
    return false;
  }

  /** What it calls has failed. As `run`. @throws `error`, or another, when it cannot go on. */
  failed(error: unknown): unknown {
    throw error;
  }

  /** The chain that starts with it has failed. Only starts of chains are asked. */
  fail(error: unknown): void {
    this.scheduler.fail(error);
  }
}

/** The end of a chain in a promise. */
class Outlet extends Frame {
  readonly scheduler: Scheduler;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: unknown) => void;

  constructor(scheduler: Scheduler, resolve: (value: unknown) => void, reject: (error: unknown) => void) {
    super(0);
    this.scheduler = scheduler;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override run(value: unknown): undefined {
    this.#resolve(value);
  }

  override site(): number {
    return -1;
  }

  override fail(error: unknown): void {
    this.#reject(error);
  }
}
