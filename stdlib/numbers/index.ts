// std/numbers: the natives for methods of Int and Float.
import {
  charText,
  compareInt,
  eqInt,
  INT_MAX,
  INT_MIN,
  intFromBigInt,
  intText,
  intToBigInt,
  mulInt,
  negInt,
  Panic,
  remInt,
  repeatText,
  type Int,
  type NativeTable,
  type Option,
} from "../../interpreter/runtime/index.ts";
import { fixedPoint, toRadix } from "../fmt/index.ts";

export function create(): NativeTable {
  return {
    functions: {
      "Int.pow": power,
      "Int.gcd": commonDivisor,
      "Int.to_hex": (value: Int) => toRadix(value, 16),
      "Int.to_binary": (value: Int) => toRadix(value, 2),
      "Int.to_base": digitsIn,
      "Int.isqrt": squareRoot,
      "Int.count_ones": (value: Int) => bitsOf(value).replaceAll("0", "").length,
      "Int.leading_zeros": (value: Int) => 64 - bitsOf(value).replace(/^0+/, "").length,
      "Int.trailing_zeros": (value: Int) => 64 - bitsOf(value).replace(/0+$/, "").length,
      "Int.digits": (value: Int) => Array.from(intText(value).replace("-", ""), Number),
      "Int.checked_add": (a: Int, b: Int) => checked(intToBigInt(a) + intToBigInt(b)),
      "Int.checked_sub": (a: Int, b: Int) => checked(intToBigInt(a) - intToBigInt(b)),
      "Int.checked_mul": (a: Int, b: Int) => checked(intToBigInt(a) * intToBigInt(b)),
      "Int.checked_div": (a: Int, b: Int) => (b === 0 ? null : checked(intToBigInt(a) / intToBigInt(b))),
      "Int.checked_pow": checkedPower,
      "Int.saturating_add": (a: Int, b: Int) => saturated(intToBigInt(a) + intToBigInt(b)),
      "Int.saturating_sub": (a: Int, b: Int) => saturated(intToBigInt(a) - intToBigInt(b)),
      "Int.saturating_mul": (a: Int, b: Int) => saturated(intToBigInt(a) * intToBigInt(b)),
      "Float.to_fixed": fixedPoint,
      "Float.round_to": roundTo,
      "Char.repeat": (char: number, count: Int) => repeatText(charText(char), count),
      "Char.to_digit": digitOf,
      "Char.is_upper": (char: number) => hasProperty(/^\p{Uppercase}$/u, char),
      "Char.is_lower": (char: number) => hasProperty(/^\p{Lowercase}$/u, char),
      "Char.is_alphanumeric": (char: number) => hasProperty(/^[\p{Alphabetic}\p{N}]$/u, char),
    },
  };
}

function digitsIn(value: Int, base: Int): string {
  return intToBigInt(value).toString(checkedBase("to_base", base));
}

function digitOf(char: number, base: Int): Option<Int> {
  const value = Number.parseInt(String.fromCodePoint(char), checkedBase("to_digit", base));
  return Number.isNaN(value) ? null : value;
}

function checkedBase(called: string, base: Int): number {
  if (typeof base === "number" && base >= 2 && base <= 36) return base;
  throw new Panic(`${called} with base ${intText(base)}: the base must be from 2 to 36`);
}

/** The 64 bits of two's complement. */
const bitsOf = (value: Int): string => BigInt.asUintN(64, intToBigInt(value)).toString(2).padStart(64, "0");

const hasProperty = (property: RegExp, char: number): boolean => property.test(String.fromCodePoint(char));

function squareRoot(value: Int): Int {
  if (compareInt(value, 0) < 0) throw new Panic(`isqrt of a negative number: ${intText(value)}`);
  const square = intToBigInt(value);
  // The root of the nearest double is at most one too large or too small.
  let root = BigInt(Math.floor(Math.sqrt(Number(square))));
  while (root * root > square) root--;
  while ((root + 1n) * (root + 1n) <= square) root++;
  return intFromBigInt(root);
}

/** Squares and multiplies, wrapping. */
function power(base: Int, exponent: Int): Int {
  if (compareInt(exponent, 0) < 0) throw new Panic(`negative exponent: ${intText(exponent)}`);
  let result: Int = 1;
  let square = base;
  for (let left = intToBigInt(exponent); left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = mulInt(result, square);
    square = mulInt(square, square);
  }
  return result;
}

function checkedPower(base: Int, exponent: Int): Option<Int> {
  if (compareInt(exponent, 0) < 0) return null;
  if (base === 0 || base === 1 || base === -1) return power(base, exponent);
  return compareInt(exponent, 63) > 0 ? null : checked(intToBigInt(base) ** intToBigInt(exponent));
}

function isInt(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

function checked(value: bigint): Option<Int> {
  return isInt(value) ? intFromBigInt(value) : null;
}

function saturated(value: bigint): Int {
  return isInt(value) ? intFromBigInt(value) : value < 0n ? INT_MIN : INT_MAX;
}

function commonDivisor(a: Int, b: Int): Int {
  let larger = magnitude(a);
  let smaller = magnitude(b);
  while (smaller !== 0) [larger, smaller] = [smaller, magnitude(remInt(larger, smaller))];
  return larger;
}

function magnitude(value: Int): Int {
  return compareInt(value, 0) < 0 && !eqInt(value, INT_MIN) ? negInt(value) : value;
}

/** More decimal places than any Float has. */
const MOST_PLACES = 400;

function roundTo(value: number, places: Int): number {
  if (!Number.isFinite(value)) return value;
  const digits = typeof places === "number" ? places : compareInt(places, 0) < 0 ? -MOST_PLACES : MOST_PLACES;
  if (digits >= 0) return Number(fixedPoint(value, digits));
  const rounded = Number(`${fixedPoint(Number(`${value}e${Math.max(digits, -MOST_PLACES)}`), 0)}e${-digits}`);
  // A power of ten beyond all Floats leaves zero, with its sign.
  return Number.isNaN(rounded) ? 0 : rounded;
}
