// The entry point: runs the checkers of literals, after the check of programs (reference/checking#literals).
// `checks.ts` calls them, `located.ts` finds the source of a problem, `schema.ts` the schema of a project.
export { LiteralChecks, type LiteralMemory, type LiteralOptions, type LiteralSources } from "./checks.ts";
