// Searching and splitting. The host's search is fast, but may take time proportional to the product of both
// lengths for long periodic needles, so those are searched with the algorithm of Knuth, Morris and Pratt.
import { MAX_LIST, Panic } from "../../interpreter/runtime/index.ts";
import { isSpace, reverse } from "./ascii.ts";

/** The length of a needle from which on the host's worst case matters. */
const LONG = 64;
/** The bytes of such a needle whose first occurrence the host searches. */
const HEAD = 16;
const SHORT_TEXT = 1000;

/** Finds the needle at or after an offset; created once for several searches. */
type Finder = (text: string, from: number) => number;

export function finder(needle: string): Finder {
  if (needle.length < LONG) return (text, from) => text.indexOf(needle, from);
  const borders = borderTable(needle);
  const head = needle.slice(0, HEAD);
  return (text, from) => {
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      if (matched === 0) {
        at = text.indexOf(head, at);
        if (at < 0) return -1;
        matched = HEAD;
        at += HEAD - 1;
        continue;
      }
      const byte = text.charCodeAt(at);
      while (matched > 0 && needle.charCodeAt(matched) !== byte) matched = borders[matched - 1]!;
      if (needle.charCodeAt(matched) === byte) matched++;
      if (matched === needle.length) return at - matched + 1;
    }
    return -1;
  };
}

/**
 * Returns, for each prefix of the needle, the length of its longest proper prefix that is also its suffix.
 */
function borderTable(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  let border = 0;
  for (let i = 1; i < needle.length; i++) {
    const byte = needle.charCodeAt(i);
    while (border > 0 && needle.charCodeAt(border) !== byte) border = borders[border - 1]!;
    if (needle.charCodeAt(border) === byte) border++;
    borders[i] = border;
  }
  return borders;
}

export function indexOf(text: string, needle: string): number {
  return needle.length < LONG ? text.indexOf(needle) : finder(needle)(text, 0);
}

export function lastIndexOf(text: string, needle: string): number {
  if (needle.length < LONG) return text.lastIndexOf(needle);
  const found = finder(reverse(needle))(reverse(text), 0);
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
