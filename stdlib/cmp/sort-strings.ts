// Sorts byte strings by four bytes at a time. The four bytes and the index of the string are packed into one
// number, so that the engine sorts plain numbers. Strings that agree in these bytes are sorted by the next
// four. Where that makes little progress, strings with long common beginnings are merged instead
// (merge-strings.ts). No byte is compared again and again, so the time depends on the bytes alone, not on
// their product with the number of comparisons.

import { atOnce, type Steps } from "../../interpreter/runtime/index.ts";
import { agreement, mergeSorted } from "./merge-strings.ts";
import { sortInSteps, sortNumbersInSteps } from "./sort-in-steps.ts";

/**
 * The most strings that are sorted this way: an index below it fits beside four bytes into the 53 bits of a
 * number.
 */
const MOST = 2 ** 20;
/** Up to this many strings are sorted by insertion or by comparison. */
const FEW = 24;
/** The largest range that is sorted without a step in between. */
const MANY = 8_192;
/** Strings longer than this are merged if they are few: each comparison would read their beginnings again. */
const LONG = 64;
/** The times that a range is split by four bytes before its strings are merged. */
const SPLITS = 6;
/** The bytes compared in one step, at the speed of the host. */
const BYTES = 500_000;

/** Returns a sorted copy. */
export function sortedStrings(list: readonly string[]): string[] {
  if (list.length <= FEW && areShort(list, 0, list.length, 0)) return list.toSorted(compare);
  return atOnce(sortedStringsInSteps(list));
}

/** Returns a sorted copy, made in steps; `list` must not change meanwhile. */
export function* sortedStringsInSteps(list: readonly string[]): Steps<string[]> {
  const sorted = list.slice();
  if (sorted.length > MOST) {
    yield* sortInSteps(sorted, compare);
    return sorted;
  }
  // The ranges left to sort: start, end, the offset up to which the strings agree, and how often they have
  // been split.
  const open = [0, sorted.length, 0, 0];
  let left = MANY;
  while (open.length > 0) {
    const splits = open.pop()!;
    const offset = open.pop()!;
    const end = open.pop()!;
    const start = open.pop()!;
    if (end - start <= FEW && areShort(sorted, start, end, offset)) insertion(sorted, start, end);
    else if (end - start <= FEW || splits >= SPLITS) yield* mergeSorted(sorted, start, end, offset);
    else {
      const small = (end - start) * (sorted[start]!.length - offset) <= BYTES;
      const agreed = small
        ? shared(sorted, start, end, offset)
        : yield* sharedInSteps(sorted, start, end, offset);
      const keys = keysOf(sorted, start, end, agreed);
      if (end - start > MANY) yield* sortNumbersInSteps(keys);
      else keys.sort();
      place(sorted, { start, keys, offset: agreed, splits: splits + 1 }, open);
    }
    left -= end - start;
    if (left > 0) continue;
    yield MANY - left;
    left = MANY;
  }
  yield MANY - left;
  return sorted;
}

/** A single comparison: equal strings are the same value, so their order does not matter. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function areShort(list: readonly string[], start: number, end: number, offset: number): boolean {
  for (let i = start; i < end; i++) if (list[i]!.length > offset + LONG) return false;
  return offset <= LONG;
}

/** Returns the offset, at least `offset`, up to which all strings of a range agree. */
function shared(list: readonly string[], start: number, end: number, offset: number): number {
  const first = list[start]!;
  let length = first.length;
  for (let i = start + 1; i < end && length > offset; i++)
    length = agreement(list[i]!, first, offset, length);
  return Math.max(length, offset);
}

function* sharedInSteps(list: readonly string[], start: number, end: number, offset: number): Steps<number> {
  const first = list[start]!;
  let length = first.length;
  let read = 0;
  for (let i = start + 1; i < end && length > offset; i++) {
    length = agreement(list[i]!, first, offset, length);
    read += length - offset;
    if (read < BYTES) continue;
    yield read;
    read = 0;
  }
  return Math.max(length, offset);
}

function keysOf(list: readonly string[], start: number, end: number, offset: number): Float64Array {
  const keys = new Float64Array(end - start);
  for (let i = 0; i < keys.length; i++) keys[i] = keyAt(list[start + i]!, offset) * MOST + i;
  return keys;
}

/** A range that is sorted by the four bytes at `offset`. */
interface Split {
  readonly start: number;
  readonly keys: Float64Array;
  readonly offset: number;
  readonly splits: number;
}

/** Moves strings to the order of their sorted keys, and adds runs that agree in these bytes to `open`. */
function place(list: string[], { start, keys, offset, splits }: Split, open: number[]): void {
  const count = keys.length;
  const before = list.slice(start, start + count);
  let run = 0;
  let last = -1;
  for (let i = 0; i < count; i++) {
    const key = Math.floor(keys[i]! / MOST);
    list[start + i] = before[keys[i]! - key * MOST]!;
    if (key === last) continue;
    if (i - run > 1 && !endsIn(last)) open.push(start + run, start + i, offset + 4, splits);
    run = i;
    last = key;
  }
  if (count - run > 1 && !endsIn(last)) open.push(start + run, start + count, offset + 4, splits);
}

/** Packs four bytes into one number; 0 marks the end of the string. */
function keyAt(text: string, offset: number): number {
  const { length } = text;
  const a = offset < length ? text.charCodeAt(offset) + 1 : 0;
  const b = offset + 1 < length ? text.charCodeAt(offset + 1) + 1 : 0;
  const c = offset + 2 < length ? text.charCodeAt(offset + 2) + 1 : 0;
  const d = offset + 3 < length ? text.charCodeAt(offset + 3) + 1 : 0;
  return ((a * 257 + b) * 257 + c) * 257 + d;
}

/** Whether the strings with this key end within it, which makes them equal. */
function endsIn(key: number): boolean {
  return key % 257 === 0;
}

function insertion(list: string[], start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const text = list[i]!;
    let at = i;
    for (; at > start && list[at - 1]! > text; at--) list[at] = list[at - 1]!;
    list[at] = text;
  }
}
