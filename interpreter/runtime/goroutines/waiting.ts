// Goroutines as chains of frames. A function that has to wait returns a `Waiting` for its value: the
// operation it waits for, or a frame that holds its variables and resumes when the value arrives. Each link
// refers to the frame that waits for it, so a chain reaches from the operation at which a goroutine waits to
// the goroutine's start, and resuming is a plain call of `run`:
//
//     operation (a receive, a lock, a promise) ──caller──► frame ──caller──► … ──caller──► start
//
// To natives, which know nothing of frames, a `Waiting` is a promise: it passes `instanceof Promise` and can
// be awaited.
import type { Scheduler } from "./scheduler.ts";

export abstract class Waiting {
  /** The frame that resumes with the value; the code that gets a `Waiting` sets it once. */
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
 * A suspended activation of a function. Compiled code creates objects that inherit from this class, with its
 * fields and one field for each variable.
 */
export abstract class Frame extends Waiting {
  /** The number of the waiting call in the function, from 1. */
  at: number;

  constructor(at: number) {
    super();
    this.at = at;
  }

  /** Resumes with the value of the waiting call. Returns the result, or a promise if it waits again. */
  abstract run(value: unknown): unknown;

  /** The site of the waiting call; -1 for frames of natives. */
  abstract site(): number;

  /** Whether `failed` is called when the waiting call has failed. */
  get handles(): boolean {
    return false;
  }

  /** Whether a panic that can be caught ends here. */
  get catches(): boolean {
    return false;
  }

  /** The waiting call has failed. Returns as `run`. @throws `error`, or another, if it cannot continue */
  failed(error: unknown): unknown {
    throw error;
  }

  /** The chain that starts with this frame has failed. Called for starts of chains only. */
  fail(error: unknown): void {
    this.scheduler.fail(error);
  }
}

/** Ends a chain by settling a promise. */
export class Outlet extends Frame {
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
