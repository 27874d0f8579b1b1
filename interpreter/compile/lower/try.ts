// The operator `?` (reference/errors#results).
import type { Type, Use } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import {
  isOption,
  isResult,
  needsOkBox,
  needsSomeBox,
  type Arm,
  type Expr,
  type Pattern,
} from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { boundCall } from "./calls.ts";

export function lowerTry(body: LoweringBody, node: ast.Try, type: Type): Expr {
  const value = body.expr(node.value);
  const use = body.facts.uses[node.id];
  if (use?.kind === "Leave") return leave(body, value, type);
  if (use?.kind === "BoundCall") return convert(body, node, use, value, type);
  if (isOption(value.type)) {
    return { kind: "Try", value, over: "Option", boxed: needsSomeBox(value.type.args[0]!), type };
  }
  if (!isResult(value.type)) throw new Error("`?` on neither Option nor Result");
  return { kind: "Try", value, over: "Result", boxed: needsOkBox(value.type.args[0]!), type };
}

/** `?` that makes the error of the function from that of the value. */
function convert(
  body: LoweringBody,
  node: ast.Try,
  use: Use & { kind: "BoundCall" },
  value: Expr,
  type: Type,
): Expr {
  if (!isResult(value.type)) throw new Error("the error of no Result is converted");
  const error = body.temporary(value.type.args[1]!);
  const given: Expr = { kind: "Local", local: error, type: error.type };
  const made = boundCall(body, use.callee, [given], body.actual(use.callee.self), node.span.start);
  const failed: Expr = { kind: "Wrap", wrap: "Err", value: made, boxed: false, type: body.returned };
  const pattern: Pattern = { kind: "Err", inner: { kind: "Bind", local: error }, boxed: false };
  return split(body, value, type, { pattern, guard: null, body: returning(failed, type) });
}

/**
 * `?` at the top level of a session's input. The failure becomes the value of the input: no function
 * determines its type.
 */
function leave(body: LoweringBody, value: Expr, type: Type): Expr {
  const held = body.temporary(value.type);
  const again: Expr = { kind: "Local", local: held, type: value.type };
  const descriptor: Expr = {
    kind: "Descriptor",
    descriptor: body.program.descriptor(value.type),
    type: body.result,
  };
  const shown: Expr = { kind: "Op", op: "Any.make", args: [again, descriptor], type: body.result, at: 0 };
  const failed: Arm = { pattern: { kind: "Any" }, guard: null, body: returning(shown, type) };
  return {
    kind: "Block",
    stmts: [{ kind: "Let", local: held, value }],
    value: split(body, again, type, failed),
    type,
  };
}

function returning(value: Expr, type: Type): Expr {
  return { kind: "Block", stmts: [{ kind: "Return", value }], value: null, type };
}

/** The payload of a value, or what leaves without one. */
function split(body: LoweringBody, value: Expr, type: Type, failed: Arm): Expr {
  const inner = body.temporary(type);
  const pattern: Pattern = {
    kind: isOption(value.type) ? "Some" : "Ok",
    inner: { kind: "Bind", local: inner },
    boxed: isOption(value.type) ? needsSomeBox(type) : needsOkBox(type),
  };
  const arms: Arm[] = [{ pattern, guard: null, body: { kind: "Local", local: inner, type } }, failed];
  return { kind: "Match", subject: value, arms, type };
}
