// The measurement of a benchmark: batches of calls, of which the first ones warm up. The size of a batch is such
// that the clock measures it well.
import { getHeapStatistics } from "node:v8";
import type { Measured } from "./results.ts";

/** The shortest batch that is measured, and how long batches warm up and are measured, in nanoseconds. */
const BATCH = 10e6;
const WARM_UP = 200e6;
const MEASURED = 1e9;
const FEWEST_SAMPLES = 5;
const MOST_CALLS = 1e9;

export class Batches {
  readonly #samples: number[] = [];
  #size = 1;
  #calls = 0;
  #warm = 0;
  #total = 0;
  #begun = 0n;
  #bytes = 0;
  #bytesBegun = 0;
  #done = false;

  /** The number of calls in the next batch; 0 if enough was measured. */
  next(): number {
    if (this.#total >= MEASURED && this.#samples.length >= FEWEST_SAMPLES) this.#done = true;
    return this.#done ? 0 : this.#size;
  }

  start(): void {
    this.#bytesBegun = allocated();
    this.#begun = process.hrtime.bigint();
  }

  end(): void {
    const nanos = Number(process.hrtime.bigint() - this.#begun);
    const bytes = allocated() - this.#bytesBegun;
    if (this.#warm < WARM_UP) {
      this.#warm += nanos;
      if (nanos < BATCH) this.#size = Math.min(MOST_CALLS, this.#size * 2);
      return;
    }
    this.#total += nanos;
    this.#samples.push(nanos / this.#size);
    this.#calls += this.#size;
    // After a collection, the difference is negative: such a batch says nothing.
    if (bytes >= 0)
      this.#bytes = this.#bytes === 0 ? bytes / this.#size : Math.min(this.#bytes, bytes / this.#size);
  }

  /** Null if nothing was measured. */
  get measured(): Measured | null {
    if (this.#samples.length === 0) return null;
    return { nanos: this.#samples, calls: this.#calls, bytesPerCall: this.#bytes };
  }
}

/** The bytes that were allocated so far, or that are in use where Node does not count them. */
function allocated(): number {
  const statistics = getHeapStatistics() as { total_allocated_bytes?: number; used_heap_size: number };
  return statistics.total_allocated_bytes ?? statistics.used_heap_size;
}
