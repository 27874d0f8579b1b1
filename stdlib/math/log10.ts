// The logarithm to base 10 within one unit in the last place, exact for powers of ten; that of V8 is less
// accurate. After FreeBSD's e_log10.c: ln(x) and 1/ln(10) are multiplied in two parts each.

const INVERSE_LN10_HIGH = 4.34294481878168880939e-1;
const INVERSE_LN10_LOW = 2.50829467116452752298e-11;
const LOG10_2_HIGH = 3.01029995663611771306e-1;
const LOG10_2_LOW = 3.69423907715893078616e-13;

export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return Math.log10(x);
  const { mantissa, exponent } = split(x);
  const f = mantissa - 1;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const correction = s * (half + series(s * s));
  // ln(mantissa) in two parts; the first has 21 bits, which makes its product exact.
  const high = leading(f - half);
  const low = f - high - half + correction;
  const logHigh = high * INVERSE_LN10_HIGH;
  const logLow = exponent * LOG10_2_LOW + (low + high) * INVERSE_LN10_LOW + low * INVERSE_LN10_HIGH;
  const whole = exponent * LOG10_2_HIGH;
  const sum = whole + logHigh;
  return logLow + (whole - sum + logHigh) + sum;
}

/** Returns `mantissa * 2^exponent`, with the mantissa between the square roots of 1/2 and 2. */
function split(x: number): { mantissa: number; exponent: number } {
  const [scaled, shift] = x < 2 ** -1022 ? [x * 2 ** 54, -54] : [x, 0];
  // Just below 2^1024, Math.log2 rounds up to 1024.
  let exponent = Math.min(1023, Math.floor(Math.log2(scaled)));
  let mantissa = scaled / 2 ** exponent;
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  return { mantissa, exponent: exponent + shift };
}

/** ln((1 + s) / (1 - s)) / s - 2, by Remez's polynomial in s². */
function series(z: number): number {
  const w = z * z;
  const even = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  return odd + even;
}

function leading(x: number): number {
  const spread = x * (2 ** 32 + 1);
  return spread - (spread - x);
}
