// Finds patterns for which the host's regular expressions do the same in bounded time.
//
// The host tries alternatives in order, as the dialect requires, but backtracks without memory, so its time
// may grow with any power of the text, or worse. Here it is bounded in advance. If the next character decides
// whether to continue or leave a loop, and which alternative to take, then one attempt takes steps in
// proportion to what it reads, because backtracking fails immediately. Each choice outside loops that the
// character does not decide adds a power (a loop) or a factor (alternatives, and loops after which little is
// left to read). In a loop, such a choice makes the pattern unfit. An attempt at each offset of the text adds
// a power, unless attempts fail after few bytes.
//
// If a match cannot begin with what its loops read, as in `"[^"]*"` with no quote within, attempts begin only
// at the few other characters that one of them reads. So all of them together take steps in proportion to the
// text.
//
// Constructs that the host treats differently are unfit, too: empty iterations of loops, groups in loops
// (whose last iteration the host forgets), groups under `{0}` (which are not in its source), empty matches next
// to others.
//
// A pattern is written for one of two alphabets (host-source.ts): for ASCII texts, and for texts that are
// UTF-8.
import { ALL_CHARS, intersection, union, unionOf, type CharSet } from "./char-set.ts";
import { groupsIn, type Node } from "./hir.ts";
import { sourceOf, trustsText, Unfit, weightOf, type Alphabet } from "./host-source.ts";
import type { Unicode } from "./unicode.ts";
import { decodeAll } from "./utf8.ts";

/** The most steps of a search: some milliseconds. Steps over sequences of bytes take longer. */
const MOST_STEPS = { ascii: 4_000_000, utf8: 1_500_000 };
/**
 * The most bytes of a pattern with its bounded repetitions expanded; classes beyond ASCII have the size of
 * their expansion.
 */
const LARGEST = { ascii: 2000, utf8: 8000 };
const MOST_GROUPS = 99;
const MOST_WAYS = 1000;

export interface HostPattern {
  readonly source: string;
  /** The source without groups. */
  readonly plainSource: string;
  /** Whether the groups are those of the dialect. */
  readonly hasGroups: boolean;
  /** Whether the pattern depends on characters beyond ASCII. */
  readonly readsBeyond: boolean;
  /** Whether the text must be UTF-8 or ASCII. */
  readonly trustsText: boolean;
  /** Whether one attempt takes steps in proportion to what it reads. */
  readonly isDecided: boolean;
  /** The bytes of the longest text of which a search ends soon. */
  readonly longest: number;
  /**
   * Null if attempts may begin within what the loops of another one read, or if a match depends on more than
   * what it reads.
   */
  readonly starts: Starts | null;
}

/** The bytes at which attempts that can read far begin. */
export interface Starts {
  /** By ASCII byte: whether a match can begin with it. */
  readonly bytes: readonly boolean[];
  /** The most other attempts that begin within what one of them reads. */
  readonly within: number;
}

/** The rest of the pattern after a part. */
interface Rest {
  /** The characters with which it can begin. */
  readonly first: CharSet;
  /** The most bytes of it that an attempt can read before it fails; null if it cannot fail. */
  readonly reach: number | null;
}

/** The result of examining choices. */
interface Analysis {
  readonly alphabet: Alphabet;
  /** The number of loops that may be left at any of several offsets. */
  loops: number;
  /** The most alternatives to try one after the other. */
  ways: number;
  groupsInLoops: boolean;
  /** The characters with which parts that cannot be empty begin. */
  readonly begins: Map<Node, CharSet>;
}

export interface Question {
  readonly root: Node;
  readonly groups: number;
  readonly anchored: boolean;
  readonly alphabet: Alphabet;
  readonly unicode: Unicode;
}

