// Hints for indexes and keys.
import type { Body } from "../body/index.ts";
import { isPrimitive, isTupleSymbol, partsHint, type Type } from "../types/index.ts";
import { notes } from "../../diagnostics/index.ts";
import { isStandard, std } from "../standard/index.ts";

/** The hint for a string or character as the index of a list. */
export function listIndexHint(body: Body, actual: Type): string | undefined {
  return isPrimitive(actual, "String") || isPrimitive(actual, "Char")
    ? notes.listIndexIsInt
    : body.unifier.attempt(actual, body.context.option(body.context.int))
      ? notes.takeValueOutWithMatch
      : undefined;
}

/** The hint for a type without indexes and keys. */
export function indexHint(body: Body, type: Type, mapSlice: boolean): string | undefined {
  const { option, result } = body.context.enums;
  if (type.kind === "Fun") return notes.callWithParentheses;
  if (type.kind !== "Named") return undefined;
  if (isTupleSymbol(type.symbol)) return partsHint(type);
  if (type.symbol === option || type.symbol === result) return notes.takeValueOutWithMatch;
  if (type.symbol === body.context.collection("Set")) return notes.setHasNoIndex;
  if (isStandard(type.symbol, std.collections.Deque)) return notes.askWithGet;
  if (isStandard(type.symbol, std.collections.Counter)) return notes.askWithCount;
  if (isStandard(type.symbol, std.json.JsonValue)) return notes.memberOfJson;
  if (isPrimitive(type, "String")) return notes.cutBytesOut;
  if (isPrimitive(type, "Unit")) return notes.emptyMap;
  if (mapSlice) return notes.mapHasKeysNoPlaces;
  return undefined;
}
