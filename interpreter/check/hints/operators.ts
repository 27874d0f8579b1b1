// Hints for operands that an operator is not defined for.
import { isPrimitive, isSymbol, showType, tupleOf, type Type } from "../types/index.ts";
import { notes, type Extra } from "../../diagnostics/index.ts";
import type { Body } from "../body/index.ts";

/** For `name || "none"`: elsewhere an empty value is false. */
export function defaultHint(left: Type): string | undefined {
  return isPrimitive(left, "String") || isPrimitive(left, "List") ? notes.defaultForEmpty : undefined;
}

/** The hint for `o > 2` with an option. */
export function insideHint(body: Body, left: Type, right: Type): string | undefined {
  if (!isSymbol(left, body.context.enums.option) || isSymbol(right, body.context.enums.option))
    return undefined;
  return notes.valueIsInside;
}

/** The hint for an Int and a Float: usually the Int must be converted. */
export function mixedHint(left: Type, right: Type, counter?: string): string | undefined {
  if (!isPrimitive(left, "Int") || !isPrimitive(right, "Float")) return undefined;
  return counter === undefined ? notes.convertEitherSide : notes.startAsFloat(counter);
}

/**
 * The hint for operands of a struct or an enum of the program, which could declare operators in other
 * languages.
 */
export function ownOperatorHint(type: Type): string | undefined {
  if (tupleOf(type) !== null) return notes.makeNewTuple;
  const own = type.kind === "Named" && type.symbol.kind !== "Primitive" && !type.symbol.module.standard;
  return own ? notes.operatorsAreNotDeclared : undefined;
}

export function orderHint(type: Type): Extra {
  if (type.kind === "Param") return { hint: notes.addBoundOrd(type.name) };
  if (type.kind !== "Named" || type.symbol.kind === "Primitive" || type.symbol.module.standard) return {};
  return {
    hint: notes.deriveOrdOrCompareBy(type.symbol.name),
    cause: `${showType(type)} Ord`,
  };
}
