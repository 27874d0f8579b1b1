// The bodies of functions, and the initialisers of globals and constants.
import type { Span } from "../../source/index.ts";
import type { Body as BodyNode } from "../../syntax/index.ts";
import { Body, type BodyLocal, type Frame } from "../body/body.ts";
import { checkBlock, discardBlock, inferBlock } from "./control.ts";
import type { Context } from "../context.ts";
import { check } from "./expressions.ts";
import { fit } from "./mismatch.ts";
import type { ModuleState } from "../names/names.ts";
import { scopeWith, type TypeScope } from "../declare/resolve-type.ts";
import { showType } from "../types/show-type.ts";
import type { ConstSymbol, FunctionSymbol, GlobalSymbol } from "../types/symbols.ts";
import { ERROR, isNever, isSymbol, prune } from "../types/type-operations.ts";
import type { ParamType, Type } from "../types/types.ts";

export function checkFunction(context: Context, state: ModuleState, fn: FunctionSymbol, silent = false): void {
  const { node, owner } = fn;
  if (node.body === null) return;
  const self: Type | null = owner === null ? null : owner.kind === "Trait" ? owner.self : owner.target;
  const params: ParamType[] = [...(owner?.typeParams ?? []), ...fn.typeParams];
  const types: TypeScope = scopeWith({ state, params: new Map(), self }, params, self);
  const frame: Frame = {
    kind: state.unit.session?.entry === fn.name ? "input" : "function",
    result: fn.result,
    resultFrom: {
      source: state.unit.source,
      span: node.result?.span ?? node.name.span,
      text: node.result === null ? `\`${fn.name}\` declares no result, so it is \`()\`` : "because of this result type",
    },
    declaresResult: node.result !== null,
    loops: [],
    returned: false,
  };
  const body = new Body(context, types, frame, silent);
  body.methodName = fn.name;
  if (node.self !== null && self !== null) {
    const local = body.newLocal("self", self, node.self);
    local.used = true;
    body.declare(local);
    state.facts.selves.set(node.id, local);
  } else if (node.self !== null) {
    body.report("R5", node.self, { name: "self" });
    body.declare(body.newLocal("self", ERROR, node.self));
  }
  // A signature makes locals that its body can take as they are (declare.ts).
  for (const param of fn.params) body.declare(param as BodyLocal);
  checkBodyOf(body, node.body, frame, node.name.span);
  body.finish();
}

/** The body of a function or lambda, against the result in its frame. */
export function checkBodyOf(body: Body, node: BodyNode, frame: Frame, span: Span): void {
  const result = prune(frame.result);
  if (node.kind === "ExprBody") {
    const undeclared = (actual: Type): string => `write \`-> ${showType(actual)}\` behind the parameters`;
    check(body, node.value, { type: frame.result, from: frame.resultFrom, result: true, ...(frame.declaresResult === false ? { hint: undeclared } : {}) });
    return;
  }
  if (isSymbol(result, body.context.primitives.Unit)) {
    discardBlock(body, node, true);
    return;
  }
  if (result.kind === "Var") {
    inferResult(body, node, frame, span);
    return;
  }
  body.type(node, checkBlock(body, node, { type: frame.result, from: frame.resultFrom, result: true }));
}

/** A lambda whose result nobody knows: the common type of its value and its `return`s (beyond 1). */
function inferResult(body: Body, node: BodyNode & { kind: "Block" }, frame: Frame, span: Span): void {
  if (node.trailing !== null) {
    const type = body.type(node, inferBlock(body, node, frame.result));
    if (frame.returned || isNever(type)) {
      fit(body, node.trailing, type, { type: frame.result, from: null });
    } else body.unifier.unify(frame.result, type);
    return;
  }
  const type = body.type(node, inferBlock(body, node, null));
  if (isNever(type) || body.unifier.unify(frame.result, body.context.unit) === "same") return;
  body.report("T19", { start: Math.max(span.start, node.span.end - 1), end: node.span.end }, { result: showType(frame.result) });
}

export function checkGlobalValue(context: Context, state: ModuleState, global: GlobalSymbol): void {
  const { node } = global;
  const body = initialiser(context, state);
  void global.type;
  if (node.value !== null) {
    const from = node.type === null ? null : body.label(node.type.span, "because of this annotation");
    check(body, node.value, { type: global.type, from });
  }
  body.finish();
}

export function checkConstantValue(context: Context, state: ModuleState, constant: ConstSymbol): void {
  const { node } = constant;
  const body = initialiser(context, state);
  const before = context.diagnostics.count;
  const from = node.type === null ? null : body.label(node.type.span, "because of this annotation");
  check(body, node.value, { type: constant.type, from });
  body.finish();
  if (context.diagnostics.count === before) void constant.value;
}

function initialiser(context: Context, state: ModuleState): Body {
  const types: TypeScope = { state, params: new Map(), self: null };
  return new Body(context, types, { kind: "initialiser", result: context.unit, resultFrom: null, loops: [], returned: false });
}

