// Bounds of Ints: which are small, which are kept in halves.
export {
  bits, BYTE, constantOf, difference, exact, fits32, isExact, isUnsigned32, LENGTH, MAX_EXACT, MOST_ASSIGNMENTS,
  negated, product, quotient, remainder, shiftedLeft, shiftedRight, sum, TAG, within, type Range,
} from "./interval.ts";
export { ranges, type Ranges } from "./ranges.ts";
