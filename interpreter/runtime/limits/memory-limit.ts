// The limit of the memory of one program. Looking at the heap is costly, collecting it more so: both happen
// only when the program could exceed its limit since it was last measured.
import { monotonicMillis } from "../clock.ts";
import { LimitPanic } from "../panics/index.ts";
import { heapLedger, type HeapShare } from "./heap-ledger.ts";

/** The heap cannot grow much in this time. */
const MILLIS_BETWEEN_LOOKS = 2;
/** A program may hold this much more than its limit before it ends (docs/embedding.md#limits). */
const LEAST_TOLERANCE = 8_000_000;
const TOLERANCE = 0.25;

export class MemoryLimit {
  readonly #bytes: number;
  /** A fourth of what the program may exceed its limit by, for each of the errors that add up to it. */
  readonly #step: number;
  #share: HeapShare | null = null;
  #next = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#step = Math.max(LEAST_TOLERANCE, bytes * TOLERANCE) / 4;
  }

  /** Looks at the heap if enough time has passed. @throws LimitPanic if the program holds too much */
  look(now: number): void {
    if (now < this.#next) return;
    this.#next = now + MILLIS_BETWEEN_LOOKS;
    this.lookNow(0);
  }

  /** The bytes that may be allocated without a look at the heap. */
  get unseen(): number {
    return this.#step;
  }

  /**
   * Looks at the heap before the program allocates `bytes`.
   * @throws LimitPanic if the program holds too much, or would
   */
  lookNow(bytes: number): void {
    if (this.#share === null) {
      this.#share = heapLedger.open();
      return;
    }
    const share = this.#share;
    const room = share.isNew ? this.#step : Math.max(this.#step, this.#bytes + this.#step - share.held);
    if (heapLedger.look(share) + bytes < room || heapLedger.lookClosely(share) + bytes < room) return;
    heapLedger.settle();
    if (share.held + bytes > this.#bytes + this.#step) throw new LimitPanic("memory limit exceeded");
    this.#next = monotonicMillis() + MILLIS_BETWEEN_LOOKS;
  }

  /** The program begins to run, after others may have. */
  begin(): void {
    if (this.#share !== null) heapLedger.begin(this.#share);
  }

  /** The program has ended. */
  end(): void {
    if (this.#share !== null) heapLedger.close(this.#share);
  }
}
