// Calls of functions, methods, variants, function values and built-in forms.
import { checkRoute } from "./routes.ts";
import { insteadOf, isForeignType, nearest, notes } from "../../diagnostics/index.ts";
import type { Arg, Call, Expr, MethodCall, Name } from "../../syntax/index.ts";
import { solveSome, type Body } from "../body/index.ts";
import { argumentOrder, withOrder } from "./argument-order.ts";
import { checkArgs, failedCall, solveByHint } from "./arguments.ts";
import { constructVariant } from "./construct.ts";
import { variantNamed } from "../declare/index.ts";
import { noteLiterals } from "./checked-literals.ts";
import { hiddenFunctionHint } from "../hints/index.ts";
import { emptyCollection } from "./empty-collections.ts";
import { noteMisfit } from "./mismatch.ts";
import { isMisreadComparison, reportMisreadComparison } from "./misread-comparison.ts";
import { findMethod, functionInstance, type InstantiatedFunction } from "./methods.ts";
import { reportNoMethod } from "./missing-method.ts";
import { resultOf } from "./missing-result.ts";
import { writtenEnum } from "./names.ts";
import { fileName, receiverOf, typeReceiver, unknownValue } from "./receivers.ts";
import { inferBuiltin } from "./reflection.ts";
import { ERROR, mentions, NEVER, prune, showType, type EnumSymbol, type Type } from "../types/index.ts";

export function inferCall(body: Body, node: Call, hint: Type | null): Type {
  const { callee } = node;
  if (isMisreadComparison(body, node)) {
    reportMisreadComparison(body, node);
    return failedCall(body, node.args);
  }
  const collection = emptyCollection(body, node);
  if (collection !== null) return collection;
  if (callee.kind === "Name" && (callee.fileLevel || body.local(callee.name) === undefined)) {
    const entry = fileName(body, callee);
    if (entry === "reported") return failedCall(body, node.args);
    if (entry === null) return unknownCall(body, callee, node.args);
    switch (entry.kind) {
      case "Function":
        return callInstance(
          body,
          node,
          functionInstance(body, entry.function, callee.typeArgs, callee.span),
          node.args,
          hint,
        );
      case "Variant":
        return constructVariant(body, node, {
          symbol: entry.enum,
          variant: entry.variant,
          type: writtenEnum(body, callee, entry.enum),
          args: node.args,
          hint,
        });
      case "Builtin":
        return inferBuiltin(body, node, entry.name, callee, node.args);
      case "Const":
      case "Global":
      case "Type":
      case "TypeAlias":
      case "Trait":
      case "Alias":
      case "Param":
        break;
    }
  }
  return callValue(body, node, callee);
}

/** Whether it is the block of `func() { … }()`, of which `func` is reported. */
function isForeignLambda({ state }: Body, { kind, span }: Expr): boolean {
  const before = state.unit.source.text.slice(Math.max(0, span.start - 100), span.start);
  return kind === "Block" && /\b(?:func|function|fn)\s*\([^()]*\)\s*$/.test(before);
}

/** Infers a call of a function value. */
function callValue(body: Body, node: Call, callee: Expr): Type {
  const type = body.known(body.infer(callee));
  if (type.kind === "Fun") {
    body.use(node, { kind: "ValueCall" });
    checkArgs(body, { name: notes.thisFunction, params: type.params, args: node.args, span: node.span });
    return type.result;
  }
  if (type.kind === "Var") body.report("T8", callee.span, { what: notes.thisFunction });
  else if (type.kind !== "Never" && !isForeignLambda(body, callee))
    body.report(
      "T5",
      callee.span,
      { type: showType(type) },
      { label: notes.thisHasType(showType(type)), ...hiddenFunctionHint(body, callee) },
    );
  return failedCall(body, node.args);
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
      return callInstance(
        body,
        node,
        functionInstance(body, fn, node.typeArgs, node.name.span),
        node.args,
        hint,
      );
    }
    case "type": {
      const type = typeReceiver(body, receiver, node.receiver);
      if (type.kind === "Never") return failedCall(body, node.args);
      if (type.kind === "Named" && type.symbol.kind === "Enum") {
        const variant = variantNamed(type.symbol, name);
        if (variant !== undefined)
          return constructVariant(body, node, { symbol: type.symbol, variant, type, args: node.args, hint });
      }
      const found = findMethod(body, type, {
        name,
        wantSelf: false,
        written: node.typeArgs,
        span: node.name.span,
      });
      if (found.kind === "found") return callInstance(body, node, found.instance, node.args, hint);
      if (found.kind === "none") reportNoMember(body, type, name, node);
      return failedCall(body, node.args);
    }
    case "value": {
      const type = callMethod(body, node, hint);
      checkRoute(body, node);
      return type;
    }
  }
}

