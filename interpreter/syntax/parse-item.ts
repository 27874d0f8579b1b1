// Parses one item. On an error, it is reported, the statement with the error is removed, and the rest is
// matched again, so that one run reports every independent error.
import type { MatchResult } from "ohm-js";
import type { Item } from "./ast/index.ts";
import type { Builder } from "./build/builder.ts";
import { cstOf } from "./build/cst.ts";
import { buildItem } from "./build/items.ts";
import { expectedKinds } from "./expectation.ts";
import { foresee } from "../limits/index.ts";
import { functionAt, stub, withoutBodies } from "./function-bodies.ts";
import { grammar } from "./grammar.ts";
import { isSeparator, type ItemRange } from "./items.ts";
import type { LostNames } from "./lost.ts";
import { mendBrackets } from "./mend-brackets.ts";
import { failurePosition } from "./ohm-internals.ts";
import { reportFaults, type Quiet } from "./report-faults.ts";
import {
  beforeCloser,
  blockToRepair,
  enclosingBlock,
  indentedEnd,
  statementEnd,
  statementStart,
} from "./statement-bounds.ts";
import { isForeignMatch, reportFailure } from "./syntax-error.ts";
import { characterOf, type Kind, type Token } from "./tokens.ts";

/** The most errors of one item; each costs another match. */
const MAX_ERRORS = 20;

/**
 * Returns an item with errors without the statements and members that had them. If only a part of a statement
 * was removed, such as an arm, the body of its function is removed. The rest of the item can then be checked.
 */
export function parseItem(b: Builder, range: ItemRange, quiet: Quiet, lost: LostNames): Item[] {
  const items = readItem(b, range, quiet, lost);
  if (items === null) lost.declaration(b.tokens.slice(range.start, range.end));
  return items ?? [];
}

/** Reads an item; null if it could not be parsed. */
function readItem(b: Builder, range: ItemRange, quiet: Quiet, lost: LostNames): Item[] | null {
  try {
    const match = matchTokens(b.tokens.slice(range.start, range.end));
    if (match.succeeded()) return [buildItem(b, cstOf(match, range.start))];
    return recover(b, range, match, quiet, lost);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    b.report("P10", b.tokens[range.start]!, {});
    return null;
  }
}

function matchTokens(tokens: readonly Token[]): MatchResult {
  foresee(tokens.length);
  return grammar().match(tokens.map((token) => characterOf[token.kind]).join(""), "item");
}

function recover(
  b: Builder,
  range: ItemRange,
  first: MatchResult,
  quiet: Quiet,
  lost: LostNames,
): Item[] | null {
  // The tokens of the item without the removed ones, and those that follow it, for "found …".
  const tokens = b.tokens.slice(range.start, range.end);
  let kept: readonly Token[] = tokens;
  const rest = b.tokens.slice(range.end, range.end + 2);
  let match = first;
  /**
   * The numbers of functions with a part removed, such as an arm, without which their meaning would change.
   */
  const spoiled = new Set<number>();
  /**
   * The index where a statement was removed; a failure at the start of the next one is part of the same
   * error.
   */
  let gap = -1;
  const take = (taken: TakenOut): void => {
    ({ kept, match, gap } = taken);
    if (typeof taken.spoilt === "number") spoiled.add(taken.spoilt);
    if (taken.spoilt === null) lost.declaration(taken.tokens);
    else lost.statement(taken.tokens);
    // `if c … end`: the lines of the block were kept.
    const [first] = taken.tokens;
    if (["if", "while", "for"].includes(first?.kind ?? "") && taken.tokens.every(({ kind }) => kind !== "{"))
      lost.name("end");
  };
  /** Lines with an error: further errors on them are not reported. */
  const reportedLines = new Set<number>();
  const lineOf = (token: Token | undefined): number =>
    token === undefined ? -1 : b.source.lineAt(token.start);
  if (!range.balanced && !endsBefore(kept, failurePosition(match))) {
    const mended = mendBrackets(b.source, kept);
    const faults = mended.faults.slice(0, MAX_ERRORS);
    for (const line of reportFaults(b, faults, { kept, rest, match, quiet })) reportedLines.add(line);
    kept = mended.tokens;
    match = matchTokens(kept);
    let shift = 0;
    let done = 0;
    for (const { opener, found, at: place } of faults) {
      const sameLine = lineOf(opener ?? undefined) === lineOf(found ?? undefined);
      // The layout shows where blocks end. The contents of other brackets are a guess, even if they can be
      // parsed.
      if (place < done || (opener?.kind === "{" && !sameLine)) continue;
      const opening = enclosingBlock(kept, place + shift);
      if (opening === undefined && !match.succeeded()) return null;
      if (opening === undefined) continue;
      const from = statementStart(kept, opening, place + shift);
      const end = statementEnd(kept, from, place + shift, true);
      done = end - shift;
      const { length } = kept;
      take(takeOut(kept, from, end));
      shift += kept.length - length;
    }
    if (match.succeeded()) return rebuilt(b, withoutBodies(kept, spoiled));
    if (mended.faults.length > faults.length) return null;
  }
  for (let errors = 0; errors < MAX_ERRORS; errors++) {
    const at = failurePosition(match);
    const expected = expectedKinds(match);
    const block = blockToRepair(kept, at);
    const lineBreaks = needlessLineBreaks(kept, at, expected);
    if (lineBreaks === 0 && endsBefore(kept, at)) {
      const head = kept === tokens ? null : withoutBodies(kept.slice(0, at), spoiled);
      return splitOff(b, range, { after: kept.length - at, mended: head }, quiet, lost);
    }
    const within = beforeCloser(kept, at);
    const start =
      block === undefined ? 0 : (foreignMatch(kept, block, at) ?? statementStart(kept, block, within));
    const reported =
      reportedLines.has(lineOf(kept[at])) ||
      quiet(kept[at]) ||
      (at > 0 && quiet(kept[at - 1])) ||
      (gap >= 0 && start === at && separatedOnly(kept, gap, at));
    if (!reported) reportFailure(b.over([...kept, ...rest]), { at, start, expected, balanced: true });
    reportedLines.add(lineOf(kept[at]));
    if (lineBreaks > 0) {
      kept = [...kept.slice(0, at), ...kept.slice(at + lineBreaks)];
      match = matchTokens(kept);
    } else {
      if (block === undefined || statementEnd(kept, start, within) <= start) return null;
      const end =
        indentedEnd(b.source, kept, start, at) ??
        statementEnd(kept, start, within, startsStatement(kept[start]!));
      take(takeOut(kept, start, end));
    }
    if (match.succeeded()) return rebuilt(b, withoutBodies(kept, spoiled));
  }
  return null;
}

