// Int expressions of which only the low 32 bits matter: operands of a 32-bit mask, or non-negative numbers
// modulo a power of two up to 2^32. In two's complement, all operators except `/`, `%` and `>>` can work on
// the low halves alone, so hashes and random numbers with intermediate values beyond 2^53 stay fast.
import { bits, constantOf, fits32, isUnsigned32, within, type Range } from "../../analysis/ranges/index.ts";
import { factsOf, type Expr } from "../../ir/index.ts";
import type { Emitter } from "../emitter/index.ts";
import { compound, operand, type Value } from "../values/index.ts";
import { lowerHalf } from "./halves.ts";

type Operation = Expr & { kind: "Op" };

/** The value computed from low halves; null if these do not suffice or do not pay. */
export function byLowBits(emitter: Emitter, expr: Operation): Value | null {
  if (expr.op !== "Int.and" && expr.op !== "Int.rem") return null;
  if (!emitter.isInline(expr)) return null;
  const [a, b] = expr.args as [Expr, Expr];
  const { ranges } = emitter.program;
  if (expr.op === "Int.rem") {
    // The divisor is not evaluated, so it must have no effects.
    const divisor = b.kind === "Const" || b.kind === "Local" ? constantOf(ranges.of(b)) : null;
    if (divisor === null || !isPowerOf32Bits(divisor)) return null;
    const dividend = ranges.of(a);
    if (dividend === null || dividend.low < 0) return null;
    if (!isPartial(a) && fits32(dividend)) return null;
    return masked(low(emitter, a), `${(divisor - 1) | 0}`, { low: 0, high: divisor - 1 });
  }
  if (!isPartial(a) && !isPartial(b)) return null;
  if (!isUnsigned32(ranges.of(a)) && !isUnsigned32(ranges.of(b))) return null;
  return masked(low(emitter, a), low(emitter, b), bits("&", ranges.of(a), ranges.of(b))!);
}

function isPowerOf32Bits(value: number): boolean {
  return value >= 1 && value <= 4294967296 && Number.isInteger(Math.log2(value));
}

function masked(a: string, b: string, range: Range): Value {
  const text = a === ALL_BITS ? b : b === ALL_BITS ? a : `${a} & ${b}`;
  return compound(range.high > 2147483647 ? `(${text}) >>> 0` : text, range);
}

/** A mask that keeps all of the low 32 bits. */
const ALL_BITS = "-1";

/** Whether the low bits of an operation depend only on those of its operands. */
function isPartial(expr: Expr): boolean {
  return expr.kind === "Op" && factsOf(expr.op).lowBits;
}

/** An expression with the right low 32 bits; its other bits are arbitrary. */
function low(emitter: Emitter, expr: Expr): string {
  if (expr.kind === "Const" && expr.of === "Int") {
    return `${BigInt.asIntN(32, expr.value as bigint)}`;
  }
  if (expr.kind !== "Op") return whole(emitter, expr);
  const part = (at: number) => low(emitter, expr.args[at]!);
  switch (expr.op) {
    case "Int.add":
    case "Int.sub":
      return `(${part(0)} ${expr.op === "Int.add" ? "+" : "-"} ${part(1)} | 0)`;
    case "Int.mul":
      return `Math.imul(${part(0)}, ${part(1)})`;
    case "Int.and":
    case "Int.or":
    case "Int.xor":
      return `(${part(0)} ${BIT[expr.op]} ${part(1)})`;
    case "Int.neg":
      return `(0 - ${part(0)} | 0)`;
    case "Int.not":
      return `(~${part(0)})`;
    case "Int.shl":
      return within(emitter.program.ranges.of(expr.args[1]!), 0, 31)
        ? `(${part(0)} << ${part(1)})`
        : whole(emitter, expr);
    default:
      return whole(emitter, expr);
  }
}

const BIT = { "Int.and": "&", "Int.or": "|", "Int.xor": "^" } as const;

/** An operand that is computed completely. The sum of two within 2^52 is exact. */
function whole(emitter: Emitter, expr: Expr): string {
  const half = lowerHalf(emitter, expr);
  if (half !== null) return half;
  const value = emitter.value(expr);
  if (value.range === null) return `${emitter.runtimeName("lowHalf")}(${value.text})`;
  return within(value.range, -(2 ** 52), 2 ** 52) ? operand(value) : `(${operand(value)} | 0)`;
}
