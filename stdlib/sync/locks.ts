// Semaphores and locks for readers and writers. They are served in order, even if a later waiter could enter.
import { asCount } from "../../interpreter/runtime/index.ts";
import type { Int, MaybePromise, Scheduler } from "../../interpreter/runtime/index.ts";
import { parkIn, Waiter, WaiterList } from "./waiters.ts";

/** Limits how many goroutines are inside at a time. */
export class Semaphore {
  readonly #scheduler: Scheduler;
  #free: number;
  readonly #waiters = new WaiterList<Waiter>();

  constructor(scheduler: Scheduler, permits: Int) {
    this.#scheduler = scheduler;
    this.#free = Math.max(0, asCount(permits));
  }

  acquire(site: number): MaybePromise<void> {
    if (!this.tryAcquire()) return parkIn(this.#scheduler, new Waiter(), this.#waiters, "semaphore", site);
  }

  tryAcquire(): boolean {
    if (this.#free === 0) return false;
    this.#free--;
    return true;
  }

  /** Hands the permit to the goroutine that has waited longest. */
  release(): void {
    const waiter = this.#waiters.take();
    if (waiter !== null) waiter.parked.wake(undefined as never);
    else this.#free++;
  }
}

class LockWaiter extends Waiter {
  readonly writes: boolean;
  readonly #left: () => void;

  /** @param left called when it has given up: those behind it may be able to enter */
  constructor(writes: boolean, left: () => void) {
    super();
    this.writes = writes;
    this.#left = left;
  }

  override leave(): void {
    super.leave();
    this.#left();
  }
}

/** Admits many readers or one writer. */
export class RwLock {
  readonly #scheduler: Scheduler;
  /** The number of readers inside; -1 for a writer. */
  #inside = 0;
  readonly #waiters = new WaiterList<LockWaiter>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  lock(writes: boolean, what: string, site: number): MaybePromise<void> {
    if (this.#waiters.isEmpty && this.#enter(writes)) return;
    return parkIn(this.#scheduler, new LockWaiter(writes, this.#admit), this.#waiters, what, site);
  }

  unlock(writes: boolean): void {
    this.#inside = writes ? 0 : this.#inside - 1;
    this.#admit();
  }

  readonly #admit = (): void => {
    for (
      let waiter = this.#waiters.first;
      waiter !== null && this.#enter(waiter.writes);
      waiter = this.#waiters.first
    ) {
      this.#waiters.remove(waiter);
      waiter.parked.wake(undefined as never);
    }
  };

  #enter(writes: boolean): boolean {
    if (writes ? this.#inside !== 0 : this.#inside < 0) return false;
    this.#inside += writes ? -1 : 1;
    return true;
  }
}
