// std/error is written in the language; only the class of `Error` is shared with native modules.
import { ErrorValue } from "../../interpreter/runtime/index.ts";
import type { NativeTable } from "../../interpreter/runtime/index.ts";

export function create(): NativeTable {
  return { structs: { Error: ErrorValue }, functions: {} };
}
