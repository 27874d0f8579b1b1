// The value ranges of Ints in the whole program: which Ints are small, so that most operators need no checks
// of their operands and results, and which really exceed 2^53, so that they are kept as two halves.
import type { Expr, Instance, Local } from "../../ir/index.ts";
import type { LoweredProgram } from "../../lower/index.ts";
import { readEquations } from "./equations.ts";
import type { Range } from "./interval.ts";
import { Solution } from "./solve.ts";
import { WideValues } from "./wide.ts";

export interface Ranges {
  /** The bounds of an expression's value, or null. */
  of(expr: Expr): Range | null;
  ofLocal(local: Local): Range | null;
  /** Whether the value really exceeds 2^53. */
  isWide(expr: Expr): boolean;
  /** Whether a variable, parameter or result is kept as two halves of 32 bits. */
  isSplit(place: Local | Instance): boolean;
}

export interface RangeOptions {
  /** Whether globals and values live on in later compilations. */
  readonly session: boolean;
}

export function ranges(lowered: LoweredProgram, options: RangeOptions): Ranges {
  const targets = readEquations(lowered.code, lowered.globals, !options.session);
  const solution = new Solution(targets);
  const wide = new WideValues(targets, solution);
  for (const entry of lowered.entries) targets.whole.add(entry);
  return {
    of: (expr) => solution.of(expr),
    ofLocal: (local) => solution.ofTarget(local),
    isWide: (expr) => wide.isWide(expr),
    isSplit: (place) => !targets.whole.has(place) && !targets.open.has(place) && wide.has(place),
  };
}
