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
/** The heap is checked less often than the clock. */
const LOOKS_PER_HEAP = 4;

class Account {
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

let account: Account | null = null;
let left = UNITS_BETWEEN_LOOKS;

/** Counts work of the compiler. @throws BudgetExceeded */
export function spend(units = 1): void {
  if (account === null || (left -= units) >= 0) return;
  const spent = UNITS_BETWEEN_LOOKS - left;
  left = UNITS_BETWEEN_LOOKS;
  account.look(spent);
}

/** Does work on a budget. @throws BudgetExceeded, and what the work throws */
export function within<T>(budget: CompileBudget, gauges: Gauges, work: () => T): T {
  const [outer, rest] = [account, left];
  account = new Account(budget, gauges);
  left = UNITS_BETWEEN_LOOKS;
  try {
    return work();
  } finally {
    [account, left] = [outer, rest];
  }
}
