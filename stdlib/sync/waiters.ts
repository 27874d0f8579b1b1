// First come, first served: the goroutines that wait at one channel or wait group, as a doubly linked
// list, because a select leaves the queues of the channels it did not choose from the middle.
import type { Parked, Place } from "../../interpreter/runtime/index.ts";

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
