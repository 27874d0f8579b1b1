// Operators of Int in full (reference/types#int): exact 64-bit two's complement with wraparound. Compiled
// code handles small numbers inline and calls these for the rest, so they must be right for every pair of
// operands, and fast for wide ones, which hash functions use. Results are canonical, and never -0.
import { intText } from "./number-text.ts";
import { Panic } from "../panics/index.ts";
import {
  eqInt,
  highHalf,
  INT_MIN,
  intFromBigInt,
  intToBigInt,
  lowHalf,
  makeInt,
  MAX_EXACT,
  TWO_32,
  type Int,
} from "./wide.ts";

/** `a + b`. */
export function addInt(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (sum >= -MAX_EXACT && sum <= MAX_EXACT) return sum;
  }
  const low = (lowHalf(a) >>> 0) + (lowHalf(b) >>> 0);
  const carry = low >= TWO_32 ? 1 : 0;
  return makeInt((highHalf(a) + highHalf(b) + carry) | 0, low | 0);
}

/** `a - b`. */
export function subInt(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (difference >= -MAX_EXACT && difference <= MAX_EXACT) return difference;
  }
  const low = (lowHalf(a) >>> 0) - (lowHalf(b) >>> 0);
  const borrow = low < 0 ? 1 : 0;
  return makeInt((highHalf(a) - highHalf(b) - borrow) | 0, low | 0);
}

/** `-a`; the minimum is its own negative. */
export function negInt(a: Int): Int {
  return typeof a === "number" ? 0 - a : subInt(0, a);
}

/** `a * b`. */
export function mulInt(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (product >= -MAX_EXACT && product <= MAX_EXACT) return product + 0;
  }
  const aLow = lowHalf(a);
  const bLow = lowHalf(b);
  const high = highProduct(aLow, bLow) + Math.imul(highHalf(a), bLow) + Math.imul(aLow, highHalf(b));
  return makeInt(high | 0, Math.imul(aLow, bLow));
}

const LARGE_PRODUCT = 2 ** 62;
/**
 * With a smaller divisor, the remainder fits 32 bits even if the rounding of the product makes it wrong by up
 * to 2^10.
 */
const SMALL_DIVISOR = 2 ** 31 - 2 ** 10;

/**
 * `a * b % c`. The quotient as a Float is nearly exact. So is the remainder that the low 32 bits then give:
 * it only has to be brought into its range.
 * @throws Panic as `remInt`
 */
export function mulRemInt(a: Int, b: Int, c: Int): Int {
  if (typeof a === "number" && typeof b === "number" && typeof c === "number" && c > 0 && c < SMALL_DIVISOR) {
    const product = a * b;
    if (product > -LARGE_PRODUCT && product < LARGE_PRODUCT) {
      const rest = ((Math.imul(a, b) - Math.imul(Math.floor(product / c), c)) | 0) % c;
      if (product < 0) return (rest > 0 ? rest - c : rest) + 0;
      return (rest < 0 ? rest + c : rest) + 0;
    }
  }
  return remInt(mulInt(a, b), c);
}

/** Bits 32 to 63 of the unsigned product of two 32-bit halves, by 16-bit digits. */
export function highProduct(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const other = a0 * b1 + (middle & 0xffff);
  return a1 * b1 + (middle >>> 16) + (other >>> 16);
}

/** `a / b`. @throws Panic for a zero divisor and for the minimum value divided by -1 */
export function divInt(a: Int, b: Int): Int {
  if (b === 0) throw byZero("division", a, "/");
  if (typeof a === "number") return typeof b === "number" ? Math.trunc(a / b) + 0 : 0;
  refuseMinimumByMinusOne(a, b);
  if (typeof b === "number" && b < DIGIT_LIMIT && b > -DIGIT_LIMIT) return divideByDigits(a, b);
  return intFromBigInt(intToBigInt(a) / intToBigInt(b));
}

