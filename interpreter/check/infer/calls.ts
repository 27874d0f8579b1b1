// Calls: of functions, methods, variants, function values and built-in forms; their arguments.
import { nearest, type Extra } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Arg, Call, Expr, Lambda, MethodCall } from "../../syntax/index.ts";
import type { Body } from "../body/body.ts";
import { constructVariant } from "./construct.ts";
import { variantNamed } from "../declare/declared.ts";
import { check, infer } from "./expressions.ts";
import { distrust } from "./mismatch.ts";
import { hasMisreadComparison, isMisreadComparison, reportMisreadComparison } from "./misread-comparison.ts";
import { findMethod, functionInstance, reportNoMethod, type Instance } from "./methods.ts";
import { writtenEnum } from "./places.ts";
import { fileName, receiverOf, typeReceiver, unknownValue } from "./receivers.ts";
import { settleSome } from "../body/obligations.ts";
import { inferBuiltin } from "./reflection.ts";
import { showType } from "../types/show-type.ts";
import { reportSwapped } from "./swapped-arguments.ts";
import type { EnumSymbol, FunctionSymbol } from "../types/symbols.ts";
import { ERROR, hasVars, mentions, named, NEVER, prune } from "../types/type-operations.ts";
import type { Type, TypeSymbol } from "../types/types.ts";

export function inferCall(body: Body, node: Call, hint: Type | null): Type {
  const { callee } = node;
  if (isMisreadComparison(body, node)) {
    reportMisreadComparison(body, node);
    return failedCall(body, node.args);
  }
  if (callee.kind === "Name" && (callee.fileLevel || body.local(callee.name) === undefined)) {
    const entry = fileName(body, callee);
    if (entry === "reported") return failedCall(body, node.args);
    if (entry === null) {
      unknownValue(body, callee);
      return failedCall(body, node.args);
    }
    switch (entry.kind) {
      case "Function":
        return callInstance(body, node, functionInstance(body, entry.function, callee.typeArgs, callee.span), node.args, hint);
      case "Variant":
        return constructVariant(body, node, entry.enum, entry.variant, writtenEnum(body, callee, entry.enum), node.args, hint);
      case "Builtin":
        return inferBuiltin(body, node, entry.name, callee, node.args);
      case "Const":
      case "Global":
      case "Type":
      case "Trait":
      case "Alias":
      case "Param":
        break;
    }
  }
  return callValue(body, node, callee);
}

/** A call of whatever value the callee has. */
function callValue(body: Body, node: Call, callee: Expr): Type {
  const type = body.known(infer(body, callee));
  if (type.kind === "Fun") {
    body.use(node, { kind: "ValueCall" });
    checkArgs(body, "this function", type.params, node.args, node.span, null);
    return type.result;
  }
  if (type.kind === "Var") body.report("T8", callee.span, { what: "this function" });
  else if (type.kind !== "Never") body.report("T5", callee.span, { type: showType(type) }, { label: `this has type \`${showType(type)}\`` });
  return failedCall(body, node.args);
}

/** Looks at the arguments of a call that has a problem already. */
export function failedCall(body: Body, args: readonly Arg[]): Type {
  for (const { value } of args) if (!isOpenLambda(value)) body.poison(infer(body, value, ERROR));
  return ERROR;
}

export function inferMethodCall(body: Body, node: MethodCall, hint: Type | null): Type {
  const name = node.name.name;
  const receiver = receiverOf(body, node.receiver);
  switch (receiver.kind) {
    case "reported":
      return failedCall(body, node.args);
    case "alias": {
      const fn = receiver.function(name, node.name.span);
      if (fn === null) return failedCall(body, node.args);
      return callInstance(body, node, functionInstance(body, fn, node.typeArgs, node.name.span), node.args, hint);
    }
    case "type": {
      const type = typeReceiver(body, receiver, node.receiver);
      if (type.kind === "Never") return failedCall(body, node.args);
      if (type.kind === "Named" && type.symbol.kind === "Enum") {
        const variant = variantNamed(type.symbol, name);
        if (variant !== undefined) return constructVariant(body, node, type.symbol, variant, type, node.args, hint);
      }
      const found = findMethod(body, type, name, false, node.typeArgs, node.name.span);
      if (found.kind === "found") return callInstance(body, node, found.instance, node.args, hint);
      if (found.kind === "none") reportNoMember(body, type, name, node);
      return failedCall(body, node.args);
    }
    case "value":
      return callMethod(body, node, hint);
  }
}

function reportNoMember(body: Body, type: Type, name: string, node: MethodCall): void {
  const symbol: EnumSymbol | null = type.kind === "Named" && type.symbol.kind === "Enum" ? type.symbol : null;
  const similar = symbol === null ? undefined : nearest(name, symbol.variants.map((variant) => variant.name));
  if (symbol === null || (similar === undefined && !/^[A-Z]/.test(name))) {
    reportNoMethod(body, type, name, false, node.name.span);
    return;
  }
  body.report("T2", node.name.span, { type: symbol.name, what: "variant", name }, similar === undefined ? {} : { hint: `did you mean \`${similar}\`?` });
}

function callMethod(body: Body, node: MethodCall, hint: Type | null): Type {
  const name = node.name.name;
  const type = body.known(infer(body, node.receiver));
  if (type.kind === "Var") {
    body.report("T8", node.receiver.span, { what: "this value" }, { label: `its type must be known to call \`${name}\`` });
    body.poison(type);
    return failedCall(body, node.args);
  }
  if (type.kind === "Never") return failedCall(body, node.args);
  const found = findMethod(body, type, name, true, node.typeArgs, node.name.span);
  if (found.kind === "found") return callInstance(body, node, found.instance, node.args, hint);
  if (found.kind === "none") {
    reportNoMethod(body, type, name, true, node.name.span, { generic: node.typeArgs !== null, receiver: node.receiver });
    distrust(body, node.receiver, type);
  }
  return failedCall(body, node.args);
}

