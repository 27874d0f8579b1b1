// Tokens for tools: the formatter, the REPL and editors.
import { Reporter, type Diagnostic } from "../diagnostics/index.ts";
import { Source } from "../source/index.ts";
import { closerOf } from "./brackets.ts";
import { lex } from "./lexer.ts";
import type { Comment } from "./lexer-output.ts";
import { joinsLineAfter, type Kind, type Token } from "./tokens.ts";

export interface Tokenized {
  /** In order, without comments. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws; malformed tokens are reported, and are in the list with their probable kind. */
export function tokenize(source: Source): Tokenized {
  const diagnostics = new Reporter();
  const { tokens, comments } = lex(source, diagnostics);
  return { tokens, comments, diagnostics: diagnostics.sorted() };
}

/** Operators after which a line continues only in expressions; they are not in `joinsLineAfter`. */
const openOperators: ReadonlySet<Kind> = new Set<Kind>(["+", "-", "!", "~", ">", "->", "=>", ":", "@"]);

/** Whether a text cannot be complete: an open bracket, block string or comment, or a last operator. */
export function incomplete(text: string): boolean {
  const { tokens, diagnostics } = tokenize(new Source("", text));
  if (diagnostics.some(({ swallowsRest }) => swallowsRest === true)) return true;
  const open: Kind[] = [];
  for (const { kind } of tokens) {
    const closer = closerOf[kind];
    if (closer !== undefined) open.push(closer);
    else if (kind === open.at(-1)) open.pop();
    else if ([")", "]", "}"].includes(kind)) return false;
  }
  if (open.length > 0) return true;
  const last = tokens.findLast((token) => token.kind !== "newline")?.kind;
  // It ends a type, and is not an operator.
  if (last === ">" && endsAlias(tokens)) return false;
  return last !== undefined && (joinsLineAfter.has(last) || openOperators.has(last));
}

/** Whether the last declaration is an alias whose angles are all closed. */
function endsAlias(tokens: readonly Token[]): boolean {
  const start = tokens.findLastIndex(
    ({ kind, text }, i) =>
      kind === "ident" &&
      text === "type" &&
      tokens[i + 1]?.kind === "ident" &&
      (i === 0 || tokens[i - 1]!.kind === "newline"),
  );
  if (start < 0) return false;
  const count = (...wanted: readonly Kind[]): number =>
    tokens.slice(start).filter(({ kind }) => wanted.includes(kind)).length;
  return count("<") === count(">", ">>");
}
