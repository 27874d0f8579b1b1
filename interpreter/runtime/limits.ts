// What a host lets a program use up: steps, time, memory. Metered code calls `step` at loop ends and
// function entries; the costly looks at clock and heap happen every few thousand steps.
import { monotonicMillis } from "./clock.ts";
import { Panic } from "./panic.ts";

export interface Limits {
  /** Loop rounds and function calls. */
  readonly steps?: number;
  /** From the start of the program, waiting included. */
  readonly wallMillis?: number;
  /** Growth of the JavaScript heap in bytes while the program runs: strings, collections, structs that it holds. */
  readonly memory?: number;
}

const STEPS_BETWEEN_LOOKS = 4096;
/** Bytes of garbage. */
const WORTH_COLLECTING = 64_000_000;

export class Meter {
  readonly #stepLimit: number;
  readonly #deadline: number;
  readonly #heapLimit: number;
  /** Heap size at which garbage is told from what the program holds. */
  #collectAt: number;
  #steps = 0;
  #nextLook = STEPS_BETWEEN_LOOKS;

  constructor(limits: Limits) {
    this.#stepLimit = limits.steps ?? Infinity;
    this.#deadline = limits.wallMillis === undefined ? Infinity : monotonicMillis() + limits.wallMillis;
    this.#heapLimit = limits.memory === undefined ? Infinity : usedHeap() + limits.memory;
    this.#collectAt = this.#heapLimit;
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
    if (this.#collectAt !== Infinity && usedHeap() > this.#collectAt) this.#collect();
  }

  #collect(): void {
    collectGarbage();
    const held = usedHeap();
    if (held > this.#heapLimit) throw new Panic("memory limit exceeded");
    // A program close to its limit is not to spend its time here.
    this.#collectAt = Math.max(this.#heapLimit, held + WORTH_COLLECTING);
  }
}

function usedHeap(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** V8 hands its collector only to contexts made while this flag is set. Both modules are slow to load. */
function collectGarbage(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  const { runInNewContext } = process.getBuiltinModule("node:vm");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  collect();
}
