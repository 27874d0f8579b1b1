// Patterns for which the host's regular expressions do the same in bounded time.
//
// The host tries alternatives in order, as the dialect wants it, but goes back over them without memory, so its
// time may grow with any power of the text, or worse. Here it is bounded beforehand: where the next character
// decides between going on and leaving a loop, and between alternatives, one attempt takes steps in
// proportion to what it reads, since going back fails at once. Each choice that the character does not decide, and
// that stands in no loop, adds a power (a loop) or a factor (alternatives, and loops after which little is
// left to read); in a loop it makes the pattern unfit. An attempt at each place of the text adds a power, unless
// attempts fail after few bytes.
//
// Where a match cannot begin with what its loops read, as `"[^"]*"` with no quote within, attempts begin only at the few other
// characters that one of them reads, so that all of them together take steps in proportion to the text.
//
// What the host counts otherwise is unfit, too: empty iterations of loops, groups in loops (whose last iteration
// it forgets), empty matches next to others.
//
// A pattern is written down for one of two alphabets (host-source.ts): for texts of ASCII, and for texts that are UTF-8.
import { ALL_CHARS, intersection, union, unionOf, type CharSet } from "./char-set.ts";
import type { Node } from "./hir.ts";
import { sourceOf, trustsText, Unfit, weightOf, type Alphabet } from "./host-source.ts";
import type { Unicode } from "./unicode.ts";
import { decodeAll } from "./utf8.ts";

/** Steps that a search may take: some milliseconds. Those over sequences of bytes are longer. */
const MOST_STEPS = { ascii: 4_000_000, utf8: 1_500_000 };
/** Bytes of a pattern with its bounded repetitions written out; classes beyond ASCII count what they are written as. */
const LARGEST = { ascii: 2000, utf8: 8000 };
const MOST_GROUPS = 99;
const MOST_WAYS = 1000;

export interface HostPattern {
  readonly source: string;
  /** The same without groups. */
  readonly plainSource: string;
  /** Whether the groups are those of the dialect. */
  readonly hasGroups: boolean;
  /** Whether it says anything of characters beyond ASCII. */
  readonly readsBeyond: boolean;
  /** Whether the text must be UTF-8 or ASCII for it. */
  readonly trustsText: boolean;
  /** Whether one attempt takes steps in proportion to what it reads. */
  readonly isDecided: boolean;
  /** Bytes of the longest text a search of which ends soon. */
  readonly longest: number;
  /** Null where attempts may begin within what the loops of another one read, or more decides than what is read. */
  readonly starts: Starts | null;
}

/** Where attempts begin that can reach far. */
export interface Starts {
  /** By byte of ASCII: whether a match can begin with it. */
  readonly bytes: readonly boolean[];
  /** How many others at most begin within what one of them reads. */
  readonly within: number;
}

/** What follows a part up to the end of the pattern. */
interface Rest {
  /** The characters with which it can begin. */
  readonly first: CharSet;
  /** How many bytes of it an attempt can read before it fails; null when it cannot fail. */
  readonly reach: number | null;
}

/** What is found out about choices. */
interface Analysis {
  readonly alphabet: Alphabet;
  /** Loops that may be left at any of several places. */
  loops: number;
  /** Alternatives to try one after the other, at most. */
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

/** Null when the pattern is unfit. */
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
      hasGroups: !groupsInLoops,
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

/** Whether attempts succeed at starts of lines only, so that those at all of them read no more than the text. */
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

/** The characters with which `node` and what follows it can begin; looks at all choices in it. @throws Unfit */
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

/** The reach of a part and of what comes behind it. */
function reachBefore(part: Node, behind: number | null): number | null {
  if (behind !== null) return longest(part) + behind;
  return canFail(part) ? reachOf(part) : null;
}

/** Whether it says anything that must hold. */
function canFail(node: Node): boolean {
  return !node.canBeEmpty || hasLook(node);
}

function meet(a: CharSet, b: CharSet): boolean {
  return intersection(a, b).length > 0;
}

/** The characters with which a part itself can begin. @throws Unfit */
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

/** The characters that unbounded loops may read. */
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

/** How many characters a match has at most besides those that unbounded loops read. */
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
