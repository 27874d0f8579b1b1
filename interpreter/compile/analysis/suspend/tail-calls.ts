// Whether a body waits only in tail position, so that it can return the promise of its last call and needs no
// frame.
import { eachPart, eachPartOfStmt, type Expr, type LambdaCode, type Stmt } from "../../ir/index.ts";

/**
 * Whether every call that `waits` is in tail position. Calls of the standard library's own functions from a
 * program (`inLibrary` is false) do not qualify: the frame records the line where the program waits.
 */
export function waitsOnlyAtEnd(body: Expr, inLibrary: boolean, waits: (call: Expr) => boolean): boolean {
  let elsewhere = false;
  const part = {
    expr(expr: Expr): void {
      visit(expr, false);
    },
    stmt(stmt: Stmt): void {
      if (stmt.kind === "Return" && stmt.value !== null) visit(stmt.value, true);
      else eachPartOfStmt(stmt, part);
    },
    lambda(_lambda: LambdaCode): void {},
  };
  function visit(expr: Expr, tail: boolean): void {
    if (elsewhere) return;
    switch (expr.kind) {
      case "Call":
      case "CallValue":
      case "CallDyn":
        if ((!tail || (!inLibrary && entersLibrary(expr))) && waits(expr)) elsewhere = true;
        return eachPart(expr, part);
      case "Block":
        expr.stmts.forEach((stmt) => part.stmt(stmt));
        if (expr.value !== null) visit(expr.value, tail);
        return;
      case "If":
        // A conditional expression is not a statement, so its condition cannot return.
        visit(expr.condition, false);
        visit(expr.then, tail);
        if (expr.otherwise !== null) visit(expr.otherwise, tail);
        return;
      case "Chain":
        for (const step of expr.steps) visit(step.value, false);
        visit(expr.then, tail);
        if (expr.otherwise !== null) visit(expr.otherwise, tail);
        return;
      case "Match":
        visit(expr.subject, false);
        for (const arm of expr.arms) {
          if (arm.guard !== null) visit(arm.guard, false);
          visit(arm.body, tail);
        }
        return;
      default:
        return eachPart(expr, part);
    }
  }
  visit(body, true);
  return !elsewhere;
}

function entersLibrary(call: Expr): boolean {
  return call.kind === "Call" && call.instance.module.standard && call.instance.native === null;
}
