// Arithmetic, comparisons and bit operations of Ints as JavaScript: on small ones, on any, and in halves.
export { bitwise, shiftLeft, shiftRight } from "./bit-operators.ts";
export {
  byHalves,
  emittedHalves,
  emittedHalvesOfValue,
  ofHalves,
  parameterNames,
  splitArgument,
  splitLocal,
  splitResult,
} from "./halves.ts";
export {
  additive,
  divide,
  equal,
  less,
  multiply,
  multiplyRemainder,
  negate,
  remainder,
  twice,
  type Scratch,
} from "./int-operators.ts";
export { byLowBits } from "./low-bits.ts";
