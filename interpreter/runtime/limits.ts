// What a host lets a program use up: steps, time, memory. Metered code calls `step` at loop ends and
// function entries; the costly looks at clock and heap happen every few thousand steps.
import { monotonicMillis } from "./clock.ts";
import type { NativeTable } from "./native.ts";
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
const BYTES_BETWEEN_LOOKS = 64_000_000;
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
  /** Bytes of text and lists that came in large pieces since the last look. */
  #received = 0;

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

  /** Passes on text that the program has joined. @throws Panic naming the limit that is used up. */
  joined(text: string): string {
    this.#receive(text.length);
    return text;
  }

  /**
   * The same functions for a program whose memory is limited: a few steps can ask them for more than
   * the host has, so large results count at once.
   */
  watched(functions: NativeTable["functions"]): NativeTable["functions"] {
    if (this.#heapLimit === Infinity) return functions;
    const watch = (body: (...args: never[]) => unknown) => (...args: never[]): unknown => {
      const result = body(...args);
      this.#receive(sizeOf(result));
      return result;
    };
    return Object.fromEntries(Object.entries(functions).map(([name, body]) => [name, watch(body)]));
  }

  /** Checks clock and heap now. @throws Panic naming the limit that is used up. */
  look(): void {
    this.#nextLook = this.#steps + STEPS_BETWEEN_LOOKS;
    this.#received = 0;
    if (monotonicMillis() > this.#deadline) throw new Panic("time limit exceeded");
    if (this.#collectAt !== Infinity && usedHeap() > this.#collectAt) this.#collect();
  }

  #receive(bytes: number): void {
    this.#received += bytes;
    if (this.#received > BYTES_BETWEEN_LOOKS) this.look();
  }

  #collect(): void {
    collectGarbage();
    const held = usedHeap();
    if (held > this.#heapLimit) throw new Panic("memory limit exceeded");
    // A program close to its limit is not to spend its time here.
    this.#collectAt = Math.max(this.#heapLimit, held + WORTH_COLLECTING);
  }
}

/** At least, without a look inside. */
function sizeOf(result: unknown): number {
  return typeof result === "string" ? result.length : Array.isArray(result) ? 8 * result.length : 0;
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
