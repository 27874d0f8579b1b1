// Assertions, evaluated from the neighbours of an offset. The DFA knows a neighbour by its byte, which decides
// everything but Unicode words beyond ASCII; for those, the characters of the text are read.
import { contains } from "./char-set.ts";
import type { Unicode } from "./unicode.ts";
import { decodeAt, decodeBefore } from "./utf8.ts";

export type Look =
  | { readonly kind: "start" | "end" | "line-start" | "line-end" }
  /** With flag R: `\r`, `\n` and `\r\n` end lines. */
  | { readonly kind: "crlf-start" | "crlf-end" }
  | { readonly kind: "word"; readonly word: Word; readonly unicode: boolean };

export type Word =
  | "boundary"
  | "not-boundary"
  | "word-start"
  | "word-end"
  | "word-start-half"
  | "word-end-half";

/** The kinds of neighbours of an offset. */
export const EDGE = 0;
export const LF = 1;
export const CR = 2;
const WORD = 3;
export const OTHER = 4;
/** A byte from 128 on; the next three say which. */
const BEYOND = 5;
const BEYOND_WORD = 6;
const BEYOND_OTHER = 7;
/** Not part of a UTF-8 character that starts or ends here. */
const ILL_FORMED = 8;
export type Neighbour =
  | typeof EDGE
  | typeof LF
  | typeof CR
  | typeof WORD
  | typeof OTHER
  | typeof BEYOND
  | typeof BEYOND_WORD
  | typeof BEYOND_OTHER
  | typeof ILL_FORMED;

/** Returns the kind of a byte, without its context. */
export function neighbourOf(byte: number): Neighbour {
  if (byte >= 128) return BEYOND;
  if (byte === 10) return LF;
  if (byte === 13) return CR;
  return isAsciiWord(byte) ? WORD : OTHER;
}

function isAsciiWord(byte: number): boolean {
  return (
    (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57) || byte === 95
  );
}

/** Returns the exact kind of the neighbour before an offset. */
export function neighbourBefore(text: string, at: number, unicode: Unicode): Neighbour {
  if (at === 0) return EDGE;
  const neighbour = neighbourOf(text.charCodeAt(at - 1));
  return neighbour === BEYOND ? ofCharacter(decodeBefore(text, at), unicode) : neighbour;
}

/** Returns the exact kind of the neighbour after an offset. */
export function neighbourAfter(text: string, at: number, unicode: Unicode): Neighbour {
  if (at === text.length) return EDGE;
  const neighbour = neighbourOf(text.charCodeAt(at));
  return neighbour === BEYOND ? ofCharacter(decodeAt(text, at), unicode) : neighbour;
}

function ofCharacter(char: number, unicode: Unicode): Neighbour {
  if (char < 0) return ILL_FORMED;
  return contains(unicode.perl("w"), char) ? BEYOND_WORD : BEYOND_OTHER;
}

/** Returns null if more than a byte on each side is needed to decide. */
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
      return look.unicode
        ? unicodeWordHolds(look.word, before, after)
        : wordHolds(look.word, before === WORD, after === WORD);
  }
}

/** Negative assertions do not hold next to bytes that are not UTF-8, so never inside a character. */
function unicodeWordHolds(word: Word, before: Neighbour, after: Neighbour): boolean | null {
  if (before === BEYOND || after === BEYOND) return null;
  if (before === ILL_FORMED && (word === "not-boundary" || word === "word-start-half")) return false;
  if (after === ILL_FORMED && (word === "not-boundary" || word === "word-end-half")) return false;
  return wordHolds(word, before === WORD || before === BEYOND_WORD, after === WORD || after === BEYOND_WORD);
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

/** Whether an assertion holds at an offset. */
export function holdsAt(look: Look, text: string, at: number, unicode: Unicode): boolean {
  return holdsBetween(look, neighbourBefore(text, at, unicode), neighbourAfter(text, at, unicode)) === true;
}
