// Which Ints are small: bounds of variables, results, fields and globals over the whole program, so
// that most operators need no look at their operands or results. The third of the four steps.
import type { Expr, Local } from "../ir.ts";
import type { LoweredProgram } from "../lower/index.ts";
import { readEquations } from "./equations.ts";
import type { Range } from "./interval.ts";
import { Solution } from "./solve.ts";

export interface Ranges {
  /** Bounds of the value of an expression, or null. */
  of(expr: Expr): Range | null;
  ofLocal(local: Local): Range | null;
}

export interface RangeOptions {
  /** Globals and values live on in later compilations. */
  readonly session: boolean;
}

export function ranges(lowered: LoweredProgram, options: RangeOptions): Ranges {
  const { instances } = lowered.lowering;
  const solution = new Solution(readEquations(instances, lowered.globals, !options.session));
  return { of: (expr) => solution.of(expr), ofLocal: (local) => solution.ofTarget(local) };
}
