// The counter of a wait group, and the goroutines that wait until it is 0 (std/sync).
import { INT_MAX, intFromBigInt, intToBigInt, Panic } from "../../interpreter/runtime/index.ts";
import type { Int, MaybePromise, Scheduler } from "../../interpreter/runtime/index.ts";
import { Waiter, WaiterList } from "./waiters.ts";

export class WaitGroupState {
  readonly #scheduler: Scheduler;
  #count: Int = 0;
  readonly #waiters = new WaiterList<Waiter>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Saturates at the largest Int; wakes all waiters at 0. @throws Panic below 0 */
  add(n: Int): void {
    this.#count = added(this.#count, n);
    if (this.#count === 0) this.release();
  }

  wait(site: number): MaybePromise<void> {
    if (this.#count === 0) return;
    const waiter = new Waiter();
    waiter.parked = this.#scheduler.park("wait group", site, waiter);
    this.#waiters.append(waiter);
    return waiter.parked.promise;
  }

  /** Wakes all waiters. */
  release(): void {
    for (let waiter = this.#waiters.take(); waiter !== null; waiter = this.#waiters.take())
      waiter.parked.wake(undefined as never);
  }
}

function added(count: Int, n: Int): Int {
  if (typeof count === "number" && typeof n === "number") {
    const sum = count + n;
    if (sum >= 0 && sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  const sum = intToBigInt(count) + intToBigInt(n);
  if (sum < 0n) throw new Panic("negative wait group");
  return sum > intToBigInt(INT_MAX) ? INT_MAX : intFromBigInt(sum);
}
