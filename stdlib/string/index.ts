// std/string: methods over byte strings. All take linear time, and bytes from 128 on have no special meaning.
import {
  foreseen,
  inSteps,
  intFromText,
  repeatText,
  withChecks,
  worksInSteps,
  type Int,
  type NativeTable,
  type Runtime,
} from "../../interpreter/runtime/index.ts";
import { isBlank, reverse, toLower, toUpper, trim, trimEnd, trimStart } from "./ascii.ts";
import { floatFromText } from "./float-text.ts";
import {
  countInSteps,
  linesInSteps,
  mappedInSteps,
  replaceInSteps,
  reverseInSteps,
  splitInSteps,
  splitWhitespaceInSteps,
  trimInSteps,
} from "./in-steps.ts";
import {
  count,
  indexOf,
  indexOfInSteps,
  lastIndexOf,
  lastIndexOfInSteps,
  lines,
  replace,
  split,
  splitWhitespace,
} from "./search.ts";

export { trim } from "./ascii.ts";
export { trimInSteps } from "./in-steps.ts";
export { floatFromText } from "./float-text.ts";

export function create(runtime: Runtime): NativeTable {
  const isLong = (text: string): boolean => worksInSteps(runtime, text.length);
  /** For natives that are called too often to be compiled as ones that may wait. */
  const isChecked = (text: string): boolean => runtime.isLimited && text.length > CHECKED;
  const trimmed = (text: string): string =>
    isChecked(text) ? withChecks(runtime, trimInSteps(text, "both")) : trim(text);
  const indexIn = (text: string, needle: string): number =>
    isChecked(text) ? withChecks(runtime, indexOfInSteps(text, needle)) : indexOf(text, needle);
  const functions: NativeTable["functions"] = {
    "String.is_blank": (text: string) => (isChecked(text) ? trimmed(text) === "" : isBlank(text)),
    "String.char_at": (text: string, at: Int) => (typeof at === "number" && at >= 0 ? text.charAt(at) : ""),
    "String.to_upper": (text: string) =>
      isLong(text) ? inSteps(runtime, mappedInSteps(text, toUpper)) : toUpper(text),
    "String.to_lower": (text: string) =>
      isLong(text) ? inSteps(runtime, mappedInSteps(text, toLower)) : toLower(text),
    "String.trim": trimmed,
    "String.trim_start": (text: string) =>
      isChecked(text) ? withChecks(runtime, trimInSteps(text, "start")) : trimStart(text),
    "String.trim_end": (text: string) =>
      isChecked(text) ? withChecks(runtime, trimInSteps(text, "end")) : trimEnd(text),
    "String.repeat": repeatText,
    "String.reverse": (text: string) =>
      isLong(text) ? inSteps(runtime, reverseInSteps(text)) : reverse(text),
    "String.matches_at": matchesAt,
    "String.index_of": indexIn,
    "String.last_index_of": (text: string, needle: string) =>
      isChecked(text) ? withChecks(runtime, lastIndexOfInSteps(text, needle)) : lastIndexOf(text, needle),
    "String.contains": (text: string, needle: string) => indexIn(text, needle) >= 0,
    "String.starts_with": (text: string, prefix: string) => text.startsWith(prefix),
    "String.ends_with": (text: string, suffix: string) => text.endsWith(suffix),
    "String.count": (text: string, needle: string) =>
      isLong(text) && needle !== "" ? inSteps(runtime, countInSteps(text, needle)) : count(text, needle),
    "String.replace": (text: string, from: string, to: string) =>
      isLong(text) && from !== ""
        ? inSteps(runtime, replaceInSteps(text, from, to))
        : replace(text, from, to),
    "String.split": (text: string, separator: string) =>
      isLong(text) && separator !== ""
        ? inSteps(runtime, splitInSteps(text, separator))
        : split(text, separator),
    "String.split_whitespace": (text: string) =>
      isLong(text) ? inSteps(runtime, splitWhitespaceInSteps(text)) : splitWhitespace(text),
    "String.lines": (text: string) => (isLong(text) ? inSteps(runtime, linesInSteps(text)) : lines(text)),
    "String.parse_int": (text: string) => intFromText(trimmed(text)),
    "String.parse_float": (text: string) => floatFromText(trimmed(text)),
  };
  return { functions: foreseen(runtime, { "String.parse_int": 3, "String.parse_float": 10 }, functions) };
}

/** The bytes that a native may read without a check of the limits. */
const CHECKED = 65_536;

function matchesAt(text: string, needle: string, at: Int): boolean {
  return (
    typeof at === "number" && at >= 0 && at + needle.length <= text.length && text.startsWith(needle, at)
  );
}
