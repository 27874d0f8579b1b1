// Types and symbols as data (`types.ts`, `symbols.ts`), and their operations: `type-operations.ts` builds,
// substitutes and compares types, `unify.ts` solves unknowns, `show-type.ts` writes types as users do.
export { fallbackOf, isChannelType } from "./channels.ts";
export { optionPayload } from "./option-payload.ts";
export { innerOf, partsOf } from "./parts.ts";
export { showPair, showReal, showTrait, showType, writableType } from "./show-type.ts";
export type * from "./facts.ts";
export type { CoreEnums, Prelude } from "./prelude.ts";
export type * from "./symbols.ts";
export { isTupleSymbol, partsHint, takenApart, tupleOf, TUPLES } from "./tuples.ts";
export {
  calledBy,
  ERROR,
  hasVars,
  isError,
  isNever,
  isPrimitive,
  isSymbol,
  mapType,
  mentions,
  named,
  NEVER,
  pairs,
  prune,
  sameType,
  sameTypes,
  withoutSolvedVars,
  substitute,
  substituteRef,
  Visits,
} from "./type-operations.ts";
export type * from "./types.ts";
export { Unifier } from "./unify.ts";
export { causeOfResult } from "./result-cause.ts";
