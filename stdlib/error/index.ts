// std/error is written in the language; the class of `Error` the wording of system errors and of what a host denies are shared
// with native modules.
import { ErrorValue } from "../../interpreter/runtime/index.ts";
import type { NativeTable } from "../../interpreter/runtime/index.ts";

export { denial } from "./denial.ts";
export { descriptorProblem } from "./descriptors.ts";
export { errorText, systemText } from "./system-error.ts";

export function create(): NativeTable {
  return { structs: { Error: ErrorValue }, functions: {} };
}
