// Fixed-point text of a Float in the steps that std/fmt specifies: the product is rounded in binary64, which
// `toFixed` does not do.
import { asCount, type Int } from "../../interpreter/runtime/index.ts";

export function fixedPoint(value: number, decimals: Int): string {
  if (value !== value) return "NaN";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  const magnitude = Math.abs(value);
  const { scale, places } = scaleFor(magnitude, decimals);
  const digits = digitsOf(Math.floor(magnitude * scale + 0.5)).padStart(places + 1, "0");
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

/** Returns the digits of a whole number, found by division in binary64. */
function digitsOf(whole: number): string {
  if (whole < 1) return "0";
  if (whole <= Number.MAX_SAFE_INTEGER) return `${whole}`;
  let digits = "";
  for (let rest = whole; rest >= 1; rest = Math.floor(rest / 10)) {
    const digit = Math.round(rest - Math.floor(rest / 10) * 10);
    digits = `${Math.min(9, Math.max(0, digit))}${digits}`;
  }
  return digits;
}
