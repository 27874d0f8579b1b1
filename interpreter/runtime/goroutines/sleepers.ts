// Goroutines and alarms that wait for time to pass: a heap by deadline, and one timer of the host for the
// earliest. Timers of the host have whole milliseconds and count from their start, so two with the same
// deadline may fire in either order.
import { machine } from "../../host/index.ts";
import { goroutineAt, Leaf, type ChainScheduler, type Living } from "./chain.ts";
import { MAX_DELAY_MS, monotonicMillis } from "../clock.ts";
import { sitesFrom, type Standing } from "../traces/index.ts";
import type { Alarm } from "./scheduler.ts";
import type { Frame } from "./waiting.ts";

/** An entry of the heap. */
interface Timed {
  readonly deadline: number;
  /** The number of its call, which orders equal deadlines. */
  turn: number;
  /** Its index in the heap. */
  at: number;
  ring(): void;
}

export class Sleeper extends Leaf implements Timed {
  readonly deadline: number;
  turn = 0;
  at = 0;
  /** The stack where it began to sleep, if observed. */
  begun: Error | null = null;

  constructor(scheduler: ChainScheduler, deadline: number) {
    super(scheduler);
    this.deadline = deadline;
  }

  ring(): void {
    this.scheduler.ready(this, undefined);
  }
}

/** Calls `ring` at its deadline, unless it is stopped before. */
export class HeapAlarm implements Timed, Alarm {
  readonly deadline: number;
  turn = 0;
  at = 0;
  readonly ring: () => void;
  readonly #heap: Sleepers;

  constructor(heap: Sleepers, deadline: number, ring: () => void) {
    this.deadline = deadline;
    this.ring = ring;
    this.#heap = heap;
  }

  stop(): void {
    this.#heap.remove(this);
  }
}

/** The sleeping goroutines and alarms of one program. */
export class Sleepers {
  /** A binary heap: the entry at `i` is before those at `2 * i + 1` and `2 * i + 2`. */
  readonly #heap: Timed[] = [];
  /** Called after the timer has woken some. */
  readonly #rang: () => void;
  #turns = 0;
  #timer: NodeJS.Timeout | null = null;
  /** The time at which the timer fires. */
  #timerAt = Infinity;
  #stopped = false;

  constructor(rang: () => void) {
    this.#rang = rang;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** The states of the sleeping goroutines, in no order. */
  *standing(): Iterable<Standing> {
    for (const sleeper of this.#heap) {
      if (!(sleeper instanceof Sleeper)) continue;
      yield {
        what: "waiting",
        stack: sleeper.begun ? machine().javascript.stackOf(sleeper.begun) : "",
        sites: sitesFrom(sleeper.caller),
      };
    }
  }

  /** Adds an entry; has no effect after `stop`. */
  add(timed: Timed): void {
    if (this.#stopped) return;
    timed.turn = this.#turns++;
    this.#rise(timed, this.#heap.length);
    if (timed.at === 0) this.#setTimer(timed.deadline);
  }

  /** Removes an entry; has no effect if it is not in the heap. */
  remove(timed: Timed): void {
    const heap = this.#heap;
    const { at } = timed;
    if (heap[at] !== timed) return;
    const last = heap.pop()!;
    if (last === timed) {
      if (heap.length === 0) this.#clearTimer();
      return;
    }
    if (at > 0 && isBefore(last, heap[(at - 1) >> 1]!)) this.#rise(last, at);
    else this.#sink(last, at);
  }

  living(): Living[] {
    return this.#heap
      .filter((each) => each instanceof Sleeper)
      .map(({ caller, begun }) => ({ what: "sleeping", frame: caller, stack: begun?.stack ?? "" }));
  }

  /** The sleeper of the goroutine that started at `start`; null if it does not sleep. */
  of(start: Frame): Sleeper | null {
    for (const each of this.#heap) if (each instanceof Sleeper && goroutineAt(each) === start) return each;
    return null;
  }

  isDue(now: number): boolean {
    return this.#heap.length > 0 && this.#heap[0]!.deadline <= now;
  }

  /** Wakes all whose deadline has passed, in order. */
  wake(now: number): void {
    while (this.isDue(now)) this.#take().ring();
  }

  stop(): void {
    this.#stopped = true;
    this.#clearTimer();
    this.#heap.length = 0;
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#timerAt = Infinity;
  }

  #take(): Timed {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) this.#sink(last, 0);
    return first;
  }

  /** Moves `timed` up from the free index `at` to its place. */
  #rise(timed: Timed, at: number): void {
    const heap = this.#heap;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above]!;
      if (isBefore(other, timed)) break;
      heap[at] = other;
      other.at = at;
      at = above;
    }
    heap[at] = timed;
    timed.at = at;
  }

  /** Moves `timed` down from the free index `at` to its place. */
  #sink(timed: Timed, at: number): void {
    const heap = this.#heap;
    const size = heap.length;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= size) break;
      if (below + 1 < size && isBefore(heap[below + 1]!, heap[below]!)) below++;
      const other = heap[below]!;
      if (isBefore(timed, other)) break;
      heap[at] = other;
      other.at = at;
      at = below;
    }
    heap[at] = timed;
    timed.at = at;
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

  /** The host's timers may fire a little early, and a sleep may exceed their longest delay. */
  readonly #ring = (): void => {
    this.#timer = null;
    this.#timerAt = Infinity;
    this.wake(monotonicMillis());
    if (this.#heap.length > 0) this.#setTimer(this.#heap[0]!.deadline);
    this.#rang();
  };
}

function isBefore(a: Timed, b: Timed): boolean {
  return a.deadline < b.deadline || (a.deadline === b.deadline && a.turn < b.turn);
}
