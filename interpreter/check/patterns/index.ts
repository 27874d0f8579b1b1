// Patterns (reference/patterns#patterns): what their names mean and bind (`bind.ts`), and whether the arms of a match take every value
// and can all be reached (`exhaustive.ts`, by the matrices of `coverage.ts`); patterns that may not fail (`failing.ts`).
export { bindPattern, patternLocals } from "./bind.ts";
export { checkExhaustive } from "./exhaustive.ts";
export { mustNotFail, shouldFail } from "./failing.ts";
