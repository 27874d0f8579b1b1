// The deferred expressions of one function body, those of lambdas in it left out.
import type { Expr, LambdaCode, Stmt } from "../ir.ts";
import { eachPart, eachPartOfStmt } from "../ir-walk.ts";

export function deferredIn(body: Expr): LambdaCode[] {
  const found: LambdaCode[] = [];
  const visit = {
    expr(expr: Expr): void {
      eachPart(expr, visit);
    },
    stmt(stmt: Stmt): void {
      if (stmt.kind === "Defer") found.push(stmt.lambda);
      else eachPartOfStmt(stmt, visit);
    },
    lambda(_lambda: LambdaCode): void {},
  };
  visit.expr(body);
  return found;
}