/**
 * Checks a call of an unknown name: types among its arguments are not errors, as in `isinstance(x, Int)`, and
 * `func(x) { … }` declares `x`.
 */
function unknownCall(body: Body, callee: Name, args: readonly Arg[]): Type {
  const declares = insteadOf(callee.name) === insteadOf("func");
  unknownValue(body, callee, declares ? notes.writeLambda : undefined);
  return failedCall(
    body,
    args.filter(({ value }) => {
      if (value.kind !== "Name" || body.local(value.name) !== undefined) return true;
      const entry = fileName(body, value);
      if (entry === null && declares) {
        const local = body.newLocal(value.name, ERROR, value.span, false);
        local.used = true;
        body.declare(local);
      }
      return entry === null
        ? !declares && !isForeignType(value.name)
        : entry === "reported" || !["Type", "TypeAlias", "Param"].includes(entry.kind);
    }),
  );
}

function reportNoMember(body: Body, type: Type, name: string, node: MethodCall): void {
  const symbol: EnumSymbol | null = type.kind === "Named" && type.symbol.kind === "Enum" ? type.symbol : null;
  const similar =
    symbol === null
      ? undefined
      : nearest(
          name,
          symbol.variants.map((variant) => variant.name),
        );
  if (symbol === null || (similar === undefined && !/^[A-Z]/.test(name))) {
    reportNoMethod(body, type, { name, wantSelf: false, span: node.name.span });
    return;
  }
  body.report(
    "T2",
    node.name.span,
    { type: symbol.name, what: "variant", name },
    {
      ...(similar !== undefined && { hint: notes.didYouMean(similar) }),
      cause: `variant ${symbol.name}.${name}`,
    },
  );
  // The payload would have determined the type arguments.
  body.poison(type);
}

function callMethod(body: Body, node: MethodCall, hint: Type | null): Type {
  const name = node.name.name;
  const type = body.known(body.infer(node.receiver));
  if (type.kind === "Var") {
    body.report("T8", node.receiver.span, { what: notes.thisValue }, { label: notes.typeNeededToCall(name) });
    body.poison(type);
    return failedCall(body, node.args);
  }
  if (type.kind === "Never") return failedCall(body, node.args);
  if (node.receiver.kind === "Name" && node.receiver.name === "None") absentOfAnyType(type);
  const found = findMethod(body, type, {
    name,
    wantSelf: true,
    written: node.typeArgs,
    span: node.name.span,
  });
  if (found.kind === "found") return callInstance(body, node, found.instance, node.args, hint);
  if (found.kind === "none") {
    reportNoMethod(body, type, {
      name,
      wantSelf: true,
      span: node.name.span,
      generic: node.typeArgs !== null,
      receiver: node.receiver,
    });
    noteMisfit(body, node.receiver, type);
  }
  return failedCall(body, node.args);
}

/** Accepts `None.to_sql()` with an undetermined type of the missing value, which does not matter. */
function absentOfAnyType(type: Type): void {
  const value = type.kind === "Named" ? type.args[0] : undefined;
  const actual = value === undefined ? null : prune(value);
  if (actual?.kind === "Var" && actual.fallback === null) actual.fallback = "int";
}

/** Checks the arguments of a known function; returns the type of the call. */
function callInstance(
  body: Body,
  node: Call | MethodCall,
  instance: InstantiatedFunction,
  args: readonly Arg[],
  hint: Type | null,
): Type {
  const span = node.kind === "Call" ? node.callee.span : node.name.span;
  const order = argumentOrder(body, instance, args, span);
  if (order === "reported") {
    for (const param of instance.params) body.poison(param);
    body.poison(instance.result);
    solveSome(body, instance.obligations);
    return failedCall(body, args);
  }
  body.use(node, withOrder(instance.use, order));
  if (!mayBeWrapped(instance, args, hint)) solveByHint(body, instance.result, hint);
  checkArgs(body, { name: `\`${instance.fn.name}\``, params: instance.params, args, span, instance, order });
  noteLiterals(body, node, instance.fn, order);
  if (instance.fn.diverges) return NEVER;
  return resultOf(body, instance);
}

/**
 * Whether the result of a call may be wrapped as the expected `dyn Tr`: its type is a `T` that is part of the
 * type of an argument, such as `List<T>`, which determines T. A lambda can wrap its own result.
 */
function mayBeWrapped(
  { params, result }: InstantiatedFunction,
  args: readonly Arg[],
  hint: Type | null,
): boolean {
  const unknown = prune(result);
  if (hint === null || unknown.kind !== "Var" || prune(hint).kind !== "Dyn") return false;
  return params.some((param, i) => {
    const type = prune(param);
    const value = args[i]?.value;
    const parts =
      type.kind === "Fun" && value?.kind === "Lambda" && value.result === null ? type.params : [type];
    return type !== unknown && parts.some((part) => mentions(part, (leaf) => leaf === unknown));
  });
}
