// Where matches and their groups stand: the structs `Match` and `__Found`, and the natives that make them.
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

const matchOf = (text: string, { start, end }: Span): Match => new Match(text.slice(start, end), start, end);

/** The first one that starts at `at` or behind; a position outside of the text has none. */
export function* matchFrom(program: Program, text: string, at: Int): Steps<Option<Match>> {
  const from = asCount(at);
  if (from > text.length) return null;
  const found = yield* program.find(text, Math.max(0, from));
  return found === null ? null : matchOf(text, found);
}

/** At most `most` of them, as what `make` makes of each. */
export function* spans<T>(program: Program, text: string, most: number, make: (span: Span) => T): Steps<T[]> {
  const found: T[] = [];
  if (most <= 0) return found;
  for (const span of program.matches(text)) {
    if (span === null) yield;
    else if (found.push(make(span)) >= most) break;
  }
  return found;
}

export function* allMatches(program: Program, text: string): Steps<Match[]> {
  return yield* spans(program, text, Infinity, (span) => matchOf(text, span));
}

/** The groups of the first match, `None` for those that took no part. */
export function* groupsOfFirst(program: Program, text: string): Steps<Option<Match>[]> {
  const found = yield* program.find(text, 0);
  if (found === null) return [];
  const slots = yield* program.groupsOf(text, found);
  return Array.from({ length: program.groups + 1 }, (_, group) => {
    const [start, end] = [slots[group * 2] ?? -1, slots[group * 2 + 1] ?? -1];
    return start < 0 ? null : some(matchOf(text, { start, end }));
  });
}

const MATCHES_OF_A_STEP = 512;

/** Every match with its groups. */
export function* allFound(program: Program, text: string): Steps<Found[]> {
  const found: Found[] = [];
  const host = program.hostFor(text);
  if (host?.hasGroups === true) {
    for (let from = 0; ; ) {
      const next = host.foundFrom(text, from);
      if (next === null) return found;
      // What the host searches is never empty.
      from = next.start + next.groups[0]!.length;
      if (found.push(new Found(next.start, from, next.groups)) % MATCHES_OF_A_STEP === 0) yield;
    }
  }
  for (const span of program.matches(text)) {
    if (span === null) {
      yield;
      continue;
    }
    found.push(new Found(span.start, span.end, yield* program.groupTextsOf(text, span)));
  }
  return found;
}

/** By number, `""` for groups without a name and for the whole match. */
export function groupNames(program: Program): string[] {
  const names = new Array<string>(program.groups + 1).fill("");
  for (const [name, group] of program.names) names[group] = name;
  return names;
}
