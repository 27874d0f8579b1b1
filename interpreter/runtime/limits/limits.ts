// Limits of steps, time and memory. Metered code calls `step` at loop ends and function entries; clock and
// heap, which are costly to read, are checked every few hundred or thousand steps.
import { monotonicMillis } from "../clock.ts";
import { Interrupted, LimitPanic } from "../panics/index.ts";
import { lengthOf, sizeOf } from "../values/index.ts";
import { MemoryLimit } from "./memory-limit.ts";

/**
 * The limits of a program; absent: unlimited. A program that exceeds one ends with a panic, such as `step
 * limit exceeded`, that it cannot catch. See docs/embedding.md#limits.
 */
export interface Limits {
  /**
   * Iterations of loops and calls of functions that contain calls or loops, and natives' work of about the
   * same duration.
   */
  readonly steps?: number;
  /** Milliseconds since the start of the run or call, waits included. */
  readonly wallMillis?: number;
  /**
   * Milliseconds for reading, checking and compiling; beyond it, the program gets the diagnostic G3. Default:
   * `wallMillis`, at least 1,500; unlimited without that.
   */
  readonly compileMillis?: number;
  /**
   * Bytes by which the JavaScript heap grows for data of the program: strings, collections, structs that it
   * holds.
   */
  readonly memory?: number;
  /** Bytes written to standard output and standard error. */
  readonly output?: number;
  /** Nested calls in one goroutine; functions that call nothing do not count. */
  readonly depth?: number;
  /** Goroutines that have not ended, including `main` and calls by the host. */
  readonly goroutines?: number;
  /**
   * Open sockets, including listening ones. Beyond it, connecting and listening return an `Err`, and incoming
   * connections are refused.
   */
  readonly sockets?: number;
}

/** Whether programs must count their steps to enforce these limits. */
export function needsMeter({ steps, wallMillis, memory }: Limits): boolean {
  return steps !== undefined || wallMillis !== undefined || memory !== undefined;
}

/**
 * The most steps between two checks of the clock. The number adapts downwards if steps take long, as
 * comparing large texts does.
 */
const LONGEST_STRETCH = 8192;
const LONG_MILLIS = 1;
/** The bytes or elements that a native handles for one step; compiled code divides by it, too. */
const BYTES_PER_STEP = 16;
/** The steps that one part of long native work counts as, unless it states its size; it takes well below a millisecond. */
const STEPS_OF_WORK = 1000;
/** The bytes whose allocation takes about a millisecond. */
const BYTES_BETWEEN_LOOKS = 4_000_000;
/**
 * The same for text that is only concatenated, which takes time when it is read, and a part of the memory
 * limit at most.
 */
const JOINED_BETWEEN_LOOKS = 64_000_000;

/** The natives of a module, by name. */
type NativeFunctions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Counts what one program uses. */
export class Meter {
  readonly #stepLimit: number;
  readonly #wallMillis: number;
  #deadline: number;
  /** The bytes of the limit of memory, which is null without one. */
  readonly #bytes: number;
  readonly #memory: MemoryLimit | null;
  readonly #interrupted: (steps: number) => boolean;
  readonly #timed: (deadline: number) => void;
  /** Whether the program counts its steps. */
  readonly counts: boolean;
  /** Steps granted so far. */
  #steps = 0;
  #stretch = 1;
  #lastClock = monotonicMillis();
  /** Bytes of text and lists read and allocated in large pieces since the last check. */
  #handled = 0;
  /** Bytes of text concatenated since the last check. */
  #joined = 0;
  readonly #handledBetweenLooks: number;
  readonly #joinedBetweenLooks: number;

