// Elements and slices as values (reference/expressions#elements-and-slices); assignments to them:
// assignments.ts.
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import type { Expr } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";

export function lowerIndex(body: LoweringBody, node: ast.Index, type: Type): Expr {
  return elementAt(body, node, body.expr(node.receiver), body.expr(node.index), type);
}

/** The element of a list, or the value for a key of a map. */
export function elementAt(
  body: LoweringBody,
  node: ast.Index,
  receiver: Expr,
  index: Expr,
  type: Type,
): Expr {
  const use = body.facts.uses[node.id];
  const at = node.span.start;
  if (use?.kind === "Keyed")
    return { kind: "Call", instance: body.instanceOf(use.at), args: [receiver, index], type, at };
  return { kind: "Op", op: "List.at", args: [receiver, index], type, at };
}

export function lowerSlice(body: LoweringBody, node: ast.Slice, type: Type): Expr {
  const use = body.use(node);
  if (use.kind !== "Call") throw new Error("a slice of nothing known");
  const instance = body.instanceOf(use.callee);
  const int = instance.symbol!.params[1]!.type;
  const constant = (value: bigint): Expr => ({ kind: "Const", of: "Int", value, type: body.actual(int) });
  const args = [body.expr(node.receiver), node.from === null ? constant(0n) : body.expr(node.from)];
  if (node.to !== null) args.push(body.expr(node.to), constant(node.inclusive ? 1n : 0n));
  return { kind: "Call", instance, args, type, at: node.span.start };
}
