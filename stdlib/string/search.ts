// Searching and splitting. The host's search is fast, but may take time proportional to the product of both
// lengths for long periodic needles, so those are searched with the algorithm of Knuth, Morris and Pratt.
import { atOnce, MAX_LIST, Panic, type Steps } from "../../interpreter/runtime/index.ts";
import { isSpace, reverse } from "./ascii.ts";

/** The length of a needle from which on the host's worst case matters. */
const LONG = 64;
/** The bytes of such a needle whose first occurrence the host searches. */
const HEAD = 16;
const SHORT_TEXT = 1000;
/** The bytes that are searched, or prepared, in one step. */
const PIECE = 65_536;

/** Finds the needle at or after an offset; created once for several searches. */
type Finder = (text: string, from: number) => number;

export function finder(needle: string): Finder {
  if (needle.length < LONG) return (text, from) => text.indexOf(needle, from);
  const find = atOnce(finderInSteps(needle));
  return (text, from) => atOnce(find(text, from));
}

/** As `finder`, for long texts. */
export function* finderInSteps(needle: string): Steps<(text: string, from: number) => Steps<number>> {
  if (needle.length < LONG) return (text, from) => findShort(text, needle, from);
  const borders = new Int32Array(needle.length);
  for (let at = 1, border = 0; at < needle.length; yield PIECE)
    for (const end = Math.min(needle.length, at + PIECE); at < end; at++) {
      const byte = needle.charCodeAt(at);
      while (border > 0 && needle.charCodeAt(border) !== byte) border = borders[border - 1]!;
      if (needle.charCodeAt(border) === byte) border++;
      // The length of the longest proper prefix that is also a suffix.
      borders[at] = border;
    }
  return (text, from) => findLong(text, needle, borders, from);
}

function* findShort(text: string, needle: string, from: number): Steps<number> {
  for (let at = from; at + needle.length <= text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE + needle.length - 1);
    const found = piece.indexOf(needle);
    if (found >= 0) return at + found;
    yield piece.length;
  }
  return -1;
}

function* findLong(text: string, needle: string, borders: Int32Array, from: number): Steps<number> {
  const head = needle.slice(0, HEAD);
  let matched = 0;
  for (let start = from; start < text.length; yield PIECE) {
    let at = start;
    for (const end = Math.min(text.length, at + PIECE); at < end; at++) {
      if (matched === 0) {
        // Finds a head that begins before the end.
        const found = text.slice(at, end + HEAD - 1).indexOf(head);
        if (found < 0) {
          at = end;
          break;
        }
        matched = HEAD;
        at += found + HEAD - 1;
        continue;
      }
      const byte = text.charCodeAt(at);
      while (matched > 0 && needle.charCodeAt(matched) !== byte) matched = borders[matched - 1]!;
      if (needle.charCodeAt(matched) === byte) matched++;
      if (matched === needle.length) return at - matched + 1;
    }
    start = at;
  }
  return -1;
}

export function indexOf(text: string, needle: string): number {
  return needle.length < LONG ? text.indexOf(needle) : finder(needle)(text, 0);
}

export function lastIndexOf(text: string, needle: string): number {
  if (needle.length < LONG) return text.lastIndexOf(needle);
  const found = finder(reverse(needle))(reverse(text), 0);
  return found < 0 ? -1 : text.length - found - needle.length;
}

export function* indexOfInSteps(text: string, needle: string): Steps<number> {
  if (needle.length > text.length) return -1;
  const find = yield* finderInSteps(needle);
  return yield* find(text, 0);
}

export function* lastIndexOfInSteps(text: string, needle: string): Steps<number> {
  if (needle.length > text.length) return -1;
  if (needle.length < LONG) {
    for (let end = text.length; ; end -= PIECE) {
      const start = Math.max(0, end - PIECE - needle.length + 1);
      const found = text.slice(start, end).lastIndexOf(needle);
      if (found >= 0) return start + found;
      if (start === 0) return -1;
      yield PIECE;
    }
  }
  const find = yield* finderInSteps(reverse(needle));
  yield needle.length;
  const found = yield* find(reverse(text), 0);
  return found < 0 ? -1 : text.length - found - needle.length;
}

/** Returns the number of occurrences without overlap, or 0 for an empty needle. */
export function count(text: string, needle: string): number {
  if (needle === "") return 0;
  const find = finder(needle);
  let found = 0;
  for (let at = find(text, 0); at >= 0; at = find(text, at + needle.length)) found++;
  return found;
}

export function replace(text: string, from: string, to: string): string {
  if (from === "") return text;
  const find = finder(from);
  let replaced = "";
  let start = 0;
  for (let at = find(text, 0); at >= 0; at = find(text, start)) {
    replaced += text.slice(start, at) + to;
    start = at + from.length;
  }
  return start === 0 ? text : replaced + text.slice(start);
}

/**
 *
 * Returns the pieces between separators, including empty ones; an empty separator returns the whole text.
 * @throws Panic `list too large`, where the host would end the process
 */
export function split(text: string, separator: string): string[] {
  if (separator === "") return [text];
  if (text.length >= MAX_LIST && count(text, separator) >= MAX_LIST) throw new Panic("list too large");
  // The host's function has a fixed cost that pays off only for long texts.
  if (text.length > SHORT_TEXT && separator.length < LONG) return text.split(separator);
  const find = finder(separator);
  const pieces: string[] = [];
  let start = 0;
  for (let at = find(text, 0); at >= 0; at = find(text, start)) {
    pieces.push(text.slice(start, at));
    start = at + separator.length;
  }
  pieces.push(text.slice(start));
  return pieces;
}

export function splitWhitespace(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (isSpace(text.charCodeAt(at))) continue;
    const start = at;
    while (at < text.length && !isSpace(text.charCodeAt(at))) at++;
    words.push(text.slice(start, at));
  }
  return words;
}

/** Splits after each `\n`, and removes one `\r` from the end of each line, including the last. */
export function lines(text: string): string[] {
  const found = split(text, "\n");
  if (found.at(-1) === "") found.pop();
  if (!text.includes("\r")) return found;
  return found.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}
