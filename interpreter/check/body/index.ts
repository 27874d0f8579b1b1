// The state of a body during its check (`body.ts`): its scopes, unknown types and loops, the bounds that are
// still open (`obligations.ts`), and the facts. `infer.ts` is its interface to the rules of expressions.
export {
  Body,
  forParts,
  type Closure,
  type Expected,
  type EnclosingFunction,
  type LoopFrame,
  type Parts,
} from "./body.ts";
export { freshAlias, freshType } from "./fresh-type.ts";
export type { Infer } from "./infer.ts";
export { boundsOf, instantiateImpl, oblige, solveSome, type Obligation } from "./obligations.ts";
