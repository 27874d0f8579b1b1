// Fixed-point text of a Float in the steps that std/fmt specifies: below 2^52, the product with the power of ten is
// rounded in binary64, which `toFixed` does not do; from there on, the digits are those of the exact value.
import { asCount, type Int } from "../../interpreter/runtime/index.ts";

/** From here on, a Float has no fraction, so a product in binary64 would have digits of its own. */
const EXACT = 2 ** 52;

export function fixedPoint(value: number, decimals: Int): string {
  if (value !== value) return "NaN";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  const magnitude = Math.abs(value);
  const { scale, places } = scaleFor(magnitude, decimals);
  const product = magnitude * scale;
  const whole = product < EXACT ? `${rounded(product)}` : `${exactProduct(magnitude, places)}`;
  const digits = whole.padStart(places + 1, "0");
  const point = digits.length - places;
  const text = places > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits;
  return value < 0 ? `-${text}` : text;
}

/**
 * Returns the power of ten for the requested decimals, reduced until neither it nor the product overflows.
 */
function scaleFor(magnitude: number, decimals: Int): { scale: number; places: number } {
  const wanted = asCount(decimals);
  let scale = 1;
  let places = 0;
  while (places < wanted && scale * 10 < Infinity && magnitude * (scale * 10) < Infinity) {
    scale *= 10;
    places++;
  }
  return { scale, places };
}

/** Rounds to the nearest whole number, ties up. Adding a half first would round twice. */
function rounded(product: number): number {
  const below = Math.floor(product);
  return product - below >= 0.5 ? below + 1 : below;
}

const view = new DataView(new ArrayBuffer(8));

/** Returns the value times a power of ten, rounded to the nearest whole number, ties up. */
function exactProduct(value: number, places: number): bigint {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = (exponent === 0 ? fraction : fraction | (1n << 52n)) * 10n ** BigInt(places);
  const shift = Math.max(exponent, 1) - 1075;
  if (shift >= 0) return mantissa << BigInt(shift);
  return (mantissa + (1n << BigInt(-shift - 1))) >> BigInt(-shift);
}
