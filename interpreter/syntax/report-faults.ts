// Reports brackets without partner.
import { notes } from "../diagnostics/index.ts";
import { closerOf } from "./brackets.ts";
import { describeToken } from "./describe-token.ts";
import { isSeparator } from "./items.ts";
import type { Quiet } from "./parser/mistakes.ts";
import { END_WORDS, type Fault } from "./mend-brackets.ts";
import { beforeCloser, enclosingBlock, statementStart } from "./statement-bounds.ts";
import { reportFailure, type Failing } from "./syntax-error.ts";
import type { Kind, Token } from "./tokens.ts";

interface Unbalanced {
  /** The tokens of the item, and those that follow it. */
  readonly kept: readonly Token[];
  readonly rest: readonly Token[];
  /** Where the tokens could not be read, and what was expected there. */
  readonly at: number;
  readonly expected: ReadonlySet<Kind>;
  readonly quiet: Quiet;
}

/**
 * Reports one error per line with faults, at the failure of the grammar if that is more exact. Returns the
 * lines.
 */
export function reportFaults(
  b: Failing,
  faults: readonly Fault[],
  { kept, rest, at, expected, quiet }: Unbalanced,
): Set<number> {
  const reportedLines = new Set<number>();
  const { source } = b;
  for (const { found, foundAt, opener, openerAt } of faults) {
    const token = found ?? kept.at(-1)!;
    const line = source.lineAt(token.start);
    const sameLine = opener === null || source.lineAt(opener.start) === line;
    // If the grammar expected a `{` before, an extra `}` means that this `{` is missing; not where a block is
    // one of many expressions.
    const unopened = opener === null && found?.kind === "}" && expected.has("{") && !expected.has("ident");
    const exact = at === foundAt ? sameLine : (opener !== null || unopened) && openerAt < at && at < foundAt;
    const place = exact ? (kept[at] ?? token) : token;
    if (reportedLines.has(source.lineAt(place.start))) continue;
    if (sameLine || exact) reportedLines.add(source.lineAt(place.start)).add(line);
    if (quiet(place) || (opener !== null && quiet(opener))) continue;
    if (exact) {
      const block = enclosingBlock(kept, at);
      const start = block === undefined ? 0 : statementStart(kept, block, beforeCloser(kept, at));
      reportFailure({ ...b, tokens: [...kept, ...rest] }, { at, start, expected, balanced: false });
    } else if (opener !== null && found !== null && sameLine && (found.kind === ")" || found.kind === "]")) {
      const span = { start: opener.start, end: opener.end };
      const related = [{ source, span, text: notes.thisIsNotClosed(opener.text) }];
      const params = { expected: `\`${closerOf[opener.kind]!}\``, found: describeToken(found) };
      b.report("P1", found, params, { related });
    } else reportUnclosed(b, opener, found ?? rest.find((next) => !isSeparator(next)), token);
  }
  return reportedLines;
}

/** Reports an unclosed bracket at its opener: the token that reveals it may be far away. */
function reportUnclosed(b: Failing, opener: Token | null, found: Token | undefined, last: Token): void {
  const expected = opener === null ? notes.statementOr : `\`${closerOf[opener.kind]!}\``;
  const outer = opener !== null && found?.kind === "}";
  const params = { expected, found: outer ? notes.endOfBlockAroundIt : describeToken(found) };
  if (opener === null) {
    const hint = found?.kind === "}" ? { hint: notes.closesNothing } : {};
    return b.report("P1", found ?? last, params, hint);
  }
  const span = found ?? { start: last.end, end: last.end };
  const related = [
    {
      source: b.source,
      span: { start: span.start, end: span.end },
      text: notes.missingBeforeThis(expected),
    },
  ];
  const rest = b.source.lineText(b.source.lineAt(opener.start));
  // `print(7 // 2)`
  const isCommented = opener.kind !== "{" && /[\w)]\s*\/\/\s*[\w(][^"]*[)\]]/.test(rest);
  const hint = isCommented
    ? notes.commentInDivision
    : found?.kind === "ident" && END_WORDS.has(found.text)
      ? notes.blocksAreClosedBy
      : undefined;
  b.report("P1", opener, params, {
    label: notes.thisIsNotClosed(opener.text),
    related,
    ...(hint === undefined ? {} : { hint }),
  });
}