/** Checks the arguments of a known function; the type of the call. */
function callInstance(body: Body, node: Call | MethodCall, instance: Instance, args: readonly Arg[], hint: Type | null): Type {
  body.use(node, instance.use);
  if (!mayBeWrapped(instance, args, hint)) solveByHint(body, instance.result, hint);
  checkArgs(body, `\`${instance.fn.name}\``, instance.params, args, node.kind === "Call" ? node.callee.span : node.name.span, instance);
  return leavesForGood(instance.fn) ? NEVER : instance.result;
}

/**
 * Where `dyn Tr` is expected of a `T` that is part of an argument's type, such as `List<T>`, only the
 * result can be wrapped: that argument says what T is. A lambda can wrap what it returns itself.
 */
function mayBeWrapped({ params, result }: Instance, args: readonly Arg[], hint: Type | null): boolean {
  const unknown = prune(result);
  if (hint === null || unknown.kind !== "Var" || prune(hint).kind !== "Dyn") return false;
  return params.some((param, i) => {
    const type = prune(param);
    const value = args[i]?.value;
    const parts = type.kind === "Fun" && value?.kind === "Lambda" && value.result === null ? type.params : [type];
    return type !== unknown && parts.some((part) => mentions(part, (leaf) => leaf === unknown));
  });
}

/** The welcome type solves parameters that occur in the result; where it does not fit, it is ignored here. */
export function solveByHint(body: Body, result: Type, hint: Type | null): void {
  if (hint === null || !hasVars(result)) return;
  const wanted = prune(hint);
  // A bare `T` is better solved by the arguments when a coercion could follow.
  if (wanted.kind === "Var" || wanted.kind === "Never") return;
  body.unifier.attempt(result, wanted);
}

/** `panic` and `exit` never return (beyond 1). */
function leavesForGood(fn: FunctionSymbol): boolean {
  if (!fn.native) return false;
  return (fn.name === "panic" && fn.module.id === "std/core") || (fn.name === "exit" && fn.module.id === "std/env");
}

/**
 * Checks arguments against parameter types. Lambdas with parameters that have no type come last, when the
 * other arguments and the bounds have told what they are (beyond 6).
 */
export function checkArgs(body: Body, name: string, params: readonly Type[], args: readonly Arg[], span: Span, instance: Instance | null): void {
  for (const arg of args) {
    if (arg.name !== null) body.report("T2", arg.name.span, { type: name.replaceAll("`", ""), what: "named argument", name: arg.name.name }, { hint: "only variants with named fields take arguments by name" });
  }
  if (args.length !== params.length) {
    failedCall(body, args);
    if (!hasMisreadComparison(body, args)) body.report("T3", span, { name, expected: params.length, actual: args.length }, instance === null ? emptyHint(params, args, name) : declared(instance.fn));
    for (const param of params) body.poison(param);
    if (instance !== null) {
      body.poison(instance.result);
      settleSome(body, instance.obligations);
    }
    return;
  }
  if (reportSwapped(body, params, args)) {
    if (instance !== null) body.obligations.push(...settleSome(body, instance.obligations));
    return;
  }
  const late: number[] = [];
  args.forEach((arg, i) => {
    if (isOpenLambda(arg.value)) late.push(i);
    else checkArg(body, arg, params[i]!, i, instance);
  });
  let open = instance === null ? [] : settleSome(body, instance.obligations);
  if (late.length > 0) {
    for (const i of late) checkArg(body, args[i]!, params[i]!, i, instance);
    open = settleSome(body, open);
  }
  body.obligations.push(...open);
}

function checkArg(body: Body, arg: Arg, type: Type, index: number, instance: Instance | null): void {
  const declared = instance?.fn.node.params[index];
  const from = instance === null || declared === undefined || instance.fn.module.standard
    ? null
    : { source: instance.fn.module.source, span: declared.span, text: `parameter \`${declared.name.name}\` is declared here`, declares: true };
  check(body, arg.value, { type, from });
}

/** For `Ok()` and `Some()`. */
function emptyHint(params: readonly Type[], args: readonly Arg[], name: string): Extra {
  return params.length === 1 && args.length === 0 ? { hint: `a value belongs in it; without one it is \`${name.replaceAll("`", "")}({})\`` } : {};
}

/** Where a function is declared, and how. */
function declared(fn: FunctionSymbol): Extra {
  const { source, standard } = fn.module;
  const text = ({ span }: { readonly span: Span }): string => source.text.slice(span.start, span.end);
  const { name, params, result } = fn.node;
  const hint = `it is declared as \`${name.name}(${params.map(text).join(", ")})${result === null ? "" : ` -> ${text(result)}`}\``;
  return standard ? { hint } : { hint, related: [{ source, span: name.span, text: "declared here" }] };
}

/** A lambda with a parameter whose type is left out. */
function isOpenLambda(node: Expr): boolean {
  let inner = node;
  while (inner.kind === "Paren") inner = inner.inner;
  return inner.kind === "Lambda" && (inner as Lambda).params.some((param) => param.type === null);
}

/** `List<_>` and the like: a type applied to fresh variables. */
export function freshType(body: Body, symbol: TypeSymbol, span: Span, what?: string): Type {
  const fallback = symbol.kind !== "Primitive" && symbol.module.id === "std/sync" ? "int" : null;
  return named(symbol, symbol.typeParams.map((param) => body.fresh(span, what ?? `\`${param.name}\` of \`${symbol.name}\``, fallback)));
}
