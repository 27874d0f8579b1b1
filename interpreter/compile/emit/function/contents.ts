// What the body of a function holds, lambdas in it left aside: what programs with limits count depends on it.
import { eachPart, eachPartOfStmt, type Expr, type Stmt } from "../../ir/index.ts";

const CALLS: readonly Expr["kind"][] = ["Call", "CallValue", "CallDyn"];
const CALLING: ReadonlySet<Expr["kind"]> = new Set(CALLS);
const GOING_ON: ReadonlySet<Expr["kind"]> = new Set([...CALLS, "While", "ForRange", "ForList", "ForNext"]);

/** Whether a function can go on for long by itself: one without calls and loops is counted where it is called from. */
export function goesOn(body: Expr): boolean {
  return holds(body, GOING_ON);
}

/** Whether a function can be one of many that wait for each other. */
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
