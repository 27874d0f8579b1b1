// The goroutines that wait at one channel, lock or wait group, served in order. The list is doubly linked,
// because a select leaves the queues of the channels that it did not choose from the middle.
import { Panic } from "../../interpreter/runtime/index.ts";
import type { Parked, QueueEntry, Scheduler } from "../../interpreter/runtime/index.ts";

export class Waiter implements QueueEntry {
  /** Set as soon as it is parked. */
  parked!: Parked<never>;
  /** The list that contains it, or null. */
  list: WaiterList<Waiter> | null = null;
  previous: Waiter | null = null;
  next: Waiter | null = null;

  leave(): void {
    this.list?.remove(this);
  }

  /** Wakes the goroutine with a panic. The trace names its wait, not the call that runs now. */
  abort(message: string): void {
    this.leave();
    this.parked.fail(new Panic(message, [this.parked]));
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

  /** The waiter that has waited longest, or null. */
  get first(): W | null {
    return this.#first;
  }

  /** Removes and returns the waiter that has waited longest, or returns null. */
  take(): W | null {
    const waiter = this.#first;
    if (waiter !== null) this.remove(waiter);
    return waiter;
  }

  /** Wakes all goroutines with a panic. */
  abort(message: string): void {
    for (let waiter = this.#first; waiter !== null; waiter = this.#first) waiter.abort(message);
  }

  remove(waiter: W): void {
    if (waiter.previous === null) this.#first = waiter.next as W | null;
    else waiter.previous.next = waiter.next;
    if (waiter.next === null) this.#last = waiter.previous as W | null;
    else waiter.next.previous = waiter.previous;
    waiter.list = waiter.previous = waiter.next = null;
  }
}

/** A list that observes whether it is empty: it watches for external events only while it is not. */
export class WatchedList<W extends Waiter> extends WaiterList<W> {
  /** Starts watching for events; the returned function stops it. */
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

/** Parks the running goroutine as `waiter` in `list`. */
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
