// What the body of a function contains, without its lambdas: this determines what programs with limits count.
import { eachPart, eachPartOfStmt, type Expr, type Stmt } from "../../ir/index.ts";

const CALLS: readonly Expr["kind"][] = ["Call", "CallValue", "CallDyn"];
const CALLING: ReadonlySet<Expr["kind"]> = new Set(CALLS);
const GOING_ON: ReadonlySet<Expr["kind"]> = new Set([...CALLS, "While", "ForRange", "ForList", "ForNext"]);

/**
 * Whether a single call of the function may take long. A function without calls and loops is counted at its
 * callers.
 */
export function goesOn(body: Expr): boolean {
  return holds(body, GOING_ON);
}

/** Whether the function can be one of many nested calls. */
export function callsOthers(body: Expr): boolean {
  return holds(body, CALLING);
}

function holds(body: Expr, kinds: ReadonlySet<Expr["kind"]>): boolean {
  let found = false;
  const visit = {
    expr(expr: Expr): void {
      found ||= kinds.has(expr.kind);
      if (!found) eachPart(expr, visit);
    },
    stmt: (stmt: Stmt): void => eachPartOfStmt(stmt, visit),
    lambda(): void {},
  };
  visit.expr(body);
  return found;
}
