// The names of the standard library that the language itself uses (`items.ts`).
export {
  isOfModule,
  isStandard,
  methods,
  nameOf,
  std,
  standardModules,
  TUPLE,
  type StandardItem,
  type StandardModule,
} from "./items.ts";
