// What names mean: those of a file and of its imports, of standard modules, built in, and of a session's inputs.
// `names.ts` looks up, `unknown-name.ts` and `import-hints.ts` report what is not there, `module-uses.ts` notes which
// imports are needed.
export { inModules } from "./import-hints.ts";
export { isNeeded, noteUse } from "./module-uses.ts";
export { Names, type FileEntry, type ImportedName, type ModuleState } from "./names.ts";
export { checkSelectedNames } from "./selected-names.ts";
export { SessionScope, type SessionEntry } from "./session-scope.ts";
export { StandardNames, type StandardText } from "./standard-names.ts";
export type { TypeScope } from "./type-scope.ts";
export { declarePrimitives, type BuiltinName } from "./universe.ts";
export { unknownName } from "./unknown-name.ts";
