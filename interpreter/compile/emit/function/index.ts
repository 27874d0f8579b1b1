// One function as JavaScript: expressions, statements, branches, loops, calls and lambdas.
export { callsOthers } from "./contents.ts";
export { FunctionEmitter } from "./function-emitter.ts";
export { DUE_FUNCTIONS } from "./giving-way.ts";
export { LOOK_FUNCTION } from "./heap-checks.ts";
