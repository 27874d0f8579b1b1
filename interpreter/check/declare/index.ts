// Declarations of a module: its items become symbols (`declare.ts`, `declared.ts`), written types become types
// (`resolve-type.ts`), constants are folded (`constants.ts`, reference/checking#constants).
export { declareNames, forceDeclarations, resolveDeclarations } from "./declare.ts";
export { fieldHint, fieldIndex, isHiddenField, variantNamed } from "./declared.ts";
export { checkEntry } from "./entry.ts";
export type { BodyLocal } from "./local.ts";
export { applyAlias, applyType, resolveType, scopeWith } from "./resolve-type.ts";
