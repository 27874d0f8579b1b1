// Pattern matching as JavaScript: tests and bindings of patterns, and the `switch` of a `match`.
export { emitMatch } from "./matching.ts";
export { emitDestructure, emitEach, emitSteps } from "./steps.ts";
export { declareTested, emitBindings, patternTest } from "./patterns.ts";
