// The meaning of names: those of a file and its imports, of standard modules, built-in ones, and those of
// inputs of a session. `names.ts` looks names up, `unknown-name.ts` and `import-hints.ts` report unknown
// ones, `module-uses.ts` records which imports are needed.
export { importPath } from "./import-path.ts";
export { importedNames } from "./imported-names.ts";
export { inModules } from "./import-hints.ts";
export {
  imports,
  isNeeded,
  isUsedCollection,
  missingModules,
  noteUse,
  type AllUses,
  type FileUses,
} from "./module-uses.ts";
export { Names, type FileEntry, type ImportedName, type ModuleState, type StateMap } from "./names.ts";
export { checkSelectedNames } from "./selected-names.ts";
export { SessionScope, type SessionEntry } from "./session-scope.ts";
export { StandardNames, type StandardText } from "./standard-names.ts";
export { Touched } from "./touched.ts";
export type { Report } from "./report.ts";
export type { Unit } from "./unit.ts";
export type { TypeScope } from "./type-scope.ts";
export { declarePrimitives, type BuiltinName } from "./universe.ts";
export { unknownName } from "./unknown-name.ts";
