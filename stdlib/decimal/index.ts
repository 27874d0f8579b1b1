// std/decimal: the natives of `Decimal`.
import {
  asCount,
  fail,
  foreseen,
  intToBigInt,
  MAX_STRING,
  Panic,
  type ErrorValue,
  type Int,
  type NativeTable,
  type Result,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { Decimal, fixedText, MOST_DIGITS, parseDecimal, powerOfTen, rounded } from "./decimal-value.ts";

/** How much of a wrong text a message shows. */
const SHOWN = 64;

function parse(text: string): Result<Decimal, ErrorValue> {
  const found = parseDecimal(text);
  if (found instanceof Decimal) return found;
  const problem = found === "large" ? "number out of range" : "not a number";
  return fail("decimal", `${problem}: ${text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text}`);
}

/** @throws Panic `decimal too large` */
function made(units: bigint, scale: number): Decimal {
  const number = Decimal.of(units, scale);
  if (number === null) throw new Panic("decimal too large");
  return number;
}

/** The units of both numbers for the larger scale. */
function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  const units = (n: Decimal): bigint => (n.scale === scale ? n.units : n.units * powerOfTen(scale - n.scale));
  return [units(a), units(b), scale];
}

/** @throws Panic if there cannot be as many digits */
function digitsFrom(digits: Int): number {
  const count = asCount(digits);
  if (count > MOST_DIGITS) throw new Panic("decimal too large");
  // Rounding further to the left gives 0, or the same as here.
  return Math.max(count, -2 * MOST_DIGITS);
}

/** The units of a number with `digits` digits after the point, which may be negative. */
function unitsAt({ units, scale }: Decimal, digits: number): bigint {
  return digits >= scale ? units * powerOfTen(digits - scale) : rounded(units, powerOfTen(scale - digits));
}

function dividedBy(a: Decimal, b: Decimal, places: Int): Decimal {
  if (b.units === 0n) throw new Panic(`division by zero: ${short(a)} / 0`);
  const digits = digitsFrom(places);
  const shift = digits + b.scale - a.scale;
  const units =
    shift >= 0
      ? rounded(a.units * powerOfTen(shift), b.units)
      : rounded(a.units, b.units * powerOfTen(-shift));
  return made(units, digits);
}

function short({ text }: Decimal): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}

function toFixed(number: Decimal, places: Int): string {
  const digits = digitsFrom(places);
  const units = unitsAt(number, digits);
  const text = digits < 0 ? (units * powerOfTen(-digits)).toString() : fixedText(units, digits);
  if (text.length > MAX_STRING) throw new Panic("string too large");
  return text;
}

function compare(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b);
  return left === right ? 0 : left < right ? -1 : 1;
}

/** The nanoseconds for each byte of a text that is parsed. */
const NANOS = { "Decimal.parse": 100 };

export function create(runtime: Runtime): NativeTable {
  /** Charges an operation for the digits that it reads and makes. */
  function charged(work: (a: Decimal, b: Decimal) => Decimal): (a: Decimal, b?: Decimal) => Decimal {
    return (a, b = Decimal.zero) => {
      const result = work(a, b);
      runtime.worked(sizeOf(a) + sizeOf(b) + sizeOf(result));
      return result;
    };
  }

  return {
    structs: { Decimal },
    functions: foreseen(runtime, NANOS, {
      "Decimal.parse": parse,
      "Decimal.of": (n: Int) => made(intToBigInt(n), 0),
      "Decimal.plus": charged((a, b) => {
        const [left, right, scale] = aligned(a, b);
        return made(left + right, scale);
      }),
      "Decimal.minus": charged((a, b) => {
        const [left, right, scale] = aligned(a, b);
        return made(left - right, scale);
      }),
      "Decimal.times": charged((a, b) => made(a.units * b.units, a.scale + b.scale)),
      "Decimal.divided_by": (a: Decimal, b: Decimal, digits: Int) =>
        charged(() => dividedBy(a, b, digits))(a, b),
      "Decimal.round_to": (a: Decimal, digits: Int) =>
        charged(() => made(unitsAt(a, digitsFrom(digits)), digitsFrom(digits)))(a, a),
      "Decimal.to_fixed": (a: Decimal, digits: Int) => {
        runtime.worked(sizeOf(a));
        return toFixed(a, digits);
      },
      "Decimal.negated": charged((a) => made(-a.units, a.scale)),
      "Decimal.abs": charged((a) => (a.units < 0n ? made(-a.units, a.scale) : a)),
      "Decimal.sign": ({ units }: Decimal) => (units === 0n ? 0 : units < 0n ? -1 : 1),
      "Decimal.to_float": (a: Decimal) => Number(a.text),
      __divides(divisor: Decimal, number: Decimal) {
        const [units, whole] = aligned(divisor, number);
        runtime.worked(sizeOf(divisor) + sizeOf(number));
        return whole % units === 0n;
      },
      __text(a: Decimal) {
        runtime.worked(sizeOf(a));
        return a.text;
      },
      __compare(a: Decimal, b: Decimal) {
        runtime.worked(sizeOf(a) + sizeOf(b));
        return compare(a, b);
      },
    }),
  };
}

/** Roughly the bytes of a number, for small ones 0: as much as a native costs anyway. */
function sizeOf({ units, scale }: Decimal): number {
  if (units >= -SMALL && units <= SMALL && scale < 32) return 0;
  return scale + units.toString(16).length;
}
const SMALL = 1n << 128n;
