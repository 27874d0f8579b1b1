// One item: match and build; or report why not, take out the statement with the error, and match the
// rest again, so that one run reports every independent error.
import type { MatchResult } from "ohm-js";
import type { Item } from "./ast.ts";
import { closerOf, closers } from "./brackets.ts";
import { describeToken, type Builder } from "./build/builder.ts";
import { cstOf } from "./build/cst.ts";
import { buildItem } from "./build/items.ts";
import { expectedKinds, failurePosition } from "./expectation.ts";
import { functionAt, stub, withoutBodies } from "./function-bodies.ts";
import { grammar } from "./grammar.ts";
import { isSeparator, type ItemRange } from "./items.ts";
import { mendBrackets, type Fault } from "./mend-brackets.ts";
import { reportFailure } from "./syntax-error.ts";
import { characterOf, type Kind, type Token } from "./tokens.ts";

/** Tells places where the lexer has reported already. */
export type Quiet = (token: Token | undefined) => boolean;

/** What errors cost besides the places themselves. */
export interface Lost {
  /** How many errors were taken out alone. */
  errors: number;
  /** Names in what was taken out, which may have been declared there. */
  readonly names: Set<string>;
}

/** Each costs another match of the item. */
const MAX_ERRORS = 20;

/**
 * An item with errors is given without the statements that had them, or, where less than a statement
 * was wrong, without the body of the function; the rest of it can then be checked.
 */
export function parseItem(b: Builder, range: ItemRange, quiet: Quiet, lost: Lost): Item[] {
  try {
    const match = matchTokens(b.tokens.slice(range.start, range.end));
    if (match.succeeded()) return [buildItem(b, cstOf(match, range.start))];
    return recover(b, range, match, quiet, lost);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    b.report("P10", b.tokens[range.start]!, {});
    return [];
  }
}

function matchTokens(tokens: readonly Token[]): MatchResult {
  return grammar.match(tokens.map((token) => characterOf[token.kind]).join(""), "item");
}

function recover(b: Builder, range: ItemRange, first: MatchResult, quiet: Quiet, lost: Lost): Item[] {
  const before = b.diagnostics.count;
  // The item's tokens without what was taken out, and what follows it for "found …".
  let kept: readonly Token[] = b.tokens.slice(range.start, range.end);
  const rest = b.tokens.slice(range.end, range.end + 2);
  let match = first;
  let balanced = range.balanced;
  /** Numbers of functions that lack an arm or the like, without which they would mean something else. */
  const spoiled = new Set<number>();
  let whole = true;
  /** Where a statement was taken out; what fails at the start of the next one belongs to it. */
  let gap = -1;
  const take = (taken: TakenOut): void => {
    ({ kept, match, gap } = taken);
    if (taken.spoilt === undefined) return;
    if (taken.spoilt === null) whole &&= kept[0]!.kind === "impl";
    else spoiled.add(taken.spoilt);
  };
  for (let errors = 0; errors < MAX_ERRORS; errors++) {
    const at = failurePosition(match);
    const expected = expectedKinds(match);
    const block = blockToRepair(kept, at);
    const lineBreaks = needlessLineBreaks(kept, at, expected);
    if (block === undefined && lineBreaks === 0 && at > 0 && endsItem(kept, at)) return splitOff(b, range, kept, at, quiet, lost);
    const within = beforeCloser(kept, at);
    const start = block === undefined ? 0 : statementStart(kept, block, within);
    const reported = quiet(kept[at]) || (at > 0 && quiet(kept[at - 1])) || (gap >= 0 && start === at && separatedOnly(kept, gap, at));
    const place = { from: 0, at, start, expected, balanced };
    if (!reported) reportFailure(b.over([...kept, ...rest]), place);
    if (!balanced) {
      const mended = mendBrackets(kept);
      const failed = kept[at];
      for (const fault of mended.faults.slice(1)) if (fault.found !== failed) reportFault(b, fault, range);
      kept = mended.tokens;
      balanced = true;
      match = matchTokens(kept);
      let shift = 0;
      let done = 0;
      for (const { opener, at: place } of mended.faults) {
        if (match.succeeded() || opener?.kind === "{" || place < done) continue;
        const opening = enclosingBlock(kept, place + shift);
        if (opening === undefined) return [];
        const from = statementStart(kept, opening, place + shift);
        done = statementEnd(kept, from, place + shift) - shift;
        const { length } = kept;
        noteNames(kept.slice(from, statementEnd(kept, from, place + shift)), lost);
        take(takeOut(kept, from, place + shift));
        shift += kept.length - length;
      }
    } else if (lineBreaks > 0) {
      kept = [...kept.slice(0, at), ...kept.slice(at + lineBreaks)];
      match = matchTokens(kept);
    } else {
      if (block === undefined || statementEnd(kept, start, within) <= start) return [];
      // The head of what holds the statement may be foreign as well: `switch x { case 1: … }`.
      const outer = enclosingBlock(kept, block - 1);
      noteNames(kept.slice(outer === undefined ? start : statementStart(kept, outer, block - 1), block), lost);
      noteNames(kept.slice(start, statementEnd(kept, start, within)), lost);
      take(takeOut(kept, start, within));
    }
    if (match.succeeded() && whole) {
      lost.errors += b.diagnostics.count - before;
      return rebuilt(b, withoutBodies(kept, spoiled));
    }
    if (match.succeeded()) return [];
  }
  return [];
}

