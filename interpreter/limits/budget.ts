// The resources that a host grants the compiler for one program. The phases are synchronous, so the budget of
// the work in progress is a module variable; everything that could take long spends from it.

export type Resource = "step" | "time" | "memory";

export interface CompileBudget {
  /** Units of work: tokens, expressions, types. */
  readonly steps: number;
  /** Milliseconds. */
  readonly millis: number;
  /** Growth of the heap in bytes. */
  readonly memory: number;
}

/** The clock and the heap of the machine. */
export interface Gauges {
  now(): number;
  /** Bytes of the heap in use; `exactly`: without garbage, which takes a collection. */
  heap(exactly: boolean): number;
}

/** Thrown when a budget is exceeded; the compilation is abandoned. */
export class BudgetExceeded extends Error {
  readonly resource: Resource;
  constructor(resource: Resource) {
    super(`${resource} limit exceeded`);
    this.resource = resource;
  }
}

/** The units between two checks of the clock; a unit takes up to some microseconds. */
const UNITS_BETWEEN_LOOKS = 2048;
/** The units between two calls of `look` in `watched`. */
const UNITS_OF_WATCHED = 512;
/** The heap is checked less often than the clock. */
const LOOKS_PER_HEAP = 4;

/** What is asked now and then while work is done. It may throw, and the work is abandoned. */
interface Watcher {
  look(units: number): void;
}

class Account implements Watcher {
  readonly #budget: CompileBudget;
  readonly #gauges: Gauges;
  readonly #deadline: number;
  #heapStart: number;
  #steps = 0;
  #looks = 0;

  constructor(budget: CompileBudget, gauges: Gauges) {
    this.#budget = budget;
    this.#gauges = gauges;
    this.#deadline = gauges.now() + budget.millis;
    this.#heapStart = budget.memory === Infinity ? 0 : gauges.heap(false);
  }

  look(units: number): void {
    this.#steps += units;
    if (this.#steps > this.#budget.steps) throw new BudgetExceeded("step");
    if (this.#deadline !== Infinity && this.#gauges.now() > this.#deadline) throw new BudgetExceeded("time");
    if (this.#budget.memory !== Infinity && ++this.#looks % LOOKS_PER_HEAP === 0) this.#lookAtHeap();
  }

  #lookAtHeap(): void {
    const { memory } = this.#budget;
    if (this.#gauges.heap(false) - this.#heapStart <= memory) return;
    const held = this.#gauges.heap(true);
    // The baseline included garbage of others, which is gone now.
    this.#heapStart = Math.min(this.#heapStart, held);
    if (held - this.#heapStart > memory) throw new BudgetExceeded("memory");
  }
}

let account: Watcher | null = null;
let between = UNITS_BETWEEN_LOOKS;
let left = between;

/** Counts work of the compiler. @throws BudgetExceeded */
export function spend(units = 1): void {
  if (account === null || (left -= units) >= 0) return;
  const spent = between - left;
  left = between;
  account.look(spent);
}

/** Does work on a budget. @throws BudgetExceeded, and what the work throws */
export function within<T>(budget: CompileBudget, gauges: Gauges, work: () => T): T {
  return under(new Account(budget, gauges), UNITS_BETWEEN_LOOKS, work);
}

/** Does work without limits during which `look` is called every few milliseconds; it may throw to end the work. */
export function watched<T>(look: () => void, work: () => T): T {
  return under({ look }, UNITS_OF_WATCHED, work);
}

function under<T>(watcher: Watcher, units: number, work: () => T): T {
  const [outer, outerUnits, rest] = [account, between, left];
  account = watcher;
  between = units;
  left = units;
  try {
    return work();
  } finally {
    [account, between, left] = [outer, outerUnits, rest];
  }
}
