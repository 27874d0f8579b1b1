// Prints types, type parameters and patterns, always on one line.
import { isTupleName, type GenericParam, type Pattern, type TypeNode } from "../syntax/index.ts";
import { literalText, printLiteral } from "./literals.ts";
import type { Printer } from "./printer.ts";

export function printType(type: TypeNode): string {
  switch (type.kind) {
    case "NamedType":
      if (isTupleName(type.name.name)) return `(${type.args.map(printType).join(", ")})`;
      return type.name.name + printTypeArgs(type.args);
    case "UnitType":
      return "()";
    case "TupleType":
      return `(${type.parts.map(printType).join(", ")})`;
    case "FunType":
      return `fun(${type.params.map(printType).join(", ")}) -> ${printType(type.result)}`;
    case "DynType":
      return `dyn ${printType(type.trait)}`;
    case "OptionType":
      return isOpenEnded(type.inner) ? `(${printType(type.inner)})?` : `${printType(type.inner)}?`;
    case "BrokenType":
      throw new Error("a text with errors is not formatted");
  }
}

/** Whether a `?` after the type would belong to its last part, or the type ends with a `?`. */
function isOpenEnded(type: TypeNode): boolean {
  return type.kind === "FunType" || type.kind === "OptionType";
}

export function isUnit(type: TypeNode): boolean {
  return type.kind === "UnitType" || (type.kind === "NamedType" && type.name.name === "Unit");
}

export function printTypeArgs(args: readonly TypeNode[] | null): string {
  return args === null || args.length === 0 ? "" : `<${args.map(printType).join(", ")}>`;
}

export function printGenerics(generics: readonly GenericParam[]): string {
  if (generics.length === 0) return "";
  const params = generics.map(({ name, bounds }) =>
    bounds.length === 0 ? name.name : `${name.name}: ${bounds.map(printType).join(" + ")}`,
  );
  return `<${params.join(", ")}>`;
}

export function printPattern(p: Printer, pattern: Pattern): string {
  switch (pattern.kind) {
    case "WildcardPattern":
      return "_";
    case "LiteralPattern":
      return literalText(p, pattern.value);
    case "RangePattern": {
      const limit = (end: typeof pattern.low): string => printLiteral(p, end) as string;
      return `${limit(pattern.low)}${pattern.inclusive ? "..=" : ".."}${limit(pattern.high)}`;
    }
    case "NamePattern":
      return pattern.name;
    case "CtorPattern":
      return `${pattern.name.name}(${pattern.args.map((arg) => printPattern(p, arg)).join(", ")})`;
    case "StructPattern": {
      if (pattern.fields.length === 0) return `${pattern.name.name} ${pattern.rest ? "{ .. }" : "{}"}`;
      const fields = pattern.fields.map(({ name, pattern: inner }) => {
        const same = inner.kind === "NamePattern" && inner.name === name.name;
        return same ? name.name : `${name.name}: ${printPattern(p, inner)}`;
      });
      return `${pattern.name.name} { ${[...fields, ...(pattern.rest ? [".."] : [])].join(", ")} }`;
    }
    case "OrPattern":
      return pattern.alternatives.map((inner) => printPattern(p, inner)).join(" | ");
    case "TuplePattern":
      return `(${pattern.parts.map((part) => printPattern(p, part)).join(", ")})`;
    case "ListPattern": {
      const { before, rest, after } = pattern;
      const middle =
        rest === null ? [] : [`..${rest.pattern.kind === "NamePattern" ? rest.pattern.name : ""}`];
      const printed = [before, after].map((parts) => parts.map((part) => printPattern(p, part)));
      return `[${[...printed[0]!, ...middle, ...printed[1]!].join(", ")}]`;
    }
    case "ParenPattern":
      return `(${printPattern(p, pattern.inner)})`;
    case "BrokenPattern":
      throw new Error("a text with errors is not formatted");
  }
}
