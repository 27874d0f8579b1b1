// Notices in time that a program is about to fill the JavaScript heap, at the cost of a look at the
// clock where it may be doing that: at rounds of endless loops, ends of time slices, and where many
// goroutines or large maps are made.
import { monotonicMillis } from "./clock.ts";

const MILLIS_BETWEEN_LOOKS = 25;
/** Looking closer loads a module of Node, which small programs can do without. */
const SMALL = 64 * 1024 * 1024;
/** Part of the limit from which on memory is scarce. */
const SCARCE = 0.5;

export class HeapWatch {
  /** What happens once when memory is scarce; null when it has, or nothing shall. */
  #scarce: (() => void) | null;
  #next = 0;
  /** Of the process; 0 as long as nobody had to know. */
  #limit = 0;

  constructor(scarce: (() => void) | null) {
    this.#scarce = scarce;
  }

  look(): void {
    if (this.#scarce === null) return;
    const now = monotonicMillis();
    if (now < this.#next) return;
    this.#next = now + MILLIS_BETWEEN_LOOKS;
    const { heapUsed } = process.memoryUsage();
    if (heapUsed < SMALL) return;
    if (this.#limit === 0) this.#limit = process.getBuiltinModule("node:v8").getHeapStatistics().heap_size_limit;
    if (heapUsed < SCARCE * this.#limit) return;
    const scarce = this.#scarce;
    this.#scarce = null;
    scarce();
  }
}
