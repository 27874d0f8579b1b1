// Interval arithmetic for Ints. An interval bounds the mathematical value; null means unknown, which includes
// results that may wrap at 2^63.

export interface Range {
  readonly low: number;
  readonly high: number;
}

export const MAX_EXACT = 9007199254740991;
/** The lengths of lists and strings. */
export const LENGTH: Range = { low: 0, high: 2 ** 31 - 1 };
/** A byte of a string, or -1 past its end. */
export const BYTE: Range = { low: -1, high: 255 };
/** The index of a variant. */
export const TAG: Range = { low: 0, high: 2 ** 31 };
/** The widest interval. Bounds are doubles, so it ends well before 2^63. */
const WIDEST = 2 ** 62;
/** The most assignments to all variables of a program, which would take days (solve.ts). */
export const MOST_ASSIGNMENTS = 2 ** 50;

/** Null if values may be outside the widest interval, where they may wrap. */
export function interval(low: number, high: number): Range | null {
  return low >= -WIDEST && high <= WIDEST ? { low: low - slack(low), high: high + slack(high) } : null;
}

/** The most by which rounding may have changed a bound beyond 2^53. */
function slack(bound: number): number {
  return Math.abs(bound) > MAX_EXACT ? Math.abs(bound) * 2 ** -51 : 0;
}

/** Whether values in the interval are certainly JavaScript numbers. */
export function isExact(range: Range | null): range is Range {
  return range !== null && range.low >= -MAX_EXACT && range.high <= MAX_EXACT;
}

export function exact(range: Range | null): Range | null {
  return isExact(range) ? range : null;
}

export function within(range: Range | null, low: number, high: number): range is Range {
  return range !== null && range.low >= low && range.high <= high;
}

export function fits32(range: Range | null): range is Range {
  return within(range, -2147483648, 2147483647);
}

/** Whether values in the interval are unsigned 32-bit numbers. */
export function isUnsigned32(range: Range | null): range is Range {
  return within(range, 0, 4294967295);
}

export function constantOf(range: Range | null): number | null {
  return range !== null && range.low === range.high ? range.low : null;
}

export function join(a: Range, b: Range): Range {
  return a.low <= b.low && a.high >= b.high
    ? a
    : { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

export function sum(a: Range | null, b: Range | null): Range | null {
  return a === null || b === null ? null : interval(a.low + b.low, a.high + b.high);
}

export function difference(a: Range | null, b: Range | null): Range | null {
  return a === null || b === null ? null : interval(a.low - b.high, a.high - b.low);
}

export function product(a: Range | null, b: Range | null): Range | null {
  if (a === null || b === null) return null;
  const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return interval(Math.min(...products) + 0, Math.max(...products) + 0);
}

/** Null unless the divisor is a positive constant. */
export function quotient(a: Range | null, b: Range | null): Range | null {
  const divisor = constantOf(b);
  if (a === null || divisor === null || divisor <= 0) return null;
  // Quotients of exact bounds are never rounded up to the next integer, others may be.
  const off = isExact(a) && divisor <= MAX_EXACT ? 0 : 1;
  return interval(Math.trunc(a.low / divisor) - off + 0, Math.trunc(a.high / divisor) + off + 0);
}

/** Smaller than the divisor for any dividend; the sign is that of the dividend. */
export function remainder(a: Range | null, b: Range | null): Range | null {
  if (b === null) return a === null ? null : { low: Math.min(a.low, 0), high: Math.max(a.high, 0) };
  // A zero divisor has no remainder.
  const size = Math.max(Math.abs(b.low), Math.abs(b.high), 1) - 1;
  if (a === null) return { low: 0 - size, high: size };
  return { low: a.low >= 0 ? 0 : Math.max(0 - size, a.low), high: a.high <= 0 ? 0 : Math.min(size, a.high) };
}

export function negated(a: Range | null): Range | null {
  return a === null ? null : { low: 0 - a.high, high: 0 - a.low };
}

export function bits(op: "&" | "|" | "^", a: Range | null, b: Range | null): Range | null {
  if (op === "&") {
    const limits = [a, b].flatMap((range) => (range !== null && range.low >= 0 ? [range.high] : []));
    if (limits.length > 0) return { low: 0, high: Math.min(...limits) };
  }
  if (a === null || b === null) return null;
  // In two's complement, operands that fit into some number of bits yield a result that does.
  const highest = Math.max(a.high, b.high, -1 - a.low, -1 - b.low, 1);
  let end = 2;
  while (end <= highest) end *= 2;
  return interval(a.low < 0 || b.low < 0 ? 0 - end : 0, end - 1);
}

export function shiftedLeft(a: Range | null, count: Range | null): Range | null {
  if (a === null || !within(count, 0, 62)) return null;
  const most = 2 ** count.high;
  const least = 2 ** count.low;
  return interval(a.low * (a.low < 0 ? most : least), a.high * (a.high < 0 ? least : most));
}

export function shiftedRight(a: Range | null, count: Range | null): Range | null {
  if (a === null || !within(count, 0, 63)) return null;
  const most = 2 ** count.high;
  const least = 2 ** count.low;
  return {
    low: Math.floor(a.low / (a.low < 0 ? least : most)),
    high: Math.floor(a.high / (a.high < 0 ? most : least)),
  };
}
