// Names and `self` as values.
import { notes } from "../../diagnostics/index.ts";
import type { FieldAccess, Name, SelfValue } from "../../syntax/index.ts";
import { oblige, type Body } from "../body/index.ts";
import { constructVariant } from "./construct.ts";
import { applyType, resolveType } from "../declare/index.ts";
import { aliasHint, fieldsHint, literalHint, misreadHint, typeHint } from "../hints/index.ts";
import { resultOf } from "./missing-result.ts";
import { functionInstance, type InstantiatedFunction } from "./methods.ts";
import { fileName, unknownValue } from "./receivers.ts";
import { ERROR, hasVars, showReal, showType, type EnumSymbol, type Type } from "../types/index.ts";

export function inferName(body: Body, node: Name, hint: Type | null): Type {
  const local = node.fileLevel ? undefined : body.local(node.name);
  if (local !== undefined) {
    local.used = true;
    noTypeArgs(body, node);
    body.use(node, { kind: "Local", local });
    return local.type;
  }
  if (node.name === "Self") {
    if (body.types.self === null) body.report("R5", node.span, { name: "Self" });
    else body.report("R1", node.span, { what: "value", name: "Self" }, { label: notes.thisIsTypeNotValue });
    return ERROR;
  }
  const entry = fileName(body, node);
  if (entry === "reported") return ERROR;
  switch (entry?.kind) {
    case undefined:
      unknownValue(body, node);
      return ERROR;
    case "Function":
      return functionValue(
        body,
        node,
        functionInstance(body, entry.function, node.typeArgs, node.span),
        hint,
      );
    case "Variant":
      return constructVariant(body, node, {
        symbol: entry.enum,
        variant: entry.variant,
        type: writtenEnum(body, node, entry.enum),
        args: null,
        hint,
      });
    case "Const":
      noTypeArgs(body, node);
      body.use(node, { kind: "Const", constant: entry.constant });
      return entry.constant.type;
    case "Global":
      noTypeArgs(body, node);
      body.use(node, { kind: "Global", global: entry.global });
      return entry.global.type;
    case "Builtin":
      return notAValue(body, node, notes.isBuiltInAndCan(node.name), notes.writeCallOf(node.name));
    case "Type":
      return notAValue(
        body,
        node,
        notes.thisIsTypeNotValue,
        fieldsHint(body, node) ?? typeHint(body, node.name, entry.symbol),
      );
    case "TypeAlias":
      return notAValue(
        body,
        node,
        notes.thisIsTypeNotValue,
        fieldsHint(body, node) ??
          notes.itIsAnotherNameFor(showReal(entry.alias.type) ?? showType(entry.alias.type)),
      );
    case "Param":
      return notAValue(body, node, notes.thisIsTypeNotValue);
    case "Trait":
      return notAValue(body, node, notes.thisIsTraitNotValue);
    case "Alias":
      return notAValue(body, node, notes.thisIsModuleNotValue, aliasHint(body, node.name, entry.import));
  }
}

function noTypeArgs(body: Body, node: Name): void {
  if (node.typeArgs !== null)
    body.report("T4", node.span, { name: node.name, expected: 0, actual: node.typeArgs.length });
}

/** The enum of `None<Int>`, with written type arguments. */
export function writtenEnum(body: Body, node: Name, symbol: EnumSymbol): Type | null {
  if (node.typeArgs === null) return null;
  return applyType(
    body.context,
    symbol,
    node.typeArgs.map((arg) => resolveType(body.context, arg, body.types)),
    node,
    { state: body.state },
  );
}

function notAValue(body: Body, node: Name, label: string, hint?: string): Type {
  const better = literalHint(body, node) ?? misreadHint(body, node) ?? hint;
  body.report(
    "R1",
    node.span,
    { what: "value", name: node.name },
    { label, ...(better === undefined ? {} : { hint: better }) },
  );
  return ERROR;
}

/** Infers a function as a value; the expected type, or a later use, determines its type arguments. */
export function functionValue(
  body: Body,
  node: Name | FieldAccess,
  instance: InstantiatedFunction,
  hint: Type | null,
): Type {
  if (instance.use.kind !== "Call") return ERROR;
  const type: Type = { kind: "Fun", params: instance.params, result: resultOf(body, instance) };
  if (hint !== null && hasVars(type)) body.unifier.attempt(type, hint);
  for (const obligation of instance.obligations) oblige(body, obligation);
  body.use(node, { kind: "Function", callee: instance.use.callee });
  return type;
}

export function inferSelf(body: Body, node: SelfValue): Type {
  const local = body.local("self");
  if (local !== undefined) {
    local.used = true;
    body.use(node, { kind: "Local", local });
    return local.type;
  }
  if (body.types.self === null)
    body.report(
      "R5",
      node.span,
      { name: "self" },
      body.frame.unseen === undefined ? {} : { hint: notes.defaultSeesFile },
    );
  else if (!body.selfReported) {
    body.selfReported = true;
    body.report(
      "R6",
      node.span,
      { method: body.methodName ?? notes.thisFunction },
      {
        hint: body.methodName == null ? notes.addSelfAsItsFirst : notes.addSelf(body.methodName),
        ...(body.methodName !== null && { cause: `${body.methodName} without self` }),
      },
    );
  }
  return ERROR;
}
