// Character classes in brackets: unions, ranges, nested classes and set operations.
import { difference, intersection, symmetricDifference, unionOf, type CharSet } from "./char-set.ts";
import { foldIfAsked, negate, parseEscape } from "./parse-escape.ts";
import type { PatternReader } from "./pattern-reader.ts";
import type { Unicode } from "./unicode.ts";

const DEEPEST = 100;

const OPERATIONS: readonly (readonly [string, (a: CharSet, b: CharSet) => CharSet])[] = [
  ["&&", intersection],
  ["--", difference],
  ["~~", symmetricDifference],
];

const ASCII_CLASSES: Readonly<Record<string, CharSet>> = {
  alnum: [48, 57, 65, 90, 97, 122],
  alpha: [65, 90, 97, 122],
  ascii: [0, 127],
  blank: [9, 9, 32, 32],
  cntrl: [0, 31, 127, 127],
  digit: [48, 57],
  graph: [33, 126],
  lower: [97, 122],
  print: [32, 126],
  punct: [33, 47, 58, 64, 91, 96, 123, 126],
  space: [9, 13, 32, 32],
  upper: [65, 90],
  word: [48, 57, 65, 90, 95, 95, 97, 122],
  xdigit: [48, 57, 65, 70, 97, 102],
};

/** Parses a class whose `[` is already taken. @throws PatternError. */
export function parseClass(reader: PatternReader, unicode: Unicode, depth = 0): CharSet {
  if (depth > DEEPEST) reader.fail("the classes are nested too deeply");
  reader.skipSpace();
  const negated = reader.eat("^");
  let items = leadingLiterals(reader);
  // All operations have the same precedence, from left to right: `apply` holds the left side.
  let apply = (right: CharSet): CharSet => right;
  const operand = () => {
    reader.touch(items.reduce((ranges, item) => ranges + item.length, 0));
    return foldIfAsked(reader, unicode, unionOf(items));
  };
  for (;;) {
    reader.skipSpace();
    if (reader.atEnd) reader.fail("unclosed character class");
    if (reader.eat("]")) break;
    const operation = OPERATIONS.find(([sign]) => reader.eat(sign));
    if (operation !== undefined) {
      const left = apply(operand());
      apply = (right) => operation[1](left, right);
      items = [];
    } else if (reader.eat("[")) {
      items.push(parseAsciiClass(reader, unicode) ?? parseClass(reader, unicode, depth + 1));
    } else {
      items.push(parseRange(reader, unicode));
    }
  }
  const set = foldIfAsked(reader, unicode, apply(operand()));
  return negated ? negate(reader, set) : set;
}

/** Parses leading literals: any number of `-`, and a `]` that comes first. */
function leadingLiterals(reader: PatternReader): CharSet[] {
  const items: CharSet[] = [];
  for (reader.skipSpace(); reader.eat("-"); reader.skipSpace()) items.push([45, 45]);
  if (items.length === 0 && reader.eat("]")) items.push([93, 93]);
  return items;
}

/** Parses `:alpha:]` after a `[`; returns null, with nothing taken, if it is not a known name. */
function parseAsciiClass(reader: PatternReader, unicode: Unicode): CharSet | null {
  const start = reader.at;
  if (reader.eat(":")) {
    const negated = reader.eat("^");
    const nameStart = reader.at;
    while (/^[a-z]$/.test(reader.peek())) reader.next();
    const name = reader.since(nameStart);
    if (Object.hasOwn(ASCII_CLASSES, name) && reader.eat(":]")) {
      const set = foldIfAsked(reader, unicode, ASCII_CLASSES[name]!);
      return negated ? negate(reader, set) : set;
    }
  }
  reader.at = start;
  return null;
}

/** Parses one item, or a range of two. A `-` before `]` or `-` is not a range. */
function parseRange(reader: PatternReader, unicode: Unicode): CharSet {
  const low = parseItem(reader, unicode);
  reader.skipSpace();
  const after = reader.peekPastSpace(1);
  if (reader.peek() !== "-" || after === "]" || after === "-" || after === "")
    return typeof low === "number" ? [low, low] : low;
  reader.next();
  reader.skipSpace();
  const high = parseItem(reader, unicode);
  if (typeof low !== "number" || typeof high !== "number")
    reader.fail("a class cannot be the end of a range");
  if (low > high) reader.fail("the range is reversed");
  return [low, high];
}

/** Parses a character (or byte, under -u), or the class of an escape. */
function parseItem(reader: PatternReader, unicode: Unicode): number | CharSet {
  if (!reader.eat("\\")) return checked(reader, reader.next());
  const escape = parseEscape(reader, unicode);
  switch (escape.kind) {
    case "Char":
      return checked(reader, escape.char);
    case "Byte":
      return escape.byte;
    case "Class":
      return escape.set;
    case "TextStart":
    case "TextEnd":
    case "Word":
      return reader.fail("assertions are not allowed in a class");
  }
}

function checked(reader: PatternReader, char: number): number {
  if (char > 127 && !reader.flags.unicode) reader.fail("characters beyond ASCII in a class need flag u");
  return char;
}
