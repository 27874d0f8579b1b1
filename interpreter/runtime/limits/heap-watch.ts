// Notices in time that a program is about to fill the JavaScript heap, at the cost of a look at the
// clock where it may be doing that: at iterations of loops that make objects, ends of time slices, and where many
// goroutines or large maps are made; where none of these is met, a thread beside the program makes it look
// (cli/process/memory-watcher.ts). No look needs a file descriptor, which `process.memoryUsage` does:
// a program may have used up its descriptors (reference/library#failures).
import { machine } from "../../host/index.ts";
import { monotonicMillis } from "../clock.ts";

const MILLIS_BETWEEN_LOOKS = 25;
/** Looking closer costs the loading of a module, which small programs can do without. */
const SMALL_BYTES = 64 << 20;
/** Part of the limit of old objects from which on memory is scarce. */
const SCARCE = 0.5;
/** What V8 adds to the limit of old objects for young ones, which are never the reason why a heap is full. */
const YOUNG_BYTES = 96 * 1024 * 1024;
/** At least so much of the whole limit is for old objects, whatever flags say. */
const OLD_PART = 0.25;

/** What happens when memory is scarce: `scarce` once; then `full`, when the heap has reached its limit. */
export interface HeapGuard {
  /** From now on V8 raises its limit where it would end the process. */
  scarce(): void;
  /** Ends the program. */
  full(): void;
  /** For a program that may not look by itself: calls `look` in the middle of it, until the result is called. */
  watch(look: () => void): () => void;
}

export class HeapWatch {
  /** Null when there is no guard. */
  readonly #guard: HeapGuard | null;
  /** The limit as it was when memory became scarce; 0 before. */
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
    // The most that the process ever had: never less than what its heap holds now.
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
