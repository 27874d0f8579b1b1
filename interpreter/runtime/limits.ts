// What a host lets a program use up: steps, time, memory. Metered code calls `step` at loop ends and
// function entries; the costly looks at clock and heap happen every few hundred or thousand steps.
import { monotonicMillis } from "./clock.ts";
import type { NativeTable } from "./native.ts";
import { FatalPanic } from "./panic.ts";
import { ELEMENT_BYTES } from "./sizes.ts";

/** What a program may use up; what is left out is unlimited. */
export interface Limits {
  /** Loop rounds and function calls. */
  readonly steps?: number;
  /** From the start of the program, waiting included. */
  readonly wallMillis?: number;
  /** Growth of the JavaScript heap in bytes while the program runs: strings, collections, structs that it holds. */
  readonly memory?: number;
}

/** Most steps between two looks at the clock; adapts downwards where each takes long, as comparing large texts does. */
const LONGEST_STRETCH = 256;
const LONG_MILLIS = 2;
/** The heap is costly to measure. */
const CLOCKS_BETWEEN_LOOKS = 16;
const BYTES_BETWEEN_LOOKS = 16_000_000;
/** Bytes of garbage. */
const WORTH_COLLECTING = 64_000_000;

/** The account of one program. */
export class Meter {
  readonly #stepLimit: number;
  readonly #deadline: number;
  readonly #memory: number;
  readonly #heapLimit: number;
  /** Heap size at which garbage is told from what the program holds. */
  #collectAt: number;
  #steps = 0;
  #stretch = 1;
  #nextClock = 1;
  #clocks = 0;
  #lastClock = monotonicMillis();
  /** Bytes of text and lists that were read and made in large pieces since the last look. */
  #handled = 0;

  constructor(limits: Limits) {
    this.#stepLimit = limits.steps ?? Infinity;
    this.#deadline = limits.wallMillis === undefined ? Infinity : monotonicMillis() + limits.wallMillis;
    this.#memory = limits.memory ?? Infinity;
    this.#heapLimit = limits.memory === undefined ? Infinity : usedHeap() + limits.memory;
    this.#collectAt = this.#heapLimit;
  }

  /** @throws Panic naming the limit that is used up. */
  step(): void {
    if (++this.#steps > this.#stepLimit) throw new FatalPanic("step limit exceeded");
    if (this.#steps < this.#nextClock) return;
    if (++this.#clocks % CLOCKS_BETWEEN_LOOKS === 0) this.look();
    else this.#checkClock();
    this.#nextClock = this.#steps + this.#stretch;
  }

  /**
   * Counts what is about to be made, or was made without taking its place yet, as text does that V8
   * keeps as the parts it was joined from.
   * @throws Panic naming the limit that is used up; at once when so much alone is beyond the memory limit.
   */
  reserve(bytes: number): void {
    if (bytes > this.#memory) throw new FatalPanic("memory limit exceeded");
    this.#handle(bytes);
  }

  /** Passes on text that the program has joined. @throws Panic as `reserve`. */
  joined(text: string): string {
    this.reserve(text.length);
    return text;
  }

  /**
   * The same functions for a program with limits: a few steps can ask them for more time and memory
   * than the host has, so large arguments and results count.
   */
  watched(functions: NativeTable["functions"]): NativeTable["functions"] {
    if (this.#heapLimit === Infinity && this.#deadline === Infinity) return functions;
    const watch = (body: (...args: never[]) => unknown) => (...args: never[]): unknown => {
      const result = body(...args);
      let read = 0;
      for (const arg of args) read += sizeOf(arg);
      this.#handle(read);
      this.reserve(sizeOf(result));
      return result;
    };
    return Object.fromEntries(Object.entries(functions).map(([name, body]) => [name, watch(body)]));
  }

  /** After a part of a long work. @throws Panic naming the limit that is used up. */
  worked(): void {
    if (this.#deadline !== Infinity || this.#heapLimit !== Infinity) this.look();
  }

  /** Checks clock and heap now. @throws Panic naming the limit that is used up. */
  look(): void {
    this.#handled = 0;
    this.#checkClock();
    if (this.#collectAt !== Infinity && usedHeap() > this.#collectAt) this.#collect();
  }

  #handle(bytes: number): void {
    this.#handled += bytes;
    if (this.#handled > BYTES_BETWEEN_LOOKS) this.look();
  }

  #checkClock(): void {
    const now = monotonicMillis();
    if (now > this.#deadline) throw new FatalPanic("time limit exceeded");
    if (now - this.#lastClock > LONG_MILLIS) this.#stretch = Math.max(1, this.#stretch >> 2);
    else if (this.#stretch < LONGEST_STRETCH) this.#stretch <<= 1;
    this.#lastClock = now;
  }

  #collect(): void {
    collectGarbage();
    const held = usedHeap();
    if (held > this.#heapLimit) throw new FatalPanic("memory limit exceeded");
    // A program close to its limit is not to spend its time here.
    this.#collectAt = Math.max(this.#heapLimit, held + WORTH_COLLECTING);
  }
}

/** At least, without a look inside. */
function sizeOf(value: unknown): number {
  return typeof value === "string" ? value.length : Array.isArray(value) ? ELEMENT_BYTES * value.length : 0;
}

/** `process.memoryUsage` would need a file descriptor, which a program may have used up (reference/library#failures). */
function usedHeap(): number {
  const { used_heap_size: used, external_memory: external } = process.getBuiltinModule("node:v8").getHeapStatistics();
  return used + external;
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
