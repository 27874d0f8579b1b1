// Public API: a checked program to the text of one JavaScript expression and the positions in it.
export { compile, compileErrors, type Compiled, type CompileOptions, type Entry } from "./compile.ts";
export { storeKey, type SessionGlobals } from "./ir/index.ts";
export { locationOf, locationOfSite, withLines, type PositionMap, type ScriptLocation } from "./positions.ts";
