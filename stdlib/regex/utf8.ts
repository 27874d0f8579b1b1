// UTF-8 in byte strings: decoding at an offset, and sets of characters as small automata over bytes.
import type { CharSet } from "./char-set.ts";

export function encode(char: number): number[] {
  if (char < 0x80) return [char];
  if (char < 0x800) return [0xc0 | (char >> 6), 0x80 | (char & 63)];
  if (char < 0x10000) return [0xe0 | (char >> 12), 0x80 | ((char >> 6) & 63), 0x80 | (char & 63)];
  return [0xf0 | (char >> 18), 0x80 | ((char >> 12) & 63), 0x80 | ((char >> 6) & 63), 0x80 | (char & 63)];
}

/** Returns the character that starts at an offset, or -1 if the bytes there are not UTF-8. */
export function decodeAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first < 0x80) return first;
  if (first < 0xc2 || first > 0xf4 || !(at < text.length)) return -1;
  const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + size > text.length) return -1;
  let char = first & (0xff >> (size + 1));
  for (let i = 1; i < size; i++) {
    const byte = text.charCodeAt(at + i);
    if ((byte & 0xc0) !== 0x80) return -1;
    char = (char << 6) | (byte & 63);
  }
  const wellFormed = char >= SMALLEST[size]! && char <= 0x10ffff && (char < 0xd800 || char > 0xdfff);
  return wellFormed ? char : -1;
}

const SMALLEST = [0, 0, 0x80, 0x800, 0x10000];

/** Returns the character that ends before an offset above 0, or -1 if the bytes there are not UTF-8. */
export function decodeBefore(text: string, at: number): number {
  for (let start = at - 1; start >= 0 && start >= at - 4; start--) {
    if ((text.charCodeAt(start) & 0xc0) === 0x80) continue;
    const char = decodeAt(text, start);
    return char >= 0 && start + encode(char).length === at ? char : -1;
  }
  return -1;
}

/** Returns the end of the character that an offset is inside of, or the offset itself if it is inside of none. */
export function characterEnd(text: string, at: number): number {
  if (at <= 0 || (text.charCodeAt(at) & 0xc0) !== 0x80) return at;
  for (let start = at - 1; start >= 0 && start >= at - 3; start--) {
    if ((text.charCodeAt(start) & 0xc0) === 0x80) continue;
    const char = decodeAt(text, start);
    const end = char < 0 ? at : start + sizeOf(char);
    return Math.max(at, end);
  }
  return at;
}

/** Returns the bytes of a character. */
export function sizeOf(char: number): number {
  return char < 0x80 ? 1 : char < 0x800 ? 2 : char < 0x10000 ? 3 : 4;
}

/** Returns the characters of a well-formed text, or null. */
export function decodeAll(text: string): number[] | null {
  const chars: number[] = [];
  for (let at = 0; at < text.length; ) {
    const char = decodeAt(text, at);
    if (char < 0) return null;
    chars.push(char);
    at += encode(char).length;
  }
  return chars;
}

/**
 * A deterministic automaton for one character of a set: `nodes[i]` holds edges [low, high, target, low, …];
 * node 0 is the end, `root` the beginning.
 */
export interface CharAutomaton {
  readonly nodes: readonly (readonly number[])[];
  readonly root: number;
}

export const END = 0;

type Sequence = readonly (readonly [low: number, high: number])[];

export function automatonOf(set: CharSet): CharAutomaton {
  const sequences: Sequence[] = [];
  for (let i = 0; i < set.length; i += 2) addSequences(set[i]!, set[i + 1]!, sequences);
  const nodes: number[][] = [[]];
  const known = new Map<string, number>();
  return { root: build(sequences, 0, nodes, known), nodes };
}

/** Sequences are in order, so those with the same next byte range are adjacent; equal nodes are shared. */
function build(
  sequences: readonly Sequence[],
  offset: number,
  nodes: number[][],
  known: Map<string, number>,
): number {
  if (sequences.length > 0 && offset === sequences[0]!.length) return END;
  const edges: number[] = [];
  for (let i = 0; i < sequences.length; ) {
    const [low, high] = sequences[i]![offset]!;
    const from = i;
    while (i < sequences.length && sequences[i]![offset]![0] === low && sequences[i]![offset]![1] === high)
      i++;
    const target = build(sequences.slice(from, i), offset + 1, nodes, known);
    const last = edges.length - 3;
    if (last >= 0 && edges[last + 1] === low - 1 && edges[last + 2] === target) edges[last + 1] = high;
    else edges.push(low, high, target);
  }
  const key = edges.join();
  const same = known.get(key);
  if (same !== undefined) return same;
  known.set(key, nodes.length);
  nodes.push(edges);
  return nodes.length - 1;
}

/** Splits a range of characters until each piece is a sequence of independent byte ranges. */
function addSequences(low: number, high: number, sequences: Sequence[]): void {
  for (const last of [0x7f, 0x7ff, 0xffff]) {
    if (low <= last && high > last) {
      addSequences(low, last, sequences);
      addSequences(last + 1, high, sequences);
      return;
    }
  }
  for (const bits of [6, 12, 18]) {
    const mask = (1 << bits) - 1;
    if (high < 0x80 || low >> bits === high >> bits) continue;
    if ((low & mask) !== 0) {
      addSequences(low, low | mask, sequences);
      addSequences((low | mask) + 1, high, sequences);
      return;
    }
    if ((high & mask) !== mask) {
      addSequences(low, (high & ~mask) - 1, sequences);
      addSequences(high & ~mask, high, sequences);
      return;
    }
  }
  const from = encode(low);
  const to = encode(high);
  sequences.push(from.map((byte, i) => [byte, to[i]!] as const));
}