  /**
   * `interrupted` is polled while the program runs; `timed` is called with the deadline, by
   * `monotonicMillis`, whenever the time starts.
   */
  constructor(
    limits: Limits,
    interrupted?: (steps: number) => boolean,
    timed: (deadline: number) => void = () => {},
  ) {
    this.counts = needsMeter(limits) || interrupted !== undefined;
    this.#stepLimit = limits.steps ?? Infinity;
    this.#wallMillis = limits.wallMillis ?? Infinity;
    this.#timed = timed;
    this.#deadline = this.#lastClock + this.#wallMillis;
    timed(this.#deadline);
    this.#bytes = limits.memory ?? Infinity;
    this.#memory = this.#bytes === Infinity ? null : new MemoryLimit(this.#bytes);
    this.#handledBetweenLooks = Math.min(BYTES_BETWEEN_LOOKS, this.#memory?.unseen ?? Infinity);
    this.#interrupted = interrupted ?? (() => false);
    this.#joinedBetweenLooks = Math.max(BYTES_BETWEEN_LOOKS, Math.min(JOINED_BETWEEN_LOOKS, this.#bytes / 8));
  }

  /** Restarts the counting of steps and time, for a call by the host. */
  renew(): void {
    this.#steps = 0;
    this.#stretch = 1;
    this.#lastClock = monotonicMillis();
    this.#deadline = this.#lastClock + this.#wallMillis;
    this.#timed(this.#deadline);
    this.begin();
  }

  /** The program begins to run, after others may have. */
  begin(): void {
    this.#memory?.begin();
  }

  /** The program has ended. */
  end(): void {
    this.#memory?.end();
  }

  /**
   * Counts the steps beyond those granted, and grants more.
   * @param left the rest of the granted steps, below 0
   * @returns the number of steps that may follow before the next call
   * @throws Panic naming the limit that is exceeded
   */
  step(left: number): number {
    this.#steps -= left;
    if (this.#steps > this.#stepLimit) throw new LimitPanic("step limit exceeded");
    this.look();
    const granted = Math.min(this.#stretch - 1, this.#stepLimit - this.#steps);
    this.#steps += granted;
    return granted;
  }

  /**
   * Counts bytes that are about to be allocated, or have been without occupying memory yet, as with text that
   * V8 keeps as the parts it was concatenated from.
   * @throws Panic naming the limit that is exceeded; immediately if these bytes alone exceed the memory limit
   */
  reserve(bytes: number): void {
    if (bytes > this.#bytes) throw new LimitPanic("memory limit exceeded");
    if (this.#memory !== null && bytes > this.#memory.unseen) this.#memory.lookNow(bytes);
    this.#handle(bytes);
  }

  /**
   * Counts text that the program has concatenated: V8 copies it only when it is read.
   * @throws Panic as `reserve`
   */
  joined(text: string): void {
    if (text.length > this.#bytes) throw new LimitPanic("memory limit exceeded");
    this.#joined += text.length;
    if (this.#joined <= this.#joinedBetweenLooks) return;
    // Nothing is copied yet, so the heap need not be measured each time.
    this.#joined = 0;
    this.look();
  }

  /** Counts the bytes of text and lists that a native has allocated. @throws Panic as `reserve` */
  made(bytes: number): void {
    if (this.#memory !== null || this.#deadline !== Infinity) this.reserve(bytes);
  }

  /**
   * Wraps natives for a program with limits: in a few steps they can take more time and memory than the host
   * grants, so large arguments and results count.
   */
  watched(functions: NativeFunctions): NativeFunctions {
    if (!this.counts) return functions;
    return Object.fromEntries(Object.entries(functions).map(([name, body]) => [name, this.#watch(body)]));
  }

  #watch(body: (...args: never[]) => unknown): (...args: never[]) => unknown {
    const watch = (read: number, result: unknown): unknown => {
      this.#spend((read + lengthOf(result)) >> 4);
      if (read + lengthOf(result) > SMALL) {
        this.#handle(read);
        this.made(sizeOf(result));
      }
      return result;
    };
    const call = body as (...args: unknown[]) => unknown;
    // Avoids rest arguments for few parameters.
    return (...args: unknown[]): unknown => {
      switch (args.length) {
        case 0:
          return watch(0, call());
        case 1:
          return watch(lengthOf(args[0]), call(args[0]));
        case 2:
          return watch(lengthOf(args[0]) + lengthOf(args[1]), call(args[0], args[1]));
        default:
          return watch(
            args.reduce<number>((sum, each) => sum + lengthOf(each), 0),
            call(...args),
          );
      }
    };
  }

  /**
   * Called after each part of long work.
   * @param bytes the bytes or elements that it processed, if that depends on the input
   * @throws Panic naming the limit that is exceeded
   */
  worked(bytes?: number | void): void {
    if (!this.counts) return;
    this.#spend(bytes === undefined ? STEPS_OF_WORK : Math.floor(bytes / BYTES_PER_STEP));
    this.look();
  }

  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#stepLimit) throw new LimitPanic("step limit exceeded");
  }

  /**
   * Counts work of about `millis` milliseconds that nothing can end once it has begun, before it begins.
   * @throws Panic naming the limit that it would exceed
   */
  foresee(millis: number): void {
    this.#spend(STEPS_OF_WORK * Math.ceil(millis));
    this.look();
    if (monotonicMillis() + millis > this.#deadline) throw new LimitPanic("time limit exceeded");
  }

  /** Checks the clock, and the heap from time to time. @throws Panic naming the limit that is exceeded */
  look(): void {
    const now = monotonicMillis();
    if (now > this.#deadline) throw new LimitPanic("time limit exceeded");
    if (this.#interrupted(this.#steps)) throw new Interrupted();
    if (now - this.#lastClock > LONG_MILLIS) this.#stretch = Math.max(1, this.#stretch >> 3);
    else if (this.#stretch < LONGEST_STRETCH) this.#stretch <<= 1;
    this.#lastClock = now;
    this.#memory?.look(now);
  }

  #handle(bytes: number): void {
    this.#handled += bytes;
    if (this.#handled > this.#handledBetweenLooks) this.#lookAtHeap();
  }

  #lookAtHeap(): void {
    this.#handled = 0;
    this.#joined = 0;
    this.look();
    this.#memory?.lookNow(0);
  }
}

/** The bytes that a call may read and allocate without being counted. */
const SMALL = 4096;
