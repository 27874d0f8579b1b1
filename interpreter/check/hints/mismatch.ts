// Hints for mismatched types: missing results, versions of packages, conversions.
import type { Body } from "../body/index.ts";
import type { Expr } from "../../syntax/index.ts";
import { isPrimitive, prune, showReal, showType, type Type } from "../types/index.ts";
import { changerHint } from "./members.ts";
import { habitHint } from "./habits.ts";
import { notes } from "../../diagnostics/index.ts";
import { isStandard, std } from "../standard/index.ts";
import { standardTraitHint } from "../impls/index.ts";

export function mismatchHint(
  body: Body,
  node: Expr,
  actual: Type,
  expected: Type,
  want: string,
): string | undefined {
  return (
    versionHint(actual, expected) ??
    missingResultHint(body, node, want) ??
    changerHint(node, actual) ??
    addressHint(body, node, expected) ??
    errorHint(body, node, actual, expected) ??
    callHint(body, node, actual, expected) ??
    habitHint(body, node, actual, expected) ??
    charHint(body, node, expected) ??
    conversionHint(body, node, actual, expected) ??
    realHint(expected, actual)
  );
}

/** The hint for types of two versions of one package. */
function versionHint(a: Type, b: Type): string | undefined {
  const [have, want] = [prune(a), prune(b)];
  if (have.kind !== "Named" || want.kind !== "Named") return undefined;
  if (have.symbol === want.symbol)
    return have.args.map((arg, i) => versionHint(arg, want.args[i]!)).find((hint) => hint !== undefined);
  if (have.symbol.kind === "Primitive" || want.symbol.kind === "Primitive") return undefined;
  const [one, other] = [have.symbol.module.source.package, want.symbol.module.source.package];
  const isOfBoth = one !== null && one.name === other?.name && one.version !== other.version;
  return isOfBoth && have.symbol.name === want.symbol.name ? notes.twoVersions(one.name) : undefined;
}

/** The hint for a call of a function of the program without result type. */
function missingResultHint(body: Body, node: Expr, wanted: string): string | undefined {
  const use = node.kind === "Call" || node.kind === "MethodCall" ? body.state.facts.uses[node.id] : undefined;
  if (use?.kind !== "Call") return undefined;
  const { module, name, node: declared } = use.callee.function;
  return module.standard || declared.result !== null ? undefined : notes.declareResult(name, wanted);
}

/** The hint for a string in place of an `Error`. */
function errorHint({ state }: Body, node: Expr, actual: Type, expected: Type): string | undefined {
  const wanted = expected.kind === "Named" && isStandard(expected.symbol, std.error.Error);
  if (!wanted || !isPrimitive(actual, "String")) return undefined;
  const entries = [...state.names].filter(
    ([, entry]) =>
      (entry.kind === "Alias" || entry.kind === "Selector") &&
      `${entry.import.unit}:${entry.import.name}` === std.error.error,
  );
  const selected = entries.find(([, entry]) => entry.kind === "Selector")?.[0];
  const alias = entries.find(([, entry]) => entry.kind === "Alias")?.[0];
  const call = selected ?? (alias === undefined ? "error" : `${alias}.error`);
  const { source } = state.unit;
  const written = source.text.slice(node.span.start, node.span.end);
  const argument = written.includes("\n") ? "…" : written;
  return entries.length === 0 ? notes.writeErrorCall(call, argument) : notes.writeCall(call, argument);
}

/** The hint with the types of aliases in the message. */
function realHint(...types: readonly Type[]): string | undefined {
  const texts = new Set(
    types.flatMap((type) => {
      const real = showReal(type);
      return real === undefined ? [] : [notes.typeIsReally(showType(type), real)];
    }),
  );
  return texts.size === 0 ? undefined : [...texts].join(", ");
}

