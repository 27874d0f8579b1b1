// The methods for long strings, in steps between which other goroutines may run. Each has the same result as
// the function of the same name in search.ts and ascii.ts.
import { MAX_LIST, Panic, type Steps } from "../../interpreter/runtime/index.ts";
import { isSpace, reverse } from "./ascii.ts";
import { finderInSteps } from "./search.ts";

/** The size of each step: pieces found, and bytes where these are processed at the host's speed. */
const PIECES = 4096;
const BYTES = 262_144;
const SCANNED = 65_536;

export function* splitInSteps(text: string, separator: string): Steps<string[]> {
  const find = yield* finderInSteps(separator);
  const pieces: string[] = [];
  let start = 0;
  for (let at = yield* find(text, 0); at >= 0; at = yield* find(text, start)) {
    pieces.push(text.slice(start, at));
    start = at + separator.length;
    if (pieces.length % PIECES !== 0) continue;
    if (pieces.length >= MAX_LIST) throw new Panic("list too large");
    yield;
  }
  pieces.push(text.slice(start));
  return pieces;
}

export function* linesInSteps(text: string): Steps<string[]> {
  const found = yield* splitInSteps(text, "\n");
  if (found.at(-1) === "") found.pop();
  if (!text.includes("\r")) return found;
  for (let i = 0; i < found.length; i++) {
    const line = found[i]!;
    if (line.endsWith("\r")) found[i] = line.slice(0, -1);
    if (i % PIECES === 0) yield;
  }
  return found;
}

export function* splitWhitespaceInSteps(text: string): Steps<string[]> {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; yield SCANNED)
    for (const end = Math.min(text.length, at + SCANNED); at < end; at++) {
      if (!isSpace(text.charCodeAt(at))) {
        if (start < 0) start = at;
        continue;
      }
      if (start >= 0) words.push(text.slice(start, at));
      start = -1;
    }
  if (start >= 0) words.push(text.slice(start));
  return words;
}

/** Removes white space at the start, at the end, or both. */
export function* trimInSteps(text: string, from: "start" | "end" | "both"): Steps<string> {
  let start = 0;
  if (from !== "end")
    for (let done = false; !done && start < text.length; yield SCANNED) {
      const end = Math.min(text.length, start + SCANNED);
      while (start < end && isSpace(text.charCodeAt(start))) start++;
      done = start < end;
    }
  let end = text.length;
  if (from !== "start")
    for (let done = false; !done && end > start; yield SCANNED) {
      const least = Math.max(start, end - SCANNED);
      while (end > least && isSpace(text.charCodeAt(end - 1))) end--;
      done = end > least;
    }
  return text.slice(start, end);
}

export function* countInSteps(text: string, needle: string): Steps<number> {
  const find = yield* finderInSteps(needle);
  let found = 0;
  for (let at = yield* find(text, 0); at >= 0; at = yield* find(text, at + needle.length))
    if (++found % PIECES === 0) yield;
  return found;
}

/** Joins the pieces in each step: a string of many parts would be flattened at one go later. */
export function* replaceInSteps(text: string, from: string, to: string): Steps<string> {
  const find = yield* finderInSteps(from);
  const done: string[] = [];
  let parts: string[] = [];
  let start = 0;
  for (let at = yield* find(text, 0); at >= 0; at = yield* find(text, start)) {
    parts.push(text.slice(start, at), to);
    start = at + from.length;
    if (parts.length < PIECES) continue;
    done.push(parts.join(""));
    parts = [];
    yield;
  }
  parts.push(text.slice(start));
  done.push(parts.join(""));
  return done.join("");
}

/** For operations that apply to each part separately. */
export function* mappedInSteps(text: string, map: (part: string) => string): Steps<string> {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += BYTES) {
    parts.push(map(text.slice(at, at + BYTES)));
    yield;
  }
  return parts.join("");
}

export function* reverseInSteps(text: string): Steps<string> {
  const parts: string[] = [];
  for (let end = text.length; end > 0; end -= BYTES) {
    parts.push(reverse(text.slice(Math.max(0, end - BYTES), end)));
    yield;
  }
  return parts.join("");
}
