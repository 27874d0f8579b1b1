// Reads a source by the definition of the syntax, without recovering from errors.
import type { MatchResult } from "ohm-js";
import { Reporter } from "../../diagnostics/index.ts";
import type { Source } from "../../source/index.ts";
import { scanBrackets } from "../../syntax/brackets.ts";
import { isSeparator, splitItems } from "../../syntax/items.ts";
import { lex } from "../../syntax/lexer.ts";
import { expandMacros } from "../../syntax/macros/expand.ts";
import type { Item, ParseOptions, Token } from "../../syntax/index.ts";
import type { TreeUses } from "../../syntax/tree-uses.ts";
import { Builder } from "./build/builder.ts";
import { cstOf } from "./build/cst.ts";
import { buildItem } from "./build/items.ts";
import { characterOf, grammar } from "./grammar.ts";
import { failurePosition } from "./ohm-internals.ts";

export interface Judged {
  readonly items: readonly Item[];
  readonly uses: Readonly<TreeUses>;
}

/** The items of a source, or null if it is invalid. @throws RangeError if it is nested too deeply for Ohm */
export function judge(source: Source, options: ParseOptions): Judged | null {
  const diagnostics = new Reporter();
  const { tokens: written } = lex(source, diagnostics);
  if (scanBrackets(written, DEPTH).tooDeep !== null) return null;
  const { tokens: expanded, macros } = expandMacros(
    source,
    written,
    diagnostics,
    options.keepMacros ?? false,
  );
  const brackets = scanBrackets(expanded, DEPTH);
  const { tokens } = brackets;
  const builder = new Builder(source, tokens, diagnostics, options.declarations ?? false, macros);
  const items: Item[] = [];
  for (const { start, end } of splitItems(source, brackets)) {
    for (let from = start; from < end; ) {
      const match = longest(tokens, from, end);
      if (match === null) return null;
      items.push(buildItem(builder, cstOf(match.result, from)));
      from = match.end;
      while (from < end && isSeparator(tokens[from]!)) from++;
    }
  }
  return diagnostics.count > 0 ? null : { items, uses: builder.uses };
}

/** The deepest nesting that is allowed. */
const DEPTH = 500;

/** Matches the tokens as one item, or those up to the end of a line if an item ends there. */
function longest(
  tokens: readonly Token[],
  from: number,
  end: number,
): { readonly result: MatchResult; readonly end: number } | null {
  const text = tokens
    .slice(from, end)
    .map(({ kind }) => characterOf[kind])
    .join("");
  const whole = grammar().match(text, "item");
  if (whole.succeeded()) return { result: whole, end };
  const at = from + failurePosition(whole);
  const next = tokens[at];
  if (next === undefined || at >= end || at === from) return null;
  if (!isSeparator(next) && !isSeparator(tokens[at - 1]!) && tokens[at - 1]!.kind !== "}") return null;
  let to = at;
  while (to > from && isSeparator(tokens[to - 1]!)) to--;
  const part = grammar().match(text.slice(0, to - from), "item");
  return part.succeeded() ? { result: part, end: at } : null;
}
