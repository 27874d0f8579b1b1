// std/math: JavaScript's functions where they are accurate, and replacements where they are not.
import {
  compareInt,
  divInt,
  eqInt,
  INT_MIN,
  intFromBigInt,
  intText,
  intToBigInt,
  mulInt,
  negInt,
  Panic,
  remInt,
  type Int,
  type NativeTable,
} from "../../interpreter/runtime/index.ts";
import { cosh, sinh, tanh } from "./hyperbolic.ts";
import { hypot } from "./hypot.ts";
import { log10 } from "./log10.ts";

export function create(): NativeTable {
  return {
    functions: {
      pi: () => Math.PI,
      e: () => Math.E,
      tau: () => 2 * Math.PI,
      infinity: () => Infinity,
      nan: () => NaN,
      is_nan: (x: number) => x !== x,
      is_inf: (x: number) => x === Infinity || x === -Infinity,

      abs_int: magnitude,
      pow_int: power,
      gcd: commonDivisor,
      lcm: commonMultiple,

      abs: Math.abs,
      fabs: Math.abs,
      sqrt: Math.sqrt,
      cbrt: Math.cbrt,
      hypot,
      // IEEE 754 defines 1 for a base of 1, and for -1 to an infinity; JavaScript returns NaN.
      pow: (base: number, exponent: number) =>
        base === 1 || (base === -1 && Math.abs(exponent) === Infinity) ? 1 : base ** exponent,
      exp: Math.exp,
      ln: Math.log,
      log: Math.log,
      log2: Math.log2,
      log10,
      sin: Math.sin,
      cos: Math.cos,
      tan: Math.tan,
      asin: Math.asin,
      acos: Math.acos,
      atan: Math.atan,
      atan2: Math.atan2,
      sinh,
      cosh,
      tanh,
      floor: Math.floor,
      ceil: Math.ceil,
      trunc: Math.trunc,
      round,
      fmod: (a: number, b: number) => a % b,
    },
  };
}

/** Rounds ties away from zero. The fractional part is exact, unlike `x + 0.5`. */
function round(x: number): number {
  const whole = Math.trunc(x);
  return Math.abs(x - whole) >= 0.5 ? whole + Math.sign(x) : whole;
}

function magnitude(value: Int): Int {
  if (eqInt(value, INT_MIN)) throw new Panic("abs_int overflow: the minimum value has no magnitude");
  return compareInt(value, 0) < 0 ? negInt(value) : value;
}

function power(base: Int, exponent: Int): Int {
  if (compareInt(exponent, 0) < 0) return 0;
  if (base === 1 || base === 0 || base === -1) return smallPower(base, exponent);
  if (compareInt(exponent, 63) > 0) throw powerOverflow(base, exponent);
  const result = intToBigInt(base) ** BigInt(exponent as number);
  if (BigInt.asIntN(64, result) !== result) throw powerOverflow(base, exponent);
  return intFromBigInt(result);
}

function powerOverflow(base: Int, exponent: Int): Panic {
  return new Panic(`pow_int overflow: base ${intText(base)}, exponent ${intText(exponent)}`);
}

function smallPower(base: number, exponent: Int): Int {
  if (exponent === 0) return 1;
  return base === -1 && remInt(exponent, 2) === 0 ? 1 : base;
}

function commonDivisor(a: Int, b: Int): Int {
  let larger = magnitude(a);
  let smaller = magnitude(b);
  while (smaller !== 0) [larger, smaller] = [smaller, remInt(larger, smaller)];
  return larger;
}

function commonMultiple(a: Int, b: Int): Int {
  if (a === 0 || b === 0) return 0;
  const quotient = divInt(magnitude(a), commonDivisor(a, b));
  const multiple = mulInt(quotient, magnitude(b));
  if (intToBigInt(multiple) !== intToBigInt(quotient) * intToBigInt(magnitude(b)))
    throw new Panic(`lcm overflow: ${intText(a)} and ${intText(b)}`);
  return multiple;
}
