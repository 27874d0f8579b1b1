// Goroutines that wait for time to pass: a heap by deadline and one timer of the host, which ends when
// the first of them is due. The host's own timers go by whole milliseconds and by duration, so that two
// that are due at once may end in either order.
import { Leaf } from "./chain.ts";
import { MAX_DELAY_MS, monotonicMillis } from "./clock.ts";
import type { GoroutineScheduler } from "./goroutines.ts";

export class Sleeper extends Leaf {
  readonly deadline: number;
  /** Among all sleepers, in the order of their calls. */
  turn = 0;
  /** Where it began, by the stack, if somebody may ask. */
  begun: Error | null = null;

  constructor(scheduler: GoroutineScheduler, deadline: number) {
    super(scheduler);
    this.deadline = deadline;
  }
}

/** Those of one program. */
export class Sleepers {
  /** Each is before those at twice its place, plus one and plus two. */
  readonly #heap: Sleeper[] = [];
  readonly #wakeOne: (sleeper: Sleeper) => void;
  #turns = 0;
  #timer: NodeJS.Timeout | null = null;
  /** When the timer ends. */
  #timerAt = Infinity;

  constructor(wakeOne: (sleeper: Sleeper) => void) {
    this.#wakeOne = wakeOne;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** In no order. */
  values(): readonly Sleeper[] {
    return this.#heap;
  }

  add(sleeper: Sleeper): void {
    sleeper.turn = this.#turns++;
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (isBefore(heap[above]!, sleeper)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = sleeper;
    if (at === 0) this.#setTimer(sleeper.deadline);
  }

  isDue(now: number): boolean {
    return this.#heap.length > 0 && this.#heap[0]!.deadline <= now;
  }

  /** Wakes all that are due, in order. */
  wake(now: number): void {
    while (this.isDue(now)) this.#wakeOne(this.#take());
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#heap.length = 0;
  }

  #take(): Sleeper {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    const size = heap.length;
    if (size === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && isBefore(heap[below + 1]!, heap[below]!)) below++;
      if (isBefore(last, heap[below]!)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = last;
    return first;
  }

  #setTimer(deadline: number): void {
    if (this.#timer !== null) {
      if (this.#timerAt <= deadline) return;
      clearTimeout(this.#timer);
    }
    this.#timerAt = deadline;
    const left = Math.ceil(deadline - monotonicMillis());
    this.#timer = setTimeout(this.#ring, Math.min(Math.max(left, 1), MAX_DELAY_MS));
  }

  /** The host's clock may be a little ahead, and its longest delay is not the longest sleep. */
  readonly #ring = (): void => {
    this.#timer = null;
    this.#timerAt = Infinity;
    this.wake(monotonicMillis());
    if (this.#heap.length > 0) this.#setTimer(this.#heap[0]!.deadline);
  };
}

function isBefore(a: Sleeper, b: Sleeper): boolean {
  return a.deadline < b.deadline || (a.deadline === b.deadline && a.turn < b.turn);
}
