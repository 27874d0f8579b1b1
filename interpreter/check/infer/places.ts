// Names, `self`, fields and elements, as values and as assignment targets.
import { insteadOfFunction, insteadOfMember, nearest, notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr, FieldAccess, Name, SelfValue, TupleLit } from "../../syntax/index.ts";
import { oblige, type Body } from "../body/index.ts";
import { constructVariant, variantOf } from "./construct.ts";
import { applyType, fieldHint, fieldIndex, isHiddenField, resolveType } from "../declare/index.ts";
import { literalHint } from "./foreign-literals.ts";
import { fieldsHint, misreadHint, payloadHint, plainNameHint, wrappedAt } from "./member-hints.ts";
import { distrust } from "./mismatch.ts";
import { followsResult, resultOf } from "./missing-result.ts";
import { methodForm, uncalledHint } from "./method-forms.ts";
import { findMethod, functionInstance, type Instance } from "./methods.ts";
import { reportNoMethod } from "./missing-method.ts";
import { unknownName, type ImportedName } from "../names/index.ts";
import { fileName, receiverOf, typeReceiver, unknownValue } from "./receivers.ts";
import { inferPart, isPart } from "./tuples.ts";
import {
  ERROR,
  hasVars,
  isError,
  isTupleSymbol,
  pairs,
  partsHint,
  prune,
  showReal,
  isPrimitive,
  showType,
  substitute,
  type EnumSymbol,
  type StructSymbol,
  type Type,
  type TypeSymbol,
} from "../types/index.ts";
import { isOfModule, standardModules } from "../standard/index.ts";

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

/** The hint for `error("x")` if only the module `error` is imported. */
function aliasHint(body: Body, name: string, { name: module, node, unit }: ImportedName): string | undefined {
  const entry = body.context.names.declared(body.context.names.states.get(unit!), module);
  if (entry?.kind !== "Function") return undefined;
  const path = node.standard ? node.path : JSON.stringify(node.path);
  return notes.functionOfModule(name, path, module);
}

/** The hint for creating values of a type. */
function typeHint(body: Body, name: string, symbol: TypeSymbol): string | undefined {
  switch (symbol.kind) {
    case "Struct":
      if (symbol.fields.some((field) => isHiddenField(symbol, field.name))) return madeBy(body, symbol);
      return notes.structIsWritten(
        symbol.name,
        symbol.node.fields.map(({ name }) => `${name.name}: …`).join(", "),
      );
    case "Enum":
      return symbol.variants.length === 0
        ? undefined
        : notes.valueIsWritten(symbol.name, symbol.variants[0]!.name);
    case "Primitive":
      return insteadOfFunction(name) ?? insteadOfFunction(symbol.name);
  }
}

/** The functions that create values of a type with private fields. */
function madeBy(body: Body, symbol: StructSymbol): string | undefined {
  const makers = MAKERS.filter(([name]) => body.context.impls.candidates(symbol, name) !== undefined);
  return makers.length === 0
    ? undefined
    : notes.valueIsMadeBy(makers.map(([name, args]) => `\`${symbol.name}.${name}(${args})\``).join(" or "));
}

/** The names of functions that create values, and their arguments. */
const MAKERS = [
  ["new", ""],
  ["from", "xs"],
  ["by", "cmp"],
] as const;

