// Calls of every kind (reference/checking#calls).
import type { Use } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { builtin } from "./builtins.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { evaluateAll, useOf } from "./parts.ts";
import type { Steps } from "./scheduler.ts";
import type { DynValue, FunctionValue } from "./values.ts";

export function* callExpression(frame: EvaluatedCall, node: ast.Call): Steps<unknown> {
  const use = useOf(frame, node);
  if (use.kind !== "ValueCall") return yield* resolved(frame, use, null, node);
  const callee = (yield* frame.evaluate(node.callee)) as FunctionValue;
  return yield* callee.call(yield* values(frame, node.args));
}

export function* methodCall(frame: EvaluatedCall, node: ast.MethodCall): Steps<unknown> {
  return yield* resolved(frame, useOf(frame, node), node.receiver, node);
}

function* values(frame: EvaluatedCall, nodes: readonly ast.Arg[]): Steps<unknown[]> {
  return yield* evaluateAll(
    frame,
    nodes.map((arg) => arg.value),
  );
}

function* resolved(
  frame: EvaluatedCall,
  use: Use,
  receiver: ast.Expr | null,
  node: ast.Call | ast.MethodCall,
): Steps<unknown> {
  const { args: nodes } = node;
  const withSelf = function* (hasSelf: boolean): Steps<unknown[]> {
    const self = hasSelf && receiver !== null ? [yield* frame.evaluate(receiver)] : [];
    const given = yield* values(frame, nodes);
    if (!("order" in use) || use.kind === "Variant" || use.kind === "Struct" || use.order === undefined)
      return [...self, ...given];
    const defaults = yield* defaultValues(frame, node);
    return [...self, ...use.order.map((at, param) => (at < 0 ? defaults.get(param) : given[at]))];
  };
  switch (use.kind) {
    case "Call":
      return yield* frame.evaluation.call(
        frame.callee(use.callee),
        yield* withSelf(use.callee.function.hasSelf),
      );
    case "BoundCall":
      return yield* frame.callBound(use.callee, yield* withSelf(use.callee.method.hasSelf));
    case "DynCall": {
      const [self, ...rest] = yield* withSelf(true);
      const { value, type } = self as DynValue;
      return yield* frame.evaluation.callMethod(
        frame.traitRef(use.trait),
        use.method.name,
        type,
        [],
        [value, ...rest],
      );
    }
    case "Variant":
      // The arguments are evaluated in order of declaration (reference/types#enums).
      return variantValue(
        frame,
        use,
        yield* evaluateAll(
          frame,
          use.order.map((at) => nodes[at]!.value),
        ),
      );
    case "Builtin":
      return yield* builtin(
        frame,
        use.name,
        use.typeArgs.map((arg) => frame.actual(arg)),
        yield* values(frame, nodes),
        nodes,
      );
    default:
      throw new Error(`a ${use.kind} cannot be called`);
  }
}

/**
 * The default values that a call uses, by the index of their parameters; those of a spawned call have been
 * evaluated by the caller.
 */
export function* defaultValues(
  frame: EvaluatedCall,
  node: ast.Call | ast.MethodCall,
): Steps<ReadonlyMap<number, unknown>> {
  const held = frame.heldDefaults.get(node);
  if (held !== undefined) return held;
  const use = useOf(frame, node);
  const found = new Map<number, unknown>();
  if (use.kind !== "Call") return found;
  const { function: fn, typeArgs } = use.callee;
  for (const [param, at] of (use.order ?? []).entries()) {
    if (at >= 0) continue;
    const callee = frame.callee({ function: fn.defaults[param]!, typeArgs, self: null });
    found.set(param, yield* frame.evaluation.call(callee, []));
  }
  return found;
}

export function variantValue(
  frame: EvaluatedCall,
  use: Use & { kind: "Variant" },
  payload: readonly unknown[],
): unknown {
  const type = frame.actual(use.type);
  if (type.kind !== "Named") throw new Error("a variant of no enum");
  return frame.evaluation.variant(type, use.variant.index, payload);
}
