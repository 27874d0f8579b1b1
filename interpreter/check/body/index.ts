// One body while it is being checked (`body.ts`): its scopes, unknown types and loops, the bounds that are still to be
// proved (`obligations.ts`), and the facts in the end. `infer.ts` is how it reaches the rules of expressions.
export { Body, type Closure, type Expected, type Frame, type LoopFrame } from "./body.ts";
export { freshAlias, freshType } from "./fresh-type.ts";
export type { Infer } from "./infer.ts";
export { boundsOf, instantiateImpl, oblige, solveSome, type Obligation } from "./obligations.ts";
