// One function as JavaScript: expressions, statements, branches, loops, calls and lambdas.
export { callsOthers } from "./contents.ts";
export { FunctionEmitter } from "./function-emitter.ts";
export { LATE } from "./giving-way.ts";
export { LOOKED } from "./heap-checks.ts";
