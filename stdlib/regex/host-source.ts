// Writes patterns for the host, which sees bytes. In ASCII texts, a character is a byte. In texts that are
// UTF-8, a class becomes the byte sequences of its characters. If it has all characters beyond ASCII, like
// `.` and `[^,]`, any bytes of such characters match:
//
//   [a-zé]  (?:[a-z]|\xc3\xa9)      [^,]+  [\x00-\x2b\x2d-\x7f\xc2-\xff][\x00-\x2b\x2d-\xff]*
//
// The loop may then be left within a character, but gains nothing by it: what follows begins with a whole
// character or is such a loop, and no assertion holds there. Backtracking from there finds what it would find
// at the end of the character, which was tried before.
import { intersection, type CharSet } from "./char-set.ts";
import type { Node } from "./hir.ts";
import type { Look } from "./look.ts";
import type { Unicode } from "./unicode.ts";
import { automatonOf, END } from "./utf8.ts";

export type Alphabet = "ascii" | "utf8";

/** A pattern that the host cannot run. */
export class Unfit extends Error {}

export interface Writing {
  readonly groups: boolean;
  readonly alphabet: Alphabet;
  readonly unicode: Unicode;
}

type Repeat = Extract<Node, { kind: "Repeat" }>;

/** Any bytes of characters beyond ASCII, in a text that is UTF-8. */
const ANY_BEYOND = "[\\xc2-\\xf4][\\x80-\\xbf]+";
const NOT_WITHIN = "(?![\\x80-\\xbf])";

/** Whether the source is only correct in texts that are UTF-8. */
export function trustsText(node: Node): boolean {
  switch (node.kind) {
    case "Empty":
    case "Literal":
      return false;
    case "Class":
      return hasAllBeyond(node.set);
    case "Look":
      return node.look.kind === "word";
    case "Group":
    case "Repeat":
      return trustsText(node.sub);
    case "Concat":
    case "Alternate":
      return node.parts.some(trustsText);
  }
}

/** Returns the size that a class or an assertion adds to a pattern. */
export function weightOf(node: Node, alphabet: Alphabet): number {
  if (alphabet === "ascii") return 1;
  if (node.kind === "Look") return node.look.kind === "word" && node.look.unicode ? WEIGHT_OF_WORDS : 1;
  if (node.kind !== "Class" || !isBeyond(node.set) || hasAllBeyond(node.set)) return 1;
  return automatonOf(node.set).nodes.reduce((sum, edges) => sum + edges.length / 3, 0);
}

/** The size of the sequences for the letters of all scripts. */
const WEIGHT_OF_WORDS = 1000;

/** @throws Unfit */
export function sourceOf(node: Node, writing: Writing): string {
  switch (node.kind) {
    case "Empty":
      return "(?:)";
    case "Literal":
      if (writing.alphabet === "ascii" && node.bytes.some((byte) => byte >= 128)) return "[]";
      return node.bytes.map(escaped).join("");
    case "Class":
      return classSource(node.set, writing);
    case "Look":
      return lookSource(node.look, writing);
    case "Group":
      return `(${writing.groups ? "" : "?:"}${sourceOf(node.sub, writing)})`;
    case "Concat":
      return node.parts
        .map((part) =>
          part.kind === "Alternate" ? `(?:${sourceOf(part, writing)})` : sourceOf(part, writing),
        )
        .join("");
    case "Alternate":
      return node.parts.map((part) => sourceOf(part, writing)).join("|");
    case "Repeat":
      return repeatSource(node, writing);
  }
}

function repeatSource(node: Repeat, writing: Writing): string {
  const { sub, min, max, greedy } = node;
  if (writing.alphabet === "utf8" && sub.kind === "Class" && isBeyond(sub.set) && max === Infinity) {
    if (hasAllBeyond(sub.set)) return loopOverAll(sub.set, node);
    if (greedy) return loopInRuns(sub.set, min);
  }
  const source = sourceOf(sub, writing);
  const single =
    sub.kind === "Class" || sub.kind === "Group" || (sub.kind === "Literal" && sub.bytes.length === 1);
  return `${single ? source : `(?:${source})`}${times(min, max)}${greedy ? "" : "?"}`;
}

function times(min: number, max: number): string {
  return `{${min},${max === Infinity ? "" : max}}`;
}

/** Returns the source of a loop over a class with all characters beyond ASCII. */
function loopOverAll(set: CharSet, { min, greedy }: Repeat): string {
  const ascii = ranges(intersection(set, ASCII));
  // A lazy loop must not end within a character.
  if (!greedy) return `(?:[${ascii}\\xc2-\\xf4][\\x80-\\xbf]*)${times(min, Infinity)}?`;
  const more = `[${ascii}\\x80-\\xff]*`;
  if (min === 0) return more;
  const before = min === 1 ? "" : `${either(ascii, ANY_BEYOND)}{${min - 1}}`;
  return `${before}[${ascii}\\xc2-\\xff]${more}`;
}

/**
 * Returns the source of a loop over any other class: runs of ASCII are inner loops, which the host runs
 * without backtracking.
 */
