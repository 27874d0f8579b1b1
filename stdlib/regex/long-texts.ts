// The natives for texts that the host must not search at one go: it searches pieces, or the own engine
// searches the whole.
import { MAX_STRING, Panic, type Option, type Steps } from "../../interpreter/runtime/index.ts";
import { splitAt, texts } from "./matches.ts";
import type { Program } from "./program.ts";
import { replaceAllByHost, replaceMost } from "./replace.ts";

/**
 * Passes the pieces of `text` to `take`, one after the other, until it returns true. Returns false if the
 * text is not cut into pieces.
 */
function* eachPiece(program: Program, text: string, take: (piece: string) => Steps<boolean>): Steps<boolean> {
  const pieces = program.pieces(text);
  if (pieces === null) return false;
  for (const piece of pieces) {
    if (yield* take(piece)) break;
    yield;
  }
  return true;
}

export function* isMatch(program: Program, text: string): Steps<boolean> {
  let found = false;
  const inPieces = yield* eachPiece(program, text, function* (piece): Steps<boolean> {
    found = program.hostFor(piece)?.isMatch(piece) ?? (yield* program.isMatch(piece));
    return found;
  });
  return inPieces ? found : yield* program.isMatch(text);
}

export function* findFirst(program: Program, text: string): Steps<Option<string>> {
  let found: Option<string> = null;
  const inPieces = yield* eachPiece(program, text, function* (piece): Steps<boolean> {
    const host = program.hostFor(piece);
    found = host === null ? yield* ownFirst(program, piece) : host.find(piece);
    return found !== null;
  });
  return inPieces ? found : yield* ownFirst(program, text);
}

function* ownFirst(program: Program, text: string): Steps<Option<string>> {
  const found = yield* program.find(text, 0);
  return found === null ? null : text.slice(found.start, found.end);
}

export function* captures(program: Program, text: string): Steps<string[]> {
  let groups: string[] = [];
  const inPieces = yield* eachPiece(program, text, function* (piece): Steps<boolean> {
    const host = program.hostFor(piece);
    groups = host?.hasGroups === true ? host.captures(piece) : yield* ownCaptures(program, piece);
    return groups.length > 0;
  });
  return inPieces ? groups : yield* ownCaptures(program, text);
}

function* ownCaptures(program: Program, text: string): Steps<string[]> {
  const found = yield* program.find(text, 0);
  return found === null ? [] : yield* program.groupTextsOf(text, found);
}

// Lists of matches are joined at the end: that copies memory, where appending each match takes as long as the
// search.

export function* findAll(program: Program, text: string): Steps<string[]> {
  const lists: string[][] = [];
  const inPieces = yield* eachPiece(program, text, function* (piece): Steps<boolean> {
    const found = program.hostFor(piece)?.findAll(piece) ?? (yield* texts(program, piece, Infinity));
    lists.push(found);
    return false;
  });
  return inPieces ? ([] as string[]).concat(...lists) : yield* texts(program, text, Infinity);
}

/** @throws Panic `string too large`. */
export function* replaceAll(program: Program, text: string, replacement: string): Steps<string> {
  // The host flattens the string when it is read; `join` would do it here.
  let replaced = "";
  const inPieces = yield* eachPiece(program, text, function* (piece): Steps<boolean> {
    const host = program.hostFor(piece);
    const part =
      host?.hasGroups === true
        ? replaceAllByHost(host, program, piece, replacement)
        : yield* replaceMost(program, piece, replacement);
    if (replaced.length + part.length > MAX_STRING) throw new Panic("string too large");
    replaced += part;
    return false;
  });
  return inPieces ? replaced : yield* replaceMost(program, text, replacement);
}

export function* splitAll(program: Program, text: string): Steps<string[]> {
  const lists: string[][] = [];
  const inPieces = yield* eachPiece(program, text, function* (piece): Steps<boolean> {
    const found = program.hostFor(piece)?.split(piece) ?? (yield* splitAt(program, piece, Infinity));
    // The text between the last match of a piece and the first of the next is one part.
    const open = lists.at(-1)?.pop();
    if (open !== undefined) found[0] = open + found[0]!;
    lists.push(found);
    return false;
  });
  return inPieces ? ([] as string[]).concat(...lists) : yield* splitAt(program, text, Infinity);
}
