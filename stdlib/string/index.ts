// std/string: methods over byte strings. All take linear time, and bytes from 128 on have no special meaning.
import {
  inSteps,
  intFromText,
  repeatText,
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
} from "./in-steps.ts";
import { count, indexOf, lastIndexOf, lines, replace, split, splitWhitespace } from "./search.ts";

export function create(runtime: Runtime): NativeTable {
  const isLong = (text: string): boolean => worksInSteps(runtime, text.length);
  return {
    functions: {
      "String.is_blank": isBlank,
      "String.char_at": (text: string, at: Int) => (typeof at === "number" && at >= 0 ? text.charAt(at) : ""),
      "String.to_upper": (text: string) =>
        isLong(text) ? inSteps(runtime, mappedInSteps(text, toUpper)) : toUpper(text),
      "String.to_lower": (text: string) =>
        isLong(text) ? inSteps(runtime, mappedInSteps(text, toLower)) : toLower(text),
      "String.trim": trim,
      "String.trim_start": trimStart,
      "String.trim_end": trimEnd,
      "String.repeat": repeatText,
      "String.reverse": (text: string) =>
        isLong(text) ? inSteps(runtime, reverseInSteps(text)) : reverse(text),
      "String.matches_at": matchesAt,
      "String.index_of": indexOf,
      "String.last_index_of": lastIndexOf,
      "String.contains": (text: string, needle: string) => indexOf(text, needle) >= 0,
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
      "String.parse_int": (text: string) => intFromText(trim(text)),
      "String.parse_float": (text: string) => floatFromText(trim(text)),
    },
  };
}

function matchesAt(text: string, needle: string, at: Int): boolean {
  return (
    typeof at === "number" && at >= 0 && at + needle.length <= text.length && text.startsWith(needle, at)
  );
}
