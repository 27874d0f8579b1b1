// Source text to tree: lexer, macros, brackets, then the parser for each item.
import { own } from "../own/index.ts";
import { LIMITS, spend } from "../limits/index.ts";
import {
  isBlockWord,
  Reporter,
  joinRepeated,
  notes,
  withoutHalves,
  type Diagnostic,
} from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import type { Item, Tree } from "./ast/index.ts";
import { MAX_DEPTH, scanBrackets } from "./brackets.ts";
import { NO_USES, type TreeUses } from "./tree-uses.ts";
import { readPieces, type Pieces } from "./items/pieces.ts";
import { splitItems } from "./items.ts";
import { lex } from "./lexer.ts";
import { LostNames, type Lost } from "./lost.ts";
import { expandMacros } from "./macros/expand.ts";
import { fileState, parseItems, type Quiet } from "./parser/index.ts";

export interface ParseOptions {
  /**
   * For standard and host modules: allows functions without body and their attributes (`NativeAttribute`).
   */
  readonly declarations?: boolean;
  /** For the formatter: keeps macro definitions and calls in the tree. */
  readonly keepMacros?: boolean;
  /** An earlier version of the text: the items that both have are taken over. */
  readonly earlier?: Pieces | null;
}

export interface Parsed {
  readonly tree: Tree;
  /** The constructs that the tree uses; with errors, possibly more. */
  readonly uses: Readonly<TreeUses>;
  readonly diagnostics: readonly Diagnostic[];
  /** The names that the tree may lack; null without errors. */
  readonly lost: Lost | null;
  /** The parts in which it was read; null if it was read as a whole. */
  readonly pieces: Pieces | null;
}

/** Never throws; with errors, the tree has the items that could be parsed. */
export function parse(source: Source, options: ParseOptions = {}): Parsed {
  if (source.text.length > LIMITS.sourceBytes) return tooLarge(source, LIMITS.sourceBytes, "bytes");
  const { declarations = false, keepMacros = false, earlier = null } = own(options);
  const pieces = keepMacros ? null : readPieces(source, declarations, earlier);
  return pieces === null ? parseWhole(source, { declarations, keepMacros }) : joined(pieces);
}

function joined(pieces: Pieces): Parsed {
  const parts = pieces.pieces;
  return {
    tree: { items: parts.flatMap(({ items }) => items), nodeCount: pieces.nodeCount },
    uses: {
      collectionLiterals: parts.some(({ uses }) => uses.collectionLiterals),
      methods: new Set(parts.flatMap(({ uses }) => [...uses.methods])),
    },
    diagnostics: [],
    lost: null,
    pieces,
  };
}

function parseWhole(
  source: Source,
  { declarations, keepMacros }: { readonly declarations: boolean; readonly keepMacros: boolean },
): Parsed {
  const diagnostics = new Reporter();
  const lexed = lex(source, diagnostics);
  if (lexed.tokens.length > LIMITS.sourceTokens) return tooLarge(source, LIMITS.sourceTokens, "tokens");
  spend(lexed.tokens.length);
  const quiet = placesOf(source, diagnostics);
  const written = scanBrackets(lexed.tokens, MAX_DEPTH);
  // The macro expander recurses over brackets.
  const { tokens: expanded, macros } =
    written.tooDeep === null
      ? expandMacros(source, lexed.tokens, diagnostics, keepMacros)
      : { tokens: lexed.tokens, macros: [] };
  const brackets = expanded === lexed.tokens ? written : scanBrackets(expanded, MAX_DEPTH);
  const { tokens, tooDeep } = brackets;
  const file = fileState({ source, diagnostics, declarations, macros });
  const items: Item[] = [];
  const lost = new LostNames();
  if (!keepMacros) {
    for (const { kind, start, end } of tokens)
      if (kind === "macroCall") lost.text(source.text.slice(start, end));
  }
  for (const range of splitItems(source, brackets)) {
    if (tooDeep !== null && range.start <= tooDeep && tooDeep < range.end) {
      diagnostics.report("P10", source, tokens[tooDeep]!, {});
      lost.declaration(tokens.slice(range.start, range.end));
    } else if (range.end - range.start > LIMITS.sourceTokens) {
      const of = notes.tokensOfOneDeclaration;
      // If macro expansion was given up, the length of its result is not a second error.
      if (!diagnostics.sorted().some(({ code }) => code === "G1"))
        diagnostics.report("G1", source, tokens[range.start]!, { limit: LIMITS.sourceTokens, of });
      lost.declaration(tokens.slice(range.start, range.end));
    } else items.push(...parseItems(file, tokens, range, quiet, lost));
  }
  noteUnread(source, diagnostics, lost);
  return {
    tree: { items, nodeCount: file.nextId },
    uses: file.uses,
    diagnostics: joinRepeated(withoutHalves(diagnostics.sorted())),
    lost: diagnostics.count === 0 ? null : lost,
    pieces: null,
  };
}