/** `a % b`; the sign is that of the dividend. @throws Panic as `divInt` */
export function remInt(a: Int, b: Int): Int {
  if (b === 0) throw byZero("modulo", a, "%");
  if (typeof a === "number") return typeof b === "number" ? (a % b) + 0 : a;
  refuseMinimumByMinusOne(a, b);
  if (typeof b === "number" && b < DIGIT_LIMIT && b > -DIGIT_LIMIT) return remainderByDigits(a, b);
  return intFromBigInt(intToBigInt(a) % intToBigInt(b));
}

/** Separate, so that the operators stay small enough to be inlined. */
function byZero(what: string, a: Int, op: string): Panic {
  return new Panic(`${what} by zero: ${intText(a)} ${op} 0`);
}

function refuseMinimumByMinusOne(a: Int, b: Int): void {
  if (b === -1 && eqInt(a, INT_MIN)) throw new Panic("integer overflow: dividing the minimum value by -1");
}

// Long division of a magnitude by 16-bit digits: a remainder below 2^37 times 2^16 is still exact.
const DIGIT_LIMIT = 137438953472;

function divideByDigits(a: Int, b: number): Int {
  const negative = highHalf(a) < 0;
  const magnitude = negative ? negInt(a) : a;
  const divisor = Math.abs(b);
  const high = highHalf(magnitude) >>> 0;
  const low = lowHalf(magnitude);
  const first = Math.floor(high / divisor);
  const second = (high - first * divisor) * 65536 + (low >>> 16);
  const secondDigit = Math.floor(second / divisor);
  const third = (second - secondDigit * divisor) * 65536 + (low & 0xffff);
  const quotient = makeInt(first | 0, (secondDigit << 16) | Math.floor(third / divisor));
  return negative === b < 0 ? quotient : negInt(quotient);
}

function remainderByDigits(a: Int, b: number): number {
  const negative = highHalf(a) < 0;
  const magnitude = negative ? negInt(a) : a;
  const divisor = Math.abs(b);
  const low = lowHalf(magnitude);
  let rest = (highHalf(magnitude) >>> 0) % divisor;
  rest = (rest * 65536 + (low >>> 16)) % divisor;
  rest = (rest * 65536 + (low & 0xffff)) % divisor;
  return negative ? 0 - rest : rest;
}

// Non-negative numbers of 32 bits, which are common in hashes, take the fast path.

/** `a & b`. */
export function andInt(a: Int, b: Int): Int {
  if (isUnsigned(a) && isUnsigned(b)) return (a & b) >>> 0;
  return makeInt(highHalf(a) & highHalf(b), lowHalf(a) & lowHalf(b));
}

/** `a | b`. */
export function orInt(a: Int, b: Int): Int {
  if (isUnsigned(a) && isUnsigned(b)) return (a | b) >>> 0;
  return makeInt(highHalf(a) | highHalf(b), lowHalf(a) | lowHalf(b));
}

/** `a ^ b`. */
export function xorInt(a: Int, b: Int): Int {
  if (isUnsigned(a) && isUnsigned(b)) return (a ^ b) >>> 0;
  return makeInt(highHalf(a) ^ highHalf(b), lowHalf(a) ^ lowHalf(b));
}

function isUnsigned(value: Int): value is number {
  return typeof value === "number" && value >>> 0 === value;
}

/** `a << count`; counts below 0 or above 63 shift everything out. */
export function shlInt(a: Int, count: Int): Int {
  if (typeof count !== "number" || count < 0 || count > 63) return 0;
  if (count === 0) return a;
  const low = lowHalf(a);
  if (count >= 32) return makeInt(low << (count - 32), 0);
  return makeInt((highHalf(a) << count) | (low >>> (32 - count)), low << count);
}

/** `a >> count`, arithmetic; counts below 0 or above 63 leave only the sign. */
export function shrInt(a: Int, count: Int): Int {
  if (isUnsigned(a) && isUnsigned(count) && count < 32) return a >>> count;
  const high = highHalf(a);
  if (typeof count !== "number" || count < 0 || count > 63) return high < 0 ? -1 : 0;
  if (count === 0) return a;
  if (count >= 32) return high >> (count - 32);
  return makeInt(high >> count, (lowHalf(a) >>> count) | (high << (32 - count)));
}
