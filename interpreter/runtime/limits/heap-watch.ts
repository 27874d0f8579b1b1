// Notices in time that a program is about to fill the JavaScript heap, at the cost of a look at the
// clock where it may be doing that: at rounds of endless loops, ends of time slices, and where many
// goroutines or large maps are made. No look needs a file descriptor, which `process.memoryUsage` does:
// a program may have used up its descriptors (reference/library#failures).
import { monotonicMillis } from "../clock.ts";

const MILLIS_BETWEEN_LOOKS = 25;
/** Looking closer loads a module of Node, which small programs can do without. In KiB, as the system tells it. */
const SMALL_KIB = 64 * 1024;
/** Part of the limit from which on memory is scarce. */
const SCARCE = 0.5;

export class HeapWatch {
  /** What happens once when memory is scarce; null when it has, or nothing shall. */
  #scarce: (() => void) | null;
  #next = 0;

  constructor(scarce: (() => void) | null) {
    this.#scarce = scarce;
  }

  look(): void {
    if (this.#scarce === null) return;
    const now = monotonicMillis();
    if (now < this.#next) return;
    this.#next = now + MILLIS_BETWEEN_LOOKS;
    // The most that the process ever had: never less than what its heap holds now.
    if (process.resourceUsage().maxRSS < SMALL_KIB) return;
    const { used_heap_size: used, heap_size_limit: limit } = process.getBuiltinModule("node:v8").getHeapStatistics();
    if (used < SCARCE * limit) return;
    const scarce = this.#scarce;
    this.#scarce = null;
    scarce();
  }
}
