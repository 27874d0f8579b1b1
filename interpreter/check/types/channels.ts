// Types of std/sync whose bare name means the one of Int (reference/concurrency#concurrency).
import { isOfModule, isStandard, std, standardModules } from "../standard/index.ts";
import type { FunctionSymbol } from "./symbols.ts";
import type { Fallback, TypeSymbol } from "./types.ts";

export function isChannelType(symbol: TypeSymbol): boolean {
  return isStandard(symbol, std.sync.Channel) || isStandard(symbol, std.sync.SelectResult);
}

/** What type arguments of channels and of functions about them are taken to be where nothing says what they are. */
export function fallbackOf(symbol: TypeSymbol | FunctionSymbol): Fallback | null {
  return isOfModule(symbol, standardModules.sync) ? "int" : null;
}
