// Balances brackets: drops closers without an opener and inserts missing closers, so that the rest of an item
// can be parsed. The result is the balanced tokens and the faults.
//
// Indentation determines where a missing closer belongs: the contents of a bracket that is open at the end of
// a line are indented more than that line, and its closer is not.
import type { Source } from "../source/index.ts";
import { closerOf, closers } from "./brackets.ts";
import type { Kind, Token } from "./tokens.ts";

export interface Fault {
  /**
   * The token that reveals the fault: another closer, or a token indented too little; null at the end of the
   * item.
   */
  readonly found: Token | null;
  readonly foundAt: number;
  /** The bracket that is not closed; null if `found` closes nothing. */
  readonly opener: Token | null;
  readonly openerAt: number;
  /** The index, among the mended tokens, of the statement with the fault. */
  readonly at: number;
}

export interface Mended {
  readonly tokens: readonly Token[];
  readonly faults: readonly Fault[];
}

interface Open {
  readonly token: Token;
  readonly line: number;
  readonly indent: number;
  /** The indexes among the original and the mended tokens. */
  readonly from: number;
  readonly at: number;
}

/** Keywords that close blocks in other languages. */
export const END_WORDS: ReadonlySet<string> = new Set(["end", "endif", "fi", "done"]);

export function mendBrackets(source: Source, tokens: readonly Token[]): Mended {
  const mended: Token[] = [];
  const faults: Fault[] = [];
  const open: Open[] = [];
  const layout = layoutOf(source, tokens);
  const close = (foundAt: number): void => {
    const { token, from, at } = open.pop()!;
    const found = tokens[foundAt] ?? null;
    faults.push({ found, foundAt, opener: token, openerAt: from, at });
    mended.push(closing(closerOf[token.kind]!, found ?? tokens.at(-1)!));
  };
  const drop = (foundAt: number): void => {
    faults.push({
      found: tokens[foundAt]!,
      foundAt,
      opener: null,
      openerAt: -1,
      at: Math.max(0, mended.length - 1),
    });
  };
  for (const [index, token] of tokens.entries()) {
    const { line, indent, first } = layout[index]!;
    const isEnd = first && isEndWord(tokens, index);
    const isCloser = isEnd || closers.has(token.kind);
    if (first) {
      // An opener on an earlier line that is indented as far as this line or further should have been closed.
      const left = (last: Open): boolean =>
        last.line < line && (isCloser ? last.indent > indent : last.indent >= indent);
      while (open.length > 0 && left(open.at(-1)!)) close(index);
    }
    if (
      isEnd &&
      open.at(-1)?.token.kind === "{" &&
      open.at(-1)!.line < line &&
      open.at(-1)!.indent === indent
    ) {
      close(index);
      continue;
    }
    if (closerOf[token.kind] !== undefined)
      open.push({ token, line, indent, from: index, at: mended.length });
    else if (isCloser && !isEnd) {
      const partner = open.findLastIndex((one) => closerOf[one.token.kind] === token.kind);
      const inner = open
        .slice(partner + 1)
        .some((one) => one.token.kind === "{" && one.line !== open[partner]?.line);
      // A `)` closes no brace inside its bracket, and a closer with more indentation closes no bracket of an
      // outer line.
      const foreign = first && partner >= 0 && open[partner]!.line < line && open[partner]!.indent < indent;
      const last = open.at(-1);
      if (partner < 0 && token.kind !== "}" && last?.line === line && last.token.kind !== "{") {
        // `f(1, ]`
        close(index);
        continue;
      }
      if (partner < 0 || (inner && token.kind !== "}") || foreign) {
        drop(index);
        continue;
      }
      while (open.length > partner + 1) close(index);
      open.pop();
    }
    mended.push(token);
  }
  while (open.length > 0) close(tokens.length);
  return { tokens: mended, faults };
}

/**
 * Whether the token is such a keyword at the end of its line; together with `first`, the only token of the
 * line.
 */
function isEndWord(tokens: readonly Token[], index: number): boolean {
  const { kind, text } = tokens[index]!;
  return kind === "ident" && END_WORDS.has(text) && (tokens[index + 1]?.kind ?? "newline") === "newline";
}

function closing(kind: Kind, { start }: Token): Token {
  return { kind, start, end: start, text: kind, value: null, expansion: 0 };
}

interface TokenLayout {
  readonly line: number;
  /** The indentation of the line. */
  readonly indent: number;
  /** Whether it is the first token of its line, and the text is indented. */
  readonly first: boolean;
}

/** The layout of each token; a text whose lines all start in the first column has none. */
function layoutOf(source: Source, tokens: readonly Token[]): TokenLayout[] {
  let line = -1;
  let indent = 0;
  const places = tokens.map(({ kind, start }): TokenLayout => {
    const own = source.lineAt(start);
    if (kind === "newline" || own === line) return { line: own, indent, first: false };
    line = own;
    indent = /^[ \t]*/.exec(source.lineText(own))![0].length;
    return { line, indent, first: true };
  });
  const flat = tokens.some(
    ({ kind }, i) =>
      places[i]!.first &&
      places[i]!.indent === 0 &&
      !closers.has(kind) &&
      !isEndWord(tokens, i) &&
      i > 0 &&
      kind !== "@" &&
      tokens[0]!.kind !== "@",
  );
  return flat ? places.map((place) => ({ ...place, first: false })) : places;
}
