// Sorts strings with long common beginnings by merging. Each string remembers how many bytes it shares with
// the string that was merged before it. The longer such a beginning, the earlier the string; only if two are
// equal, the bytes after them are compared. So the bytes of a string are compared about once.
import type { Steps } from "../../interpreter/runtime/index.ts";

/** The bytes that are compared one by one before the host compares slices. */
const FIRST = 16;
/** The length of the first slice; each is twice as long as the one before. */
const SLICE = 64;
/** The bytes compared in one step. */
const BYTES = 500_000;

/** Returns the offset of the first difference from `from` on, or `end` or a length if there is none before. */
export function mismatch(a: string, b: string, from: number, end: number): number {
  const most = Math.min(a.length, b.length, end);
  let at = from;
  for (const near = Math.min(from + FIRST, most); at < near; at++)
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return at;
  let size = SLICE;
  while (at < most) {
    const next = Math.min(at + size, most);
    if (a.slice(at, next) !== b.slice(at, next)) return within(a, b, at, next);
    at = next;
    size *= 2;
  }
  return most;
}

/** As `mismatch`, for strings that most likely agree up to `end`. */
export function agreement(a: string, b: string, from: number, end: number): number {
  const isLong = end - from > SLICE && a.length >= end && b.length >= end;
  return isLong && a.slice(from, end) === b.slice(from, end) ? end : mismatch(a, b, from, end);
}

/** The first difference in a range that has one. */
function within(a: string, b: string, from: number, end: number): number {
  let at = from;
  let to = end;
  while (to - at > FIRST) {
    const middle = (at + to) >>> 1;
    if (a.slice(at, middle) === b.slice(at, middle)) at = middle;
    else to = middle;
  }
  while (a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** A side of a merge: sorted strings, and the bytes that each shares with the one before it. */
interface Side {
  readonly texts: string[];
  readonly shared: Int32Array;
}

/** Sorts a range in place; its strings agree in the first `offset` bytes. */
export function* mergeSorted(list: string[], start: number, end: number, offset: number): Steps<void> {
  const count = end - start;
  let from: Side = { texts: list.slice(start, end), shared: new Int32Array(count).fill(offset) };
  let to: Side = { texts: new Array<string>(count), shared: new Int32Array(count) };
  const work: Work = { left: BYTES };
  for (let width = 1; width < count; width *= 2) {
    for (let at = 0; at < count; at += 2 * width) {
      const middle = Math.min(at + width, count);
      yield* merge(from, to, { start: at, middle, end: Math.min(at + 2 * width, count), offset }, work);
    }
    [from, to] = [to, from];
  }
  for (let i = 0; i < count; i++) list[start + i] = from.texts[i]!;
}

/** The bytes that may still be compared before the next step. */
interface Work {
  left: number;
}

/** The bytes that merging an element takes as long as. */
const ELEMENT = 64;

interface Runs {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly offset: number;
}

/** Merges two adjacent runs. `left` and `right` are shared with the string that was merged last. */
function* merge(from: Side, to: Side, { start, middle, end, offset }: Runs, work: Work): Steps<void> {
  let [a, b] = [start, middle];
  let left = offset;
  let right = offset;
  for (let at = start; at < end; at++) {
    let takesLeft = b >= end || (a < middle && left > right);
    if (a < middle && b < end && left === right) {
      const [one, other] = [from.texts[a]!, from.texts[b]!];
      const common = mismatch(one, other, left, Infinity);
      work.left -= common - left;
      takesLeft =
        common >= one.length || (common < other.length && one.charCodeAt(common) < other.charCodeAt(common));
      to.texts[at] = takesLeft ? one : other;
      to.shared[at] = left;
      // The string that stays is compared with the one that was taken.
      if (takesLeft) right = common;
      else left = common;
    } else {
      to.texts[at] = from.texts[takesLeft ? a : b]!;
      to.shared[at] = takesLeft ? left : right;
    }
    if (takesLeft) left = ++a < middle ? from.shared[a]! : 0;
    else right = ++b < end ? from.shared[b]! : 0;
    work.left -= ELEMENT;
    if (work.left >= 0) continue;
    yield BYTES - work.left;
    work.left = BYTES;
  }
}
