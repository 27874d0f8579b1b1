// Digits of Ints in bases 2 to 16.
import { intFromBigInt, intToBigInt, type Int } from "../../interpreter/runtime/index.ts";

/** Returns lowercase digits, with a leading `-` if negative, or `""` for other bases. */
export function toRadix(value: Int, base: Int): string {
  if (!isBase(base)) return "";
  return typeof value === "number" ? value.toString(base) : intToBigInt(value).toString(base);
}

/**
 * Parses an optional sign and digits of either case. Returns null for other text and for values that do not
 * fit into an Int.
 */
export function fromRadix(text: string, base: Int): Int | null {
  if (!isBase(base)) return null;
  const negative = text.startsWith("-");
  const start = negative || text.startsWith("+") ? 1 : 0;
  if (start === text.length) return null;
  let magnitude = 0n;
  for (let at = start; at < text.length; at++) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit >= base) return null;
    // Once out of range, the value stays so; the remaining digits are only validated.
    if (magnitude <= PAST_RANGE) magnitude = magnitude * BigInt(base) + BigInt(digit);
  }
  const value = negative ? -magnitude : magnitude;
  return BigInt.asIntN(64, value) === value ? intFromBigInt(value) : null;
}

const PAST_RANGE = 1n << 63n;

function isBase(base: Int): base is number {
  return typeof base === "number" && base >= 2 && base <= 16;
}

/** Returns 0 to 15, or 99 for a byte that is not a digit. */
function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : 99;
}
