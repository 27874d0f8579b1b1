// Expands `@derive` to ordinary impls (reference/derive#derives), from tree to tree, before names and types
// are known. `struct.ts` and `enum.ts` have the bodies of derived methods.
export { DERIVABLE, derivedModules, expandDerives, namesDerived } from "./derive.ts";
export { keysWithDerived } from "./keys.ts";
export { mayBeMissing, memberName } from "./json-attributes.ts";
