// Expands `@derive` to ordinary impls (reference/derive#derives), from tree to tree, before names and types
// are known. `struct.ts` and `enum.ts` have the bodies of derived methods.
export { canDerive, DERIVABLE, derivedModules, expandDerives, namesDerived } from "./derive.ts";
export { keysWithDerived } from "./keys.ts";
export { reportUnread } from "./unread.ts";
export {
  checkTexts,
  docAbove,
  inputText,
  jsonOfLiteral,
  sourceOf,
  SOURCES,
  type CheckText,
  type InputSource,
  type InputText,
} from "./inputs.ts";
export {
  argument,
  checksOf,
  enumForm,
  membersOf,
  refusesUnknown,
  type Check,
  type EnumForm,
  type Member,
  type VariantForm,
} from "./json-attributes.ts";