function loopInRuns(set: CharSet, min: number): string {
  const ascii = ranges(intersection(set, ASCII));
  const beyond = sequences(intersection(set, BEYOND));
  const more = ascii === "" ? `(?:${beyond})*` : `[${ascii}]*(?:(?:${beyond})[${ascii}]*)*`;
  return min === 0 ? `(?:${more})` : `(?:${either(ascii, beyond)}${times(min, min)}${more})`;
}

function either(ascii: string, beyond: string): string {
  return ascii === "" ? `(?:${beyond})` : `(?:[${ascii}]|${beyond})`;
}

const ASCII: CharSet = [0, 127];
const BEYOND: CharSet = [128, 0x10ffff];
const ALL_BEYOND: CharSet = [128, 0xd7ff, 0xe000, 0x10ffff];

function isBeyond(set: CharSet): boolean {
  return set.length > 0 && set[set.length - 1]! > 127;
}

function hasAllBeyond(set: CharSet): boolean {
  return intersection(set, ALL_BEYOND).join() === ALL_BEYOND.join();
}

function classSource(set: CharSet, { alphabet }: Writing): string {
  const ascii = ranges(intersection(set, ASCII));
  if (alphabet === "ascii" || !isBeyond(set)) return `[${ascii}]`;
  return either(ascii, hasAllBeyond(set) ? ANY_BEYOND : sequences(intersection(set, BEYOND)));
}

/** Returns the bytes of each character, as alternatives of which at most one matches. */
function sequences(set: CharSet): string {
  const { nodes, root } = automatonOf(set);
  const edges = nodes[root]!;
  const source = alternatives(nodes, root);
  if (edges.length <= FEW * 3) return source;
  // One look-ahead at the first byte instead of one for each alternative.
  const leads = ranges(edges.filter((_, i) => i % 3 < 2));
  return `(?=[${leads}])(?:${source})`;
}

/** The most alternatives that the host may try one by one. */
const FEW = 2;

function alternatives(nodes: readonly (readonly number[])[], root: number): string {
  const known = new Map<number, string>([[END, ""]]);
  const write = (node: number): string => {
    let source = known.get(node);
    if (source === undefined) known.set(node, (source = edgesOf(node)));
    return source;
  };
  const edgesOf = (node: number): string => {
    const byTarget = new Map<number, number[]>();
    const edges = nodes[node]!;
    for (let i = 0; i < edges.length; i += 3) {
      const bytes = byTarget.get(edges[i + 2]!) ?? [];
      bytes.push(edges[i]!, edges[i + 1]!);
      byTarget.set(edges[i + 2]!, bytes);
    }
    return [...byTarget]
      .map(([target, bytes]) => {
        const then = write(target);
        return `[${ranges(bytes)}]${then.includes("|") ? `(?:${then})` : then}`;
      })
      .join("|");
  };
  return write(root);
}

function escaped(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[0-9A-Za-z]/.test(char) ? char : `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** Returns the contents of the brackets of a class of bytes. */
function ranges(set: CharSet): string {
  let text = "";
  for (let i = 0; i < set.length; i += 2)
    text += set[i] === set[i + 1] ? escaped(set[i]!) : `${escaped(set[i]!)}-${escaped(set[i + 1]!)}`;
  return text;
}

/** @throws Unfit for rare assertions */
function lookSource(look: Look, { alphabet, unicode }: Writing): string {
  switch (look.kind) {
    case "start":
      return "^";
    case "end":
      return "$";
    case "line-start":
      return "(?<![^\\n])";
    case "line-end":
      return "(?![^\\n])";
    case "crlf-start":
    case "crlf-end":
      throw new Unfit();
    case "word": {
      if (alphabet === "ascii" || !look.unicode) return wordSource(look.word, "\\w", "\\w", alphabet);
      const words = unicode.perl("w");
      const ascii = ranges(intersection(words, ASCII));
      const beyond = sequences(intersection(words, BEYOND));
      return wordSource(
        look.word,
        `(?:[${ascii}]|(?=${beyond})${ANY_BEYOND}${NOT_WITHIN})`,
        `(?:[${ascii}]|${beyond})`,
        alphabet,
      );
    }
  }
}

/** `before` and `after` match a word character on the left and on the right. */
function wordSource(
  word: Extract<Look, { kind: "word" }>["word"],
  before: string,
  after: string,
  alphabet: Alphabet,
): string {
  // Without this, the negative conditions would also hold within a character.
  const whole = alphabet === "ascii" ? "" : NOT_WITHIN;
  switch (word) {
    case "boundary":
      return after === "\\w" ? "\\b" : `(?:(?<=${before})(?!${after})|(?<!${before})(?=${after}))`;
    case "not-boundary":
      return after === "\\w"
        ? `\\B${whole}`
        : `(?:(?<=${before})(?=${after})|(?<!${before})(?!${after})${whole})`;
    case "word-start":
      return `(?<!${before})(?=${after})`;
    case "word-end":
      return `(?<=${before})(?!${after})`;
    case "word-start-half":
      return `(?<!${before})${whole}`;
    case "word-end-half":
      return `(?!${after})${whole}`;
  }
}
