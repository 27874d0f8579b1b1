// The types of bodies (reference/checking#type-checking), a file for each kind of node: `statements.ts`, `calls.ts`, `operators.ts`, … A file
// asks for the types of parts by `body.infer` and `body.check`, so none needs `expressions.ts`, which knows them all.
// `bodies.ts` starts, `try.ts` is the operator `?`, `mismatch.ts` reports a value that does not fit.
export { checkConstantValue, checkFunction, checkGlobalValue } from "./bodies.ts";
