// Declarations of a module: from items to names (`file-names.ts`) and symbols (`declare.ts`,
// `declared.ts`), from written types to types
// (`resolve-type.ts`), and folding of constants (`constants.ts`, reference/checking#constants).
export { declareNames, forceDeclarations, resolveDeclarations } from "./declare.ts";
export { fieldHint, fieldIndex, isHiddenField, variantNamed } from "./declared.ts";
export { checkEntry } from "./entry.ts";
export type { BodyLocal, NoValue } from "./local.ts";
export { hasFailed } from "./constants.ts";
export { applyAlias, applyType, resolveType, scopeWith } from "./resolve-type.ts";
