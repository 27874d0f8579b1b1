// Which reassigned Int variables are certainly JavaScript numbers. A counter starts small and moves
// by at most 16 per assignment: to leave the exact range it would take 2^47 assignments, which is
// days of running, so sums with counters go unchecked. Found optimistically: all candidates are
// assumed to be counters, then those with any other assignment are struck out.
import type { Expr, LambdaCode, Local, Stmt } from "../ir.ts";
import { eachPart, eachPartOfStmt } from "../ir-walk.ts";
import { isPrimitive } from "../lower/type-table.ts";
import type { Range } from "./value.ts";

const STEP = 16n;
const SMALL = 2n ** 50n;
/** Two of them add up to an exact number. */
const COUNTER: Range = { low: -(2 ** 51), high: 2 ** 51 };
/** One that never goes below zero. */
const NATURAL: Range = { low: 0, high: 2 ** 51 };

/** The counters of one function or lambda body with their bounds. */
export function counters(body: Expr): Map<Local, Range> {
  const sources = new Map<Local, Expr[]>();
  const visit = {
    expr(expr: Expr): void {
      eachPart(expr, visit);
    },
    stmt(stmt: Stmt): void {
      if (stmt.kind === "Let" && isPrimitive(stmt.local.type, "Int")) sources.set(stmt.local, [stmt.value]);
      if (stmt.kind === "SetLocal") sources.get(stmt.local)?.push(stmt.value);
      eachPartOfStmt(stmt, visit);
    },
    lambda(_lambda: LambdaCode): void {},
  };
  visit.expr(body);
  const assigned = new Set([...sources.keys()].filter((local) => local.assigned));
  const found = strikeOut(assigned, sources, -STEP);
  const natural = strikeOut(found, sources, 0n);
  return new Map([...found].map((local) => [local, natural.has(local) ? NATURAL : COUNTER]));
}

function strikeOut(candidates: ReadonlySet<Local>, sources: ReadonlyMap<Local, Expr[]>, least: bigint): Set<Local> {
  const found = new Set(candidates);
  const counts = (local: Local) => sources.get(local)!.every((value) => isSmallStep(value, found, least));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const local of found) if (!counts(local)) found.delete(local);
  }
  return found;
}

/** `least`: the smallest step; 0 for variables that must stay natural numbers. */
function isSmallStep(value: Expr, found: ReadonlySet<Local>, least: bigint): boolean {
  switch (value.kind) {
    case "Const":
      return between(value.value as bigint, least === 0n ? 0n : -SMALL, SMALL);
    case "Local":
      return found.has(value.local);
    case "If":
      return value.otherwise !== null && isSmallStep(value.then, found, least) && isSmallStep(value.otherwise, found, least);
    case "Block":
      return value.stmts.length === 0 && value.value !== null && isSmallStep(value.value, found, least);
    case "Op": {
      if (value.op === "List.len" || value.op === "String.len") return true;
      if (value.op !== "Int.add" && value.op !== "Int.sub") return false;
      const [left, right] = value.args as [Expr, Expr];
      if (right.kind !== "Const" || !isSmallStep(left, found, least)) return false;
      const step = value.op === "Int.add" ? (right.value as bigint) : -(right.value as bigint);
      return between(step, least, STEP);
    }
    default:
      return false;
  }
}

function between(value: bigint, low: bigint, high: bigint): boolean {
  return value >= low && value <= high;
}
