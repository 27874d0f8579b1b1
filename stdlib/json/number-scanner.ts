// JSON numbers (std/json). Where all digits fit into a double they are computed here, exactly; others by the host.
import { intFromText } from "../../interpreter/runtime/index.ts";
import { JsonFailure } from "./json-failure.ts";
import { NumberValue } from "./value.ts";
import type { Part } from "./value.ts";
import { judgeText } from "./whole-number.ts";

/** Powers of ten that are exact doubles. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Integers below it are exact doubles, each. */
const EXACT = 2 ** 53;

const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

export function startsNumber(byte: number): boolean {
  return isDigit(byte) || byte === MINUS;
}

export class NumberScanner {
  /** Behind the last number. */
  end = 0;

  /** The number that begins at `start` with a digit or a minus. @throws JsonFailure */
  scan(text: string, start: number): Part {
    let at = start;
    let byte = text.charCodeAt(at);
    const negative = byte === MINUS;
    if (negative) byte = text.charCodeAt(++at);
    if (!isDigit(byte)) throw new JsonFailure("invalid number");
    const first = at;
    let mantissa = 0;
    for (; isDigit(byte); byte = text.charCodeAt(++at)) mantissa = mantissa * 10 + (byte - ZERO);
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
    // Both operands are exact, so the quotient is the nearest double: a sum that stayed below 2^53 never was rounded.
    if (!exponent && mantissa < EXACT && places < POWERS.length)
      return (negative ? -mantissa : mantissa) / POWERS[places]!;
    const value = Number(text.slice(start, at));
    // A double that is not whole, or was not rounded, tells all there is to know.
    const tells = mantissa < EXACT && Math.abs(value) < EXACT && (value !== 0 || mantissa === 0);
    return tells || (!Number.isInteger(value) && Number.isFinite(value))
      ? value
      : judged(value, text.slice(start, at));
  }
}

/** A number whose nearest double may say something else about it than its digits. */
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

/** An integer of more than 15 digits: exact where it is an Int, else the nearest double. */
function longInteger(text: string): Part {
  const exact = text.length <= 20 ? intFromText(text) : null;
  // As double, the first one below the range looks like the last one in it.
  if (exact === null) return text.startsWith("-") ? judged(Number(text), text) : Number(text);
  return typeof exact === "number" ? exact : NumberValue.ofInt(exact);
}
