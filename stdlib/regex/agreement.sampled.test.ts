// Random patterns on random bytes: the engines must agree with each other and, on the common part of the
// dialects, with the host's engine.
import { expect, test } from "vitest";
import type { Steps } from "../../interpreter/runtime/index.ts";
import { thorough } from "../../interpreter/testing/sample.ts";
import { backtrack } from "./backtrack.ts";
import { matchesBytes } from "./hir.ts";
import { hostPattern } from "./host-pattern.ts";
import { HostSearch } from "./host-search.ts";
import { Automata, compileForward } from "./nfa.ts";
import { parse } from "./parse.ts";
import { cutsOf, piecesOf, searchedPiecesOf } from "./pieces.ts";
import { pikeSearch } from "./pike.ts";
import { Program } from "./program.ts";
import { Unicode } from "./unicode.ts";
import { characterEnd } from "./utf8.ts";

/** The quick run tries one thirtieth. */
const share = (all: number): number => (thorough ? all : all / 30);

const unicode = new Unicode();
const automata = new Automata();

const result = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};
const bytes = (text: string) => Buffer.from(text, "utf8").toString("latin1");

class Random {
  #seed: number;
  constructor(seed: number) {
    this.#seed = seed;
  }
  below(size: number): number {
    this.#seed = (this.#seed * 48271) % 2147483647;
    return this.#seed % size;
  }
  of<T>(pool: readonly T[]): T {
    return pool[this.below(pool.length)]!;
  }
  text(pool: readonly string[], most: number): string {
    return Array.from({ length: this.below(most) }, () => this.of(pool)).join("");
  }
}

const REPEATS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}"];
const ATOMS = [
  "a",
  "b",
  "é",
  "\\n",
  "\\r",
  ".",
  "[ab]",
  "[^a]",
  "\\w",
  "\\W",
  "[é-ü]",
  "(?-u:\\xC3)",
  "(?-u:.)",
  "(?-u:[^a])",
  "\\pL",
  "",
];
const LOOKS = [
  "^",
  "$",
  "\\b",
  "\\B",
  "(?m:^)",
  "(?m:$)",
  "(?mR:^)",
  "(?mR:$)",
  "\\b{start}",
  "\\b{end}",
  "\\b{start-half}",
  "\\b{end-half}",
  "(?-u:\\b)",
  "(?-u:\\B)",
  "(?-u:\\<)",
  "(?-u:\\b{end-half})",
];

function anyPattern(random: Random, depth: number): string {
  const sub = () => anyPattern(random, depth - 1);
  switch (depth === 0 ? random.below(3) : random.below(9)) {
    case 0:
    case 1:
      return random.of(ATOMS);
    case 2:
      return random.of(LOOKS);
    case 3:
    case 4:
      return sub() + sub();
    case 5:
      return `(?:${sub()}|${sub()})`;
    case 6:
      return `${random.of(["(", "(?i:"])}${sub()})`;
    default:
      return `(?:${sub()})${random.of(REPEATS)}`;
  }
}

test("DFA, backtracking and Pike find the same spans and groups", () => {
  const random = new Random(11);
  for (let round = 0; round < share(3000); round++) {
    const pattern = anyPattern(random, 5);
    const parsed = parse(bytes(pattern), unicode);
    const program = new Program(parsed, unicode, automata);
    const nfa = compileForward(parsed.root, automata);
    const slotCount = (parsed.groups + 1) * 2;
    for (let i = 0; i < 3; i++) {
      const text = random.text(["a", "b", bytes("é"), "\n", "\r", "\r\n", " ", "\xc3", "\xff", "\0"], 10);
      const from = random.below(text.length + 1);
      const search = { text, end: text.length, anchored: false, slotCount, unicode };
      let truth = result(pikeSearch(nfa, { ...search, from }));
      // A match of characters is not inside one.
      while (truth !== null && !matchesBytes(parsed.root) && characterEnd(text, truth[0]!) > truth[0]!)
        truth = result(pikeSearch(nfa, { ...search, from: truth[0]! + 1 }));
      const found = result(program.find(text, from));
      const where = `${pattern} on ${JSON.stringify(text)} from ${from}`;
      expect(found, where).toEqual(truth === null ? null : { start: truth[0], end: truth[1] });
      if (found === null) continue;
      expect(result(program.groupsOf(text, found)), where).toEqual(truth);
      expect(backtrack(nfa, text, found.start, found.end, slotCount, unicode), where).toEqual(truth);
    }
  }
});

