// Reading, checking and compiling within the limits of a host. Exceeding one is an ordinary diagnostic.
import { Reporter, type Diagnostic } from "./diagnostics/index.ts";
import { BudgetExceeded, within, type CompileBudget } from "./limits/index.ts";
import { heldHeap, monotonicMillis, usedHeap, type Limits } from "./runtime/host.ts";
import { Source } from "./source/index.ts";

/** The steps and bytes that the standard modules take, which do not count against the program. */
const OWN_STEPS = 3_000_000;
const OWN_MEMORY = 64_000_000;
/** The shortest default for `compileMillis`: in a new process, the first program runs cold code. */
const LEAST_MILLIS = 1500;

const GAUGES = { now: monotonicMillis, heap: (exactly: boolean) => (exactly ? heldHeap() : usedHeap()) };

/** The compile budget for `limits`; null without limits. */
export function budgetOf(limits: Limits | undefined): CompileBudget | null {
  if (limits === undefined) return null;
  const {
    steps = Infinity,
    wallMillis = Infinity,
    memory = Infinity,
    compileMillis = Math.max(wallMillis, LEAST_MILLIS),
  } = limits;
  return { steps: steps + OWN_STEPS, millis: compileMillis, memory: memory + OWN_MEMORY };
}

/** Runs `work`; returns a diagnostic at the start of the file at `path` if it exceeds the budget. */
export function attempt<T>(
  budget: CompileBudget | null,
  path: string,
  work: () => T,
): T | readonly Diagnostic[] {
  try {
    if (budget === null) return work();
    return within(budget, GAUGES, work);
  } catch (error) {
    const diagnostics = new Reporter();
    const source = new Source(path, "");
    if (error instanceof BudgetExceeded)
      diagnostics.report("G3", source, { start: 0, end: 0 }, { resource: error.resource });
    // The stack of this process is too small for the program, or a table would be larger than V8 allows.
    else if (error instanceof RangeError) diagnostics.report("P10", source, { start: 0, end: 0 }, {});
    else throw error;
    return diagnostics.sorted();
  }
}
