// What a host lets a program use up: steps, time, memory. Metered code calls `step` at loop ends and
// function entries; the costly looks at clock and heap happen every few hundred or thousand steps.
import { machine } from "../../host/index.ts";
import { monotonicMillis } from "../clock.ts";
import type { NativeTable } from "../native.ts";
import { LimitPanic } from "../panics/index.ts";
import { ELEMENT_BYTES } from "../values/index.ts";

/** What a program may use up; what is left out is unlimited. */
export interface Limits {
  /** Loop iterations and function calls, and work of natives that takes about as long. */
  readonly steps?: number;
  /** From the start of the program, waiting included. */
  readonly wallMillis?: number;
  /** Of reading, checking and compiling; default: `wallMillis`, at least 1.5 seconds. */
  readonly compileMillis?: number;
  /** Growth of the JavaScript heap in bytes while the program runs: strings, collections, structs that it holds. */
  readonly memory?: number;
  /** Bytes that the program writes to standard output and standard error. */
  readonly output?: number;
  /** Calls inside one another in one goroutine; functions that call nothing do not count. */
  readonly depth?: number;
  /** Goroutines that have been started and have not ended, `main` and calls of the host included. */
  readonly goroutines?: number;
  /** Sockets that are open at once, listening ones included. Past it connecting and listening are an `Err`, and incoming connections are refused. */
  readonly sockets?: number;
}

/** Whether programs have to count their steps for these limits. */
export function needsMeter({ steps, wallMillis, memory }: Limits): boolean {
  return steps !== undefined || wallMillis !== undefined || memory !== undefined;
}

/** Most steps between two looks at the clock; adapts downwards where each takes long, as comparing large texts does. */
const LONGEST_STRETCH = 8192;
const LONG_MILLIS = 1;
/** What a part of a long work of a native, well below a millisecond, counts as. */
const STEPS_OF_WORK = 1000;
/** The heap is costly to measure, and cannot grow by much meanwhile. */
const MILLIS_BETWEEN_HEAPS = 4;
/** Bytes that take about a millisecond to make. */
const BYTES_BETWEEN_LOOKS = 4_000_000;
/** The same of text that is joined only: some milliseconds once it is read, and part of the memory. */
const JOINED_BETWEEN_LOOKS = 64_000_000;
/** Bytes of garbage. */
const WORTH_COLLECTING = 64_000_000;

/** The account of one program. */
export class Meter {
  readonly #stepLimit: number;
  readonly #wallMillis: number;
  #deadline: number;
  readonly #memory: number;
  readonly #heapLimit: number;
  readonly #interrupted: () => boolean;
  /** Heap size from which on garbage is collected to see what the program holds. */
  #collectAt: number;
  /** Whether the program counts its steps. */
  readonly counts: boolean;
  /** Steps that were granted. */
  #steps = 0;
  #stretch = 1;
  #lastClock = monotonicMillis();
  #nextHeap = 0;
  /** Bytes of text and lists that were read and made in large pieces since the last look. */
  #handled = 0;
  /** Bytes of text that was joined since the last look. */
  #joined = 0;
  readonly #joinedBetweenLooks: number;

  /** `interrupted` is asked now and then while the program runs. */
  constructor(limits: Limits, interrupted?: () => boolean) {
    this.counts = needsMeter(limits) || interrupted !== undefined;
    this.#stepLimit = limits.steps ?? Infinity;
    this.#wallMillis = limits.wallMillis ?? Infinity;
    this.#deadline = monotonicMillis() + this.#wallMillis;
    this.#memory = limits.memory ?? Infinity;
    this.#heapLimit = limits.memory === undefined ? Infinity : usedHeap() + limits.memory;
    this.#collectAt = this.#heapLimit;
    this.#interrupted = interrupted ?? (() => false);
    this.#joinedBetweenLooks = Math.max(
      BYTES_BETWEEN_LOOKS,
      Math.min(JOINED_BETWEEN_LOOKS, this.#memory / 8),
    );
  }

  /** Steps and time count from here on, as for a call of the host. */
  renew(): void {
    this.#steps = 0;
    this.#stretch = 1;
    this.#lastClock = monotonicMillis();
    this.#deadline = this.#lastClock + this.#wallMillis;
  }

