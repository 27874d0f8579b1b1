// How deep calls may nest, for programs with a limit of that: their functions count themselves in and out.
import { LimitPanic } from "../panics/index.ts";

/** Of the goroutine that runs. */
export class CallDepth {
  readonly #most: number;
  /** How many more calls may begin inside the one that runs. Generated code counts it down and up. */
  left: number;

  constructor(most: number) {
    this.#most = most;
    this.left = most;
  }

  /** A goroutine goes on with so many calls that wait for each other. */
  goOn(waiting: number): void {
    this.left = this.#most - waiting;
  }

  /** Called by generated code when `left` is below 0. @throws LimitPanic */
  exceeded(): never {
    throw new LimitPanic("recursion limit exceeded");
  }
}
