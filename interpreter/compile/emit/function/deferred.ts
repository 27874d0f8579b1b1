// Functions with deferred expressions: every exit runs them, from the last to the first
// (reference/expressions#defer). After a failure the runtime runs them (reference/errors#panics).
import { eachPart, eachPartOfStmt, type Expr, type LambdaCode, type Stmt } from "../../ir/index.ts";
import type { Emitter } from "../emitter/index.ts";

/** `emit` emits the function's body, whose returns leave a labelled block. */
export function emitDeferring(emitter: Emitter, body: Expr, emit: () => void): void {
  const calls = emitter.names.fresh("defers");
  const result = emitter.names.fresh("result");
  const label = emitter.names.fresh("body");
  emitter.deferring = { calls, result, label };
  emitter.declareName(calls, "[]");
  emitter.declareName(result, null);
  emitter.runtimeName("unwind");
  // Once it has begun, its deferred calls can run on every exit: no call below leaves less stack than now.
  if (emitter.program.keepsReserve) emitter.line("scheduler.reserves.keepForDeferred();");
  emitter.guarded(calls, () => {
    emitter.labelled(label, emit);
    runDeferred(emitter, calls, deferredIn(body));
  });
  emitter.line(`return ${result};`);
}

function runDeferred(emitter: Emitter, calls: string, lambdas: readonly LambdaCode[]): void {
  const waits = lambdas.some((lambda) => emitter.program.lambdaMode(lambda) !== "sync");
  const call = emitter.program.keepsReserve
    ? `scheduler.reserves.deferred(${calls}.pop())`
    : `${calls}.pop()()`;
  const body = emitter.iteration(() => {
    if (!waits) emitter.line(`${call};`);
    else emitter.wait(call, null);
  });
  const label = emitter.names.fresh("loop");
  emitter.code.push({
    kind: "Loop",
    label,
    mark: "",
    variables: [],
    test: `${calls}.length > 0`,
    step: "",
    body,
    waits,
  });
}

/** The deferred expressions of the body, without those of lambdas in it. */
function deferredIn(body: Expr): LambdaCode[] {
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
