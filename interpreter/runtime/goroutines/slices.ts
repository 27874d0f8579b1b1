// Time slices. A slice ends by the clock, which is read only now and then: after some number of events
// (`slice.fuel`), which adapts downwards if each takes long. When the slice is over, goroutines give way to
// timers and sockets.
import { monotonicMillis } from "../clock.ts";
import type { Slice } from "./scheduler.ts";

/** The longest time that a goroutine computes before it gives way (reference/concurrency#scheduling). */
const SLICE_MS = 10;
/** The most events between two checks of the clock; adapts downwards if each takes long. */
const LONGEST_STRETCH = 16384;
const SHORTEST_STRETCH = 16;
/**
 * The longest time between turns of the event loop, for events that only the host knows of, such as its own
 * timers, and sockets that no goroutine waits for.
 */
const TURN_MS = 50;
/** The time between two checks of the clock that the adaptation aims for. */
const LOOK_MS = 0.5;

export class TimeSlices {
  readonly slice: Slice = { fuel: SHORTEST_STRETCH };
  /** Called at the end of each slice. */
  readonly #atEnd: () => void;
  #over = false;
  #end = 0;
  #lastLook = 0;
  /** The time of the last turn of the event loop. */
  #turnStart = 0;
  #stretch = SHORTEST_STRETCH;
  /**
   * No turn is running: for code that the event loop calls, a slice begins at its first check of the clock.
   */
  #stale = true;
  /** The clock has not been checked since the current goroutine resumed. */
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

  /** Begins a slice after a turn of the event loop. Returns the time. */
  begin(): number {
    const now = monotonicMillis();
    this.#turnStart = now;
    this.#renew(now);
    return now;
  }

  /** Begins a slice without a turn of the event loop. Returns the time. */
  next(): number {
    const now = monotonicMillis();
    this.#renew(now);
    return now;
  }

  /** Begins another slice, since nothing else is ready. */
  prolong(): void {
    this.#renew(this.#lastLook);
  }

  /** Ends the slice now. */
  cut(): void {
    this.#over = true;
    this.slice.fuel = 0;
  }

  /** A turn begins, within the current slice. */
  go(): void {
    this.#stale = false;
  }

  /** The turn is over: control returns to the event loop. */
  rest(): void {
    this.#stale = true;
    this.#fresh = true;
  }

  /** Another goroutine resumes. */
  change(): void {
    this.#fresh = true;
  }

  /** Whether the event loop is due for a turn. */
  isEventLoopDue(): boolean {
    return this.#lastLook - this.#turnStart > TURN_MS;
  }

  /** Checks the clock; true if the slice is over. */
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
