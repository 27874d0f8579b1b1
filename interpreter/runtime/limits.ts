// What a host lets a program use up: steps, time, memory. Metered code calls `step` at loop ends and
// function entries; the costly looks at clock and heap happen every few thousand steps.
import { monotonicMillis } from "./clock.ts";
import { Panic } from "./panic.ts";

export interface Limits {
  /** Loop rounds and function calls. */
  readonly steps?: number;
  /** From the start of the program, waiting included. */
  readonly wallMillis?: number;
  /** Growth of the JavaScript heap in bytes while the program runs: strings, collections, structs. */
  readonly memory?: number;
}

const STEPS_BETWEEN_LOOKS = 4096;

export class Meter {
  readonly #stepLimit: number;
  readonly #deadline: number;
  readonly #heapLimit: number;
  #steps = 0;
  #nextLook = STEPS_BETWEEN_LOOKS;

  constructor(limits: Limits) {
    this.#stepLimit = limits.steps ?? Infinity;
    this.#deadline = limits.wallMillis === undefined ? Infinity : monotonicMillis() + limits.wallMillis;
    this.#heapLimit = limits.memory === undefined ? Infinity : usedHeap() + limits.memory;
  }

  /** @throws Panic naming the limit that is used up. */
  step(): void {
    if (++this.#steps > this.#stepLimit) throw new Panic("step limit exceeded");
    if (this.#steps >= this.#nextLook) this.look();
  }

  /** Checks clock and heap now. @throws Panic naming the limit that is used up. */
  look(): void {
    this.#nextLook = this.#steps + STEPS_BETWEEN_LOOKS;
    if (monotonicMillis() > this.#deadline) throw new Panic("time limit exceeded");
    if (this.#heapLimit !== Infinity && usedHeap() > this.#heapLimit) throw new Panic("memory limit exceeded");
  }
}

function usedHeap(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
