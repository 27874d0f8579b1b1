// Formats and parses durations such as `1h30m0.5s`, in the style of Go. They are nanoseconds in 64 bits.
import {
  fail,
  intFromBigInt,
  intToBigInt,
  Panic,
  type ErrorValue,
  type Int,
  type Result,
} from "../../interpreter/runtime/index.ts";

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  "\xc2\xb5s": 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
};
const MOST = 2n ** 63n;

/** @throws Panic for nanoseconds beyond 64 bits. */
function duration(nanos: bigint): Int {
  if (BigInt.asIntN(64, nanos) !== nanos) throw new Panic("duration out of range");
  return intFromBigInt(nanos);
}

export function nanosPlus(a: Int, b: Int): Int {
  const sum = typeof a === "number" && typeof b === "number" ? a + b : NaN;
  return Number.isSafeInteger(sum) ? sum : duration(intToBigInt(a) + intToBigInt(b));
}

export function nanosMinus(a: Int, b: Int): Int {
  const difference = typeof a === "number" && typeof b === "number" ? a - b : NaN;
  return Number.isSafeInteger(difference) ? difference : duration(intToBigInt(a) - intToBigInt(b));
}

export function nanosTimes(a: Int, b: Int): Int {
  const product = typeof a === "number" && typeof b === "number" ? a * b : NaN;
  // There is no zero with a sign.
  return Number.isSafeInteger(product) ? product + 0 : duration(intToBigInt(a) * intToBigInt(b));
}

/**
 * Formats a duration: below a second in the largest unit that fits, otherwise in hours, minutes and seconds.
 */
export function durationText(nanos: Int): string {
  const value = intToBigInt(nanos);
  if (value === 0n) return "0s";
  const size = value < 0n ? -value : value;
  const sign = value < 0n ? "-" : "";
  for (const unit of ["ns", "us", "ms"] as const) {
    if (size < UNITS[unit]! * 1000n) return `${sign}${decimal(size, UNITS[unit]!)}${unit}`;
  }
  const hours = size / UNITS["h"]!;
  const minutes = (size / UNITS["m"]!) % 60n;
  const seconds = decimal(size % UNITS["m"]!, UNITS["s"]!);
  return `${sign}${hours > 0n ? `${hours}h` : ""}${hours > 0n || minutes > 0n ? `${minutes}m` : ""}${seconds}s`;
}

function decimal(size: bigint, unit: bigint): string {
  const digits = `${unit}`.length - 1;
  const rest = `${size % unit}`.padStart(digits, "0").replace(/0+$/, "");
  return `${size / unit}${rest === "" || digits === 0 ? "" : `.${rest}`}`;
}

export function parseDuration(text: string): Result<Int, ErrorValue> {
  const bad = (): Result<Int, ErrorValue> =>
    fail("time", "parse: not a duration such as `1h30m`, `250ms` or `-1.5s`");
  const [, sign, rest] = /^([+-]?)(.*)$/s.exec(text)!;
  if (rest === "0") return 0;
  const part = /(\d{1,20})(?:\.(\d{1,20}))?(ns|us|\xc2\xb5s|ms|s|m|h|d)/y;
  let total = 0n;
  for (let at = 0; at < rest!.length; at = part.lastIndex) {
    part.lastIndex = at;
    const found = part.exec(rest!);
    if (found === null) return bad();
    const unit = UNITS[found[3]!]!;
    const fraction = found[2] ?? "";
    total +=
      BigInt(found[1]!) * unit +
      (fraction === "" ? 0n : (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length));
    if (total > MOST) return fail("time", "parse: the duration is too long");
  }
  if (rest === "") return bad();
  const value = sign === "-" ? -total : total;
  return value === MOST ? fail("time", "parse: the duration is too long") : intFromBigInt(value);
}
