// Int values beyond 2^53 - 1, and the conversions of Int. An Int is a number if its magnitude is at most 2^53
// - 1, a Wide otherwise: every value has one canonical form, so a number and a Wide are never equal.

/** A 64-bit two's complement integer as its upper and lower half, both signed 32-bit numbers. */
export class Wide {
  readonly hi: number;
  readonly lo: number;

  constructor(hi: number, lo: number) {
    this.hi = hi;
    this.lo = lo;
  }

  /**
   * An infinity of the right sign: arithmetic on a Wide leaves the exact range, which sends compiled code to
   * the slow path, and comparisons with numbers are right.
   */
  valueOf(): number {
    return this.hi < 0 ? -Infinity : Infinity;
  }

  /** Decimal, so that `${x}` works for both forms of an Int. */
  toString(): string {
    // The magnitude in two halves, then one step of long division by 10^6: all parts stay exact.
    const negative = this.hi < 0;
    const low = negative ? -this.lo >>> 0 : this.lo >>> 0;
    const high = negative ? (low === 0 ? -this.hi : ~this.hi) >>> 0 : this.hi;
    const top = Math.floor(high / 1e6);
    const rest = (high - top * 1e6) * TWO_32 + low;
    const restTop = Math.floor(rest / 1e6);
    const digits = `${top * TWO_32 + restTop}${`${rest - restTop * 1e6}`.padStart(6, "0")}`;
    return negative ? `-${digits}` : digits;
  }
}

/**
 * An Int of a script as compiled code has it: a number up to a magnitude of 2^53 - 1, otherwise a `Wide`.
 * `intToBigInt` and `intFromBigInt` convert it.
 */
export type Int = number | Wide;

/** The largest Int that is a number; its negative is the smallest. */
export const MAX_EXACT = 9007199254740991;
export const TWO_32 = 4294967296;

/** The bounds of Int. */
export const INT_MAX = new Wide(0x7fffffff, -1);
export const INT_MIN = new Wide(-0x80000000, 0);

/** The canonical Int of two signed halves. */
export function makeInt(hi: number, lo: number): Int {
  if (hi === lo >> 31) return lo;
  if (hi >= -0x200000 && hi < 0x200000 && (hi !== -0x200000 || lo !== 0)) return hi * TWO_32 + (lo >>> 0);
  return new Wide(hi, lo);
}

/** Bits 32 to 63, signed. */
export function highHalf(value: Int): number {
  return typeof value === "number" ? Math.floor(value / TWO_32) | 0 : value.hi;
}

/** Bits 0 to 31, signed. */
export function lowHalf(value: Int): number {
  return typeof value === "number" ? value | 0 : value.lo;
}

/** Whether a value is an Int of either form. */
export function isInt(value: unknown): value is Int {
  return typeof value === "number" || value instanceof Wide;
}

/** The value of an Int as a bigint. For natives, whose Ints beyond 2^53 - 1 are not numbers. */
export function intToBigInt(value: Int): bigint {
  return typeof value === "number" ? BigInt(value) : (BigInt(value.hi) << 32n) | BigInt(value.lo >>> 0);
}

/** The Int with the value of a bigint, modulo 2^64. */
export function intFromBigInt(value: bigint): Int {
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  return makeInt(Number(BigInt.asIntN(32, value >> 32n)), Number(BigInt.asIntN(32, value)));
}

/** The nearest double: the upper half is exact, so the sum is rounded once. */
export function intToFloat(value: Int): number {
  return typeof value === "number" ? value : value.hi * TWO_32 + (value.lo >>> 0);
}

/** Truncates toward zero and saturates at the bounds; NaN becomes 0 (reference/types#float). */
export function floatToInt(value: number): Int {
  const whole = Math.trunc(value);
  if (whole >= -MAX_EXACT && whole <= MAX_EXACT) return whole + 0;
  if (whole !== whole) return 0;
  if (whole >= 9223372036854775808) return INT_MAX;
  if (whole < -9223372036854775808) return INT_MIN;
  const hi = Math.floor(whole / TWO_32);
  return makeInt(hi | 0, (whole - hi * TWO_32) | 0);
}

/** Equality of Ints of either form. */
export function eqInt(a: Int, b: Int): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" && a.hi === b.hi && a.lo === b.lo);
}

/** Order of Ints of either form: -1, 0 or 1. */
export function compareInt(a: Int, b: Int): number {
  if (typeof a === "number" || typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  if (a.hi !== b.hi) return a.hi < b.hi ? -1 : 1;
  const left = a.lo >>> 0;
  const right = b.lo >>> 0;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `a < b`. */
export function ltInt(a: Int, b: Int): boolean {
  return typeof a === "number" || typeof b === "number" ? a < b : compareInt(a, b) < 0;
}

/** `a <= b`. */
export function leInt(a: Int, b: Int): boolean {
  return typeof a === "number" || typeof b === "number" ? a <= b : compareInt(a, b) <= 0;
}

/** A well-mixed 32-bit number for hash tables of the host (not the script's `hash`). */
export function hashInt(value: Int): number {
  let mixed = lowHalf(value) ^ Math.imul(highHalf(value), 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
