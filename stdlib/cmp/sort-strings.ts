// Sorts many byte strings by four bytes at a time. The four bytes and the index of the string are packed into
// one number, so that the engine sorts plain numbers. Strings that agree in these bytes are sorted by the
// next four.

import type { Steps } from "../../interpreter/runtime/index.ts";
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

/** Returns a sorted copy. */
export function sortedStrings(list: readonly string[]): string[] {
  if (list.length <= FEW || list.length > MOST) return list.toSorted(compare);
  const sorted = list.slice();
  // The ranges left to sort: start, end, and the offset up to which the strings agree.
  const open = [0, sorted.length, 0];
  while (open.length > 0) {
    const offset = open.pop()!;
    const end = open.pop()!;
    const start = open.pop()!;
    if (end - start <= FEW) insertion(sorted, start, end);
    else sortRange(sorted, start, end, shared(sorted, start, end, offset), open);
  }
  return sorted;
}

/** Returns a sorted copy, made in steps; `list` must not change meanwhile. */
export function* sortedStringsInSteps(list: readonly string[]): Steps<string[]> {
  const sorted = list.slice();
  if (sorted.length > MOST) {
    yield* sortInSteps(sorted, compare);
    return sorted;
  }
  const open = [0, sorted.length, 0];
  let left = MANY;
  while (open.length > 0) {
    const offset = open.pop()!;
    const end = open.pop()!;
    const start = open.pop()!;
    if (end - start <= FEW) insertion(sorted, start, end);
    else {
      const agreed = shared(sorted, start, end, offset);
      const keys = keysOf(sorted, start, end, agreed);
      if (end - start > MANY) yield* sortNumbersInSteps(keys);
      else keys.sort();
      place(sorted, start, keys, agreed, open);
    }
    left -= end - start;
    if (left > 0) continue;
    left = MANY;
    yield;
  }
  return sorted;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the offset, at least `offset`, up to which all strings of a range agree. */
function shared(list: readonly string[], start: number, end: number, offset: number): number {
  const first = list[start]!;
  let length = first.length;
  for (let i = start + 1; i < end && length > offset; i++) {
    const text = list[i]!;
    let at = offset;
    const most = Math.min(length, text.length);
    while (at < most && text.charCodeAt(at) === first.charCodeAt(at)) at++;
    length = at;
  }
  return Math.max(length, offset);
}

/** Sorts a range by the four bytes from `offset` on, and adds runs that agree in them to `open`. */
function sortRange(list: string[], start: number, end: number, offset: number, open: number[]): void {
  const keys = keysOf(list, start, end, offset);
  keys.sort();
  place(list, start, keys, offset, open);
}

function keysOf(list: readonly string[], start: number, end: number, offset: number): Float64Array {
  const keys = new Float64Array(end - start);
  for (let i = 0; i < keys.length; i++) keys[i] = keyAt(list[start + i]!, offset) * MOST + i;
  return keys;
}

/** Moves strings to the order of their sorted keys. */
function place(list: string[], start: number, keys: Float64Array, offset: number, open: number[]): void {
  const count = keys.length;
  const before = list.slice(start, start + count);
  let run = 0;
  let last = -1;
  for (let i = 0; i < count; i++) {
    const key = Math.floor(keys[i]! / MOST);
    list[start + i] = before[keys[i]! - key * MOST]!;
    if (key === last) continue;
    if (i - run > 1 && !endsIn(last)) open.push(start + run, start + i, offset + 4);
    run = i;
    last = key;
  }
  if (count - run > 1 && !endsIn(last)) open.push(start + run, start + count, offset + 4);
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
