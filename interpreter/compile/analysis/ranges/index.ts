// Bounds of Ints: which are small, which are kept in halves.
export {
  bits, constantOf, difference, exact, fits32, isExact, isUnsigned32, LENGTH, MAX_EXACT, MOST_ASSIGNMENTS,
  negated, product, quotient, remainder, shiftedLeft, shiftedRight, sum, within, type Range,
} from "./interval.ts";
export { ranges, type Ranges } from "./ranges.ts";
