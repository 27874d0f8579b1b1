// std/string: methods over byte strings. Everything takes linear time and treats bytes from 128 on
// as nothing but bytes.
import { intFromText, repeatText, type Int, type NativeTable } from "../../interpreter/runtime/index.ts";
import { isBlank, reverse, toLower, toUpper, trim, trimEnd, trimStart } from "./ascii.ts";
import { floatFromText } from "./float-text.ts";
import { count, indexOf, lastIndexOf, lines, replace, split, splitWhitespace } from "./search.ts";

export function create(): NativeTable {
  return {
    functions: {
      "String.is_blank": isBlank,
      "String.char_at": (text: string, at: Int) => (typeof at === "number" && at >= 0 ? text.charAt(at) : ""),
      "String.to_upper": toUpper,
      "String.to_lower": toLower,
      "String.trim": trim,
      "String.trim_start": trimStart,
      "String.trim_end": trimEnd,
      "String.repeat": repeatText,
      "String.reverse": reverse,
      "String.matches_at": matchesAt,
      "String.index_of": indexOf,
      "String.last_index_of": lastIndexOf,
      "String.contains": (text: string, needle: string) => indexOf(text, needle) >= 0,
      "String.starts_with": (text: string, prefix: string) => text.startsWith(prefix),
      "String.ends_with": (text: string, suffix: string) => text.endsWith(suffix),
      "String.count": count,
      "String.replace": replace,
      "String.split": split,
      "String.split_whitespace": splitWhitespace,
      "String.lines": lines,
      "String.parse_int": (text: string) => intFromText(trim(text)),
      "String.parse_float": (text: string) => floatFromText(trim(text)),
    },
  };
}

function matchesAt(text: string, needle: string, at: Int): boolean {
  return typeof at === "number" && at >= 0 && at + needle.length <= text.length && text.startsWith(needle, at);
}
