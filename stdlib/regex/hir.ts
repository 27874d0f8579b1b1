// The meaning of a pattern, with flags and names resolved: built by the parser and compiled by nfa.ts.
import type { CharSet } from "./char-set.ts";
import type { Look } from "./look.ts";
import { decodeAll } from "./utf8.ts";

export type Node = (
  | { readonly kind: "Empty" }
  /** A sequence of bytes. */
  | { readonly kind: "Literal"; readonly bytes: readonly number[] }
  /** One character in UTF-8, or one byte. */
  | { readonly kind: "Class"; readonly set: CharSet; readonly unit: "char" | "byte" }
  | { readonly kind: "Look"; readonly look: Look }
  | {
      readonly kind: "Repeat";
      readonly sub: Node;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    }
  | { readonly kind: "Group"; readonly index: number; readonly sub: Node }
  | { readonly kind: "Concat" | "Alternate"; readonly parts: readonly Node[] }
) &
  Shape;

interface Shape {
  /** Whether it can match the empty text, and whether it can match nothing else. */
  readonly canBeEmpty: boolean;
  readonly zeroWidth: boolean;
  readonly depth: number;
}

/** An invalid pattern; thrown by the parser and the compiler, and caught only by `compile`. */
export class PatternError extends Error {
  /** The states of its automaton that had been created. */
  readonly states: number;
  /** What is wrong, and the byte before which it was found; null for the pattern as a whole. */
  readonly found: { readonly problem: string; readonly at: number } | null;
  constructor(message: string, states = 0, found: PatternError["found"] = null) {
    super(message);
    this.states = states;
    this.found = found;
  }
}

const DEEPEST = 250;

/**
 * The most states of an automaton. A pattern of more parts needs more states, so it is refused before it is
 * read to its end.
 */
export const MOST_STATES = 250_000;

const LEAF = { canBeEmpty: false, zeroWidth: false, depth: 1 };
const WIDTHLESS = { canBeEmpty: true, zeroWidth: true, depth: 1 };

const EMPTY: Node = { kind: "Empty", ...WIDTHLESS };

export function literal(bytes: readonly number[]): Node {
  return { kind: "Literal", bytes, ...LEAF };
}

export function charClass(set: CharSet): Node {
  return { kind: "Class", set, unit: "char", ...LEAF };
}

export function byteClass(set: CharSet): Node {
  return { kind: "Class", set, unit: "byte", ...LEAF };
}

export function look(meaning: Look): Node {
  return { kind: "Look", look: meaning, ...WIDTHLESS };
}

/** @throws PatternError if it nests too deeply. */
export function repeat(sub: Node, min: number, max: number, greedy: boolean): Node {
  // A part of zero width matches once if it matches many times.
  const atLeast = sub.zeroWidth ? Math.min(min, 1) : min;
  const atMost = sub.zeroWidth ? Math.min(max, 1) : max;
  if (atMost === 0) return EMPTY;
  const canBeEmpty = sub.canBeEmpty || atLeast === 0;
  return {
    kind: "Repeat",
    sub,
    min: atLeast,
    max: atMost,
    greedy,
    canBeEmpty,
    zeroWidth: sub.zeroWidth,
    depth: deeper(sub.depth),
  };
}

export function group(index: number, sub: Node): Node {
  return {
    kind: "Group",
    index,
    sub,
    canBeEmpty: sub.canBeEmpty,
    zeroWidth: sub.zeroWidth,
    depth: deeper(sub.depth),
  };
}

export function concat(parts: readonly Node[]): Node {
  if (parts.length === 0) return EMPTY;
  if (parts.length === 1) return parts[0]!;
  const canBeEmpty = parts.every((part) => part.canBeEmpty);
  return {
    kind: "Concat",
    parts,
    canBeEmpty,
    zeroWidth: parts.every((part) => part.zeroWidth),
    depth: depthOf(parts),
  };
}

export function alternate(parts: readonly Node[]): Node {
  if (parts.length === 1) return parts[0]!;
  const canBeEmpty = parts.some((part) => part.canBeEmpty);
  return {
    kind: "Alternate",
    parts,
    canBeEmpty,
    zeroWidth: parts.every((part) => part.zeroWidth),
    depth: depthOf(parts),
  };
}

function depthOf(parts: readonly Node[]): number {
  return deeper(parts.reduce((deepest, part) => Math.max(deepest, part.depth), 0));
}

function deeper(depth: number): number {
  if (depth >= DEEPEST) throw new PatternError("the pattern is nested too deeply");
  return depth + 1;
}

/** Whether every match starts at the start of the text. */
export function isAnchored(node: Node): boolean {
  switch (node.kind) {
    case "Look":
      return node.look.kind === "start";
    case "Group":
      return isAnchored(node.sub);
    case "Repeat":
      return node.min > 0 && isAnchored(node.sub);
    case "Concat":
      return isAnchored(node.parts[0]!);
    case "Alternate":
      return node.parts.every(isAnchored);
    case "Empty":
    case "Literal":
    case "Class":
      return false;
  }
}

/**
 * Whether the pattern asks for bytes, as `(?-u:\\xFF)` and `(?-u:.)` do. All others match whole characters, and no
 * match of theirs may begin or end inside one.
 */
export function matchesBytes(node: Node): boolean {
  switch (node.kind) {
    case "Literal":
      return decodeAll(String.fromCharCode(...node.bytes)) === null;
    case "Class":
      return node.unit === "byte" && node.set.some((end) => end >= 128);
    case "Group":
    case "Repeat":
      return matchesBytes(node.sub);
    case "Concat":
    case "Alternate":
      return node.parts.some(matchesBytes);
    case "Empty":
    case "Look":
      return false;
  }
}

/** Whether an assertion of the pattern can hold inside a character: those of words, under `-u`. */
export function looksAtBytes(node: Node): boolean {
  switch (node.kind) {
    case "Look":
      return node.look.kind === "word" && !node.look.unicode;
    case "Group":
    case "Repeat":
      return looksAtBytes(node.sub);
    case "Concat":
    case "Alternate":
      return node.parts.some(looksAtBytes);
    case "Empty":
    case "Literal":
    case "Class":
      return false;
  }
}

/** Returns the number of groups that take part in matches: those under `{0}` have left the tree. */
export function groupsIn(node: Node): number {
  switch (node.kind) {
    case "Group":
      return 1 + groupsIn(node.sub);
    case "Repeat":
      return groupsIn(node.sub);
    case "Concat":
    case "Alternate":
      return node.parts.reduce((sum, part) => sum + groupsIn(part), 0);
    case "Empty":
    case "Look":
    case "Literal":
    case "Class":
      return 0;
  }
}

/** Returns the longest string of bytes with which every match starts. */
export function literalPrefix(node: Node): string {
  switch (node.kind) {
    case "Literal":
      return String.fromCharCode(...node.bytes.slice(0, LONGEST_PREFIX));
    case "Group":
      return literalPrefix(node.sub);
    case "Concat": {
      let prefix = "";
      for (const part of node.parts) {
        prefix += literalPrefix(part);
        if (!isLiteral(part) || prefix.length >= LONGEST_PREFIX) break;
      }
      return prefix;
    }
    case "Repeat":
      return node.min > 0 ? literalPrefix(node.sub) : "";
    case "Empty":
    case "Look":
    case "Class":
    case "Alternate":
      return "";
  }
}

/** Longer prefixes would not make the search faster, and periodic ones would make it slower. */
const LONGEST_PREFIX = 32;

function isLiteral(node: Node): boolean {
  return node.kind === "Literal" || (node.kind === "Group" && isLiteral(node.sub));
}