/** The start of the statement with a block of arms, but without `match`: `switch x { case 1: … }`. */
function foreignMatch(tokens: readonly Token[], block: number, at: number): number | undefined {
  const found = tokens[at]?.kind;
  if (found !== "->" && found !== "=>" && found !== ":") return undefined;
  const outer = enclosingBlock(tokens, block - 1);
  if (outer === undefined) return undefined;
  const start = statementStart(tokens, outer, block - 1);
  const { kind } = tokens[start]!;
  const head = tokens.slice(start, block);
  const isPlain =
    (kind === "ident" && head.every((token) => token.kind !== "match" && token.kind !== "fun")) ||
    head.some(({ text }, i) => isForeignMatch(text, head[i + 1]?.kind ?? "newline"));
  return isPlain ? start : undefined;
}

/** Whether a statement starts here, which does not end at a comma, unlike an arm or field. */
function startsStatement({ kind }: Token): boolean {
  return ["let", "const", "for", "if", "while", "return", "defer", "spawn"].includes(kind);
}

interface TakenOut {
  readonly kept: readonly Token[];
  readonly match: MatchResult;
  readonly gap: number;
  readonly tokens: readonly Token[];
  /**
   * The function with a part removed; null if a member of the item was removed; undefined if a whole
   * statement was replaced.
   */
  readonly spoilt: number | null | undefined;
}

/** Replaces the statement at `start` with a stub; removes an arm, a field or a member. */
function takeOut(tokens: readonly Token[], start: number, end: number): TakenOut {
  const before = tokens.slice(0, start);
  const after = tokens.slice(end);
  const taken = tokens.slice(start, end);
  const stubs = stub(tokens, start);
  const stubbed = [...before, ...stubs, ...after];
  const match = matchTokens(stubbed);
  const gap = start + stubs.length;
  if (match.succeeded() || failurePosition(match) >= gap)
    return { kept: stubbed, match, gap, tokens: taken, spoilt: undefined };
  const kept = [...before, ...after];
  return {
    kept,
    match: matchTokens(kept),
    gap: start,
    tokens: taken,
    spoilt: functionAt(tokens, start) ?? null,
  };
}

/** The number of line breaks at `at` before a `{`, `=` or `->` that must be on the line before. */
function needlessLineBreaks(tokens: readonly Token[], at: number, expected: ReadonlySet<Kind>): number {
  if (tokens[at]?.kind !== "newline") return 0;
  const next = tokens[at + 1]?.kind;
  return (next === "{" || next === "=" || next === "->") && expected.has(next) ? 1 : 0;
}

function separatedOnly(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isSeparator(tokens[i]!)) return false;
  return true;
}

function rebuilt(b: Builder, tokens: readonly Token[]): Item[] | null {
  const match = matchTokens(tokens);
  return match.succeeded() ? [buildItem(b.over(tokens), cstOf(match, 0))] : null;
}

/**
 * Splits a range in which `after` tokens follow a complete item. `mended` has the tokens of the item if it
 * had errors.
 */
function splitOff(
  b: Builder,
  range: ItemRange,
  { after, mended }: { readonly after: number; readonly mended: readonly Token[] | null },
  quiet: Quiet,
  lost: LostNames,
): Item[] | null {
  const place = range.end - after;
  let end = place;
  while (end > range.start && isSeparator(b.tokens[end - 1]!)) end--;
  let start = place;
  while (start < range.end && isSeparator(b.tokens[start]!)) start++;
  if (end === range.start || start === range.end) return null;
  const before = b.diagnostics.count;
  const items = mended === null ? parseItem(b, { ...range, end }, quiet, lost) : (rebuilt(b, mended) ?? []);
  if (mended !== null && items.length === 0) lost.declaration(b.tokens.slice(range.start, end));
  // The tokens after an item with errors may belong to it.
  if (b.diagnostics.count > before) {
    lost.declaration(b.tokens.slice(start, range.end));
    return items;
  }
  return [...items, ...parseItem(b, { ...range, start }, quiet, lost)];
}

/** Whether a complete item ends before the token `at`. */
function endsBefore(tokens: readonly Token[], at: number): boolean {
  const found = tokens[at];
  return (
    at > 0 &&
    found !== undefined &&
    enclosingBlock(tokens, at) === undefined &&
    (isSeparator(found) || isSeparator(tokens[at - 1]!) || tokens[at - 1]!.kind === "}")
  );
}
