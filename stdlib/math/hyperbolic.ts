// sinh, cosh and tanh within one unit in the last place; those of V8 are off by up to two. They are computed
// from e^x as an unevaluated sum of two doubles, and by series near 0, where that cancels.

/** A number as `high + low`, where `low` is below the precision of `high`. */
interface Pair {
  readonly high: number;
  readonly low: number;
}

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
/** Below this, the series are used. */
const SMALL = 0.3;
/** Above this, e^-x is negligible. */
const LARGE = 22;
/** Above this, e^x / 2 overflows. */
const OVERFLOW = 710.4758600739439;

/** 1/3! to 1/14!, which suffice for e^x with x up to ln(2)/2. */
const INVERSE_FACTORIALS = [
  6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800, 87178291200,
].map((factorial) => 1 / factorial);

export function sinh(x: number): number {
  const size = Math.abs(x);
  if (!(size >= SMALL)) return x + x * sinhSeries(x * x);
  if (size > OVERFLOW) return x * Infinity;
  const grown = expHalf(size);
  if (size > LARGE) return Math.sign(x) * grown.high + Math.sign(x) * grown.low;
  const shrunk = inverse(grown, 0.25);
  const difference = add(grown, { high: -shrunk.high, low: -shrunk.low });
  return Math.sign(x) * (difference.high + difference.low);
}

export function cosh(x: number): number {
  const size = Math.abs(x);
  if (!(size <= OVERFLOW)) return size * Infinity;
  const grown = expHalf(size);
  if (size > LARGE) return grown.high + grown.low;
  const sum = add(grown, inverse(grown, 0.25));
  return sum.high + sum.low;
}

export function tanh(x: number): number {
  const size = Math.abs(x);
  if (!(size <= LARGE) || x === 0) return size > LARGE ? Math.sign(x) : x;
  if (size < SMALL) {
    const square = x * x;
    return quotient(fastTwoSum(x, x * sinhSeries(square)), fastTwoSum(1, coshSeries(square)));
  }
  const half = expHalf(2 * size);
  const lower = add(half, { high: -0.5, low: 0 });
  const upper = add(half, { high: 0.5, low: 0 });
  return Math.sign(x) * quotient(lower, upper);
}

/** sinh(x) / x - 1 for small x. */
function sinhSeries(square: number): number {
  return (
    square *
    (1 / 6 +
      square *
        (1 / 120 +
          square * (1 / 5040 + square * (1 / 362880 + square * (1 / 39916800 + square / 6227020800)))))
  );
}

/** cosh(x) - 1 for small x. */
function coshSeries(square: number): number {
  return (
    square *
    (1 / 2 +
      square *
        (1 / 24 + square * (1 / 720 + square * (1 / 40320 + square * (1 / 3628800 + square / 479001600)))))
  );
}

/** e^x / 2, up to the point where it overflows. */
function expHalf(x: number): Pair {
  const k = Math.round(x / Math.LN2);
  const rest = twoSum(x - k * LN2_HIGH, -k * LN2_LOW);
  const a = rest.high;
  const square = twoProduct(a, a);
  // 1 + a + a²/2 with all their rounding errors, then the terms from a³/6 on, whose errors are negligible.
  const first = twoSum(1, a);
  const second = twoSum(first.high, square.high / 2);
  const higher = INVERSE_FACTORIALS.reduceRight((sum, factor) => sum * a + factor, 0);
  const low = first.low + second.low + square.low / 2 + rest.low * second.high + a * square.high * higher;
  const sum = fastTwoSum(second.high, low);
  // 2 ** (k - 1) may itself overflow.
  const scale = 2 ** (k - 2);
  return { high: sum.high * 2 * scale, low: sum.low * 2 * scale };
}

/** `by / x`. */
function inverse(x: Pair, by: number): Pair {
  const high = by / x.high;
  const product = twoProduct(high, x.high);
  return { high, low: (by - product.high - product.low - high * x.low) / x.high };
}

function quotient(a: Pair, b: Pair): number {
  const high = a.high / b.high;
  const product = twoProduct(high, b.high);
  return high + (a.high - product.high - product.low + a.low - high * b.low) / b.high;
}

function add(a: Pair, b: Pair): Pair {
  const sum = twoSum(a.high, b.high);
  return fastTwoSum(sum.high, sum.low + a.low + b.low);
}

/** The sum and its rounding error, for numbers in any order of size (Knuth). */
function twoSum(a: number, b: number): Pair {
  const high = a + b;
  const part = high - a;
  return { high, low: a - (high - part) + (b - part) };
}

/** The sum and its rounding error, if `a` is the larger number (Dekker). */
function fastTwoSum(a: number, b: number): Pair {
  const high = a + b;
  return { high, low: b - (high - a) };
}

/** The product and its rounding error, computed from halves of 26 bits (Veltkamp, Dekker). */
function twoProduct(a: number, b: number): Pair {
  const high = a * b;
  const aTop = top(a);
  const bTop = top(b);
  const aRest = a - aTop;
  const bRest = b - bTop;
  return { high, low: aTop * bTop - high + aTop * bRest + aRest * bTop + aRest * bRest };
}

function top(x: number): number {
  const spread = x * 134217729;
  return spread - (spread - x);
}
