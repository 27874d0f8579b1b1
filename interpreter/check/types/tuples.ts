// Tuples are generic structs that std/core declares: `__Tuple2<A, B>` with the fields `0` and `1`, and so
// on. So all that holds for structs holds for them; only their text differs (reference/types#tuples).
import { notes } from "../../diagnostics/index.ts";
import { prune } from "./type-operations.ts";
import type { NamedType, Type, TypeSymbol } from "./types.ts";
import { isOfModule, isStandard, std, standardModules, TUPLE } from "../standard/index.ts";

/** By the number of parts. */
export const TUPLES = [2, 3, 4, 5, 6, 7, 8].map((size) => `${TUPLE}${size}`);

export function isTupleSymbol(symbol: TypeSymbol): boolean {
  return (
    symbol.kind === "Struct" && symbol.name.startsWith(TUPLE) && isOfModule(symbol, standardModules.core)
  );
}

/** How the parts of a tuple are read. */
export function partsHint(tuple: NamedType): string {
  return notes.itsPartsAreTo(tuple.args.length - 1);
}

/** The tuple that a type is, or null for any other type. */
export function tupleOf(type: Type): NamedType | null {
  const actual = prune(type);
  return actual.kind === "Named" && isTupleSymbol(actual.symbol) ? actual : null;
}

/** The struct of a type that a pattern `(a, b)` takes apart field by field: a tuple, a map's entry or what `enumerate` gives; else null. */
export function takenApart(type: Type): NamedType | null {
  const actual = prune(type);
  if (actual.kind !== "Named") return null;
  const { symbol } = actual;
  return isTupleSymbol(symbol) ||
    isStandard(symbol, std.iter.Indexed) ||
    isStandard(symbol, std.collections.Entry)
    ? actual
    : null;
}
