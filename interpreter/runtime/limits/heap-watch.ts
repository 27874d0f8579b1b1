// Notices in time that a program is about to fill the JavaScript heap, at the cost of a look at the
// clock where it may be doing that: at rounds of endless loops, ends of time slices, and where many
// goroutines or large maps are made.
import { machine } from "../../host/index.ts";
import { monotonicMillis } from "../clock.ts";

const MILLIS_BETWEEN_LOOKS = 25;
/** Looking closer costs the loading of a module, which small programs can do without. */
const SMALL_BYTES = 64 << 20;
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
    const { javascript } = machine();
    if (javascript.peakBytes() < SMALL_BYTES) return;
    const { used, limit } = javascript.heap();
    if (used < SCARCE * limit) return;
    const scarce = this.#scarce;
    this.#scarce = null;
    scarce();
  }
}