  /**
   * Counts the steps beyond those that were granted, and grants more.
   * @param left of what was granted, below 0
   * @returns how many steps may follow before the next is to be counted here
   * @throws Panic naming the limit that is used up
   */
  step(left: number): number {
    this.#steps -= left;
    if (this.#steps > this.#stepLimit) throw new LimitPanic("step limit exceeded");
    this.#checkClock();
    const granted = Math.min(this.#stretch - 1, this.#stepLimit - this.#steps);
    this.#steps += granted;
    return granted;
  }

  /**
   * Counts what is about to be made, or was made without taking its place yet, as text does that V8
   * keeps as the parts it was joined from.
   * @throws Panic naming the limit that is used up; at once when so much alone is beyond the memory limit.
   */
  reserve(bytes: number): void {
    if (bytes > this.#memory) throw new LimitPanic("memory limit exceeded");
    this.#handle(bytes);
  }

  /**
   * Counts text that the program has joined: it takes neither place nor time before it is read as one.
   * @throws Panic as `reserve`.
   */
  joined(text: string): void {
    if (text.length > this.#memory) throw new LimitPanic("memory limit exceeded");
    this.#joined += text.length;
    if (this.#joined > this.#joinedBetweenLooks) this.look();
  }

  /** Counts what a native has read and made of text and lists. @throws Panic as `reserve`. */
  handled(read: number, made: number): void {
    if (this.#heapLimit === Infinity && this.#deadline === Infinity) return;
    this.#handle(read);
    this.reserve(made);
  }

  /**
   * The same functions for a program with limits: a few steps can ask them for more time and memory
   * than the host has, so large arguments and results count.
   */
  watched(functions: NativeTable["functions"]): NativeTable["functions"] {
    if (this.#heapLimit === Infinity && this.#deadline === Infinity) return functions;
    return Object.fromEntries(Object.entries(functions).map(([name, body]) => [name, this.#watch(body)]));
  }

  #watch(body: (...args: never[]) => unknown): (...args: never[]) => unknown {
    const watch = (read: number, result: unknown): unknown => {
      const made = sizeOf(result);
      if (read + made > SMALL) this.handled(read, made);
      return result;
    };
    const call = body as (...args: unknown[]) => unknown;
    // Without a list of arguments where they are few.
    return (...args: unknown[]): unknown => {
      switch (args.length) {
        case 0:
          return watch(0, call());
        case 1:
          return watch(sizeOf(args[0]), call(args[0]));
        case 2:
          return watch(sizeOf(args[0]) + sizeOf(args[1]), call(args[0], args[1]));
        default:
          return watch(
            args.reduce<number>((sum, each) => sum + sizeOf(each), 0),
            call(...args),
          );
      }
    };
  }

  /** After a part of a long work. @throws Panic naming the limit that is used up. */
  worked(): void {
    this.#steps += STEPS_OF_WORK;
    if (this.#steps > this.#stepLimit) throw new LimitPanic("step limit exceeded");
    if (this.#deadline !== Infinity || this.#heapLimit !== Infinity) this.look();
  }

  /** Checks clock and heap now. @throws Panic naming the limit that is used up. */
  look(): void {
    this.#handled = 0;
    this.#joined = 0;
    this.#checkClock();
  }

  #handle(bytes: number): void {
    this.#handled += bytes;
    if (this.#handled > BYTES_BETWEEN_LOOKS) this.look();
  }

  #checkClock(): void {
    const now = monotonicMillis();
    if (now > this.#deadline) throw new LimitPanic("time limit exceeded");
    if (this.#interrupted()) throw new LimitPanic("interrupted");
    if (now - this.#lastClock > LONG_MILLIS) this.#stretch = Math.max(1, this.#stretch >> 3);
    else if (this.#stretch < LONGEST_STRETCH) this.#stretch <<= 1;
    this.#lastClock = now;
    if (this.#collectAt === Infinity || now < this.#nextHeap) return;
    this.#nextHeap = now + MILLIS_BETWEEN_HEAPS;
    if (usedHeap() > this.#collectAt) this.#collect();
  }

  #collect(): void {
    const held = heldHeap();
    if (held > this.#heapLimit) throw new LimitPanic("memory limit exceeded");
    // A program close to its limit is not to spend its time here.
    this.#collectAt = Math.max(this.#heapLimit, held + WORTH_COLLECTING);
  }
}

/** Bytes that a step may handle besides. */
const SMALL = 4096;

/** Bytes of text or a list, at least: without a look inside. */
export function sizeOf(value: unknown): number {
  return typeof value === "string" ? value.length : Array.isArray(value) ? ELEMENT_BYTES * value.length : 0;
}

/** Bytes, garbage included. */
export function usedHeap(): number {
  const { used, external } = machine().javascript.heap();
  return used + external;
}

/** Bytes without garbage. */
export function heldHeap(): number {
  machine().javascript.collectGarbage();
  return usedHeap();
}
