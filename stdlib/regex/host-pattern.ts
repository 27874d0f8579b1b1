// Patterns for which the host's regular expressions do the same in bounded time, on texts of ASCII.
//
// The host tries alternatives in order, as the dialect wants it, but goes back over them without memory, so its
// time may grow with any power of the text, or worse. Here it is bounded beforehand: where the next byte
// decides between going on and leaving a loop, and between alternatives, one attempt takes steps in
// proportion to what it reads, since going back fails at once. Each choice that the byte does not decide, and
// that stands in no loop, adds a power (a loop) or a factor (alternatives); in a loop it makes the
// pattern unfit. An attempt at each place of the text adds a power, unless attempts fail after few bytes.
//
// What the host counts otherwise is unfit, too: empty rounds of loops, groups in loops (whose last round
// it forgets), empty matches next to others.
import type { Node } from "./hir.ts";
import type { Look } from "./look.ts";

/** Steps that a search may take: some milliseconds. */
const MOST_STEPS = 2_000_000;
/** Bytes of a pattern with its bounded repetitions written out. */
const LARGEST = 2000;
const MOST_GROUPS = 99;
const MOST_WAYS = 64;

export interface HostPattern {
  readonly source: string;
  /** The same without groups. */
  readonly plainSource: string;
  /** Whether the groups are those of the dialect. */
  readonly hasGroups: boolean;
  /** Whether it says anything of characters beyond ASCII, so that the text must have none. */
  readonly readsBeyond: boolean;
  /** Whether one attempt takes steps in proportion to what it reads. */
  readonly isDecided: boolean;
  /** Bytes of the longest text a search of which ends soon. */
  readonly longest: number;
}

/** Sets of ASCII bytes as bits. */
type Bits = bigint;

/** What is found out about choices. */
interface Analysis {
  /** Loops that may be left at any of several places. */
  loops: number;
  /** Alternatives to try one after the other, at most. */
  ways: number;
  groupsInLoops: boolean;
  /** The bytes with which parts that cannot be empty begin. */
  readonly begins: Map<Node, Bits>;
}

class Unfit extends Error {}

