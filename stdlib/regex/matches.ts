// Matches and their groups: the structs `Match` and `__Found`, and the natives that create them.
import { asCount, some, type Int, type Option, type Steps } from "../../interpreter/runtime/index.ts";
import type { Program, Span } from "./program.ts";

/** The struct `Match`. */
export class Match {
  _text: string;
  _start: number;
  _end: number;
  constructor(text: string, start: number, end: number) {
    this._text = text;
    this._start = start;
    this._end = end;
  }
}

/** The struct `__Found`: a match with the texts of its groups. */
export class Found {
  _start: number;
  _end: number;
  _groups: string[];
  constructor(start: number, end: number, groups: string[]) {
    this._start = start;
    this._end = end;
    this._groups = groups;
  }
}

const MATCHES_OF_A_STEP = 512;

const matchOf = (text: string, { start, end }: Span): Match => new Match(text.slice(start, end), start, end);

/** Returns the first match that starts at or after `at`; null for an offset outside the text. */
export function* matchFrom(program: Program, text: string, at: Int): Steps<Option<Match>> {
  const from = asCount(at);
  if (from > text.length) return null;
  const found = yield* program.find(text, Math.max(0, from));
  return found === null ? null : matchOf(text, found);
}

/** Returns at most `most` matches, each converted by `make`. */
export function* spans<T>(program: Program, text: string, most: number, make: (span: Span) => T): Steps<T[]> {
  const found: T[] = [];
  if (most <= 0) return found;
  for (const span of program.matches(text)) {
    if (span === null) yield;
    else if (found.push(make(span)) >= most) break;
  }
  return found;
}

/** Returns the texts of at most `most` matches. */
export function* texts(program: Program, text: string, most: number): Steps<string[]> {
  return yield* spans(program, text, most, ({ start, end }) => text.slice(start, end));
}

/** Splits into at most `most` parts, the last of which holds the rest; `[]` if `most` is not positive. */
export function* splitAt(program: Program | null, text: string, most: number): Steps<string[]> {
  if (most <= 0) return [];
  if (program === null) return [text];
  let copied = 0;
  const parts = yield* spans(program, text, most - 1, ({ start, end }) => {
    const part = text.slice(copied, start);
    copied = end;
    return part;
  });
  parts.push(text.slice(copied));
  return parts;
}

export function* allMatches(program: Program, text: string): Steps<Match[]> {
  const found: Match[] = [];
  let at = 0;
  for (const piece of program.pieces(text) ?? [text]) {
    const host = program.hostFor(piece);
    if (host !== null) {
      for (let span = host.spanFrom(piece, 0); span !== null; span = host.spanFrom(piece, span.end)) {
        const { start, end } = span;
        const match = new Match(piece.slice(start, end), at + start, at + end);
        if (found.push(match) % MATCHES_OF_A_STEP === 0) yield;
      }
      yield;
    } else {
      for (const span of program.matches(piece)) {
        if (span === null) yield;
        else found.push(new Match(piece.slice(span.start, span.end), at + span.start, at + span.end));
      }
    }
    at += piece.length;
  }
  return found;
}

/** Returns the groups of the first match; `None` for those that took no part. */
export function* groupsOfFirst(program: Program, text: string): Steps<Option<Match>[]> {
  const found = yield* program.find(text, 0);
  if (found === null) return [];
  const slots = yield* program.groupsOf(text, found);
  return Array.from({ length: program.groups + 1 }, (_, group) => {
    const [start, end] = [slots[group * 2] ?? -1, slots[group * 2 + 1] ?? -1];
    return start < 0 ? null : some(matchOf(text, { start, end }));
  });
}

/** Returns every match with its groups. */
export function* allFound(program: Program, text: string): Steps<Found[]> {
  const found: Found[] = [];
  const pieces = program.pieces(text);
  if (pieces === null) {
    yield* addFound(program, text, 0, found);
    return found;
  }
  let at = 0;
  for (const piece of pieces) {
    yield* addFound(program, piece, at, found);
    yield;
    at += piece.length;
  }
  return found;
}

/** Adds the matches of a text that begins at `offset` of another. */
function* addFound(program: Program, text: string, offset: number, found: Found[]): Steps<void> {
  const host = program.hostFor(text);
  if (host?.hasGroups === true) {
    for (let from = 0; ; ) {
      const next = host.foundFrom(text, from);
      if (next === null) return;
      // A match found by the host is never empty.
      from = next.start + next.groups[0]!.length;
      if (found.push(new Found(offset + next.start, offset + from, next.groups)) % MATCHES_OF_A_STEP === 0)
        yield;
    }
  }
  for (const span of program.matches(text)) {
    if (span === null) yield;
    else {
      const groups = yield* program.groupTextsOf(text, span);
      found.push(new Found(offset + span.start, offset + span.end, groups));
    }
  }
}

/** Returns the names by number, `""` for the whole match and for groups without a name. */
export function groupNames(program: Program): string[] {
  const names = new Array<string>(program.groups + 1).fill("");
  for (const [name, group] of program.names) names[group] = name;
  return names;
}
