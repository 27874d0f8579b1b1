// The parser of the dialect of std/regex: pattern text in, meaning out. Recursive descent over characters;
// flags take effect during parsing, so the result does not contain them.
import { ALL_BYTES, ALL_CHARS, complement, type CharSet } from "./char-set.ts";
import {
  alternate,
  byteClass,
  charClass,
  concat,
  group,
  literal,
  look,
  MOST_STATES,
  PatternError,
  repeat,
  type Node,
} from "./hir.ts";
import { parseClass } from "./parse-class.ts";
import { foldIfAsked, parseEscape } from "./parse-escape.ts";
import { parseFlags, setFlags } from "./parse-flags.ts";
import { PatternReader } from "./pattern-reader.ts";
import type { Unicode } from "./unicode.ts";
import { decodeAll, encode } from "./utf8.ts";

export interface Pattern {
  readonly root: Node;
  /** Group numbers by name, without the whole match. */
  readonly names: ReadonlyMap<string, number>;
  readonly groups: number;
}

/** The most bytes of a pattern: comments and classes have no states. */
const LONGEST = 16 * MOST_STATES;

/**
 * @param touch called with the number of ranges that are joined for a class
 * @throws PatternError if the pattern is invalid, and what `touch` throws
 */
export function parse(
  pattern: string,
  unicode: Unicode,
  touch: (ranges: number) => void = () => {},
): Pattern {
  if (pattern.length > LONGEST) throw new PatternError("the pattern is too large", MOST_STATES);
  const chars = decodeAll(pattern);
  if (chars === null) throw new PatternError("the pattern is not valid UTF-8");
  const parser = new Parser(new PatternReader(chars, touch), unicode);
  return { root: parser.parseAll(), names: parser.names, groups: parser.groups };
}

const DEEPEST = 250;
const LARGEST_COUNT = 2 ** 32 - 1;

class Parser {
  readonly names = new Map<string, number>();
  groups = 0;
  #depth = 0;
  #parts = 0;
  readonly #dots = new Map<string, CharSet>();
  readonly #reader: PatternReader;
  readonly #unicode: Unicode;

  constructor(reader: PatternReader, unicode: Unicode) {
    this.#reader = reader;
    this.#unicode = unicode;
  }

  parseAll(): Node {
    const root = this.#alternatives();
    if (!this.#reader.atEnd) this.#reader.fail("unopened group");
    return root;
  }

  /** Parses up to the end or a `)`, which is not taken. */
  #alternatives(): Node {
    const reader = this.#reader;
    const alternatives: Node[] = [];
    let parts: Node[] = [];
    let repeatable = false;
    for (;;) {
      reader.skipSpace();
      if (reader.atEnd || reader.peek() === ")") break;
      if (++this.#parts > MOST_STATES) throw new PatternError("the pattern is too large", MOST_STATES);
      if (reader.eat("|")) {
        alternatives.push(concat(parts));
        parts = [];
        repeatable = false;
      } else if ("*+?{".includes(reader.peek())) {
        if (!repeatable) reader.fail("a repetition with nothing before it");
        parts.push(this.#repetition(parts.pop()!));
      } else {
        const part = reader.eat("(") ? this.#group() : this.#single();
        repeatable = part !== null;
        if (part !== null) parts.push(part);
      }
    }
    alternatives.push(concat(parts));
    return alternate(alternatives);
  }

  #repetition(sub: Node): Node {
    const reader = this.#reader;
    const [min, max] = this.#count();
    const lazy = reader.eat("?");
    return repeat(sub, min, max, lazy === reader.flags.swapGreed);
  }

  #count(): [min: number, max: number] {
    const reader = this.#reader;
    if (reader.eat("*")) return [0, Infinity];
    if (reader.eat("+")) return [1, Infinity];
    if (reader.eat("?")) return [0, 1];
    reader.next();
    const min = this.#decimal();
    let max = min;
    if (reader.eat(",")) {
      reader.skipBlanks();
      max = reader.peek() === "}" ? Infinity : this.#decimal();
    }
    if (!reader.eat("}")) reader.fail("unclosed counted repetition");
    if (min > max) reader.fail("the repetition counts are reversed");
    reader.skipSpace();
    return [min, max];
  }