/** The hint for `listen(8080)`, whose parameter is an address. */
function addressHint(body: Body, node: Expr, expected: Type): string | undefined {
  if (node.kind !== "IntLit" || !isPrimitive(expected, "String")) return undefined;
  const { text } = body.state.unit.source;
  const before = text.slice(Math.max(0, node.span.start - 40), node.span.start);
  return /\b(?:listen|listen_tls|serve|start|start_tls|start_tls_text|connect|dial)\(\s*$/.test(before)
    ? notes.addressOfPort(text.slice(node.span.start, node.span.end))
    : undefined;
}

/** The hint for a function in place of its value. */
function callHint(body: Body, node: Expr, actual: Type, expected: Type): string | undefined {
  if (
    actual.kind !== "Fun" ||
    actual.params.length > 0 ||
    (node.kind !== "Name" && node.kind !== "FieldAccess")
  )
    return undefined;
  const { text } = body.state.unit.source;
  return body.unifier.attempt(actual.result, expected)
    ? notes.callIt(text.slice(node.span.start, node.span.end))
    : undefined;
}

/** The hint for comparisons such as `s[i..] == '#'`: slices of strings are strings. */
function charHint(body: Body, node: Expr, expected: Type): string | undefined {
  if (node.kind !== "CharLit" || !isPrimitive(expected, "String")) return undefined;
  const inner = body.state.unit.source.text.slice(node.span.start + 1, node.span.end - 1);
  return notes.textOfCharacter(inner === '"' ? '\\"' : inner === "\\'" ? "'" : inner);
}

function written(body: Body, { span }: Expr): string {
  return body.state.unit.source.text.slice(span.start, span.end);
}

/** The text of an operand on one line; another name for a longer one. */
function simple(body: Body, node: Expr, otherwise: string): string {
  const text = written(body, node);
  return /^[\w.]+(?:\([^()\n`]*\)|\[[^[\]\n`]*\])?$/.test(text) && text.length <= 30 ? text : otherwise;
}

/** Whether it is the `JsonValue` of std/json. */
function isJson(type: Type): boolean {
  return type.kind === "Named" && isStandard(type.symbol, std.json.JsonValue);
}

/** Whether it is a type of this name of a standard module. */
function isOfModule(type: Type, name: string): boolean {
  return (
    type.kind === "Named" &&
    type.symbol.kind !== "Primitive" &&
    type.symbol.module.standard &&
    type.symbol.name === name
  );
}

function conversionHint(body: Body, node: Expr, actual: Type, expected: Type): string | undefined {
  if (isPrimitive(expected, "Bool")) {
    if (isPrimitive(actual, "Int")) return notes.compareWithZero(simple(body, node, "n"));
    if (node.kind === "StringLit" && /^"(?:true|false)"$/i.test(written(body, node)))
      return notes.compareWithBool(written(body, node).slice(1, -1).toLowerCase());
    if (isPrimitive(actual, "String") || isPrimitive(actual, "List"))
      return notes.compareLengthWithZero(simple(body, node, "x"));
    if (actual.kind === "Named" && actual.symbol === body.context.enums.option)
      return notes.askWhetherThereIsValue;
  }
  if (isPrimitive(actual, "Unit") && written(body, node) === "{}" && expected.kind === "Named") {
    if (isOfModule(expected, "Map")) return notes.emptyMap;
    if (isOfModule(expected, "Set")) return notes.emptySet;
  }
  if (isPrimitive(expected, "Int") && isOfModule(actual, "Duration")) return notes.countOfDuration;
  if (isPrimitive(actual, "Int") && isPrimitive(expected, "Float")) return notes.convertToFloat;
  if (isPrimitive(actual, "Float") && isPrimitive(expected, "Int")) return notes.convertToInt;
  const { option, result } = body.context.enums;
  if (
    expected.kind === "Named" &&
    expected.symbol === option &&
    body.unifier.attempt(expected.args[0]!, actual)
  )
    return notes.wrapItSome;
  if (
    expected.kind === "Named" &&
    expected.symbol === result &&
    body.unifier.attempt(expected.args[0]!, actual)
  )
    return notes.wrapItOk;
  if (
    expected.kind === "Named" &&
    expected.symbol === result &&
    body.unifier.attempt(expected.args[1]!, actual)
  )
    return notes.wrapItErr;
  if (isPrimitive(expected, "Unit") && actual.kind === "Named" && actual.symbol === result)
    return notes.dropResult;
  if (
    actual.kind === "Named" &&
    (actual.symbol === option || actual.symbol === result) &&
    body.unifier.attempt(actual.args[0]!, expected)
  ) {
    return notes.takeValueOutWithMatch;
  }
  if (
    isPrimitive(expected, "String") &&
    body.context.impls.implements(actual, body.context.prelude.toString)
  ) {
    return notes.turnIntoText;
  }
  if (isJson(expected)) return notes.convertToJson;
  if (isJson(actual)) return notes.decodeJson;
  return parameterHint(actual, expected);
}

/** The hint for a value of the program as a parameter of a statement. */
function parameterHint(actual: Type, expected: Type): string | undefined {
  if (expected.kind !== "Named" || !isStandard(expected.symbol, std.sqlite.Sql)) return undefined;
  if (actual.kind !== "Named" || actual.symbol.kind === "Primitive" || actual.symbol.module.standard)
    return undefined;
  return standardTraitHint(actual.symbol, "ToSql");
}
