// Checks the bodies of functions, and the initialisers of globals and constants.
import { get } from "../../own/index.ts";
import { askHead, doubt } from "../asked/index.ts";
import { notes } from "../../diagnostics/index.ts";
import { Body, type EnclosingFunction } from "../body/index.ts";
import { hasFailed, scopeWith, type BodyLocal } from "../declare/index.ts";
import { expressions } from "./expressions.ts";
import { checkBodyOf } from "./function-body.ts";
import { bindPattern } from "../patterns/index.ts";
import type { Body as BodyNode } from "../../syntax/index.ts";
import type { Context } from "../context.ts";
import type { ModuleState, TypeScope } from "../names/index.ts";
import {
  ERROR,
  type ConstSymbol,
  type FunctionSymbol,
  type GlobalSymbol,
  type ParamType,
  type Type,
} from "../types/index.ts";

export function checkFunction(
  context: Context,
  state: ModuleState,
  fn: FunctionSymbol,
  silent = false,
): void {
  const { node, owner } = fn;
  if (node.body === null) return;
  if (owner !== null) askHead(owner);
  if (fn.beside !== null) return checkDefault(context, state, fn, node.body);
  const self: Type | null = owner === null ? null : owner.kind === "Trait" ? owner.self : owner.target;
  const params: ParamType[] = [...(owner?.typeParams ?? []), ...fn.typeParams];
  const types: TypeScope = scopeWith({ state, params: new Map(), self }, params, self);
  const frame: EnclosingFunction = {
    kind: get(state.unit, "session")?.entry === fn.name ? "input" : "function",
    result: fn.result,
    resultFrom: {
      source: state.unit.source,
      span: node.result?.span ?? node.name.span,
      text: node.result === null ? notes.declaresNoResult(fn.name) : notes.becauseOfThisResultType,
    },
    declaresResult: node.result !== null,
    function: fn,
    loops: [],
    returned: false,
  };
  const body = new Body(context, expressions, types, frame, silent);
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
  // The locals of a signature are used in its body unchanged (declare.ts).
  for (const param of fn.params as readonly BodyLocal[]) {
    // Which of two parameters with one name a use means is unknown.
    const isTwice = param.name !== "_" && body.local(param.name) !== undefined;
    body.declare(isTwice ? body.newLocal(param.name, ERROR, param.span) : param);
  }
  // These have been reported; their names are declared nevertheless.
  node.params.forEach(({ pattern }, i) => {
    if (pattern !== null) bindPattern(body, pattern, fn.params[i]!.type, "param");
  });
  checkBodyOf(body, node.body, frame, node.name.span);
  body.finish();
}

/** The default value of a field, which sees the names of its file only. */
function checkDefault(context: Context, state: ModuleState, fn: FunctionSymbol, node: BodyNode): void {
  if (node.kind !== "ExprBody") throw new Error("a default value is an expression");
  const body = initialiser(context, state, fn.typeParams, fn.beside!);
  // The missing type of a parameter has been reported.
  const { result } = fn.node;
  const from = result === null ? null : body.label(result.span, notes.becauseOfThisAnnotation);
  body.check(node.value, { type: fn.result, from });
  body.finish();
}

export function checkGlobalValue(context: Context, state: ModuleState, global: GlobalSymbol): void {
  const { node } = global;
  const body = initialiser(context, state);
  void global.type;
  if (node.value !== null) {
    const from = node.type === null ? null : body.label(node.type.span, notes.becauseOfThisAnnotation);
    body.check(node.value, { type: global.type, from });
  }
  body.finish();
}

export function checkConstantValue(context: Context, state: ModuleState, constant: ConstSymbol): void {
  const { node } = constant;
  const body = initialiser(context, state);
  const before = context.diagnostics.count;
  const from = node.type === null ? null : body.label(node.type.span, notes.becauseOfThisAnnotation);
  body.check(node.value, { type: constant.type, from });
  body.finish();
  if (context.diagnostics.count > before) return;
  void constant.value;
  if (hasFailed(constant)) doubt();
}

function initialiser(
  context: Context,
  state: ModuleState,
  params: readonly ParamType[] = [],
  unseen?: readonly string[],
): Body {
  const types = scopeWith({ state, params: new Map(), self: null }, params);
  return new Body(context, expressions, types, {
    kind: "initialiser",
    result: context.unit,
    resultFrom: null,
    loops: [],
    returned: false,
    ...(unseen !== undefined && { unseen: new Set(unseen) }),
  });
}
