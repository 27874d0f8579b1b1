// The payload of an `Option`, the result type of `next` of an iterator.
import { prune } from "./type-operations.ts";
import type { Type } from "./types.ts";
import { isStandard, std } from "../standard/index.ts";

/** The payload type of an `Option` of std/core, or null for any other type. */
export function optionPayload(type: Type): Type | null {
  const actual = prune(type);
  if (actual.kind !== "Named" || actual.symbol.kind !== "Enum") return null;
  return isStandard(actual.symbol, std.core.Option) ? actual.args[0]! : null;
}
