// What is known of Ints over the whole program: which are small, so that most operators need no look
// at their operands or results, and which really go past 2^53, so that they are kept as two halves.
import type { Expr, Instance, Local } from "../../ir/index.ts";
import type { LoweredProgram } from "../../lower/index.ts";
import { readEquations } from "./equations.ts";
import type { Range } from "./interval.ts";
import { Solution } from "./solve.ts";
import { WideValues } from "./wide.ts";

export interface Ranges {
  /** Bounds of the value of an expression, or null. */
  of(expr: Expr): Range | null;
  ofLocal(local: Local): Range | null;
  /** Really goes past 2^53. */
  isWide(expr: Expr): boolean;
  /** A variable, parameter or result that is kept as two halves of 32 bits. */
  isSplit(place: Local | Instance): boolean;
}

export interface RangeOptions {
  /** Globals and values live on in later compilations. */
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