/** Infers a function as a value; the expected type, or a later use, determines its type arguments. */
function functionValue(body: Body, node: Name | FieldAccess, instance: Instance, hint: Type | null): Type {
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
  if (body.types.self === null) body.report("R5", node.span, { name: "self" });
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

/** Infers `a.b`: a field, a unit variant, or a function as a value. */
export function inferField(body: Body, node: FieldAccess, hint: Type | null): Type {
  if (isPart(node)) return inferPart(body, node);
  const receiver = receiverOf(body, node.receiver);
  const { name, span } = node.name;
  switch (receiver.kind) {
    case "reported":
      return ERROR;
    case "alias": {
      const fn = receiver.function(name, span);
      return fn === null
        ? ERROR
        : functionValue(body, node, functionInstance(body, fn, node.typeArgs, span), hint);
    }
    case "type": {
      const type = typeReceiver(body, receiver, node.receiver);
      if (type.kind === "Never") return ERROR;
      const variant = variantOf(type, name);
      if (variant !== null)
        return constructVariant(body, node, {
          symbol: variant.symbol,
          variant: variant.variant,
          type,
          args: null,
          hint,
        });
      return associatedValue(body, node, type, hint);
    }
    case "value":
      return fieldOfValue(body, node);
  }
}

function associatedValue(body: Body, node: FieldAccess, type: Type, hint: Type | null): Type {
  const { name, span } = node.name;
  const found = findMethod(body, type, { name, wantSelf: false, written: node.typeArgs, span });
  if (found.kind === "found") {
    if (found.instance.use.kind === "Call") return functionValue(body, node, found.instance, hint);
    body.report("T8", node.span, { what: notes.thisFunction }, { hint: notes.wrapCallInLambda });
    return ERROR;
  }
  if (found.kind === "none") {
    if (type.kind === "Named" && type.symbol.kind === "Enum") {
      const similar = nearest(
        name,
        type.symbol.variants.map((variant) => variant.name),
      );
      body.report(
        "T2",
        span,
        { type: showType(type), what: "variant", name },
        {
          ...(similar !== undefined && { hint: notes.didYouMean(similar) }),
          cause: `variant ${type.symbol.name}.${name}`,
        },
      );
    } else reportNoMethod(body, type, { name, wantSelf: false, span });
  }
  body.poison(type);
  return ERROR;
}

function fieldOfValue(body: Body, node: FieldAccess): Type {
  const type = body.known(body.infer(node.receiver));
  const { name, span } = node.name;
  if (type.kind === "Var") {
    body.report(
      "T8",
      node.receiver.span,
      { what: notes.thisValue },
      { label: notes.typeNeededToReadField(name) },
    );
    body.poison(type);
    return ERROR;
  }
  if (type.kind === "Never") return ERROR;
  if (type.kind === "Named" && type.symbol.kind === "Struct") {
    const struct = type.symbol;
    const index = fieldIndex(struct, name, body.state.module);
    if (index >= 0) {
      body.use(node, { kind: "Field", struct, index });
      return substitute(struct.fields[index]!.type, pairs(struct.typeParams, type.args));
    }
    const hint =
      uncalledHint(body, type, name) ??
      (isTupleSymbol(struct) ? partsHint(type) : collectionField(struct, name));
    body.report(
      "T2",
      span,
      { type: showType(type), what: "field", name },
      hint === undefined ? {} : { hint },
    );
    return ERROR;
  }
  const hint =
    trailingHint(body, type, node) ??
    uncalledHint(body, type, name) ??
    uncalledHint(body, type, snakeCase(name)) ??
    payloadHint(body, type, name) ??
    foreignMember(body, type, name);
  body.report(
    "T2",
    span,
    { type: showType(type), what: "field", name },
    {
      ...(hint !== undefined && { hint }),
      ...wrappedAt(body, node.receiver, type, name),
      ...followsResult(body, node.receiver),
    },
  );
  distrust(body, node.receiver, type);
  return ERROR;
}

/** The hint for `xs.each { print(it) }`. */
function trailingHint(body: Body, type: Type, { name }: FieldAccess): string | undefined {
  const { text } = body.state.unit.source;
  const rest = text.slice(name.span.end, name.span.end + 60);
  if (!/^[ \t]*(?:\{|do\b)/.test(rest)) return undefined;
  // `3.times do |i|`
  if (name.name === "times" && isPrimitive(prune(type), "Int")) return notes.countByLoop;
  const param = /^[ \t]*(?:\{|do)\s*\|\s*([\w, ]+?)\s*\|/.exec(rest)?.[1] ?? "x";
  return methodForm(body, type, name.name) === "(…)"
    ? notes.functionBlockIsArgument(name.name, param)
    : undefined;
}

/** The hint for an unknown field of a struct; entries of a map are not fields. */
function collectionField(struct: StructSymbol, name: string): string | undefined {
  const isMap = isOfModule(struct, standardModules.collections) && /Map$/.test(struct.name);
  if (!isMap)
    return (
      fieldHint(struct, name) ??
      (struct.module.standard ? insteadOfMember(struct.name, name, () => true) : undefined)
    );
  return insteadOfMember(struct.name, name, () => true) ?? notes.entryByKey(name);
}

/** `is_empty` for `isEmpty`. */
function snakeCase(name: string): string {
  return name.replace(/(?<=\w)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function foreignMember(body: Body, type: Type, name: string): string | undefined {
  // As a field, it is the length in other languages.
  if (isPrimitive(prune(type), "String") && /^(?:[cC]ount|[lL]ength|size)$/.test(name))
    return notes.writeMethod(".len()");
  return type.kind === "Named" && (type.symbol.kind === "Primitive" || type.symbol.module.standard)
    ? insteadOfMember(type.symbol.name, name, (module) => body.context.names.states.has(module))
    : undefined;
}

/** The type of an assignment target, which must not be a constant (reference/checking#constants). */
export function targetType(body: Body, target: Expr): Type {
  let root: Expr = target;
  while (root.kind === "Paren") root = root.inner;
  if (root.kind === "TupleLit") return targetTuple(body, root);
  if (root.kind === "FieldAccess" && isPart(root)) return fixedPart(body, root);
  if (root.kind === "Name") {
    const local = root.fileLevel ? undefined : body.local(root.name);
    if (local?.constant === true) assignToConst(body, root, local.span);
    else if (local === undefined) {
      const entry = fileName(body, root);
      if (entry === null) return undeclaredTarget(body, root);
      if (entry !== "reported") {
        if (entry.kind === "Const" || (entry.kind === "Global" && entry.global.constant === true))
          assignToConst(body, root, null);
        else if (entry.kind !== "Global") {
          body.report("P2", root.span, {}, { label: notes.thisIsNotVariable });
          return ERROR;
        }
      }
    }
  }
  return prune(body.infer(target));
}

/** The type of the target of `(a, _) = …`. */
function targetTuple(body: Body, node: TupleLit): Type {
  return body.type(
    node,
    body.context.tuple(
      node.parts.map((part) =>
        isIgnored(part) ? body.fresh(part.span, notes.thisPart, "half") : targetType(body, part),
      ),
    ),
  );
}

/** Whether an assignment target is `_`, whose value is not used. */
export function isIgnored(part: Expr): boolean {
  let inner = part;
  while (inner.kind === "Paren") inner = inner.inner;
  return inner.kind === "Name" && inner.name === "_";
}

function fixedPart(body: Body, node: FieldAccess): Type {
  const type = body.infer(node);
  if (isError(type)) return ERROR;
  body.report(
    "P2",
    node.span,
    {},
    {
      label: notes.partsOfTupleDoNot,
      hint: notes.makeNewTuple,
    },
  );
  return ERROR;
}

/** Reports an undeclared target, and declares it as a variable, so that it is reported once. */
function undeclaredTarget(body: Body, node: Name): Type {
  const { name, span } = node;
  const around = {
    locals: body.localNames(),
    better: plainNameHint(body, name),
    otherwise: notes.declareFirst(name),
  };
  unknownName(body.context, "value", node, body.types, around);
  declareUnknown(body, name, span);
  return ERROR;
}

export function declareUnknown(body: Body, name: string, span: Span): void {
  const local = body.newLocal(name, ERROR, span, false);
  local.used = true;
  body.declare(local);
}

function assignToConst(body: Body, root: Name, declared: Span | null): void {
  body.report(
    "T15",
    root.span,
    { name: root.name },
    {
      hint: notes.declareVariable,
      related: declared === null ? [] : [body.label(declared, notes.declaredHere)],
    },
  );
}
