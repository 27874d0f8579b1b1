// Source text to tree: lexer, macros, brackets, then item by item grammar and builder.
import { LIMITS, spend } from "../limits/index.ts";
import { Diagnostics, joinRepeated, type Diagnostic, notes } from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import type { Item, Tree } from "./ast/index.ts";
import { scanBrackets } from "./brackets.ts";
import { Builder, type TreeUses } from "./build/builder.ts";
import { splitItems } from "./items.ts";
import { lex } from "./lexer.ts";
import { LostNames, type Lost } from "./lost.ts";
import { expandMacros } from "./macros/expand.ts";
import { parseItem } from "./parse-item.ts";
import type { Quiet } from "./report-faults.ts";

export interface ParseOptions {
  /** Standard and host modules: functions without body, and attributes of these (`NativeAttribute`). */
  readonly declarations?: boolean;
  /** For the formatter: macro definitions and calls stay in the tree. */
  readonly keepMacros?: boolean;
}

export interface Parsed {
  readonly tree: Tree;
  /** What is in it, and with errors perhaps more. */
  readonly uses: Readonly<TreeUses>;
  readonly diagnostics: readonly Diagnostic[];
  /** What the tree may lack; null without errors. */
  readonly lost: Lost | null;
}

/** Brackets and type arguments within each other; what the launcher's stack carries with a margin. */
const MAX_DEPTH = 500;

/** Never throws; with errors the tree holds the items that could be parsed. */
export function parse(source: Source, options: ParseOptions = {}): Parsed {
  const diagnostics = new Diagnostics();
  if (source.text.length > LIMITS.sourceBytes) return tooLarge(source, LIMITS.sourceBytes, "bytes");
  const lexed = lex(source, diagnostics);
  if (lexed.tokens.length > LIMITS.sourceTokens) return tooLarge(source, LIMITS.sourceTokens, "tokens");
  spend(lexed.tokens.length);
  const quiet = placesOf(source, diagnostics);
  const written = scanBrackets(lexed.tokens, MAX_DEPTH);
  // Macros are read by recursion over brackets.
  const { tokens: expanded, macros } =
    written.tooDeep === null
      ? expandMacros(source, lexed.tokens, diagnostics, options.keepMacros ?? false)
      : { tokens: lexed.tokens, macros: [] };
  const brackets = expanded === lexed.tokens ? written : scanBrackets(expanded, MAX_DEPTH);
  const { tokens, tooDeep } = brackets;
  const builder = new Builder(source, tokens, diagnostics, options.declarations ?? false, macros);
  const items: Item[] = [];
  const lost = new LostNames();
  if (options.keepMacros !== true) {
    for (const { kind, start, end } of tokens)
      if (kind === "macroCall") lost.text(source.text.slice(start, end));
  }
  for (const range of splitItems(source, brackets)) {
    if (tooDeep !== null && range.start <= tooDeep && tooDeep < range.end) {
      diagnostics.report("P10", source, tokens[tooDeep]!, {});
      lost.declaration(tokens.slice(range.start, range.end));
    } else if (range.end - range.start > LIMITS.sourceTokens) {
      const of = notes.tokensOfOneDeclaration;
      // Where the expansion of macros was given up, the length of what there is of it is not a second mistake.
      if (!diagnostics.sorted().some(({ code }) => code === "G1"))
        diagnostics.report("G1", source, tokens[range.start]!, { limit: LIMITS.sourceTokens, of });
      lost.declaration(tokens.slice(range.start, range.end));
    } else items.push(...parseItem(builder, range, quiet, lost));
  }
  noteUnread(source, diagnostics, lost);
  return {
    tree: { items, nodeCount: builder.nodeCount },
    uses: builder.uses,
    diagnostics: joinRepeated(withoutHalves(source, diagnostics.sorted())),
    lost: diagnostics.count === 0 ? null : lost,
  };
}

/** On a line with an open quote, what is text and what is not is a guess: one report says it. */
function withoutHalves(source: Source, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const lineOf = ({ primary }: Diagnostic): number => source.lineAt(primary.span.start);
  const open = new Set(diagnostics.filter(({ code }) => code === "L2").map(lineOf));
  return diagnostics.filter((one) => one.code === "L2" || !open.has(lineOf(one)));
}

/** Nothing of it is read; that others miss what it declares goes without saying. */
function tooLarge(source: Source, limit: number, what: string): Parsed {
  const diagnostics = new Diagnostics();
  diagnostics.report("G1", source, { start: 0, end: 0 }, { limit, of: notes.ofOneFile(what) });
  const lost = new LostNames();
  lost.text(source.text);
  return {
    tree: { items: [], nodeCount: 0 },
    uses: { collectionLiterals: false, methods: new Set() },
    diagnostics: diagnostics.sorted(),
    lost,
  };
}

/** Notes the names in what lexer and macros could not read. */
function noteUnread(source: Source, diagnostics: Diagnostics, lost: LostNames): void {
  /** Lines that the lexer did not understand. */
  for (const {
    code,
    swallowsRest,
    primary: { span },
  } of diagnostics.sorted()) {
    if (swallowsRest === true) lost.text(source.text.slice(span.start));
    // What was written through a module.
    else if (code === "P8") lost.name(source.text.slice(span.start, span.end).replace(/^.*\./s, ""));
    else if (code === "P2" && /^(?:var|val|auto)\b/.test(source.text.slice(span.start, span.end)))
      lost.line(source.text.slice(span.start, span.end));
    else if (code.startsWith("L") || code === "P7") lost.garbled.add(source.lineAt(span.start));
  }
  for (const line of lost.garbled) lost.line(source.lineText(line));
}

/** Where the lexer has reported an error, another one says nothing new: on its line, or past an open end. */
function placesOf(source: Source, diagnostics: Diagnostics): Quiet {
  if (diagnostics.count === 0) return () => false;
  const reported = diagnostics.sorted();
  const lines = new Set(reported.map((diagnostic) => source.lineAt(diagnostic.primary.span.start)));
  const openEnd = reported.some(({ swallowsRest }) => swallowsRest === true);
  return (token) => (token === undefined ? openEnd : lines.has(source.lineAt(token.start)));
}