test("no match begins or ends inside a character of UTF-8", () => {
  const random = new Random(12);
  for (let round = 0; round < share(3000); round++) {
    const pattern = anyPattern(random, 5);
    const parsed = parse(bytes(pattern), unicode);
    if (matchesBytes(parsed.root)) continue;
    const program = new Program(parsed, unicode, automata);
    const text = random.text(["a", "b", "é", "☃", "\u{1f600}", "\n", "\r\n", " "].map(bytes), 10);
    for (const span of program.matches(text)) {
      if (span === null) continue;
      const { start, end } = span;
      const where = `${pattern} on ${JSON.stringify(text)} from ${start} to ${end}`;
      expect([characterEnd(text, start), characterEnd(text, end)], where).toEqual([start, end]);
    }
  }
});

/**
 * Returns a pattern of the common dialect: no loops around parts that can be empty, and no groups in loops,
 * which the host resets.
 */
function commonPattern(
  random: Random,
  depth: number,
  inLoop: boolean,
): { source: string; canBeEmpty: boolean } {
  const sub = (loop = inLoop) => commonPattern(random, depth - 1, loop);
  switch (depth === 0 ? random.below(4) : random.below(9)) {
    case 0:
    case 1:
      return { source: random.of(["a", "b", "c"]), canBeEmpty: false };
    case 2:
      return { source: random.of([".", "[ab]", "[^a]", "\\w", "\\s", "\\d"]), canBeEmpty: false };
    case 3:
      return { source: random.of(["^", "$", "\\b", "\\B", ""]), canBeEmpty: true };
    case 4:
    case 5: {
      const [left, right] = [sub(), sub()];
      return { source: left.source + right.source, canBeEmpty: left.canBeEmpty && right.canBeEmpty };
    }
    case 6: {
      const [left, right] = [sub(), sub()];
      return {
        source: `(?:${left.source}|${right.source})`,
        canBeEmpty: left.canBeEmpty || right.canBeEmpty,
      };
    }
    case 7: {
      const inner = sub();
      return { source: `${inLoop ? "(?:" : "("}${inner.source})`, canBeEmpty: inner.canBeEmpty };
    }
    default: {
      const inner = sub(true);
      if (inner.canBeEmpty) return inner;
      const repeat = random.of(REPEATS);
      return { source: `(?:${inner.source})${repeat}`, canBeEmpty: /^([*?]|\{0)/.test(repeat) };
    }
  }
}

test("the host finds the same on the common part", () => {
  const random = new Random(5);
  for (let round = 0; round < share(3000); round++) {
    const { source } = commonPattern(random, 5, false);
    const program = new Program(parse(source, unicode), unicode, automata);
    for (let i = 0; i < 3; i++) {
      const text = random.text(["a", "b", "c", " ", "\n", "-"], 12);
      const truth = new RegExp(source, "d").exec(text);
      const found = result(program.find(text, 0));
      const where = `${source} on ${JSON.stringify(text)}`;
      const groups = found === null ? null : result(program.groupsOf(text, found));
      expect(groups, where).toEqual(
        truth === null ? null : truth.indices!.flatMap((span) => span ?? [-1, -1]),
      );
    }
  }
});

const BEYOND = [
  "é",
  "[é-ü]",
  "[^é]",
  "\\d",
  "\\S",
  "\\s",
  "日",
  "[а-я😀]",
  "\\pL",
  "(?i:ß)",
  "(?i:k)",
  "[^a,]",
  "\\PL",
  "(?-u:\\w)",
];
const CHARACTERS = [
  "é",
  "ü",
  "日",
  "😀",
  "\u0301",
  "ж",
  "\u00a0",
  "\u0663",
  "K",
  "ẞ",
  "\u{10ffff}",
  "\ufffd",
];

/** Returns a pattern with atoms beyond ASCII, and loops over them as they are usually written. */
function beyondPattern(random: Random, depth: number): string {
  const sub = () => beyondPattern(random, depth - 1);
  switch (depth === 0 ? 0 : random.below(8)) {
    case 0:
    case 1:
      return random.of(BEYOND);
    case 2:
      return random.of(BEYOND) + random.of(["*", "+", "*?", "+?", "{2,}", "{1,2}"]);
    case 3:
      return random.of(["a", "b", ".", ".*", ".*?", "[^a]*", "\\w+", random.of(LOOKS)]);
    case 4:
      return `(${sub()})`;
    case 5:
      return `(?:${sub()}|${sub()})${random.of(["", "?", "{2}"])}`;
    default:
      return sub() + sub();
  }
}

interface Given {
  readonly pattern: string;
  readonly program: Program;
  readonly text: string;
}

/** Returns the offsets of the groups of all matches, by the engine that shares nothing with the host. */
function allSlots({ pattern, program, text }: Given): number[][] {
  const nfa = compileForward(parse(bytes(pattern), unicode).root, automata);
  const slotCount = (program.groups + 1) * 2;
  const all: number[][] = [];
  for (let from = 0; from <= text.length; ) {
    const slots = result(
      pikeSearch(nfa, { text, from, end: text.length, anchored: false, slotCount, unicode }),
    );
    if (slots === null) break;
    all.push(slots);
    from = Math.max(slots[1]!, from + 1);
  }
  return all;
}

function expectTheSame(host: HostSearch, given: Given): void {
  const { pattern, text, program } = given;
  const where = `${pattern} on ${JSON.stringify(text)}`;
  const found = allSlots(given);
  const pieces = found.map(([start, end]) => text.slice(start, end));
  expect(host.isMatch(text), where).toBe(found.length > 0);
  expect(host.find(text), where).toBe(pieces[0] ?? null);
  expect(host.findAll(text), where).toEqual(pieces);
  const starts = [0, ...found.map((slots) => slots[1]!)];
  const ends = [...found.map((slots) => slots[0]!), text.length];
  expect(host.split(text), where).toEqual(starts.map((start, at) => text.slice(start, ends[at])));
  const replaced = starts
    .map((start, at) => text.slice(start, ends[at]) + (at < pieces.length ? `<$1${pieces[at]}>` : ""))
    .join("");
  expect(
    host.replaceAll(text, "", () => ["<$1", 0, ">"]),
    where,
  ).toBe(replaced);
  if (!host.hasGroups || found.length === 0) return;
  const groups = Array.from({ length: program.groups + 1 }, (_, group) =>
    found[0]![group * 2]! < 0 ? "" : text.slice(found[0]![group * 2], found[0]![group * 2 + 1]),
  );
  expect(host.captures(text), where).toEqual(groups);
  const [start, end] = found[0]! as [number, number];
  expect(result(program.groupsOf(text, { start, end })), where).toEqual(found[0]);
}

test("the patterns that the host's engine searches match the same", () => {
  const random = new Random(23);
  let searched = 0;
  for (let round = 0; round < share(4000); round++) {
    const pattern = round % 2 === 0 ? commonPattern(random, 5, false).source : anyPattern(random, 4);
    const program = new Program(parse(bytes(pattern), unicode), unicode, automata);
    for (let i = 0; i < 3; i++) {
      const text = random.text(
        ["a", "b", "c", " ", "\n", "-", "_", "7", "\r", "aab", bytes("é"), "\xc3"].slice(
          0,
          round % 3 === 0 ? 12 : 10,
        ),
        12,
      );
      const host = program.hostFor(text);
      if (host === null) continue;
      searched++;
      expectTheSame(host, { pattern, program, text });
    }
  }
  expect(searched).toBeGreaterThan(share(2000));
});

test("the patterns beyond ASCII that the host's engine searches match the same", () => {
  const random = new Random(77);
  const written = new Set<string>();
  for (let round = 0; round < share(4000); round++) {
    const pattern = beyondPattern(random, 4);
    const parsed = parse(bytes(pattern), unicode);
    const program = new Program(parsed, unicode, automata);
    const question = { root: parsed.root, groups: parsed.groups, anchored: false, unicode };
    const utf8 = hostPattern({ ...question, alphabet: "utf8" });
    if (utf8 === null) continue;
    written.add(pattern);
    const host = new HostSearch(utf8);
    const broken = utf8.trustsText ? [] : ["\xc3", "\xe2\x80", "\x80", "\xff", "\xed\xa0\x80"];
    const letters = ["a", "b", "7", "_", ",", " ", "\n", ...CHARACTERS.map(bytes), ...broken];
    for (let i = 0; i < 4; i++) expectTheSame(host, { pattern, program, text: random.text(letters, 12) });
  }
  expect(written.size).toBeGreaterThan(share(1000));
});

test("a text in pieces has the matches that it has as a whole", () => {
  const random = new Random(77);
  let cut = 0;
  for (let round = 0; round < share(3000); round++) {
    const pattern = round % 2 === 0 ? beyondPattern(random, 3) : commonPattern(random, 4, false).source;
    const { root, groups } = parse(bytes(pattern), unicode);
    const cuts = root.canBeEmpty ? null : cutsOf(root);
    if (cuts === null) continue;
    const program = new Program({ root, groups, names: new Map() }, unicode, automata);
    const text = random.text(["a", "b", "c", "7", "_", ",", " ", "\n", bytes("é"), bytes("😀"), "\xc3"], 60);
    const pieces = [...piecesOf(text, cuts, 5)];
    if (pieces.length > 2) cut++;
    expectTheSameInPieces(pieces, { pattern, program, text });
  }
  expect(cut).toBeGreaterThan(share(500));
});

test.each([
  // A loop that goes back byte by byte stops within a character of three bytes.
  ["[^a,]\\b{end}", " 日é "],
  ["x[^a,]*\\b{end}y", "x日日y"],
  ["[^a]\\b", "日日"],
  ["[^a]?\\b{end}b", "日b"],
])("no word ends within a character: %s", (pattern, letters) => {
  const parsed = parse(bytes(pattern), unicode);
  const program = new Program(parsed, unicode, automata);
  const utf8 = hostPattern({ ...parsed, anchored: false, unicode, alphabet: "utf8" });
  expect(utf8).not.toBeNull();
  expectTheSame(new HostSearch(utf8!), { pattern, program, text: bytes(letters) });
});

/** Returns a pattern that begins with a character and usually loops over others. */
function quotingPattern(random: Random): string {
  const item = () =>
    random.of([
      "[^a]*",
      "[^a]+",
      "[^ab]*",
      "b",
      ",",
      "[ab]?",
      "é?",
      "[bc]{0,3}",
      "(?:b[^a])*",
      "a",
      "(?:a|bé)",
      "[a7]",
    ]);
  const items = Array.from({ length: 1 + random.below(4) }, () =>
    random.below(3) === 0 ? `(${item()}${item()})` : item(),
  );
  return `${random.of(["a", "a", "[a7]", "a{1,2}", "aé", "(a)"])}${items.join("")}${random.of(["a", "a", "7", ""])}`;
}

test("a text that is searched in pieces has the same matches as a whole", () => {
  const random = new Random(41);
  const written = new Set<string>();
  for (let round = 0; round < share(6000); round++) {
    const pattern = quotingPattern(random);
    const parsed = parse(bytes(pattern), unicode);
    const alphabet = random.of(["ascii", "utf8"] as const);
    const found = hostPattern({ ...parsed, anchored: false, unicode, alphabet });
    if (found === null || found.starts === null) continue;
    const { starts } = found;
    const program = new Program(parsed, unicode, automata);
    const letters = ["a", "a", "b", "c", "7", ",", ..."é日😀"].map(bytes);
    const text = random.text(alphabet === "ascii" ? letters.slice(0, 6) : letters, 60);
    const longest = 4 + random.below(20);
    const hostFor = (piece: string) => program.hostFor(piece);
    const pieces = [...searchedPiecesOf(text, { starts, longest, hostFor })];
    if (pieces.length > 2) written.add(pattern);
    expectTheSameInPieces(pieces, { pattern, program, text });
  }
  expect(written.size).toBeGreaterThan(share(200));
});

function expectTheSameInPieces(pieces: readonly string[], given: Given): void {
  expect(pieces.join("")).toBe(given.text);
  let at = 0;
  const found = pieces.flatMap((piece) => {
    const slots = allSlots({ ...given, text: piece });
    const moved = slots.map((each) => each.map((place) => (place < 0 ? -1 : place + at)));
    at += piece.length;
    return moved;
  });
  expect(found, `${given.pattern} on ${JSON.stringify(given.text)} in ${JSON.stringify(pieces)}`).toEqual(
    allSlots(given),
  );
}

test.each([
  // [pattern, length that the host may search, length that it may not]
  ["[0-9]+", 500_000, 5_000_000],
  ["^(\\S+) (\\S+)$", 1_000_000, 9_000_000],
  ["(?m)^(\\S+) (.*);(.*)x$", 100, 9_000],
  ["(\\d+)\\.(\\d+)", 1900, 4000],
  ["a[ab]*c", 1900, 4000],
  ['"(.*?)"', 1300, 4000],
  ["(.*)-(.*)x", 30, 300],
  ["a[ab]{2000}c", 0, 1],
  ["(?:a|ab)+c", 0, 1],
  ["(?:a*b?)*c", 0, 1],
  ["(?:a+)+b", 0, 1],
  ["a*", 0, 1],
] as const)("the host searches %s only where that is soon done", (pattern, few, many) => {
  const program = new Program(parse(pattern, unicode), unicode, automata);
  expect([
    few > 0 && program.hostFor("-".repeat(few)) !== null,
    program.hostFor("-".repeat(many)) !== null,
  ]).toEqual([few > 0, false]);
});
