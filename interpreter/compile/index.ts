// Entry point: from a checked program to the text of one JavaScript expression and its position map.
export {
  compile,
  compileErrors,
  type Compiled,
  type CompileOptions,
  type EntryFunctions,
} from "./compile.ts";
export { EVALUATED } from "./ir/index.ts";
export type { Tracing } from "./lower/index.ts";
export { storeKey, type SessionGlobals } from "./ir/index.ts";
export {
  functionAt,
  functionOfSite,
  markFrom,
  markOnOrBefore,
  locationOf,
  locationOfSite,
  withLines,
  type CountedFile,
  type CounterTable,
  type PositionMap,
  type ScriptLocation,
} from "./positions.ts";
