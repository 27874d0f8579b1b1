// Cuts long texts into pieces that can be searched one by one. A byte that is in no match can be the last of
// a piece: no attempt to match goes beyond it, and assertions give the same result as at the edge of the
// text. If a match may contain any byte, as in `"[^"]*"`, the host finds where the matches of a piece end,
// and what begins after them.
import type { CharSet } from "./char-set.ts";
import type { Node } from "./hir.ts";
import type { Starts } from "./host-pattern.ts";
import type { HostSearch } from "./host-search.ts";

/** Whether a text may be cut after an ASCII byte. */
export type Cuts = readonly boolean[];

/** The bytes of a piece: some tenths of a millisecond. */
const LONGEST = 61_440;

/** Returns null if there is no such byte, or if the pattern depends on the start of the text. */
export function cutsOf(root: Node): Cuts | null {
  const cuts = new Array<boolean>(128).fill(true);
  return exclude(root, cuts) && cuts.includes(true) ? cuts : null;
}

/** Returns false if no cut is possible. */
function exclude(node: Node, cuts: boolean[]): boolean {
  switch (node.kind) {
    case "Empty":
      return true;
    case "Literal":
      for (const byte of node.bytes) cuts[byte & 127] &&= byte >= 128;
      return true;
    case "Class":
      excludeSet(node.set, cuts);
      return true;
    case "Look":
      return excludeLook(node, cuts);
    case "Group":
    case "Repeat":
      return exclude(node.sub, cuts);
    case "Concat":
    case "Alternate":
      return node.parts.every((part) => exclude(part, cuts));
  }
}

function excludeSet(set: CharSet, cuts: boolean[]): void {
  for (let i = 0; i < set.length; i += 2) cuts.fill(false, set[i], Math.min(set[i + 1]! + 1, 128));
}

/** The edge of a text is the edge of a line, and is next to no word. */
function excludeLook({ look }: Extract<Node, { kind: "Look" }>, cuts: boolean[]): boolean {
  switch (look.kind) {
    case "end":
      return true;
    case "start":
    case "crlf-start":
    case "crlf-end":
      return false;
    case "line-start":
    case "line-end":
      for (let byte = 0; byte < 128; byte++) if (byte !== 10) cuts[byte] = false;
      return true;
    case "word":
      excludeSet([48, 57, 65, 90, 95, 95, 97, 122], cuts);
      return true;
  }
}

/**
 * Yields pieces of at most `most` bytes, or longer ones if there is no offset to cut at. Nothing of the text
 * is left out.
 */
export function* piecesOf(text: string, cuts: Cuts, most: number): Generator<string, void> {
  const size = Math.min(most, LONGEST);
  for (let at = 0; at < text.length; ) {
    const end = cutBehind(text, cuts, at, at + size);
    yield text.slice(at, end);
    at = end;
  }
}

function cutBehind(text: string, cuts: Cuts, from: number, ideal: number): number {
  if (ideal >= text.length) return text.length;
  for (let at = ideal; at > from; at--) if (cuts[text.charCodeAt(at - 1)] === true) return at;
  for (let at = ideal; at < text.length; at++) if (cuts[text.charCodeAt(at)] === true) return at + 1;
  return text.length;
}

/** The properties of a pattern by which the host cuts a text. */
export interface Searched {
  readonly starts: Starts;
  /** The bytes of the longest piece. */
  readonly longest: number;
  readonly hostFor: (piece: string) => HostSearch | null;
}

/**
 * Yields pieces, each with the same matches as in the text: of the attempts before the end of a window, only
 * the last few can read up to that end. If one attempt reads through a whole window, everything from there on
 * is the last piece, however long.
 */
export function* searchedPiecesOf(
  text: string,
  { starts, longest, hostFor }: Searched,
): Generator<string, void> {
  let size = Math.min(longest, LONGEST);
  for (let at = 0; at < text.length; ) {
    const end = wholeCharacters(text, Math.min(at + size, text.length));
    const window = text.slice(at, end);
    const host = end === text.length ? null : hostFor(window);
    const sure = host === null ? text.length : at + sureEnd(window, host, starts);
    if (sure > at) {
      yield text.slice(at, sure);
      at = sure;
      size = Math.min(longest, LONGEST);
    } else size = size < longest ? Math.min(longest, size * 2) : Infinity;
  }
}

/** Returns the offset up to which the matches of the window are those of the text. */
function sureEnd(window: string, host: HostSearch, { bytes, within }: Starts): number {
  let sure = window.length;
  let unsure = within + 1;
  for (let at = window.length - 1; at >= 0 && unsure > 0; at--)
    if (bytes[window.charCodeAt(at)] === true) {
      sure = at;
      unsure--;
    }
  let end = 0;
  for (
    let span = host.spanFrom(window, 0);
    span !== null && span.start < sure;
    span = host.spanFrom(window, end)
  )
    end = span.end;
  return Math.max(sure, end);
}

/** Moves an end so that no piece ends within a character. */
function wholeCharacters(text: string, end: number): number {
  let at = end;
  while (at > end - 3 && (text.charCodeAt(at) & 0xc0) === 0x80) at--;
  return at;
}