/** Null when the pattern is unfit. */
export function hostPattern(root: Node, groups: number, anchored: boolean): HostPattern | null {
  if (root.canBeEmpty || groups > MOST_GROUPS) return null;
  const analysis: Analysis = { loops: 0, ways: 1, groupsInLoops: false, begins: new Map() };
  try {
    if (sizeOf(root) > LARGEST) return null;
    firstOf(root, 0n, false, analysis);
    const { loops, ways, groupsInLoops } = analysis;
    if (ways > MOST_WAYS) return null;
    const failsWithin = loops === 0 ? reachOf(root) : Infinity;
    const powers = loops + (anchored ? 1 : 2);
    return {
      source: sourceOf(root, true),
      plainSource: sourceOf(root, false),
      hasGroups: !groupsInLoops,
      readsBeyond: readsBeyond(root),
      isDecided: loops === 0 && ways === 1,
      longest: Math.floor(
        Math.max((MOST_STEPS / ways) ** (1 / powers), MOST_STEPS / ways / (failsWithin + 1)),
      ),
    };
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

function sizeOf(node: Node): number {
  switch (node.kind) {
    case "Empty":
    case "Look":
    case "Class":
      return 1;
    case "Literal":
      return node.bytes.length;
    case "Group":
      return sizeOf(node.sub) + 1;
    case "Repeat":
      return sizeOf(node.sub) * Math.max(1, node.max === Infinity ? node.min : node.max) + 1;
    case "Concat":
    case "Alternate":
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 1);
  }
}

/** The bytes with which `node` and what follows it can begin; looks at all choices in it. @throws Unfit */
function firstOf(node: Node, follow: Bits, inLoop: boolean, analysis: Analysis): Bits {
  switch (node.kind) {
    case "Empty":
    case "Look":
      return follow;
    case "Literal":
      return bit(node.bytes[0]!);
    case "Class":
      return bitsOf(node.set);
    case "Group":
      if (inLoop) analysis.groupsInLoops = true;
      return firstOf(node.sub, follow, inLoop, analysis);
    case "Concat":
      return node.parts.reduceRight((after, part) => firstOf(part, after, inLoop, analysis), follow);
    case "Alternate": {
      let all = 0n;
      let decided = true;
      for (const part of node.parts) {
        const first = firstOf(part, follow, inLoop, analysis);
        if ((all & first) !== 0n) decided = false;
        all |= first;
      }
      if (!decided) {
        if (inLoop) throw new Unfit();
        analysis.ways *= node.parts.length;
      }
      return all;
    }
    case "Repeat": {
      if (node.sub.canBeEmpty) throw new Unfit();
      const isLoop = node.max > 1;
      const rounds = isLoop || inLoop;
      const first = beginOf(node.sub, analysis.begins);
      const isChoice = node.max > node.min;
      firstOf(node.sub, isLoop ? first | follow : follow, rounds, analysis);
      if (isChoice && (first & follow) !== 0n) {
        if (inLoop) throw new Unfit();
        if (isLoop) analysis.loops++;
        else analysis.ways *= 2;
      }
      return node.min > 0 ? first : first | follow;
    }
  }
}

/** The bytes with which a part itself can begin. */
function beginOf(node: Node, known: Map<Node, Bits>): Bits {
  let bits = known.get(node);
  if (bits === undefined) known.set(node, (bits = newBegin(node, known)));
  return bits;
}

function newBegin(node: Node, known: Map<Node, Bits>): Bits {
  switch (node.kind) {
    case "Empty":
    case "Look":
      return 0n;
    case "Literal":
      return bit(node.bytes[0]!);
    case "Class":
      return bitsOf(node.set);
    case "Group":
    case "Repeat":
      return beginOf(node.sub, known);
    case "Alternate":
      return node.parts.reduce((bits, part) => bits | beginOf(part, known), 0n);
    case "Concat": {
      let bits = 0n;
      for (const part of node.parts) {
        bits |= beginOf(part, known);
        if (!part.canBeEmpty) break;
      }
      return bits;
    }
  }
}

function bit(byte: number): Bits {
  return byte < 128 ? 1n << BigInt(byte) : 0n;
}

function bitsOf(set: readonly number[]): Bits {
  let bits = 0n;
  for (let i = 0; i < set.length; i += 2) {
    const high = Math.min(set[i + 1]!, 127);
    if (set[i]! <= high) bits |= ((1n << BigInt(high - set[i]! + 1)) - 1n) << BigInt(set[i]!);
  }
  return bits;
}

/** How many bytes an attempt can read before it fails: what comes behind the last part that must be there cannot fail. */
function reachOf(node: Node): number {
  switch (node.kind) {
    case "Empty":
    case "Look":
      return 0;
    case "Literal":
      return node.bytes.length;
    case "Class":
      return 1;
    case "Group":
      return reachOf(node.sub);
    case "Alternate":
      return Math.max(...node.parts.map(reachOf));
    case "Repeat":
      return node.max === Infinity && node.min > 0
        ? (node.min - 1) * longest(node.sub) + reachOf(node.sub)
        : node.max === Infinity
          ? 0
          : longest(node);
    case "Concat": {
      const needed = node.parts.findLastIndex((part) => !part.canBeEmpty || hasLook(part));
      if (needed < 0) return 0;
      const before = node.parts.slice(0, needed).reduce((sum, part) => sum + longest(part), 0);
      return (
        before +
        reachOf(node.parts[needed]!) +
        (hasLook(node.parts[needed]!) ? longest(node.parts[needed]!) : 0)
      );
    }
  }
}

function hasLook(node: Node): boolean {
  switch (node.kind) {
    case "Look":
      return true;
    case "Group":
    case "Repeat":
      return hasLook(node.sub);
    case "Concat":
    case "Alternate":
      return node.parts.some(hasLook);
    case "Empty":
    case "Literal":
    case "Class":
      return false;
  }
}

function readsBeyond(node: Node): boolean {
  switch (node.kind) {
    case "Empty":
      return false;
    case "Look":
      return node.look.kind === "word";
    case "Literal":
      return node.bytes.some((byte) => byte >= 128);
    case "Class":
      return node.set.some((end) => end >= 128);
    case "Group":
    case "Repeat":
      return readsBeyond(node.sub);
    case "Concat":
    case "Alternate":
      return node.parts.some(readsBeyond);
  }
}

function longest(node: Node): number {
  switch (node.kind) {
    case "Empty":
    case "Look":
      return 0;
    case "Literal":
      return node.bytes.length;
    case "Class":
      return 1;
    case "Group":
      return longest(node.sub);
    case "Repeat":
      return node.max * longest(node.sub);
    case "Concat":
      return node.parts.reduce((sum, part) => sum + longest(part), 0);
    case "Alternate":
      return Math.max(...node.parts.map(longest));
  }
}

/** @throws Unfit */
function sourceOf(node: Node, groups: boolean): string {
  switch (node.kind) {
    case "Empty":
      return "(?:)";
    case "Literal":
      return node.bytes.every((byte) => byte < 128) ? node.bytes.map(escaped).join("") : "[]";
    case "Class":
      return classOf(node.set);
    case "Look":
      return lookOf(node.look);
    case "Group":
      return `(${groups ? "" : "?:"}${sourceOf(node.sub, groups)})`;
    case "Concat":
      return node.parts
        .map((part) => (part.kind === "Alternate" ? `(?:${sourceOf(part, groups)})` : sourceOf(part, groups)))
        .join("");
    case "Alternate":
      return node.parts.map((part) => sourceOf(part, groups)).join("|");
    case "Repeat": {
      const sub = sourceOf(node.sub, groups);
      const single =
        node.sub.kind === "Class" ||
        node.sub.kind === "Group" ||
        (node.sub.kind === "Literal" && node.sub.bytes.length === 1);
      return `${single ? sub : `(?:${sub})`}{${node.min},${node.max === Infinity ? "" : node.max}}${node.greedy ? "" : "?"}`;
    }
  }
}

function escaped(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[0-9A-Za-z]/.test(char) ? char : `\\x${byte.toString(16).padStart(2, "0")}`;
}

function classOf(set: readonly number[]): string {
  let ranges = "";
  for (let i = 0; i < set.length; i += 2) {
    const high = Math.min(set[i + 1]!, 127);
    if (set[i]! <= high) ranges += set[i] === high ? escaped(high) : `${escaped(set[i]!)}-${escaped(high)}`;
  }
  return `[${ranges}]`;
}

/** @throws Unfit for what is rare */
function lookOf(look: Look): string {
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
    case "word":
      switch (look.word) {
        case "boundary":
          return "\\b";
        case "not-boundary":
          return "\\B";
        case "word-start":
          return "\\b(?=\\w)";
        case "word-end":
          return "\\b(?<=\\w)";
        case "word-start-half":
          return "(?<!\\w)";
        case "word-end-half":
          return "(?!\\w)";
      }
  }
}