/** Returns null if the pattern is unfit. */
export function hostPattern({ root, groups, anchored, alphabet, unicode }: Question): HostPattern | null {
  if (root.canBeEmpty || groups > MOST_GROUPS) return null;
  const analysis: Analysis = { alphabet, loops: 0, ways: 1, groupsInLoops: false, begins: new Map() };
  try {
    if (sizeOf(root, alphabet) > LARGEST[alphabet]) return null;
    const first = firstOf(root, { first: [], reach: null }, false, analysis);
    const { loops, ways, groupsInLoops } = analysis;
    if (ways > MOST_WAYS) return null;
    const isDecided = loops === 0 && ways === 1;
    const starts = isDecided ? startsOf(root, first) : null;
    const failsWithin = loops === 0 ? Math.min(reachOf(root), starts?.within ?? Infinity) : Infinity;
    const steps = MOST_STEPS[alphabet] / ways;
    const powers = loops + (anchored || beginsLine(root) ? 1 : 2);
    return {
      source: sourceOf(root, { groups: true, alphabet, unicode }),
      plainSource: sourceOf(root, { groups: false, alphabet, unicode }),
      hasGroups: !groupsInLoops && groupsIn(root) === groups,
      readsBeyond: readsBeyond(root),
      trustsText: trustsText(root),
      isDecided,
      longest: Math.floor(Math.max(steps ** (1 / powers), steps / (failsWithin + 1))),
      starts,
    };
  } catch (error) {
    if (error instanceof Unfit) return null;
    throw error;
  }
}

function sizeOf(node: Node, alphabet: Alphabet): number {
  switch (node.kind) {
    case "Empty":
      return 1;
    case "Look":
    case "Class":
      return weightOf(node, alphabet);
    case "Literal":
      return node.bytes.length;
    case "Group":
      return sizeOf(node.sub, alphabet) + 1;
    case "Repeat":
      return sizeOf(node.sub, alphabet) * Math.max(1, node.max === Infinity ? node.min : node.max) + 1;
    case "Concat":
    case "Alternate":
      return node.parts.reduce((sum, part) => sum + sizeOf(part, alphabet), 1);
  }
}

/**
 * Whether attempts succeed only at starts of lines, so that all of them together read no more than the text.
 */
function beginsLine(node: Node): boolean {
  switch (node.kind) {
    case "Look":
      return node.look.kind === "start" || node.look.kind === "line-start";
    case "Group":
      return beginsLine(node.sub);
    case "Concat":
      return beginsLine(node.parts[0]!);
    case "Alternate":
      return node.parts.every(beginsLine);
    case "Empty":
    case "Literal":
    case "Class":
    case "Repeat":
      return false;
  }
}

/**
 * Returns the characters with which `node` and what follows it can begin; examines all choices in it. @throws
 * Unfit
 */