interface TakenOut {
  readonly kept: readonly Token[];
  readonly match: MatchResult;
  readonly gap: number;
  /** The function that lacks something now; null when it is the item itself (an impl without one of its
   * functions is still one), undefined when nothing does. */
  readonly spoilt: number | null | undefined;
}

/** Replaces the statement at `start` by one that says nothing; or removes what is no statement, but an arm, a field or a member. */
function takeOut(tokens: readonly Token[], start: number, within: number): TakenOut {
  const before = tokens.slice(0, start);
  const after = tokens.slice(statementEnd(tokens, start, within));
  const stubbed = [...before, ...stub(tokens[start]!), ...after];
  const match = matchTokens(stubbed);
  if (match.succeeded() || failurePosition(match) >= start + 3) return { kept: stubbed, match, gap: start + 3, spoilt: undefined };
  const kept = [...before, ...after];
  return { kept, match: matchTokens(kept), gap: start, spoilt: functionAt(tokens, start) ?? null };
}

/** Line breaks at a place before what should have followed at once: `{`, `=` or `->` on a line of its own. */
function needlessLineBreaks(tokens: readonly Token[], at: number, expected: ReadonlySet<Kind>): number {
  if (tokens[at]?.kind !== "newline") return 0;
  const next = tokens[at + 1]?.kind;
  return (next === "{" || next === "=" || next === "->") && expected.has(next) ? 1 : 0;
}

function separatedOnly(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isSeparator(tokens[i]!)) return false;
  return true;
}

function reportFault(b: Builder, { found, opener }: Fault, range: ItemRange): void {
  const expected = opener === null ? "a statement or `}`" : `\`${closerOf[opener.kind]!}\``;
  const related = opener === null ? [] : [{ source: b.source, span: { start: opener.start, end: opener.end }, text: `this \`${opener.text}\` is not closed` }];
  b.report("P1", found ?? b.tokens[range.end - 1]!, { expected, found: describeToken(found ?? b.tokens[range.end]) }, { related });
}

function rebuilt(b: Builder, tokens: readonly Token[]): Item[] {
  const match = matchTokens(tokens);
  return match.succeeded() ? [buildItem(b.over(tokens), cstOf(match, 0))] : [];
}

function noteNames(tokens: readonly Token[], lost: Lost): void {
  for (const { kind, text } of tokens) if (kind === "ident") lost.names.add(text);
}

/** Something that is no item stands behind a complete one, perhaps without the statements that had errors. */
function splitOff(b: Builder, range: ItemRange, kept: readonly Token[], at: number, quiet: Quiet, lost: Lost): Item[] {
  const place = range.end - (kept.length - at);
  let end = place;
  while (end > range.start && isSeparator(b.tokens[end - 1]!)) end--;
  let start = place;
  while (start < range.end && isSeparator(b.tokens[start]!)) start++;
  if (end === range.start || start === range.end) return [];
  const intact = kept.length === range.end - range.start;
  const before = b.diagnostics.count;
  const items = intact ? parseItem(b, { ...range, end }, quiet, lost) : [];
  // What follows a broken item may well belong to it.
  if (b.diagnostics.count > before) return items;
  return [...items, ...parseItem(b, { ...range, start }, quiet, lost)];
}

function endsItem(tokens: readonly Token[], at: number): boolean {
  const found = tokens[at];
  return (
    found !== undefined &&
    (isSeparator(found) || isSeparator(tokens[at - 1]!) || tokens[at - 1]!.kind === "}")
  );
}

/** As `enclosingBlock`; but `{` of a struct literal in a head opens no block of its own: the head is wrong. */
function blockToRepair(tokens: readonly Token[], at: number): number | undefined {
  const block = enclosingBlock(tokens, at);
  if (block === undefined || tokens[at]?.kind !== ":" || tokens[block - 2]?.kind !== "ident") return block;
  return enclosingBlock(tokens, block - 1);
}

/** Index behind the `{` that is innermost at a place. */
function enclosingBlock(tokens: readonly Token[], at: number): number | undefined {
  const open: number[] = [];
  for (let i = 0; i < at; i++) {
    const { kind } = tokens[i]!;
    if (closerOf[kind] !== undefined) open.push(i);
    else if (closers.has(kind)) open.pop();
  }
  const brace = open.findLast((i) => tokens[i]!.kind === "{");
  return brace === undefined ? undefined : brace + 1;
}

/** A closer that comes too early is no part of a statement: the one before it lacks something. */
function beforeCloser(tokens: readonly Token[], at: number): number {
  if (at >= tokens.length || !closers.has(tokens[at]!.kind)) return at;
  while (at > 0 && isSeparator(tokens[at - 1]!)) at--;
  return at;
}

/** Behind the last separator before `at` in the block that starts at `block`. */
function statementStart(tokens: readonly Token[], block: number, at: number): number {
  let start = block;
  let depth = 0;
  for (let i = block; i < at; i++) {
    const token = tokens[i]!;
    if (closerOf[token.kind] !== undefined) depth++;
    else if (closers.has(token.kind)) depth--;
    else if (depth === 0 && (isSeparator(token) || token.kind === ",")) start = i + 1;
  }
  return start;
}

/** The next separator outside of all brackets opened since `start`, or the closing brace. */
function statementEnd(tokens: readonly Token[], start: number, at: number): number {
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (closerOf[token.kind] !== undefined) depth++;
    else if (closers.has(token.kind)) {
      if (depth === 0) return i;
      depth--;
    } else if (depth === 0 && i >= at && isSeparator(token)) return i;
    else if (depth === 0 && i >= at && token.kind === ",") return i + 1;
  }
  return tokens.length;
}
