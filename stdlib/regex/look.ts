// Assertions: what they say about the bytes on both sides of a place. The DFA knows a neighbour
// only by its kind, which decides all but Unicode words beyond ASCII; the other engines read the text.
import { contains } from "./char-set.ts";
import type { Unicode } from "./unicode.ts";
import { decodeAt, decodeBefore } from "./utf8.ts";

export type Look =
  | { readonly kind: "start" | "end" | "line-start" | "line-end" }
  /** With flag R: `\r`, `\n` and `\r\n` end lines. */
  | { readonly kind: "crlf-start" | "crlf-end" }
  | { readonly kind: "word"; readonly word: Word; readonly unicode: boolean };

export type Word = "boundary" | "not-boundary" | "word-start" | "word-end" | "word-start-half" | "word-end-half";

/** What stands next to a place. */
export const EDGE = 0;
export const LF = 1;
export const CR = 2;
export const WORD = 3;
export const OTHER = 4;
export const BEYOND = 5;
export type Neighbour = typeof EDGE | typeof LF | typeof CR | typeof WORD | typeof OTHER | typeof BEYOND;

export function neighbourOf(byte: number): Neighbour {
  if (byte >= 128) return BEYOND;
  if (byte === 10) return LF;
  if (byte === 13) return CR;
  return isAsciiWord(byte) ? WORD : OTHER;
}

function isAsciiWord(byte: number): boolean {
  return (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57) || byte === 95;
}

/** Null when it takes more than the kinds of the neighbours to know. */
export function holdsBetween(look: Look, before: Neighbour, after: Neighbour): boolean | null {
  switch (look.kind) {
    case "start":
      return before === EDGE;
    case "end":
      return after === EDGE;
    case "line-start":
      return before === EDGE || before === LF;
    case "line-end":
      return after === EDGE || after === LF;
    case "crlf-start":
      return before === EDGE || before === LF || (before === CR && after !== LF);
    case "crlf-end":
      return after === EDGE || after === CR || (after === LF && before !== CR);
    case "word":
      if (look.unicode && (before === BEYOND || after === BEYOND)) return null;
      return wordHolds(look.word, before === WORD, after === WORD);
  }
}

function wordHolds(word: Word, before: boolean, after: boolean): boolean {
  switch (word) {
    case "boundary":
      return before !== after;
    case "not-boundary":
      return before === after;
    case "word-start":
      return !before && after;
    case "word-end":
      return before && !after;
    case "word-start-half":
      return !before;
    case "word-end-half":
      return !after;
  }
}

/** Whether it holds at an offset. */
export function holdsAt(look: Look, text: string, at: number, unicode: Unicode): boolean {
  const before = at === 0 ? EDGE : neighbourOf(text.charCodeAt(at - 1));
  const after = at === text.length ? EDGE : neighbourOf(text.charCodeAt(at));
  const holds = holdsBetween(look, before, after);
  return holds ?? (look.kind === "word" && unicodeWordHolds(look.word, text, at, unicode));
}

/** Stands for the edge of the text: a character that is in no word. */
const NO_WORD = 0;

/** Negative assertions do not hold next to bytes that are no UTF-8, so never inside a character. */
function unicodeWordHolds(word: Word, text: string, at: number, unicode: Unicode): boolean {
  const words = unicode.perl("w");
  const before = at === 0 ? NO_WORD : decodeBefore(text, at);
  const after = at === text.length ? NO_WORD : decodeAt(text, at);
  if (before < 0 && (word === "not-boundary" || word === "word-start-half")) return false;
  if (after < 0 && (word === "not-boundary" || word === "word-end-half")) return false;
  return wordHolds(word, contains(words, before), contains(words, after));
}
