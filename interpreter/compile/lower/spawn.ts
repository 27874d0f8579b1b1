// `spawn` (reference/expressions#spawn), with a function or with a call whose parts are evaluated first.
import type * as ast from "../../syntax/index.ts";
import type { Expr } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { spawned } from "./closures.ts";
import { defaultsOf } from "./calls.ts";

export function lowerSpawn(body: LoweringBody, node: ast.Spawn): Expr {
  const at = node.span.start;
  if (body.facts.uses[node.id]?.kind !== "SpawnedCall") {
    return {
      kind: "Block",
      stmts: [{ kind: "Spawn", value: body.expr(node.value), at }],
      value: null,
      type: body.unit,
    };
  }
  let call = node.value;
  while (call.kind === "Paren") call = call.inner;
  if (call.kind !== "Call" && call.kind !== "MethodCall") throw new Error("no call is spawned");
  const { stmts, lambda } = spawned(body, call, partsOf(body, call), defaultsOf(body, call));
  const value: Expr = {
    kind: "Lambda",
    lambda,
    type: body.actual({ kind: "Fun", params: [], result: body.unit }),
  };
  return { kind: "Block", stmts: [...stmts, { kind: "Spawn", value, at }], value: null, type: body.unit };
}

/**
 * The parts that the caller evaluates, in order: the callee if it is a value, or the receiver; the arguments;
 * default values follow.
 */
function partsOf(body: LoweringBody, call: ast.Call | ast.MethodCall): readonly ast.Expr[] {
  const args = call.args.map(({ value }) => value);
  const use = body.use(call);
  if (call.kind === "Call") return use.kind === "ValueCall" ? [call.callee, ...args] : args;
  const hasSelf =
    use.kind === "DynCall" ||
    (use.kind === "Call" && use.callee.function.hasSelf) ||
    (use.kind === "BoundCall" && use.callee.method.hasSelf);
  return hasSelf ? [call.receiver, ...args] : args;
}
