// The entry point: names, types and all static rules (reference/checking#type-checking), from trees to
// checked modules and diagnostics.
import { checkUnits } from "./check.ts";
import type { Unit } from "./names/index.ts";
import type { CheckOptions, CheckResult } from "./program.ts";

export type {
  ArgumentOrder,
  BoundCallee,
  Callee,
  Conversion,
  Facts,
  FactsTable,
  Iteration,
  Use,
  Impls,
  ConstSymbol,
  ConstValue,
  DynType,
  EnumSymbol,
  Fallback,
  FunctionSymbol,
  FunType,
  GlobalSymbol,
  ImplSymbol,
  LocalSymbol,
  Module,
  NamedType,
  NeverType,
  ParamType,
  Prelude,
  PrimitiveSymbol,
  StructSymbol,
  Substitution,
  TraitRef,
  TraitSymbol,
  Type,
  TypeSymbol,
  VariantSymbol,
  VarType,
} from "./types/index.ts";
export { checkPartly } from "./partial.ts";
export type {
  CheckedView,
  CheckMemory,
  Found,
  FoundDeclarations,
  FoundFile,
  KnownUnit,
  PartialResult,
} from "./memory.ts";
export { importName, nameInKey } from "./uses.ts";
export type { Becomes, Comparing } from "./comparing.ts";
export {
  moveLiteral,
  type At,
  type LiteralArgument,
  type LiteralField,
  type LiteralPart,
  type LiteralType,
  type LiteralUse,
} from "./literal-use.ts";
export { LARGER, question, VAST } from "./asked/index.ts";
export { importedNames, type ImportedName } from "./names/index.ts";
export { Checker, type Added, type Meaning } from "./check.ts";
export { isHiddenField } from "./declare/index.ts";
export { isChannelType, isTupleSymbol } from "./types/index.ts";
export {
  isOfModule,
  isStandard,
  methods,
  nameOf,
  std,
  standardModules,
  type StandardItem,
} from "./standard/index.ts";
export { chosenFor } from "./chosen.ts";
export { shapeText, typeKey } from "./shapes.ts";
export { DERIVABLE, derivedModules, namesDerived } from "./derive/index.ts";
export type { CheckOptions, CheckResult, Program, StandardBodies } from "./program.ts";
export {
  SessionScope,
  StandardNames,
  type SessionEntry,
  type StandardText,
  type Unit,
} from "./names/index.ts";
export { showType } from "./types/index.ts";

/** Checks units, dependencies before dependents, `std/core` first. Never throws for invalid input. */
export function check(units: readonly Unit[], options: CheckOptions = {}): CheckResult {
  return checkUnits(units, options);
}
