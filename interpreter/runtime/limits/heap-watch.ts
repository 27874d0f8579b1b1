// Notices in time that a program is about to fill the JavaScript heap. It checks the clock where that may
// happen: at iterations of loops that allocate objects, at ends of time slices, and where many goroutines or
// large maps are created. For programs without such places, a separate thread triggers the check
// (cli/process/memory-watcher.ts). Checks need no file descriptor, unlike `process.memoryUsage`: the program
// may have used up its descriptors (reference/library#failures).
import { machine } from "../../host/index.ts";
import { monotonicMillis } from "../clock.ts";

const MILLIS_BETWEEN_LOOKS = 25;
/**
 * Below this peak the heap is not measured: measuring loads a module, which small programs can do without.
 */
const SMALL_BYTES = 64 << 20;
/** The part of the limit of the old generation from which on memory is scarce. */
const SCARCE = 0.5;
/** The size that V8 adds to the limit for the young generation, which never fills the heap. */
const YOUNG_BYTES = 96 * 1024 * 1024;
/** The least part of the whole limit that the old generation has, whatever flags are set. */
const OLD_PART = 0.25;

/** The reactions to scarce memory: `scarce` once, then `full` when the heap has reached its limit. */
export interface HeapGuard {
  /** Makes V8 raise its limit instead of ending the process. */
  scarce(): void;
  /** Ends the program. */
  full(): void;
  /**
   * For a program that may not check the heap itself: calls `look` during its execution, until the result is
   * called.
   */
  watch(look: () => void): () => void;
}

export class HeapWatch {
  /** Null when there is no guard. */
  readonly #guard: HeapGuard | null;
  /** The limit when memory became scarce; 0 before. */
  #limit = 0;
  #next = 0;

  constructor(guard: HeapGuard | null) {
    this.#guard = guard;
  }

  look(): void {
    if (this.#guard === null) return;
    const now = monotonicMillis();
    if (now < this.#next) return;
    this.#next = now + MILLIS_BETWEEN_LOOKS;
    // The peak of the process is never below the current size of its heap.
    const { javascript } = machine();
    if (javascript.peakBytes() < SMALL_BYTES) return;
    const { used, limit } = javascript.heap();
    if (this.#limit === 0) {
      if (used < SCARCE * Math.max(limit - YOUNG_BYTES, limit * OLD_PART)) return;
      this.#limit = limit;
      this.#guard.scarce();
    } else if (limit > this.#limit) this.#guard.full();
  }
}
