// Escapes after a backslash, inside and outside brackets.
import { ALL_BYTES, ALL_CHARS, complement, type CharSet } from "./char-set.ts";
import type { Word } from "./look.ts";
import type { PatternReader } from "./pattern-reader.ts";
import { foldAsciiCase, type Unicode } from "./unicode.ts";

export type Escape =
  | { readonly kind: "Char"; readonly char: number }
  /** `\xFF` under -u. */
  | { readonly kind: "Byte"; readonly byte: number }
  | { readonly kind: "Class"; readonly set: CharSet }
  | { readonly kind: "TextStart" | "TextEnd" }
  | { readonly kind: "Word"; readonly word: Word };

const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Parses an escape whose backslash is already taken. @throws PatternError. */
export function parseEscape(reader: PatternReader, unicode: Unicode): Escape {
  if (reader.atEnd) reader.fail("a backslash at the end of the pattern");
  const letter = reader.peek();
  reader.next();
  if (Object.hasOwn(CONTROLS, letter)) return { kind: "Char", char: CONTROLS[letter]! };
  if (Object.hasOwn(DIGITS, letter)) return parseHex(reader, letter);
  switch (letter) {
    case "p":
    case "P":
      return { kind: "Class", set: parseProperty(reader, unicode, letter === "P") };
    case "d":
    case "s":
    case "w":
      return { kind: "Class", set: perlClass(reader, unicode, letter) };
    case "D":
    case "S":
    case "W":
      return {
        kind: "Class",
        set: negate(reader, perlClass(reader, unicode, letter.toLowerCase() as "d" | "s" | "w")),
      };
    case "A":
      return { kind: "TextStart" };
    case "z":
      return { kind: "TextEnd" };
    case "B":
      return { kind: "Word", word: "not-boundary" };
    case "b":
      return { kind: "Word", word: parseBoundary(reader) };
    case "<":
      return { kind: "Word", word: "word-start" };
    case ">":
      return { kind: "Word", word: "word-end" };
  }
  if (/^[0-9]$/.test(letter)) reader.fail("back-references are not supported");
  if (!/^[\0-\x7f]$/.test(letter) || /^[A-Za-z]$/.test(letter)) reader.fail("unrecognized escape sequence");
  return { kind: "Char", char: letter.charCodeAt(0) };
}

/** Parses `\b`, or `\b{start}` and similar; any other brace after `\b` is a count. */
function parseBoundary(reader: PatternReader): Word {
  if (reader.peek() !== "{" || !/^[A-Za-z-]$/.test(reader.peekPastSpace(1))) return "boundary";
  reader.next();
  reader.skipSpace();
  const start = reader.at;
  while (/^[A-Za-z-]$/.test(reader.peek())) reader.next();
  const name = reader.since(start);
  reader.skipSpace();
  if (!reader.eat("}")) reader.fail("unclosed word boundary");
  switch (name) {
    case "start":
    case "end":
    case "start-half":
    case "end-half":
      return `word-${name}`;
  }
  return reader.fail(`unknown word boundary ${name}`);
}

function parseHex(reader: PatternReader, letter: string): Escape {
  reader.skipSpace();
  let digits = "";
  const braced = reader.eat("{");
  if (braced) {
    for (reader.skipSpace(); !reader.atEnd && reader.peek() !== "}"; reader.skipSpace())
      digits += takeHexDigit(reader);
    if (!reader.eat("}")) reader.fail("unclosed hexadecimal escape");
  } else {
    for (let left = DIGITS[letter]!; left > 0; left--) {
      reader.skipSpace();
      digits += takeHexDigit(reader);
    }
  }
  const char = parseInt(digits, 16);
  if (!(char <= 0x10ffff) || (char >= 0xd800 && char <= 0xdfff)) reader.fail("the escape is not a character");
  if (letter === "x" && !braced && !reader.flags.unicode && char > 127) return { kind: "Byte", byte: char };
  return { kind: "Char", char };
}

function takeHexDigit(reader: PatternReader): string {
  const digit = reader.peek();
  if (!/^[0-9A-Fa-f]$/.test(digit)) reader.fail("expected a hexadecimal digit");
  reader.next();
  return digit;
}

function parseProperty(reader: PatternReader, unicode: Unicode, negated: boolean): CharSet {
  if (!reader.flags.unicode) reader.fail("Unicode properties need flag u");
  reader.skipSpace();
  let name: string;
  let flip = negated;
  if (reader.eat("{")) {
    if (reader.eat("^")) flip = !flip;
    const start = reader.at;
    while (!reader.atEnd && reader.peek() !== "}") reader.next();
    name = reader.since(start);
    if (!reader.eat("}")) reader.fail("unclosed Unicode property");
  } else {
    if (reader.atEnd) reader.fail("expected a Unicode property");
    name = reader.peek();
    reader.next();
  }
  const set = unicode.property(name);
  if (set === null) return reader.fail("unknown Unicode property");
  const folded = reader.flags.ignoreCase ? unicode.foldCase(set) : set;
  return flip ? complement(folded, ALL_CHARS) : folded;
}

function perlClass(reader: PatternReader, unicode: Unicode, letter: "d" | "s" | "w"): CharSet {
  return reader.flags.unicode ? unicode.perl(letter) : ASCII_PERL[letter];
}

const ASCII_PERL = { d: [48, 57], s: [9, 13, 32, 32], w: [48, 57, 65, 90, 95, 95, 97, 122] };

/** Returns the complement of the set, of characters or, under -u, of bytes. */
export function negate(reader: PatternReader, set: CharSet): CharSet {
  return complement(set, reader.flags.unicode ? ALL_CHARS : ALL_BYTES);
}

/** Returns the set with the other case of its letters if flag i is on. */
export function foldIfAsked(reader: PatternReader, unicode: Unicode, set: CharSet): CharSet {
  if (!reader.flags.ignoreCase) return set;
  return reader.flags.unicode ? unicode.foldCase(set) : foldAsciiCase(set);
}