function firstOf(node: Node, rest: Rest, inLoop: boolean, analysis: Analysis): CharSet {
  switch (node.kind) {
    case "Empty":
    case "Look":
      return rest.first;
    case "Literal":
    case "Class":
      return beginOf(node, analysis);
    case "Group":
      if (inLoop) analysis.groupsInLoops = true;
      return firstOf(node.sub, rest, inLoop, analysis);
    case "Concat": {
      let after = rest;
      for (const part of node.parts.toReversed())
        after = { first: firstOf(part, after, inLoop, analysis), reach: reachBefore(part, after.reach) };
      return after.first;
    }
    case "Alternate": {
      let all: CharSet = [];
      let decided = true;
      for (const part of node.parts) {
        const first = firstOf(part, rest, inLoop, analysis);
        if (meet(all, first)) decided = false;
        all = union(all, first);
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
      const first = beginOf(node.sub, analysis);
      firstOf(
        node.sub,
        isLoop ? { first: union(first, rest.first), reach: Infinity } : rest,
        isLoop || inLoop,
        analysis,
      );
      if (node.max > node.min && meet(first, rest.first)) {
        if (inLoop) throw new Unfit();
        if (!isLoop) analysis.ways *= 2;
        else if (rest.reach === Infinity) analysis.loops++;
        else analysis.ways *= (rest.reach ?? 0) + 1;
      }
      return node.min > 0 ? first : union(first, rest.first);
    }
  }
}

/** Returns the reach of a part and the rest after it. */
function reachBefore(part: Node, behind: number | null): number | null {
  if (behind !== null) return longest(part) + behind;
  return canFail(part) ? reachOf(part) : null;
}

/** Whether the part contains a condition that can fail. */
function canFail(node: Node): boolean {
  return !node.canBeEmpty || hasLook(node);
}

function meet(a: CharSet, b: CharSet): boolean {
  return intersection(a, b).length > 0;
}

/** Returns the characters with which a part itself can begin. @throws Unfit */
function beginOf(node: Node, analysis: Analysis): CharSet {
  let set = analysis.begins.get(node);
  if (set === undefined) analysis.begins.set(node, (set = newBegin(node, analysis)));
  return set;
}

function newBegin(node: Node, analysis: Analysis): CharSet {
  switch (node.kind) {
    case "Empty":
    case "Look":
      return [];
    case "Literal": {
      if (analysis.alphabet === "ascii") return node.bytes[0]! < 128 ? [node.bytes[0]!, node.bytes[0]!] : [];
      const chars = decodeAll(String.fromCharCode(...node.bytes));
      if (chars === null) throw new Unfit();
      return [chars[0]!, chars[0]!];
    }
    case "Class":
      if (analysis.alphabet === "ascii") return intersection(node.set, ASCII);
      if (node.unit === "byte" && meet(node.set, BEYOND)) throw new Unfit();
      return node.set;
    case "Group":
    case "Repeat":
      return beginOf(node.sub, analysis);
    case "Alternate":
      return unionOf(node.parts.map((part) => beginOf(part, analysis)));
    case "Concat": {
      const sets: CharSet[] = [];
      for (const part of node.parts) {
        sets.push(beginOf(part, analysis));
        if (!part.canBeEmpty) break;
      }
      return unionOf(sets);
    }
  }
}

const ASCII: CharSet = [0, 127];
const BEYOND: CharSet = intersection(ALL_CHARS, [128, 0x10ffff]);

/**
 * Returns the most bytes that an attempt can read before it fails: what follows the last mandatory part
 * cannot fail.
 */
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
      const needed = node.parts.findLastIndex(canFail);
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

function startsOf(root: Node, first: CharSet): Starts | null {
  if (hasLook(root) || meet(first, BEYOND) || meet(first, readInLoops(root, false))) return null;
  const bytes = new Array<boolean>(128).fill(false);
  for (let i = 0; i < first.length; i += 2) bytes.fill(true, first[i], first[i + 1]! + 1);
  return { bytes, within: readOutsideLoops(root) };
}

/** Returns the characters that unbounded loops may read. */
function readInLoops(node: Node, inLoop: boolean): CharSet {
  switch (node.kind) {
    case "Empty":
    case "Look":
      return [];
    case "Literal":
      return inLoop ? unionOf(node.bytes.map((byte) => (byte < 128 ? [byte, byte] : BEYOND))) : [];
    case "Class":
      return inLoop ? node.set : [];
    case "Group":
      return readInLoops(node.sub, inLoop);
    case "Repeat":
      return readInLoops(node.sub, inLoop || node.max === Infinity);
    case "Concat":
    case "Alternate":
      return unionOf(node.parts.map((part) => readInLoops(part, inLoop)));
  }
}

/** Returns the most characters of a match other than those that unbounded loops read. */
function readOutsideLoops(node: Node): number {
  switch (node.kind) {
    case "Group":
      return readOutsideLoops(node.sub);
    case "Repeat":
      return node.max === Infinity ? 0 : node.max * readOutsideLoops(node.sub);
    case "Concat":
      return node.parts.reduce((sum, part) => sum + readOutsideLoops(part), 0);
    case "Alternate":
      return Math.max(...node.parts.map(readOutsideLoops));
    case "Empty":
    case "Look":
    case "Literal":
    case "Class":
      return longest(node);
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
