// Numbers as text (reference/prelude#text), and text as Int. The text is ASCII, so it is a byte string
// already.
import { intFromBigInt, type Int } from "./wide.ts";

/** Decimal, with `-` for negative numbers. */
export function intText(value: Int): string {
  return `${value}`;
}

const DECIMAL = /^[+-]?[0-9]+$/;

/** Reads decimal digits with an optional sign; null for anything else or a value out of range. */
export function intFromText(text: string): Int | null {
  if (!DECIMAL.test(text)) return null;
  if (text.length <= 15) return Number(text) + 0;
  const value = parseLong(text);
  return value === null || BigInt.asIntN(64, value) !== value ? null : intFromBigInt(value);
}

/** Drops leading zeros first, which bounds the work for any length. */
function parseLong(text: string): bigint | null {
  const negative = text.startsWith("-");
  let start = negative || text.startsWith("+") ? 1 : 0;
  while (text.charCodeAt(start) === 48) start++;
  if (text.length - start > 19) return null;
  const magnitude = BigInt(text.slice(start) || "0");
  return negative ? -magnitude : magnitude;
}

/** The shortest digits that read back as the same value, always positional, never with `.0`. */
export function floatText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  if (value !== value) return "NaN";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  const text = `${value}`;
  const size = Math.abs(value);
  if (size >= 1e-6 && size < 1e21) return text;
  const mark = text.indexOf("e");
  return positional(text.slice(0, mark), Number(text.slice(mark + 1)));
}

/** `1.5` and -7 to `0.00000015`. */
function positional(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace("-", "").replace(".", "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  return sign + digits.padEnd(exponent + 1, "0");
}
