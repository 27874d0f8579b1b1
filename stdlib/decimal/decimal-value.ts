// Decimal numbers: a bigint of units, and the number of digits after the point. A number has one form: its last
// digit after the point is not 0.

/** The most digits before and after the point. */
export const MOST_DIGITS = 100_000;

export class Decimal {
  readonly units: bigint;
  readonly scale: number;

  constructor(units: bigint, scale: number) {
    this.units = units;
    this.scale = scale;
  }

  /** The number `units / 10 ** scale`, or null if it has too many digits. */
  static of(units: bigint, scale: number): Decimal | null {
    if (units === 0n) return ZERO;
    let [shortest, digits] = [units, scale];
    // Powers of ten, halved: the work grows with the digits, not with their square.
    for (let step = largestStep(digits); step >= 1; step /= 2) {
      const power = powerOfTen(step);
      while (digits >= step && shortest % power === 0n) {
        shortest /= power;
        digits -= step;
      }
    }
    if (digits < 0) {
      if (-digits > MOST_DIGITS) return null;
      shortest *= powerOfTen(-digits);
      digits = 0;
    }
    return digits > MOST_DIGITS || digitsOf(shortest) - digits > MOST_DIGITS
      ? null
      : new Decimal(shortest, digits);
  }

  static readonly zero = new Decimal(0n, 0);

  get text(): string {
    return fixedText(this.units, this.scale);
  }
}

const ZERO = Decimal.zero;

function largestStep(digits: number): number {
  let step = 1;
  while (step * 2 <= digits) step *= 2;
  return step;
}

const powers = new Map<number, bigint>();

export function powerOfTen(exponent: number): bigint {
  if (exponent > 64) return 10n ** BigInt(exponent);
  let power = powers.get(exponent);
  if (power === undefined) powers.set(exponent, (power = 10n ** BigInt(exponent)));
  return power;
}

/** At least the number of decimal digits, and hardly more. */
function digitsOf(units: bigint): number {
  const size = units < 0n ? -units : units;
  // Hexadecimal text is quick to make.
  const hex = size.toString(16).length;
  return hex < 80_000 ? Math.floor((hex - 1) * 1.2041199826559248) + 1 : size.toString().length;
}

/** The text of `units / 10 ** scale` with all `scale` digits. */
export function fixedText(units: bigint, scale: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString();
  if (scale <= 0) return sign + digits;
  const whole = digits.length > scale ? digits.slice(0, -scale) : "0";
  return `${sign}${whole}.${digits.slice(-scale).padStart(scale, "0")}`;
}

/** The quotient of bigints, rounded half away from zero; `divisor` is not 0. */
export function rounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = top / bottom;
  const size = (top - quotient * bottom) * 2n >= bottom ? quotient + 1n : quotient;
  return negative ? -size : size;
}

const NUMBER = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;

/** Returns null if the text is no number, "large" if it has too many digits. */
export function parseDecimal(text: string): Decimal | "large" | null {
  // An exponent may take back what leading zeros or the fraction add, but no number needs much more text.
  if (text.length > 4 * MOST_DIGITS) return NUMBER.test(text) ? "large" : null;
  const found = NUMBER.exec(text);
  if (found === null) return null;
  const [, sign, whole = "", fraction = "", only = "", exponent = "0"] = found;
  const digits = whole + fraction + only;
  const units = BigInt(digits);
  if (units === 0n) return Decimal.zero;
  const scale = fraction.length + only.length - Number(exponent);
  // Beyond this, even a single digit is too far from the point.
  if (Math.abs(scale) > 5 * MOST_DIGITS) return "large";
  return Decimal.of(sign === "-" ? -units : units, scale) ?? "large";
}
