// std/texts: the natives for methods of strings. Those that look at each character work in steps.
import {
  asCount,
  charText,
  foreseen,
  inSteps,
  intFromText,
  intText,
  isAscii,
  MAX_STRING,
  Panic,
  repeatText,
  stringChars,
  withChecks,
  type Int,
  type MaybePromise,
  type NativeTable,
  type Option,
  type Runtime,
  type Steps,
} from "../../interpreter/runtime/index.ts";
import { machine } from "../../interpreter/host/index.ts";
import { lowerChar, textWidth, textWidthInSteps, upperChar } from "../prelude/index.ts";
import { floatFromText, trim, trimInSteps } from "../string/index.ts";
import { camelCase, wordsOfName } from "./name-words.ts";
import { eachPart, partsOf } from "./parts.ts";
import { truncated } from "./truncate.ts";

export function create(runtime: Runtime): NativeTable {
  const steps = <T>(work: Steps<T>): MaybePromise<T> => inSteps(runtime, work);
  const trimmed = (text: string): string =>
    runtime.isLimited && text.length > CHECKED ? withChecks(runtime, trimInSteps(text, "both")) : trim(text);
  return {
    functions: {
      ...foreseen(
        runtime,
        { "String.to_int": 3, "String.to_float": 10 },
        {
          "String.to_int": (text: string) => intFromText(trimmed(text)),
          "String.to_float": (text: string) => toFloat(trimmed(text)),
        },
      ),
      "String.capitalize": (text: string) => capitalized(text),
      "String.title": (text: string) => steps(titleOf(text)),
      "String.trim_matches": (text: string, chars: string) => withChecks(runtime, trimMatches(text, chars)),
      "String.equals_ignore_case": (text: string, other: string) => steps(equalsIgnoringCase(text, other)),
      "String.replace_first": replaceFirst,
      "String.reverse_chars": (text: string) => steps(reversedChars(text)),
      "String.nth_char": (text: string, index: Int) => steps(charAt(text, asCount(index))),
      "String.truncate": (text: string, columns: Int, suffix: string) =>
        steps(truncateTo(text, asCount(columns), suffix)),
      "String.to_snake": (text: string) => steps(joinedWords(text, "_")),
      "String.to_kebab": (text: string) => steps(joinedWords(text, "-")),
      "String.to_camel": (text: string) => steps(camelOf(text)),
      "String.is_ascii": isAscii,
      "String.is_valid_utf8": (text: string) =>
        isAscii(text) || machine().javascript.isUtf8(Buffer.from(text, "latin1")),
      "String.insert": insert,
      "String.remove_range": removeRange,
      __spaces: (count: Int) => repeatText(" ", count),
    },
  };
}

/** The bytes that a native may read without a check of the limits. */
const CHECKED = 65_536;

function toFloat(trimmed: string): Option<number> {
  const special = /^([+-]?)(inf|nan)$/i.exec(trimmed);
  if (special === null) return floatFromText(trimmed);
  if (special[2]!.toLowerCase() === "nan") return NaN;
  return special[1] === "-" ? -Infinity : Infinity;
}

/** Returns the bytes of the first character, or 1 where they are not UTF-8. */
function firstSize(text: string): number {
  const byte = text.charCodeAt(0);
  const size = byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
  const first = text.slice(0, size);
  return size > 1 && stringChars(first).length === 1 && first.length === size ? size : 1;
}

function capitalized(text: string): string {
  if (text === "") return text;
  const size = firstSize(text);
  if (size === 1 && text.charCodeAt(0) >= 128) return text;
  const char = stringChars(text.slice(0, size))[0]!;
  const upper = upperChar(char);
  return upper === char ? text : charText(upper) + text.slice(size);
}

const WORD = /[^\t-\r ]+/g;

function* titleOf(text: string): Steps<string> {
  let out = "";
  for (const part of partsOf(text)) {
    const continues = out !== "" && !/[\t-\r ]$/.test(out);
    out += part.replace(WORD, (word, at: number) => (at === 0 && continues ? word : capitalized(word)));
    yield;
  }
  return out;
}

