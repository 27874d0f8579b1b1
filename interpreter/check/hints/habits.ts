// Hints for mismatched types that are habits of other languages: how to convert the value.
import { conversionTo, notes } from "../../diagnostics/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { isPrimitive, prune, showType, tupleOf, type Type } from "../types/index.ts";
import { isOfModule, isStandard, standardModules, std } from "../standard/index.ts";

/** The hint for a mismatched value, by its type and the expected type. */
export function habitHint(body: Body, node: Expr, actual: Type, expected: Type): string | undefined {
  return (
    wrapHint(body, node, actual, expected) ??
    textHint(body, node, actual, expected) ??
    collectionHint(actual, expected) ??
    singleHint(body, node, expected) ??
    functionHint(body, node, actual, expected) ??
    orderHint(body, node, actual, expected) ??
    askedHint(body, node, actual) ??
    foundHint(node, actual, expected)
  );
}

/** The hint for a value in place of a list of it, or of an `Any`, and for `panic` without a call. */
function wrapHint(body: Body, node: Expr, actual: Type, expected: Type): string | undefined {
  const written = body.state.unit.source.text.slice(node.span.start, node.span.end);
  if (written.includes("\n")) return undefined;
  if (node.kind === "Name" && actual.kind === "Fun")
    return written === "panic" ? notes.panicWithMessage : undefined;
  if (expected.kind !== "Named" || actual.kind === "Var") return undefined;
  if (isPrimitive(expected, "Any")) return notes.valueOfAny(showType(actual), written);
  const element = isPrimitive(expected, "List") ? prune(expected.args[0]!) : null;
  return element !== null && element.kind !== "Var" && showType(element) === showType(actual)
    ? notes.listOfOne(written)
    : undefined;
}

function textHint(body: Body, node: Expr, actual: Type, expected: Type): string | undefined {
  if (!isPrimitive(actual, "String")) return undefined;
  if (isPrimitive(expected, "Char")) {
    const written = body.state.unit.source.text.slice(node.span.start + 1, node.span.end - 1);
    const one = node.kind === "StringLit" && [...written].length === 1 && written !== "'";
    return notes.character(one ? written : "a");
  }
  return isPrimitive(expected, "List") ? notes.charactersOfText : undefined;
}

function collectionHint(actual: Type, expected: Type): string | undefined {
  if (actual.kind !== "Named" || expected.kind !== "Named") return undefined;
  const { symbol } = expected;
  if (!isOfModule(symbol, standardModules.collections)) return undefined;
  return conversionTo(actual.symbol.name, symbol.name);
}

/** The hint for `{x}`, which is a block, in place of a set. */
function singleHint(body: Body, node: Expr, expected: Type): string | undefined {
  if (expected.kind !== "Named" || !isStandard(expected.symbol, std.collections.Set)) return undefined;
  const { text } = body.state.unit.source;
  const { start, end } = node.span;
  const isAlone = /(^|[^$])\{\s*$/.test(text.slice(0, start)) && /^\s*\}/.test(text.slice(end));
  return isAlone ? notes.setOfOne(text.slice(start, end)) : undefined;
}

/**
 * The hint for a function with a parameter for each part of a pair, and for a value in place of a function.
 */
function functionHint(body: Body, node: Expr, actual: Type, expected: Type): string | undefined {
  if (expected.kind !== "Fun") return undefined;
  if (actual.kind === "Fun") {
    const [taken] = expected.params;
    const pair = taken !== undefined && expected.params.length === 1 ? prune(taken) : null;
    const parts = pair === null ? 0 : (tupleOf(pair)?.args.length ?? (isPair(pair) ? 2 : 0));
    const wanted = expected.params.length;
    if (
      node.kind === "Lambda" &&
      wanted !== actual.params.length &&
      (parts < 2 || parts !== actual.params.length)
    )
      return notes.functionOf(parameters(wanted));
    if (parts < 2 || parts !== actual.params.length || node.kind !== "Lambda") return undefined;
    const { text } = body.state.unit.source;
    const names = node.params.map(({ span }) => text.slice(span.start, span.end));
    return notes.oneValueOfParts(parts, names.join(", "));
  }
  const before = body.state.unit.source.text.slice(Math.max(0, node.span.start - 200), node.span.start);
  if (/or_else\(\s*$/.test(before)) return notes.functionWhenNeeded;
  return /\bfold\(\s*fun\b[^;]*$/.test(before)
    ? notes.startComesFirst
    : notes.functionWanted(parameters(expected.params.length));
}

function parameters(count: number): string {
  return Array.from({ length: count }, (_, i) => "abcdefgh"[i] ?? "x").join(", ");
}

function isPair(type: Type): boolean {
  return (
    type.kind === "Named" &&
    (isStandard(type.symbol, std.iter.Indexed) || isStandard(type.symbol, std.collections.Entry))
  );
}

/** The hint for `xs.sorted_by(fun(a, b) = a < b)`. */
function orderHint(body: Body, node: Expr, actual: Type, expected: Type): string | undefined {
  if (!isPrimitive(actual, "Bool") || !isPrimitive(expected, "Int") || node.kind !== "Binary")
    return undefined;
  const before = body.state.unit.source.text.slice(Math.max(0, node.span.start - 200), node.span.start);
  return /\bby\(\s*fun\([^()]*\)[^;]*$|_by\(\s*fun\([^()]*\)[^;]*$/.test(before)
    ? notes.orderIsNumber
    : undefined;
}

/** The methods that take a function, by those that take a value. */
const BY_FUNCTION: Readonly<Record<string, string>> = {
  contains: ".any(fun(x) = …)",
  index_of: ".position(fun(x) = …)",
  count: ".chars().count(fun(c) = …)",
};

/** The hint for `xs.contains(fun(x) = …)`. */
function askedHint(body: Body, node: Expr, actual: Type): string | undefined {
  if (actual.kind !== "Fun" || node.kind !== "Lambda") return undefined;
  const before = body.state.unit.source.text.slice(Math.max(0, node.span.start - 40), node.span.start);
  const method = /\.(\w+)\($/.exec(before)?.[1] ?? "";
  return Object.hasOwn(BY_FUNCTION, method) ? notes.askWithFunction(BY_FUNCTION[method]!) : undefined;
}

/** The hint for `if xs.index_of(x)`, which may be 0. */
function foundHint(node: Expr, actual: Type, expected: Type): string | undefined {
  return isPrimitive(expected, "Bool") &&
    isPrimitive(actual, "Int") &&
    node.kind === "MethodCall" &&
    /index_of$/.test(node.name.name)
    ? notes.noneIsMinusOne
    : undefined;
}
