// Tuples are generic structs that std/core declares: `__Tuple2<A, B>` with the fields `0` and `1`, and so on.
// All rules for structs apply to them; only their text differs (reference/types#tuples).
import { notes } from "../../diagnostics/index.ts";
import { prune } from "./type-operations.ts";
import type { NamedType, Type, TypeSymbol } from "./types.ts";
import { isOfModule, isStandard, std, standardModules, TUPLE } from "../standard/index.ts";

/** The names of tuple structs, by the number of parts. */
export const TUPLES = [2, 3, 4, 5, 6, 7, 8].map((size) => `${TUPLE}${size}`);

export function isTupleSymbol(symbol: TypeSymbol): boolean {
  return (
    symbol.kind === "Struct" && symbol.name.startsWith(TUPLE) && isOfModule(symbol, standardModules.core)
  );
}

/** The hint with the parts of a tuple. */
export function partsHint(tuple: NamedType): string {
  return notes.itsPartsAreTo(tuple.args.length - 1);
}

/** The type if it is a tuple, or null. */
export function tupleOf(type: Type): NamedType | null {
  const actual = prune(type);
  return actual.kind === "Named" && isTupleSymbol(actual.symbol) ? actual : null;
}

/**
 * The type if a pattern `(a, b)` destructures it by fields: a tuple, an entry of a map, or a result of
 * `enumerate`; else null.
 */
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
