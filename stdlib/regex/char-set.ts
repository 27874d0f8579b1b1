// Sets of code points or bytes as sorted, separate ranges [low, high, low, high, …], both ends included. Sets
// are immutable.

export type CharSet = readonly number[];

/** Scalar values: all code points but the surrogates. */
export const ALL_CHARS: CharSet = [0, 0xd7ff, 0xe000, 0x10ffff];
export const ALL_BYTES: CharSet = [0, 255];

/** Returns the union of sets: sorts the ranges and joins those that touch. */
export function union(...sets: readonly CharSet[]): CharSet {
  return unionOf(sets);
}

/** Returns the union of any number of sets. */
export function unionOf(sets: readonly CharSet[]): CharSet {
  const ranges: [number, number][] = [];
  // Sets are often repeated, such as `\pL`.
  for (const set of new Set(sets)) {
    for (let i = 0; i < set.length; i += 2) ranges.push([set[i]!, set[i + 1]!]);
  }
  ranges.sort((a, b) => a[0] - b[0]);
  const joined: number[] = [];
  for (const [low, high] of ranges) {
    const last = joined.length - 1;
    if (last > 0 && low <= joined[last]! + 1) joined[last] = Math.max(joined[last]!, high);
    else joined.push(low, high);
  }
  return joined;
}

export function intersection(a: CharSet, b: CharSet): CharSet {
  const common: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const low = Math.max(a[i]!, b[j]!);
    const high = Math.min(a[i + 1]!, b[j + 1]!);
    if (low <= high) common.push(low, high);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return common;
}

/** Returns the elements of `all` that are not in `set`. */
export function complement(set: CharSet, all: CharSet): CharSet {
  const gaps: number[] = [];
  let next = 0;
  for (let i = 0; i < set.length; i += 2) {
    if (set[i]! > next) gaps.push(next, set[i]! - 1);
    next = set[i + 1]! + 1;
  }
  gaps.push(next, Number.MAX_SAFE_INTEGER);
  return intersection(gaps, all);
}

export function difference(a: CharSet, b: CharSet): CharSet {
  return intersection(a, complement(b, ALL_CODES));
}

export function symmetricDifference(a: CharSet, b: CharSet): CharSet {
  return union(difference(a, b), difference(b, a));
}

const ALL_CODES: CharSet = [0, 0x10ffff];

export function contains(set: CharSet, value: number): boolean {
  let low = 0;
  let high = set.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (set[middle * 2 + 1]! < value) low = middle + 1;
    else high = middle;
  }
  return low * 2 < set.length && set[low * 2]! <= value;
}
