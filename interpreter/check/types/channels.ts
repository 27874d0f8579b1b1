// The types of std/sync whose name without type arguments means the one of Int
// (reference/concurrency#concurrency).
import { isOfModule, isStandard, std, standardModules } from "../standard/index.ts";
import type { FunctionSymbol } from "./symbols.ts";
import type { Fallback, TypeSymbol } from "./types.ts";

export function isChannelType(symbol: TypeSymbol): boolean {
  return isStandard(symbol, std.sync.Channel) || isStandard(symbol, std.sync.SelectResult);
}

/** The fallback for undetermined type arguments of channels and of functions of std/sync. */
export function fallbackOf(symbol: TypeSymbol | FunctionSymbol): Fallback | null {
  return isOfModule(symbol, standardModules.sync) ? "int" : null;
}
