// Patterns (reference/patterns#patterns): whether a value matches, and the variables it binds.
import type { LocalSymbol } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { EnumValue, type StructValue } from "./values.ts";

export function matches(frame: EvaluatedCall, node: ast.Pattern, value: unknown): boolean {
  switch (node.kind) {
    case "WildcardPattern":
      return true;
    case "ParenPattern":
      return matches(frame, node.inner, value);
    case "LiteralPattern":
      return value === node.value.value;
    case "RangePattern": {
      const [low, high] = [node.low.value, node.high.value];
      const subject = value as bigint | number;
      return low <= subject && (node.inclusive ? subject <= high : subject < high);
    }
    case "OrPattern":
      return node.alternatives.some((alternative) => matches(frame, alternative, value));
    case "NamePattern":
    case "CtorPattern":
    case "StructPattern":
    case "TuplePattern":
      return (
        isVariant(frame, node, value) &&
        partsOf(frame, node, value).every(([part, inner]) => matches(frame, part, inner))
      );
    case "ListPattern": {
      const { length } = value as unknown[];
      const size = node.before.length + node.after.length;
      return (
        (node.rest === null ? length === size : length >= size) &&
        elementsOf(node, value as unknown[]).every(([part, inner]) => matches(frame, part, inner))
      );
    }
    case "BrokenPattern":
      throw new Error("a program with errors is not evaluated");
  }
}

function isVariant(frame: EvaluatedCall, node: ast.Pattern, value: unknown): boolean {
  const use = frame.facts.uses[node.id];
  return use?.kind !== "VariantPattern" || (value instanceof EnumValue && value.index === use.variant.index);
}

/** The patterns inside a variant or struct pattern, each with the value it matches. */
function partsOf(
  frame: EvaluatedCall,
  node: ast.NamePattern | ast.CtorPattern | ast.StructPattern | ast.TuplePattern,
  value: unknown,
): [ast.Pattern, unknown][] {
  const use = frame.facts.uses[node.id];
  const given: readonly ast.Pattern[] =
    node.kind === "TuplePattern"
      ? node.parts
      : node.kind === "CtorPattern"
        ? node.args
        : node.kind === "StructPattern"
          ? node.fields.map((field) => field.pattern)
          : [];
  if (use?.kind === "VariantPattern") {
    return use.order.flatMap((at, part): [ast.Pattern, unknown][] =>
      at < 0 || given[at] === undefined ? [] : [[given[at], (value as EnumValue).payload[part]]],
    );
  }
  if (use?.kind === "StructPattern")
    return use.fields.map((field, at) => [given[at]!, (value as StructValue).fields[field]]);
  return [];
}

/** Sets the variables of a pattern that matches. */
export function bind(frame: EvaluatedCall, node: ast.Pattern, value: unknown): void {
  for (const [symbol, bound] of bindings(frame, node, value)) frame.locals.set(symbol, bound);
}

function bindings(frame: EvaluatedCall, node: ast.Pattern, value: unknown): [LocalSymbol, unknown][] {
  switch (node.kind) {
    case "ParenPattern":
      return bindings(frame, node.inner, value);
    case "NamePattern": {
      const symbol = symbolOf(frame, node);
      return symbol === undefined ? [] : [[symbol, value]];
    }
    case "CtorPattern":
    case "StructPattern":
    case "TuplePattern":
      return partsOf(frame, node, value).flatMap(([part, inner]) => bindings(frame, part, inner));
    case "ListPattern":
      return elementsOf(node, value as unknown[]).flatMap(([part, inner]) => bindings(frame, part, inner));
    case "OrPattern": {
      const chosen = bindings(
        frame,
        node.alternatives.find((alternative) => matches(frame, alternative, value))!,
        value,
      );
      // Each alternative has its own symbols for the same variables.
      const byName = new Map(chosen.map(([symbol, bound]) => [symbol.name, bound]));
      return node.alternatives
        .flatMap((each) => symbolsOf(frame, each))
        .map((symbol) => [symbol, byName.get(symbol.name)]);
    }
    case "WildcardPattern":
    case "LiteralPattern":
    case "RangePattern":
    case "BrokenPattern":
      return [];
  }
}

/** The patterns in a list pattern, each with the value it matches; that of the rest is a copy. */
function elementsOf({ before, rest, after }: ast.ListPattern, list: unknown[]): [ast.Pattern, unknown][] {
  const end = list.length - after.length;
  return [
    ...before.map((part, at): [ast.Pattern, unknown] => [part, list[at]]),
    ...(rest === null ? [] : [[rest.pattern, list.slice(before.length, end)] as [ast.Pattern, unknown]]),
    ...after.map((part, at): [ast.Pattern, unknown] => [part, list[end + at]]),
  ];
}

function symbolOf(frame: EvaluatedCall, node: ast.NamePattern): LocalSymbol | undefined {
  const use = frame.facts.uses[node.id];
  if (use?.kind === "VariantPattern") return undefined;
  return use?.kind === "Binding" ? use.local : frame.facts.locals[node.id];
}

/** All variables of a pattern, including those of all alternatives. */
function symbolsOf(frame: EvaluatedCall, node: ast.Pattern): LocalSymbol[] {
  switch (node.kind) {
    case "ParenPattern":
      return symbolsOf(frame, node.inner);
    case "NamePattern": {
      const symbol = symbolOf(frame, node);
      return symbol === undefined ? [] : [symbol];
    }
    case "CtorPattern":
      return node.args.flatMap((arg) => symbolsOf(frame, arg));
    case "TuplePattern":
      return node.parts.flatMap((part) => symbolsOf(frame, part));
    case "StructPattern":
      return node.fields.flatMap((field) => symbolsOf(frame, field.pattern));
    case "ListPattern":
      return [...node.before, ...(node.rest === null ? [] : [node.rest.pattern]), ...node.after].flatMap(
        (part) => symbolsOf(frame, part),
      );
    case "OrPattern":
      return node.alternatives.flatMap((alternative) => symbolsOf(frame, alternative));
    case "WildcardPattern":
    case "LiteralPattern":
    case "RangePattern":
    case "BrokenPattern":
      return [];
  }
}
