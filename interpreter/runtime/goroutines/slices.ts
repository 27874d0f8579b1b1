// Time slices. A slice of computing time ends when the clock says so, but the clock is read only now and then: after so
// many events (`slice.fuel`), fewer where each takes long. What runs out of its slice gives way to timers and sockets.
import { monotonicMillis } from "../clock.ts";
import type { Slice } from "./scheduler.ts";

/** Within it a goroutine gives way that computes (reference/concurrency#scheduling). */
const SLICE_MS = 10;
/** Most events between two looks at the clock; adapts downwards where each takes long. */
const LONGEST_STRETCH = 16384;
const SHORTEST_STRETCH = 16;
/** What only the host knows of, such as timers of its own and sockets that no goroutine waits at, is not kept from running for longer. */
const TURN_MS = 50;
/** So much time between two looks is fine. */
const LOOK_MS = 0.5;

export class TimeSlices {
  readonly slice: Slice = { fuel: SHORTEST_STRETCH };
  /** Called at the end of each slice. */
  readonly #atEnd: () => void;
  #over = false;
  #end = 0;
  #lastLook = 0;
  /** When the event loop last had its turn. */
  #turnStart = 0;
  #stretch = SHORTEST_STRETCH;
  /** No turn is running: for what the event loop calls, a slice begins at the first look at the clock. */
  #stale = true;
  /** What runs now has not been seen at a look at the clock. */
  #fresh = true;

  constructor(atEnd: () => void) {
    this.#atEnd = atEnd;
  }

  get isOver(): boolean {
    return this.#over;
  }

  get isFresh(): boolean {
    return this.#fresh;
  }

  get lastLook(): number {
    return this.#lastLook;
  }

  /** The event loop has had its turn; what runs now gets a slice. Gives the time. */
  begin(): number {
    const now = monotonicMillis();
    this.#turnStart = now;
    this.#renew(now);
    return now;
  }

  /** Others get a slice, without a turn of the event loop. Gives the time. */
  next(): number {
    const now = monotonicMillis();
    this.#renew(now);
    return now;
  }

  /** Another slice, as nothing else is there to run. */
  prolong(): void {
    this.#renew(this.#lastLook);
  }

  /** The slice is over now. */
  cut(): void {
    this.#over = true;
    this.slice.fuel = 0;
  }

  /** A turn runs, in the slice that has begun. */
  go(): void {
    this.#stale = false;
  }

  /** The event loop goes on. */
  rest(): void {
    this.#stale = true;
    this.#fresh = true;
  }

  /** Another goroutine goes on. */
  change(): void {
    this.#fresh = true;
  }

  /** Whether the event loop has waited for its turn as long as it may. */
  isEventLoopDue(): boolean {
    return this.#lastLook - this.#turnStart > TURN_MS;
  }

  /** Looks at the clock; true when the slice is over. */
  look(): boolean {
    if (this.#over && !this.#stale) return true;
    const now = monotonicMillis();
    if (this.#stale) {
      this.#renew(now);
      this.#fresh = false;
      return false;
    }
    const elapsed = now - this.#lastLook;
    this.#lastLook = now;
    if (elapsed > LOOK_MS) this.#stretch = Math.max(SHORTEST_STRETCH, this.#stretch >> 2);
    else if (this.#stretch < LONGEST_STRETCH) this.#stretch <<= 1;
    this.#over = now >= this.#end;
    if (!this.#over) this.#fresh = false;
    this.slice.fuel = this.#over ? 0 : this.#stretch;
    if (this.#over) this.#atEnd();
    return this.#over;
  }

  #renew(now: number): void {
    this.#over = false;
    this.#stale = false;
    this.#lastLook = now;
    this.#end = now + SLICE_MS;
    this.slice.fuel = this.#stretch;
  }
}
