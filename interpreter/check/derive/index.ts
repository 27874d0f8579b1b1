// `@derive` written out as ordinary impls (reference/derive#derives), before anything is known of names and types: a tree in, a
// tree out. `struct.ts` and `enum.ts` hold the bodies of derived methods.
export { derivedModules, expandDerives, namesDerived } from "./derive.ts";
export { mayBeMissing, memberName } from "./json-attributes.ts";