  #decimal(): number {
    const reader = this.#reader;
    reader.skipBlanks();
    let digits = "";
    while (/^[0-9]$/.test(reader.peek())) digits += String.fromCharCode(reader.next());
    reader.skipBlanks();
    if (digits === "") reader.fail("expected a repetition count");
    if (Number(digits) > LARGEST_COUNT) reader.fail("the repetition count is too large");
    return Number(digits);
  }

  /** Parses what follows a `(`; returns null for `(?flags)`, which cannot be repeated. */
  #group(): Node | null {
    const reader = this.#reader;
    reader.skipSpace();
    for (const sign of ["?=", "?!", "?<=", "?<!"]) {
      if (reader.eat(sign)) reader.fail("look-around is not supported");
    }
    const outer = reader.flags;
    let index = 0;
    if (reader.eat("?P<") || reader.eat("?<")) {
      index = ++this.groups;
      this.#name(index);
    } else if (reader.eat("?")) {
      const changes = parseFlags(reader);
      reader.flags = setFlags(outer, changes);
      if (reader.eat(")")) {
        if (changes.length === 0) reader.fail("a repetition with nothing before it");
        return null;
      }
      reader.next();
    } else {
      index = ++this.groups;
    }
    if (++this.#depth > DEEPEST) reader.fail("the groups are nested too deeply");
    const body = this.#alternatives();
    this.#depth--;
    if (!reader.eat(")")) reader.fail("unclosed group");
    reader.flags = outer;
    return index > 0 ? group(index, body) : body;
  }

  #name(index: number): void {
    const reader = this.#reader;
    const start = reader.at;
    while (/^[\p{Alphabetic}\p{N}_.[\]]$/u.test(reader.peek())) reader.next();
    const name = reader.since(start);
    if (!/^[\p{Alphabetic}_]/u.test(name)) reader.fail("empty or malformed group name");
    if (!reader.eat(">")) reader.fail("malformed group name");
    if (this.names.has(name)) reader.fail("duplicate group name");
    this.names.set(name, index);
  }

  /** Parses a single item: a character, a class, an assertion. */
  #single(): Node {
    const reader = this.#reader;
    const { flags } = reader;
    if (reader.eat("[")) return this.#set(parseClass(reader, this.#unicode));
    if (reader.eat(".")) return this.#dot();
    if (reader.eat("^"))
      return look({ kind: flags.multiLine ? (flags.crlf ? "crlf-start" : "line-start") : "start" });
    if (reader.eat("$"))
      return look({ kind: flags.multiLine ? (flags.crlf ? "crlf-end" : "line-end") : "end" });
    if (reader.eat("\\")) return this.#escape();
    return this.#char(reader.next());
  }

  #escape(): Node {
    const escape = parseEscape(this.#reader, this.#unicode);
    switch (escape.kind) {
      case "Char":
        return this.#char(escape.char);
      case "Byte":
        return literal([escape.byte]);
      case "Class":
        return this.#set(escape.set);
      case "TextStart":
        return look({ kind: "start" });
      case "TextEnd":
        return look({ kind: "end" });
      case "Word":
        return look({ kind: "word", word: escape.word, unicode: this.#reader.flags.unicode });
    }
  }

  #char(char: number): Node {
    const folded =
      char < 128 || this.#reader.flags.unicode ? foldIfAsked(this.#reader, this.#unicode, [char, char]) : [];
    return folded.length > 2 ? charClass(folded) : literal(encode(char));
  }

  #dot(): Node {
    const { dotAll, crlf, unicode } = this.#reader.flags;
    const excluded = dotAll ? [] : crlf ? [10, 10, 13, 13] : [10, 10];
    // One set for all of them, so that it has one automaton.
    const key = `${unicode} ${excluded.length}`;
    let set = this.#dots.get(key);
    if (set === undefined) this.#dots.set(key, (set = complement(excluded, unicode ? ALL_CHARS : ALL_BYTES)));
    return this.#set(set);
  }

  #set(set: CharSet): Node {
    return this.#reader.flags.unicode ? charClass(set) : byteClass(set);
  }
}
