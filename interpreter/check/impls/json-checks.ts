// Whether a check of `@check` makes sense for the type of its field (D4).
import { has } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import type { AttributeValue } from "../../syntax/index.ts";
import type { Check } from "../derive/index.ts";
import { isStandard, std } from "../standard/index.ts";
import { isError, prune, showType, type Type } from "../types/index.ts";
import type { AttributeCheck } from "./json-members.ts";

/** Reports pairs of limits between which there is no value. */
export function limitsLeaveValues(check: AttributeCheck, checks: readonly Check[]): void {
  for (const [lower, upper, isInclusive] of PAIRS)
    for (const ofItems of [false, true]) {
      const least = checks.find(({ key, ofItems: items }) => key === lower && items === ofItems);
      const most = checks.find(({ key, ofItems: items }) => key === upper && items === ofItems);
      const [from, to] = [numberOf(least), numberOf(most)];
      if (from === null || to === null || (isInclusive ? from <= to : from < to)) continue;
      const [one, other] = [least!.arg.name.name, most!.arg.name.name];
      check.misfit(most!.arg.value!.span, notes.noValueBetween(one, other), notes.exchangeLimits);
    }
}

/** Lower and upper limits, and whether a value may equal both. */
const PAIRS: readonly (readonly [string, string, boolean])[] = [
  ["min", "max", true],
  ["min", "below", false],
  ["above", "max", false],
  ["above", "below", false],
  ["min_len", "max_len", true],
];

function numberOf(check: Check | undefined): number | bigint | null {
  const limit = check?.arg.value;
  return limit?.kind === "IntLit" || limit?.kind === "FloatLit" ? limit.value : null;
}

type Wanted = "number" | "sized" | "text" | "list" | "any";

const WANTED: Readonly<Record<string, Wanted>> = {
  min: "number",
  max: "number",
  above: "number",
  below: "number",
  multiple_of: "number",
  min_len: "sized",
  max_len: "sized",
  pattern: "text",
  format: "text",
  unique: "list",
  one_of: "any",
};

export function checkFits(
  check: AttributeCheck,
  { key, arg, ofItems }: Check,
  type: Type,
  isOption: boolean,
): void {
  const { span } = arg.name;
  let value = isOption && type.kind === "Named" ? prune(type.args[0]!) : type;
  if (ofItems) {
    if (!isPrimitive(value, "List"))
      return check.misfit(span, notes.itemsOfNoList(showType(type)), notes.itemsAreOfLists);
    value = prune((value as Type & { kind: "Named" }).args[0]!);
  }
  if (isError(value)) return;
  const wanted = WANTED[key]!;
  if (!isOf(check, value, wanted))
    return check.misfit(span, notes.checkDoesNotFit(arg.name.name, showType(type)), notes.checkIsFor(wanted));
  const limits =
    arg.value?.kind === "AttributeList" ? arg.value.elements : arg.value === null ? [] : [arg.value];
  if (key === "pattern") {
    const pattern = limits[0]!;
    const problem = check.context.standard.patternProblem((pattern as { value: string }).value);
    if (problem !== null) check.misfit(pattern.span, notes.invalidPattern(problem), notes.patternsAreOfRegex);
  }
  if (wanted !== "number" && wanted !== "any") return;
  for (const limit of limits)
    if (!limitFits(limit, value, wanted === "number"))
      check.misfit(limit.span, notes.limitHasOtherType(showType(value)), notes.writeLimitAs(showType(value)));
  if (key === "multiple_of" && limits.some((limit) => has(limit, "value") && Number(limit.value) === 0))
    check.misfit(limits[0]!.span, notes.multipleOfZero, notes.writeOtherNumber);
}

function isOf(check: AttributeCheck, type: Type, wanted: Wanted): boolean {
  switch (wanted) {
    case "number":
      return isPrimitive(type, "Int") || isPrimitive(type, "Float") || isDecimal(type);
    case "text":
      return isPrimitive(type, "String");
    case "sized":
      return isPrimitive(type, "String") || isPrimitive(type, "List") || isMap(type);
    case "list":
      return (
        isPrimitive(type, "List") && check.isHashable(prune((type as Type & { kind: "Named" }).args[0]!))
      );
    case "any":
      return ["Int", "Float", "String", "Char", "Bool"].some((name) => isPrimitive(type, name));
  }
}

function limitFits(limit: AttributeValue, type: Type, isNumeric: boolean): boolean {
  switch (limit.kind) {
    case "IntLit":
      return isPrimitive(type, "Int") || (isNumeric && (isPrimitive(type, "Float") || isDecimal(type)));
    case "FloatLit":
      return isPrimitive(type, "Float") || isDecimal(type);
    case "StringLit":
      return isPrimitive(type, "String");
    case "CharLit":
      return isPrimitive(type, "Char");
    case "BoolLit":
      return isPrimitive(type, "Bool");
    default:
      return false;
  }
}

function isPrimitive(type: Type, name: string): boolean {
  return type.kind === "Named" && type.symbol.kind === "Primitive" && type.symbol.name === name;
}

function isDecimal(type: Type): boolean {
  return (
    type.kind === "Named" && type.symbol.kind === "Struct" && isStandard(type.symbol, std.decimal.Decimal)
  );
}

function isMap(type: Type): boolean {
  return (
    type.kind === "Named" && type.symbol.kind === "Struct" && isStandard(type.symbol, std.collections.Map)
  );
}