/** Characters that are not UTF-8 stay, as U+FFFD is no byte of the text. */
function* trimMatches(text: string, chars: string): Steps<string> {
  const trimmed = new Set<number>();
  for (const part of partsOf(chars)) {
    for (const char of stringChars(part)) trimmed.add(char);
    yield part.length;
  }
  let start = 0;
  for (let left = STEP; start < text.length; left--) {
    const byte = text.charCodeAt(start);
    const size = byte < 0x80 ? 1 : firstSize(text.slice(start, start + 4));
    const char = byte < 0x80 ? byte : stringChars(text.slice(start, start + size))[0]!;
    if (!trimmed.has(char)) break;
    start += size;
    if (left > 0) continue;
    left = STEP;
    yield STEP;
  }
  let end = text.length;
  for (let left = STEP; end > start; left--) {
    let from = end - 1;
    while (from > start && from > end - 4 && (text.charCodeAt(from) & 0xc0) === 0x80) from--;
    const byte = text.charCodeAt(from);
    const found = from === end - 1 && byte < 0x80 ? [byte] : stringChars(text.slice(from, end));
    if (found.length !== 1 || !trimmed.has(found[0]!)) break;
    end = from;
    if (left > 0) continue;
    left = STEP;
    yield STEP;
  }
  return text.slice(start, end);
}

/** The characters that are trimmed between two checks. */
const STEP = 8192;

const folded = (char: number): number => lowerChar(upperChar(char));

function* equalsIgnoringCase(text: string, other: string): Steps<boolean> {
  if (text === other) return true;
  const left = yield* folds(text);
  const right = yield* folds(other);
  return left === right;
}

/** Returns the text with each character folded; bytes that are not UTF-8 stay themselves. */
function* folds(text: string): Steps<string> {
  let out = "";
  for (const part of partsOf(text)) {
    out += isAscii(part)
      ? part.toLowerCase()
      : machine().javascript.isUtf8(Buffer.from(part, "latin1"))
        ? stringChars(part)
            .map((char) => charText(folded(char)))
            .join("")
        : part.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    yield;
  }
  return out;
}

function replaceFirst(text: string, from: string, to: string): string {
  const at = from === "" ? -1 : text.indexOf(from);
  if (at < 0) return text;
  return fitting(text.slice(0, at) + to + text.slice(at + from.length));
}

function* reversedChars(text: string): Steps<string> {
  const parts: string[] = [];
  yield* eachPart(text, (part) => {
    parts.push(stringChars(part).reverse().map(charText).join(""));
    return false;
  });
  return fitting(parts.reverse().join(""));
}

function* charAt(text: string, index: number): Steps<Option<number>> {
  if (index < 0 || index >= text.length) return null;
  let before = 0;
  let found: Option<number> = null;
  yield* eachPart(text, (part) => {
    const chars = stringChars(part);
    found = chars[index - before] ?? null;
    before += chars.length;
    return before > index;
  });
  return found;
}

function* truncateTo(text: string, columns: number, suffix: string): Steps<string> {
  if ((text.length <= columns && isAscii(text)) || (yield* textWidthInSteps(text)) <= columns) return text;
  const room = columns - textWidth(suffix);
  return room < 0 ? truncated(suffix, columns) : truncated(text, room) + suffix;
}

function* joinedWords(text: string, separator: string): Steps<string> {
  const words = yield* wordsOfName(text);
  return fitting(words.map((word) => lower(word)).join(separator));
}

function* camelOf(text: string): Steps<string> {
  return fitting(
    camelCase(
      (yield* wordsOfName(text)).map((word) => lower(word)),
      capitalized,
    ),
  );
}

function lower(word: string): string {
  return isAscii(word)
    ? word.toLowerCase()
    : stringChars(word)
        .map((char) => charText(lowerChar(char)))
        .join("");
}

function insert(text: string, at: Int, added: string): string {
  const offset = asCount(at);
  if (offset < 0 || offset > text.length)
    throw new Panic(`string index out of bounds: index ${intText(at)}, length ${text.length}`);
  return fitting(text.slice(0, offset) + added + text.slice(offset));
}

function removeRange(text: string, from: Int, to: Int): string {
  const [start, end] = [asCount(from), asCount(to)];
  if (start < 0 || end > text.length || start > end)
    throw new Panic(`string range out of bounds: ${intText(from)}..${intText(to)}, length ${text.length}`);
  return text.slice(0, start) + text.slice(end);
}

/** @throws Panic `string too large`. */
function fitting(text: string): string {
  if (text.length > MAX_STRING) throw new Panic("string too large");
  return text;
}
