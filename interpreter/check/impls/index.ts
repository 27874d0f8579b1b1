// The table of impls (`impls.ts` with `method-table.ts`, which matches their targets with `match-type.ts`), the bounds of written
// types (`bounds.ts`, reference/checking#traits-and-bounds), and whether impls agree with their traits and
// each other (`coherence.ts`).
export { checkBounds, mayHaveLostImpls, reportImplied, reportMissing, standardTraitHint } from "./bounds.ts";
export { checkImpls, isDerived, replaceImpls } from "./coherence.ts";
export { AttributeCheck } from "./json-members.ts";
export {
  inputFits,
  inputsOf,
  inputsOfWhole,
  isText,
  isWhole,
  joined,
  type InputKind,
  type KnownInputs,
} from "./request-inputs.ts";
export { ImplTable } from "./impls.ts";
export { GROUPS, STANDARD_FIRST, type Candidate } from "./method-table.ts";
export { matchAll, matchType } from "./match-type.ts";
