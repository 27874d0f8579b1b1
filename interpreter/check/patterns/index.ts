// Patterns (reference/patterns#patterns): their names and bindings (`bind.ts`, with the hints of
// `pattern-hints.ts`), exhaustiveness and reachability of the arms of a match (`exhaustive.ts`, with the
// matrices of `coverage.ts`), and patterns that must not fail (`failing.ts`).
export { bindPattern, patternLocals } from "./bind.ts";
export { checkExhaustive } from "./exhaustive.ts";
export { mustNotFail, shouldFail } from "./failing.ts";
