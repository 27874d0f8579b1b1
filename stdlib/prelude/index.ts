// std/prelude: the natives for methods of lists, strings and characters. Methods that call functions of the
// program are in prelude.std.
import {
  atOnce,
  foreseen,
  asCount,
  charText,
  compareInt,
  ELEMENT_BYTES,
  inSteps,
  intText,
  isAscii,
  MAX_LIST,
  Panic,
  repeatText,
  stringChars,
  worksInSteps,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Option,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { charWidth, textWidth, textWidthInSteps } from "./display-width.ts";
import {
  bytesInSteps,
  charCountInSteps,
  charsInSteps,
  extendInSteps,
  joinInSteps,
  splitNInSteps,
} from "./in-steps.ts";
import { PART } from "./text-parts.ts";
import { isAlphabetic, isWhitespace, lowerChar, upperChar } from "./letters.ts";

export { textWidth, textWidthInSteps } from "./display-width.ts";
export { joinInSteps } from "./in-steps.ts";
export { lowerChar, upperChar } from "./letters.ts";
export { PART, textParts } from "./text-parts.ts";

export function create(runtime: Runtime): NativeTable {
  /**
   * Reserves memory for a list of `length` elements. @throws Panic `list too large`, or that of a memory
   * limit.
   */
  function makeRoom(length: number): void {
    if (length > MAX_LIST) throw new Panic("list too large");
    runtime.reserve(length * ELEMENT_BYTES);
  }

  function join(parts: readonly string[], separator: string): MaybePromise<string> {
    if (worksInSteps(runtime, parts.length))
      return inSteps(
        runtime,
        joinInSteps(parts, separator, (text) => runtime.joined(text)),
      );
    const text = parts.join(separator);
    runtime.joined(text);
    return text;
  }

  function extend(list: unknown[], other: unknown[]): MaybePromise<void> {
    const { length } = other;
    makeRoom(list.length + length);
    if (worksInSteps(runtime, length)) return inSteps(runtime, extendInSteps(list, other.slice()));
    for (let i = 0; i < length; i++) list.push(other[i]);
  }

  return {
    functions: foreseen(runtime, NANOS, {
      "List.reversed": (list: unknown[]) => list.toReversed(),
      "List.slice": (list: unknown[], start: Int, end: Int) =>
        list.slice(position(list, start), position(list, end)),
      "List.insert": insert,
      "List.extend": extend,
      "List.clear": (list: unknown[]) => void (list.length = 0),
      __assign: assign,
      __drop_at: dropAt,
      __join: join,
      __find: (text: string, part: string) => (part === "" ? -1 : text.indexOf(part)),
      __find_last: (text: string, part: string) => (part === "" ? -1 : text.lastIndexOf(part)),

      "String.chars": (text: string) =>
        worksInSteps(runtime, text.length) ? inSteps(runtime, charsInSteps(text)) : stringChars(text),
      "String.bytes": (text: string) =>
        worksInSteps(runtime, text.length) ? inSteps(runtime, bytesInSteps(text)) : bytes(text),
      "String.char_count": (text: string) =>
        worksInSteps(runtime, text.length) ? inSteps(runtime, charCountInSteps(text)) : charCount(text),
      "String.width": (text: string) =>
        text.length > PART ? inSteps(runtime, textWidthInSteps(text)) : textWidth(text),
      "String.strip_prefix": (text: string, prefix: string): Option<string> =>
        text.startsWith(prefix) ? text.slice(prefix.length) : null,
      "String.strip_suffix": (text: string, suffix: string): Option<string> =>
        text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : null,
      "String.pad_left": (text: string, columns: Int, fill: number) => span(gap(text, columns), fill) + text,
      "String.pad_right": (text: string, columns: Int, fill: number) => text + span(gap(text, columns), fill),
      "String.center": center,
      "String.split_n": (text: string, separator: string, count: Int) =>
        worksInSteps(runtime, text.length)
          ? inSteps(runtime, splitNInSteps(text, separator, count))
          : atOnce(splitNInSteps(text, separator, count)),

      "Char.to_int": (char: number) => char,
      "Char.is_alphabetic": isAlphabetic,
      "Char.is_whitespace": isWhitespace,
      "Char.to_upper": upperChar,
      "Char.to_lower": lowerChar,
      "Int.to_char": (code: Int): Option<number> => (isScalar(code) ? Number(code) : null),
    }),
  };
}

/** The nanoseconds for each byte whose columns are counted. */
const NANOS = { "String.pad_left": 200, "String.pad_right": 200, "String.center": 200 };

/** Clamps an index to 0 and the length. */
function position(list: readonly unknown[], index: Int): number {
  return Math.max(0, Math.min(list.length, asCount(index)));
}

function insert(list: unknown[], index: Int, value: unknown): void {
  const at = asCount(index);
  if (at < 0 || at > list.length)
    throw new Panic(`list index out of bounds: index ${intText(index)}, length ${list.length}`);
  list.splice(at, 0, value);
}

/** Removes an element; `index` is in range. */
function dropAt(list: unknown[], index: number): void {
  if (index === 0) list.shift();
  else if (index === list.length - 1) list.pop();
  else list.splice(index, 1);
}

/** Gives a list the elements of another; changes made to it meanwhile are lost. */
export function assign(list: unknown[], from: readonly unknown[]): void {
  if (list.length > from.length) list.length = from.length;
  const { length } = list;
  for (let i = 0; i < length; i++) list[i] = from[i];
  for (let i = length; i < from.length; i++) list.push(from[i]);
}

function bytes(text: string): number[] {
  const list: number[] = [];
  for (let i = 0; i < text.length; i++) list.push(text.charCodeAt(i));
  return list;
}

function charCount(text: string): number {
  return isAscii(text) ? text.length : stringChars(text).length;
}

/** Returns the number of missing columns. */
function gap(text: string, columns: Int): number {
  const wanted = asCount(columns);
  return wanted <= 0 ? 0 : wanted - textWidth(text);
}

/** Repeats the character as often as it fits into `columns`; a character without width fills none. */
function span(columns: number, fill: number): string {
  const width = charWidth(fill);
  return columns <= 0 || width === 0 ? "" : repeatText(charText(fill), Math.floor(columns / width));
}

function center(text: string, columns: Int, fill: number): string {
  const missing = gap(text, columns);
  const left = Math.floor(missing / 2);
  return span(left, fill) + text + span(missing - left, fill);
}

/** Whether `code` is a Unicode scalar value: any code point but a surrogate. */
function isScalar(code: Int): boolean {
  return (
    compareInt(code, 0) >= 0 &&
    compareInt(code, 0x10ffff) <= 0 &&
    !(compareInt(code, 0xd800) >= 0 && compareInt(code, 0xdfff) <= 0)
  );
}
