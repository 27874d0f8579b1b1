// Judges a failure: which token does not fit, what was expected there, and which block contains the statement
// to give up. Reports it, unless it follows from another one.
import type { Rule } from "../../diagnostics/index.ts";
import type { Source } from "../../source/index.ts";
import type { LostNames } from "../lost.ts";
import { isSeparator } from "../items.ts";
import { beforeCloser, blockToRepair, enclosingBlock, statementStart } from "../statement-bounds.ts";
import { isForeignMatch, reportFailure, type Failing } from "../syntax-error.ts";
import type { Kind, Token } from "../tokens.ts";
import type { Parser } from "./parser.ts";

/** The most errors of one item. */
export const MAX_ERRORS = 20;

/** Whether the lexer has already reported an error near the token. */
export type Quiet = (token: Token | undefined) => boolean;

/** What is known about the mistakes of one item; indexes are those of the parser. */
export interface Mistakes {
  readonly lost: LostNames;
  readonly quiet: Quiet;
  /** Lines with an error: further errors on them are not reported. */
  readonly lines: Set<number>;
  /** Indexes of tokens in statements whose brackets were corrected: their contents are a guess. */
  readonly guessed: Set<number>;
  /** The tokens that follow the item, for "found …". */
  readonly rest: readonly Token[];
  count: number;
  /**
   * Where a statement was given up: a failure at the start of the next one is part of the same mistake, unless
   * its line is not indented more.
   */
  gap: number;
  /** Where this statement starts. */
  gapFrom: number;
  /** Whether failures are only found, not reported. */
  readonly silent: boolean;
}

export interface Mistake {
  /** The token that does not fit. */
  readonly at: number;
  /** The index after the `{` of the block with the mistake; -1 outside all blocks. */
  readonly block: number;
  /** The first token of its statement. */
  readonly start: number;
  /** `at`, or before the separators in front of a closer. */
  readonly within: number;
}

/** The failure that is being handled, reported once. */
export function mistakeOf(p: Parser): Mistake {
  return (p.mistake ??= judge(p));
}

/** Reports that the next token does not fit, although reading continues. */
export function reportHere(p: Parser): void {
  judge(p);
}

function judge(p: Parser): Mistake {
  const { tokens, at, start: first } = failing(p);
  const block = blockToRepair(tokens, at);
  const within = beforeCloser(tokens, at);
  const foreign = block === undefined ? undefined : foreignMatch(tokens, block, at);
  const start = block === undefined ? 0 : (foreign ?? statementStart(tokens, block, within));
  const outer = foreign === undefined ? block : enclosingBlock(tokens, block! - 1);
  const { mistakes } = p;
  const { expected } = p;
  const { guessed } = mistakes;
  // Tokens with such a bracket that do not even start an item are the rest of another one.
  const isGuess =
    guessed.size > 0 &&
    (at === 0 || [...guessed].some((index) => index >= first + start && index <= first + at));
  p.dropReports(lineOf(p.file.source, tokens[at]));
  if (!mistakes.silent) {
    const rule = isGuess ? "guess" : ruleFor(p, tokens, { at, start });
    if (rule === null) mistakes.count++;
    reportFailure(failingOf(p, rule), { at, start, expected, balanced: true });
  }
  mistakes.lines.add(lineOf(p.file.source, tokens[at]));
  return {
    at: first + at,
    block: outer === undefined ? -1 : first + outer,
    start: first + start,
    within: first + within,
  };
}

/** Why a failure is not reported; null if it is. */
function ruleFor(
  p: Parser,
  tokens: readonly Token[],
  { at, start }: { readonly at: number; readonly start: number },
): Rule | null {
  const { mistakes } = p;
  if (mistakes.count >= MAX_ERRORS) return "many";
  if (mistakes.lines.has(lineOf(p.file.source, tokens[at]))) return "line";
  if (mistakes.quiet(tokens[at]) || (at > 0 && mistakes.quiet(tokens[at - 1]))) return "unreadable";
  const gap = mistakes.gap - p.start;
  if (gap < 0 || start !== at || !separatedOnly(tokens, gap, at)) return null;
  return startsAnew(p.file.source, p.tokens[mistakes.gapFrom], tokens[at]) ? null : "consequence";
}

/** Tokens that continue a construct on a line of its own. */
const CONTINUING: ReadonlySet<Kind> = new Set<Kind>(["else", "->", ")", "]", "}"]);

/** Whether a token is first on a line after that of a statement, and not indented more. */
function startsAnew(source: Source, before: Token | undefined, token: Token | undefined): boolean {
  if (before === undefined || token === undefined || CONTINUING.has(token.kind)) return false;
  const [line, next] = [source.lineAt(before.start), source.lineAt(token.start)];
  const text = source.lineText(next);
  const indent = indentOf(text);
  return next > line && text.startsWith(token.text, indent) && indent <= indentOf(source.lineText(line));
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)![0].length;
}

/** The tokens of the item, and those that follow it. */
function failing(p: Parser): { tokens: readonly Token[]; at: number; start: number } {
  return { tokens: p.tokens.slice(p.start, p.end), at: p.farthest - p.start, start: p.start };
}

/** The item with a mistake, whose report `rule` drops. */
export function failingOf(p: Parser, rule: Rule | null = null): Failing {
  const { source, diagnostics } = p.file;
  return {
    source,
    tokens: [...p.tokens.slice(p.start, p.end), ...p.mistakes.rest],
    report: (code, span, params, extra) => {
      if (rule === null) diagnostics.report(code, source, span, params, extra);
      else diagnostics.drop(rule, code, source, span, params);
    },
  };
}

function lineOf(source: Source, token: Token | undefined): number {
  return token === undefined ? -1 : source.lineAt(token.start);
}

function separatedOnly(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isSeparator(tokens[i]!)) return false;
  return true;
}

/** The start of the statement with a block of arms, but without `match`: `switch x { case 1: … }`. */
function foreignMatch(tokens: readonly Token[], block: number, at: number): number | undefined {
  const found: Kind | undefined = tokens[at]?.kind;
  if (found !== "->" && found !== "=>" && found !== ":") return undefined;
  const outer = enclosingBlock(tokens, block - 1);
  if (outer === undefined) return undefined;
  const start = statementStart(tokens, outer, block - 1);
  const { kind } = tokens[start]!;
  const head = tokens.slice(start, block);
  const isPlain =
    (kind === "ident" && head.every((token) => token.kind !== "match" && token.kind !== "fun")) ||
    head.some(({ text }, i) => text === "case" && head[i - 1]?.kind === "=") ||
    head.some(({ text }, i) => isForeignMatch(text, head[i + 1]?.kind ?? "newline"));
  return isPlain ? start : undefined;
}
