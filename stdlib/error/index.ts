// std/error is written in the language. Native modules share the class of `Error`, the wording of system
// errors, and the wording of denials.
import { catchPanic, ErrorValue } from "../../interpreter/runtime/index.ts";
import type { NativeTable, Runtime } from "../../interpreter/runtime/index.ts";

export { denial } from "./denial.ts";
export { descriptorProblem } from "./descriptors.ts";
export { codeOf, errorText, LOOKUP_FAILED, systemText } from "./system-error.ts";

export function create({ scheduler }: Runtime): NativeTable {
  return {
    structs: { Error: ErrorValue },
    functions: { __catch: (f: () => unknown) => catchPanic(scheduler, f, ({ message }) => message) },
  };
}
