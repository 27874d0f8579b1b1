// Transfer functions: the bounds of an operation's result from those of its operands, for each operation that
// yields an Int.
import type { IntOp, OpName } from "../../ir/index.ts";
import {
  bits,
  BYTE,
  difference,
  LENGTH,
  negated,
  product,
  quotient,
  remainder,
  shiftedLeft,
  shiftedRight,
  sum,
  TAG,
  type Range,
} from "./interval.ts";

/** Null: any Int. */
type Bounds = Range | null;

/** The bounds of the result for operands within `a` and `b`, or bounds that always hold. */
export type BoundsRule = ((a: Bounds, b: Bounds) => Bounds) | Range;

const BOUNDS: Readonly<Record<IntOp, BoundsRule | null>> = {
  "Int.add": sum,
  "Int.sub": difference,
  "Int.mul": product,
  "Int.div": quotient,
  "Int.rem": remainder,
  "Int.neg": negated,
  "Int.not": (a) => difference({ low: -1, high: -1 }, a),
  "Int.and": (a, b) => bits("&", a, b),
  "Int.or": (a, b) => bits("|", a, b),
  "Int.xor": (a, b) => bits("^", a, b),
  "Int.shl": shiftedLeft,
  "Int.shr": shiftedRight,
  "Float.toInt": null,
  "String.len": LENGTH,
  "String.byteAt": BYTE,
  "List.len": LENGTH,
  "Enum.tag": TAG,
};

/** Null if nothing is known about the result. */
export function boundsRule(op: OpName): BoundsRule | null {
  const rules: Partial<Readonly<Record<OpName, BoundsRule | null>>> = BOUNDS;
  return rules[op] ?? null;
}
