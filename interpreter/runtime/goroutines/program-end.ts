// The end of a program: `main` has returned, or a goroutine has failed. In a session a failure ends only its
// goroutine.
import { Exit, Failed, FatalPanic, Panic } from "../panics/index.ts";

/**
 * Called when a program has ended: with undefined, or with what was thrown; `reported` are all failures to
 * report, in order.
 */
export type OnEnd = (failure: unknown, reported: readonly unknown[]) => void;

export class ProgramEnd {
  #reached = false;
  #failure: unknown = undefined;
  #onEnd: OnEnd = () => {};
  /** Set in a session. */
  #onFailure: ((failure: unknown) => void) | null = null;
  /** The failures of goroutines while the first of them, a panic, is still unwinding. */
  readonly #failing: unknown[] = [];
  /** Called when the program has ended, before its end is reported. */
  readonly #stop: () => void;
  /** Called when `main` has returned; the program then ends when it calls `mainOver`. */
  lingers: (() => void) | null = null;

  constructor(stop: () => void) {
    this.#stop = stop;
  }

  get reached(): boolean {
    return this.#reached;
  }

  /** What ended the program; undefined before its end, and for the end of `main`. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Called once, at the end. */
  set onEnd(onEnd: OnEnd) {
    this.#onEnd = onEnd;
  }

  /** Receives failures of goroutines of a session; null after the session. */
  set onFailure(onFailure: ((failure: unknown) => void) | null) {
    this.#onFailure = onFailure;
  }

  /** `main` has returned. */
  mainDone(): void {
    if (this.lingers === null) this.mainOver();
    else this.lingers();
  }

  /** The program ends because `main` has returned. A panic that is unwinding delays the end. */
  mainOver(): void {
    if (this.#failing.length === 0) this.end(undefined);
  }

  /** The chain of a goroutine has failed. The panic of another one may still be unwinding. */
  goroutineFailed(error: unknown): void {
    const ends = !(error instanceof Panic || error instanceof Failed) || error instanceof FatalPanic;
    if (ends || this.#onFailure !== null) return this.end(error);
    if (!this.#failing.includes(error)) this.#failing.push(error);
    if (this.#failing[0] === error) this.end(error);
  }

  /** A panic that will end its goroutine waits for a deferred call. */
  unwinds(panic: Panic): void {
    if (this.#onFailure === null) this.#failing.push(panic);
  }

  end(failure: unknown): void {
    if (this.#reached) return;
    if (this.#onFailure !== null) {
      this.#onFailure(failure);
      return;
    }
    this.#reached = true;
    this.#failure = failure;
    this.#stop();
    const reported = [...this.#failing];
    if (failure instanceof Exit || failure instanceof FatalPanic) {
      // Panics of its own goroutine may be among them.
      const earlier = failure.earlier.splice(0);
      reported.push(...earlier.filter((panic) => !reported.includes(panic)));
    }
    if (failure !== undefined && !reported.includes(failure)) reported.push(failure);
    this.#onEnd(failure, reported);
  }
}
