// Operations at which goroutines are parked: each waits for another goroutine to wake it.
import { sitesFrom } from "../traces/index.ts";
import { Failure, goroutineAt, Leaf, type ChainScheduler, type Living } from "./chain.ts";
import type { Parked, QueueEntry } from "./scheduler.ts";
import type { Frame } from "./waiting.ts";

/** What parked operations ask of the scheduler. */
interface ParkingScheduler extends ChainScheduler {
  /** Removes an operation from the list of parked ones. */
  unpark(operation: Operation<never>): void;
}

/** Inherits from `Leaf` without calling its constructor, which V8 would not inline. */
export class Operation<T> implements Parked<T> {
  readonly scheduler: ParkingScheduler;
  readonly caller: Frame | null = null;
  readonly depth = 0;
  readonly what: string;
  readonly site: number;
  readonly entry: QueueEntry | null;
  isParked = true;
  /** The neighbours in the list of parked operations. */
  previous: Operation<never> | null = null;
  next: Operation<never> | null = null;

  constructor(scheduler: ParkingScheduler, what: string, site: number, entry: QueueEntry | null) {
    this.scheduler = scheduler;
    this.what = what;
    this.site = site;
    this.entry = entry;
  }

  get callers(): readonly number[] {
    return sitesFrom(this.caller);
  }

  get promise(): Promise<T> {
    return this as unknown as Promise<T>;
  }

  wake(value: T): void {
    this.scheduler.unpark(this as unknown as Operation<never>);
    this.scheduler.ready(this as unknown as Leaf, value);
  }

  fail(error: Error): void {
    this.scheduler.unpark(this as unknown as Operation<never>);
    this.scheduler.ready(this as unknown as Leaf, new Failure(error));
  }
}
Object.setPrototypeOf(Operation.prototype, Leaf.prototype);

/** The list of parked operations. */
export class ParkedOperations {
  #newest: Operation<never> | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(operation: Operation<never>): void {
    const newest = this.#newest;
    operation.previous = newest;
    if (newest !== null) newest.next = operation;
    this.#newest = operation;
    this.#size++;
  }

  delete(operation: Operation<never>): void {
    const { previous, next } = operation;
    operation.isParked = false;
    if (previous !== null) previous.next = next;
    if (next !== null) next.previous = previous;
    else this.#newest = previous;
    this.#size--;
  }

  /** The newest operation of the goroutine that started at `start`; null if it is not parked. */
  of(start: Frame): Operation<never> | null {
    for (let each = this.#newest; each !== null; each = each.previous)
      if (goroutineAt(each) === start) return each;
    return null;
  }

  living(): Living[] {
    return this.oldestFirst().map(({ what, site, caller }) => ({ what, site, frame: caller }));
  }

  oldestFirst(): Operation<never>[] {
    const operations: Operation<never>[] = [];
    for (let each = this.#newest; each !== null; each = each.previous) operations.push(each);
    return operations.reverse();
  }
}
