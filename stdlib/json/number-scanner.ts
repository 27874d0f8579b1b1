// Scans JSON numbers (std/json). A number whose digits fit into a double is computed here, exactly; others by
// `Number`.
import { intFromText } from "../../interpreter/runtime/index.ts";
import { JsonFailure } from "./json-failure.ts";
import { NumberValue } from "./value.ts";
import type { Part } from "./value.ts";
import { judgeText } from "./whole-number.ts";

/** The powers of ten that are exact doubles. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Every integer below this is an exact double. */
const EXACT = 2 ** 53;

export const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

export function startsNumber(byte: number): boolean {
  return isDigit(byte) || byte === MINUS;
}

export class NumberScanner {
  /** The offset after the last number. */
  end = 0;

  /**
   * Scans the number that begins at `start` with a digit or a minus sign. Returns undefined for one that has
   * more than `longest` digits before the point. @throws JsonFailure
   */
  scan(text: string, start: number, longest = Infinity): Part | undefined {
    let at = start;
    let byte = text.charCodeAt(at);
    const negative = byte === MINUS;
    if (negative) byte = text.charCodeAt(++at);
    if (!isDigit(byte)) throw new JsonFailure("invalid number");
    const first = at;
    let mantissa = 0;
    const last = first + longest;
    for (; isDigit(byte) && at < last; byte = text.charCodeAt(++at)) mantissa = mantissa * 10 + (byte - ZERO);
    if (at === last) return undefined;
    const digits = at - first;
    if (digits > 1 && text.charCodeAt(first) === ZERO) throw new JsonFailure("number has a leading zero");
    if (byte !== DOT && byte !== 0x65 && byte !== 0x45) {
      this.end = at;
      if (digits <= 15) return negative ? -mantissa : mantissa;
      return longInteger(text.slice(start, at));
    }
    let places = 0;
    if (byte === DOT) {
      const point = at;
      for (byte = text.charCodeAt(++at); isDigit(byte); byte = text.charCodeAt(++at))
        mantissa = mantissa * 10 + (byte - ZERO);
      places = at - point - 1;
      if (places === 0) throw new JsonFailure("invalid fraction");
    }
    const exponent = byte === 0x65 || byte === 0x45;
    if (exponent) at = endOfExponent(text, at);
    this.end = at;
    // Both operands are exact, so the quotient is the nearest double: a sum below 2^53 was never rounded.
    if (!exponent && mantissa < EXACT && places < POWERS.length)
      return (negative ? -mantissa : mantissa) / POWERS[places]!;
    const value = Number(text.slice(start, at));
    // A double that is not whole, or that was not rounded, determines whether the number is an Int.
    const isExact = mantissa < EXACT && Math.abs(value) < EXACT && (value !== 0 || mantissa === 0);
    return isExact || (!Number.isInteger(value) && Number.isFinite(value))
      ? value
      : judged(value, text.slice(start, at));
  }
}

/** An integer of more digits than any double that is not infinite has. */
export function endlessInteger(negative: boolean): Part {
  return NumberValue.judged(negative ? -Infinity : Infinity, "integer out of range");
}

/** Returns a number whose nearest double may not determine whether it is an Int. */
function judged(value: number, text: string): Part {
  return NumberValue.judged(value, judgeText(text));
}

function endOfExponent(text: string, at: number): number {
  let end = at + 1;
  const sign = text.charCodeAt(end);
  if (sign === 0x2b || sign === MINUS) end++;
  const first = end;
  while (isDigit(text.charCodeAt(end))) end++;
  if (end === first) throw new JsonFailure("invalid exponent");
  return end;
}

/** Returns an integer of more than 15 digits: exact if it is an Int, otherwise the nearest double. */
function longInteger(text: string): Part {
  const exact = text.length <= 20 ? intFromText(text) : null;
  // As a double, the first integer below the range equals the last one in it.
  if (exact === null) {
    const value = Number(text);
    return text.startsWith("-") || value === Infinity ? judged(value, text) : value;
  }
  return typeof exact === "number" ? exact : NumberValue.ofInt(exact);
}
