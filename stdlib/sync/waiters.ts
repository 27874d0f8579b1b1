// First come, first served: the goroutines that wait at one channel, lock or wait group, as a doubly linked
// list, because a select leaves the queues of the channels it did not choose from the middle.
import type { Parked, Place, Scheduler } from "../../interpreter/runtime/index.ts";

export class Waiter implements Place {
  /** Set as soon as it is parked. */
  parked!: Parked<never>;
  /** The list it stands in, or null. */
  list: WaiterList<Waiter> | null = null;
  previous: Waiter | null = null;
  next: Waiter | null = null;

  leave(): void {
    this.list?.remove(this);
  }
}

export class WaiterList<W extends Waiter> {
  #first: W | null = null;
  #last: W | null = null;

  get isEmpty(): boolean {
    return this.#first === null;
  }

  append(waiter: W): void {
    waiter.list = this as WaiterList<Waiter>;
    waiter.previous = this.#last;
    if (this.#last === null) this.#first = waiter;
    else this.#last.next = waiter;
    this.#last = waiter;
  }

  /** The one that waits longest, or null. */
  get first(): W | null {
    return this.#first;
  }

  /** Takes the one that waits longest out, or gives null. */
  take(): W | null {
    const waiter = this.#first;
    if (waiter !== null) this.remove(waiter);
    return waiter;
  }

  remove(waiter: W): void {
    if (waiter.previous === null) this.#first = waiter.next as W | null;
    else waiter.previous.next = waiter.next;
    if (waiter.next === null) this.#last = waiter.previous as W | null;
    else waiter.next.previous = waiter.previous;
    waiter.list = waiter.previous = waiter.next = null;
  }
}

/** Knows whether it is empty: what wakes the waiting ones from outside runs only while it is not. */
export class WatchedList<W extends Waiter> extends WaiterList<W> {
  /** Begins to look for what wakes them; the result ends that. */
  readonly #begin: () => () => void;
  #end: (() => void) | null = null;

  constructor(begin: () => () => void) {
    super();
    this.#begin = begin;
  }

  override append(waiter: W): void {
    super.append(waiter);
    this.#end ??= this.#begin();
  }

  override remove(waiter: W): void {
    super.remove(waiter);
    if (!this.isEmpty || this.#end === null) return;
    this.#end();
    this.#end = null;
  }
}

/** Parks the goroutine that runs as `waiter` in `list`. */
export function parkIn<W extends Waiter>(
  scheduler: Scheduler,
  waiter: W,
  list: WaiterList<W>,
  what: string,
  site: number,
): Promise<never> {
  waiter.parked = scheduler.park(what, site, waiter);
  list.append(waiter);
  return waiter.parked.promise;
}