/** The result for a file that is not parsed; errors about its missing declarations are not reported. */
function tooLarge(source: Source, limit: number, what: string): Parsed {
  const diagnostics = new Reporter();
  diagnostics.report("G1", source, { start: 0, end: 0 }, { limit, of: notes.ofOneFile(what) });
  const lost = new LostNames();
  lost.text(source.text);
  return {
    tree: { items: [], nodeCount: 0 },
    uses: NO_USES,
    diagnostics: diagnostics.sorted(),
    lost,
    pieces: null,
  };
}

/** The traits that `#[derive(Debug)]` may mean. */
const DERIVED = "Eq Ord Hash ToString Debug ToJson FromJson";

/** Records the names in the parts that the lexer and the macro expander could not process. */
function noteUnread(source: Source, diagnostics: Reporter, lost: LostNames): void {
  for (const {
    code,
    swallowsRest,
    primary: { span },
  } of diagnostics.sorted()) {
    if (swallowsRest === true) lost.text(source.text.slice(span.start));
    // A type qualified by a module.
    else if (code === "P8") lost.name(source.text.slice(span.start, span.end).replace(/^.*\./s, ""));
    else if (code === "P2" && /^(?:var|val|auto)\b/.test(source.text.slice(span.start, span.end)))
      lost.line(source.text.slice(span.start, span.end));
    // `new ArrayList<>()`
    else if (
      code === "P1" &&
      /\bnew\s+\w+<$/.test(source.text.slice(Math.max(0, span.start - 100), span.start))
    )
      lost.name("new");
    // The words and the end of `loop do … end`, and the lines of a text after `<<~END`.
    else if (code === "P1" && isBlockWord(source.text.slice(span.start, span.end))) lost.blockWords();
    else if (code === "P1" && /^<<[-~]?[A-Z]/.test(source.text.slice(span.start, span.start + 4)))
      lost.text(source.text.slice(span.start));
    // `import std/math { * }`
    else if (code === "P1" && /^\s*import\b/.test(source.lineText(source.lineAt(span.start))))
      lost.imports = true;
    else if (code === "P6") lost.text(source.lineText(source.lineAt(span.start)));
    else if (code.startsWith("L") || code === "P7") lost.unreadable.add(source.lineAt(span.start));
  }
  for (const line of lost.unreadable) {
    const text = source.lineText(line);
    // `#[derive(Debug)]`
    if (/^\s*#\s*\[/.test(text)) lost.text(`${text} ${DERIVED}`);
    else lost.line(text);
  }
}

/** Whether the lexer has reported an error on the same line, or one that hides the rest of the file. */
function placesOf(source: Source, diagnostics: Reporter): Quiet {
  if (diagnostics.count === 0) return () => false;
  const reported = diagnostics.sorted();
  const lines = new Set(reported.map((diagnostic) => source.lineAt(diagnostic.primary.span.start)));
  const openEnd = reported.some(({ swallowsRest }) => swallowsRest === true);
  return (token) => (token === undefined ? openEnd : lines.has(source.lineAt(token.start)));
}
