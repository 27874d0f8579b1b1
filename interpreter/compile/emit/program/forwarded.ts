// Functions whose results are returned unchanged by tail-forwarding callers, which have no frame.
import type { Suspension } from "../../analysis/suspend/index.ts";
import {
  eachPart,
  eachPartOfStmt,
  type CodeTable,
  type Expr,
  type Instance,
  type LambdaCode,
  type Stmt,
} from "../../ir/index.ts";

export function forwardedFunctions(code: CodeTable, suspension: Suspension): ReadonlySet<Instance> {
  const found = new Set<Instance>();
  const read = (body: Expr, forwards: boolean): void => {
    const part = {
      expr(expr: Expr): void {
        if (forwards && expr.kind === "Call") found.add(expr.instance);
        eachPart(expr, part);
      },
      stmt: (stmt: Stmt): void => {
        if (stmt.kind === "Defer") part.lambda(stmt.lambda);
        eachPartOfStmt(stmt, part);
      },
      lambda: (lambda: LambdaCode): void =>
        read(lambda.body, suspension.modeOfLambda(lambda) === "tail-forwarding"),
    };
    part.expr(body);
  };
  for (const [instance, { body }] of code) read(body, suspension.modeOf(instance) === "tail-forwarding");
  return found;
}
