// Whether a number is an Int (reference/derive#decoding). Its exact decimal value decides, which the nearest
// double does not always show: 9223372036854775807.0 is an Int, 1.00000000000000000001 is not.
import { floatToInt, intFromText } from "../../interpreter/runtime/index.ts";
import type { Int } from "../../interpreter/runtime/index.ts";

export type IntProblem = "expected an integer" | "integer out of range";

/** The largest double whose neighbours are at most 1 away. */
const SAFE = Number.MAX_SAFE_INTEGER;

/** Decides by the value of a double. */
export function judgeDouble(value: number): Int | IntProblem {
  const whole = Math.trunc(value);
  // NaN is not a number; infinities are whole and out of range.
  if (whole !== value) return "expected an integer";
  if (whole <= SAFE && whole >= -SAFE) return whole + 0;
  return whole >= 2 ** 63 || whole < -(2 ** 63) ? "integer out of range" : floatToInt(whole);
}

const PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
const MOST_DIGITS = 19;

/** Decides by the decimal value of a JSON number. */
export function judgeText(text: string): Int | IntProblem {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PARTS.exec(text)!;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return 0;
  const significant = digits.slice(0, endOfDigits(digits));
  // The value is `significant` times ten to the power of `zeros`.
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0) return "expected an integer";
  if (significant.length + zeros > MOST_DIGITS) return "integer out of range";
  return intFromText(sign + significant + "0".repeat(zeros)) ?? "integer out of range";
}

/** Returns the offset after the last digit that is not zero. */
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  return end;
}

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Whether a text is a number, as clients write that lose digits of others. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text);

const INTEGER = /^-?[0-9]{1,40}$/;

/** Decides by a text that is all digits, as clients write that lose those of a number. */
export function judgeWritten(text: string): Int | IntProblem {
  return INTEGER.test(text) ? judgeText(text) : "expected an integer";
}
