// Which impls there are (`impls.ts`), whether written types keep the bounds of their parameters (`bounds.ts`, reference/checking#traits-and-bounds), and whether impls agree with their traits and each other (`coherence.ts`).
export { checkBounds, mayHaveLostImpls, reportImplied, reportMissing } from "./bounds.ts";
export { checkImpls, isDerived, replaceImpls } from "./coherence.ts";
export { GROUPS, ImplTable, matchType, STANDARD_FIRST, type Candidate } from "./impls.ts";
