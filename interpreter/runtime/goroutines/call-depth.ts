// The depth of nested calls, for programs with a limit of it: their functions count calls in and out.
import { LimitPanic } from "../panics/index.ts";

/** The call depth of the running goroutine. */
export class CallDepth {
  readonly #most: number;
  /** How many more calls may nest inside the current one. Generated code decrements and increments it. */
  left: number;

  constructor(most: number) {
    this.#most = most;
    this.left = most;
  }

  /** A goroutine resumes: `waiting` calls of it wait for each other. */
  goOn(waiting: number): void {
    this.left = this.#most - waiting;
  }

  /** Called by generated code when `left` is below 0. @throws LimitPanic */
  exceeded(): never {
    throw new LimitPanic("recursion limit exceeded");
  }
}
