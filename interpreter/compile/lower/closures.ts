// Lambdas, deferred calls and spawned calls: closures that capture by value (reference/functions#closures).
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isUnit, type Capture, type Expr, type LambdaCode, type Stmt } from "../ir/index.ts";
import { lowerParamPattern } from "./let-patterns.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { reachedExpr } from "./reached.ts";
import { discarded } from "./statements.ts";

/** A closure, and the statements before the expression that it belongs to. */
interface LoweredClosure {
  readonly stmts: readonly Stmt[];
  readonly lambda: LambdaCode;
}

export function lowerLambda(body: LoweringBody, node: ast.Lambda, type: Type): Expr {
  const result = type.kind === "Fun" ? type.result : body.unit;
  const { stmts, lambda } = lowerClosure(body, node, node.params, node.body, result);
  const value: Expr = { kind: "Lambda", lambda, type };
  return stmts.length === 0 ? value : { kind: "Block", stmts, value, type };
}

/** The statement for `defer`, which runs `call` at the end of the function. */
export function deferred(body: LoweringBody, call: ast.Expr): Stmt {
  body.defers();
  const { stmts, lambda } = lowerClosure(body, call, [], call, body.unit);
  const defer: Stmt = { kind: "Defer", lambda };
  if (stmts.length === 0) return defer;
  return { kind: "Do", value: { kind: "Block", stmts: [...stmts, defer], value: null, type: body.unit } };
}

/** A spawned call as a closure; the statements evaluate its `parts` and the values of its `defaults` before. */
export function spawned(
  body: LoweringBody,
  call: ast.Expr,
  parts: readonly ast.Expr[],
  defaults: ReadonlyMap<number, Expr>,
): LoweredClosure {
  const stmts: Stmt[] = [];
  const captures: Capture[] = [];
  const hold = (value: Expr): Expr => {
    const outer = body.temporary(value.type);
    const inner = body.temporary(value.type);
    stmts.push({ kind: "Let", local: outer, value });
    captures.push({ outer, inner });
    return { kind: "Local", local: inner, type: inner.type };
  };
  for (const part of parts) body.replace(part, hold(body.expr(part)));
  body.holdDefaults(call, new Map([...defaults].map(([param, value]) => [param, hold(value)])));
  const { stmts: before, lambda } = lowerClosure(body, call, [], call, body.unit);
  body.release(parts);
  body.releaseDefaults(call);
  return {
    stmts: [...stmts, ...before],
    lambda: { ...lambda, captures: [...captures, ...lambda.captures] },
  };
}

function lowerClosure(
  body: LoweringBody,
  { span }: ast.Expr,
  params: readonly ast.Param[],
  code: ast.Body | ast.Expr,
  result: Type,
): LoweredClosure {
  const { inside, captures, hasDefer, stmts } = body.closure(span.start, result, () => {
    const locals = params.map((param) => body.declared(param));
    const taken = params.flatMap((param, i) =>
      param.pattern === null ? [] : [lowerParamPattern(body, param.pattern, locals[i]!)],
    );
    const value = code.kind === "ExprBody" ? reachedExpr(body, code.value) : body.expr(code);
    const expr: Expr = taken.length === 0 ? value : { kind: "Block", stmts: taken, value, type: value.type };
    return { locals, expr };
  });
  const lambda: LambdaCode = {
    id: body.program.newLambdaId(),
    name: `${body.displayName}.lambda`,
    params: inside.locals,
    result,
    captures,
    body: isUnit(result) && !isUnit(inside.expr.type) ? discarded(body, inside.expr) : inside.expr,
    hasDefer,
  };
  return { stmts, lambda };
}
