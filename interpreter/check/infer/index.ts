// Checks the types of bodies (reference/checking#type-checking), with a file for each kind of node:
// `statements.ts`, `calls.ts`, `operators.ts`, … A file uses `body.infer` and `body.check` for parts, so none
// imports `expressions.ts`, which has all rules. `bodies.ts` is the start, `try.ts` is the operator `?`,
// `mismatch.ts` reports mismatched types.
export { checkConstantValue, checkFunction, checkGlobalValue } from "./bodies.ts";
