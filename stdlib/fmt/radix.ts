// Digits of Ints in bases 2 to 16.
import { intFromBigInt, intToBigInt, type Int } from "../../interpreter/runtime/index.ts";

/** Lowercase digits with a leading `-` when negative; `""` for other bases. */
export function toRadix(value: Int, base: Int): string {
  if (!isBase(base)) return "";
  return typeof value === "number" ? value.toString(base) : intToBigInt(value).toString(base);
}

/** Optional sign and digits of either case; null for anything else or what does not fit an Int. */
export function fromRadix(text: string, base: Int): Int | null {
  if (!isBase(base)) return null;
  const negative = text.startsWith("-");
  const start = negative || text.startsWith("+") ? 1 : 0;
  if (start === text.length) return null;
  let magnitude = 0n;
  for (let at = start; at < text.length; at++) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit >= base) return null;
    // Once out of range it stays so; the rest is only checked for digits.
    if (magnitude <= PAST_RANGE) magnitude = magnitude * BigInt(base) + BigInt(digit);
  }
  const value = negative ? -magnitude : magnitude;
  return BigInt.asIntN(64, value) === value ? intFromBigInt(value) : null;
}

const PAST_RANGE = 1n << 63n;

function isBase(base: Int): base is number {
  return typeof base === "number" && base >= 2 && base <= 16;
}

/** 0 to 15, or 99 for what is no digit. */
function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : 99;
}
