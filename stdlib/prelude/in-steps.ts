// Operations on long strings and lists, in steps between which other goroutines may run.
import {
  asCount,
  MAX_LIST,
  Panic,
  stringChars,
  type Int,
  type Steps,
} from "../../interpreter/runtime/index.ts";

/** The size of each step: bytes of a string, elements of a list. */
const BYTES = 16_384;
const ELEMENTS = 8_192;

export function* bytesInSteps(text: string): Steps<number[]> {
  const list: number[] = [];
  for (let end = 0; end < text.length; ) {
    end = Math.min(text.length, end + BYTES);
    for (let i = list.length; i < end; i++) list.push(text.charCodeAt(i));
    yield;
  }
  return list;
}

export function* charsInSteps(text: string): Steps<number[]> {
  const chars: number[] = [];
  for (let start = 0; start < text.length; ) {
    const end = charEnd(text, start + BYTES);
    for (const char of stringChars(text.slice(start, end))) chars.push(char);
    start = end;
    yield;
  }
  return chars;
}

export function* charCountInSteps(text: string): Steps<number> {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const end = charEnd(text, start + BYTES);
    count += stringChars(text.slice(start, end)).length;
    start = end;
    yield;
  }
  return count;
}

/**
 * Returns the first offset from `from` on that is not within a character. Invalid bytes before and after it
 * stay invalid.
 */
function charEnd(text: string, from: number): number {
  let end = Math.min(from, text.length);
  while (end < text.length && (text.charCodeAt(end) & 0xc0) === 0x80) end++;
  return end;
}

/**
 * Joins the elements in each step: a string of many parts would be flattened at one go later. `joined` is
 * called with the result.
 */
export function* joinInSteps(
  parts: readonly string[],
  separator: string,
  joined: (text: string) => void,
): Steps<string> {
  const done: string[] = [];
  for (let start = 0; start < parts.length; start += ELEMENTS) {
    done.push(parts.slice(start, start + ELEMENTS).join(separator));
    yield;
  }
  const text = done.join(separator);
  joined(text);
  return text;
}

/** `other` is not shared. */
export function* extendInSteps(list: unknown[], other: readonly unknown[]): Steps<void> {
  for (let at = 0; at < other.length; ) {
    const end = Math.min(other.length, at + ELEMENTS);
    // Other goroutines may have made it longer meanwhile.
    if (list.length + end - at > MAX_LIST) throw new Panic("list too large");
    for (; at < end; at++) list.push(other[at]);
    yield;
  }
}

export function* splitNInSteps(text: string, separator: string, count: Int): Steps<string[]> {
  const most = asCount(count);
  const pieces: string[] = [];
  if (most <= 0) return pieces;
  let from = 0;
  while (separator !== "" && pieces.length < most - 1) {
    const at = text.indexOf(separator, from);
    if (at < 0) break;
    pieces.push(text.slice(from, at));
    from = at + separator.length;
    if (pieces.length % ELEMENTS === 0) yield;
  }
  pieces.push(text.slice(from));
  return pieces;
}
