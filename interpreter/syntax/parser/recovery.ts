// Continues behind a mistake: in the block with it, after its statement, arm, field or member.
import type { Expr, Ident, Stmt } from "../ast/index.ts";
import { closerOf, closers } from "../brackets.ts";
import { indentedEnd, statementEnd } from "../statement-bounds.ts";
import type { Kind, Token } from "../tokens.ts";
import { mistakeOf } from "./mistakes.ts";
import { FAILED, type Parser } from "./parser.ts";

/** The block around a statement. */
interface Block {
  /** The index of its `{`. */
  readonly brace: number;
  readonly stmts: Stmt[];
  /** The first token of the statements that no separator divides from the next one. */
  readonly line: number;
}

/** Reads a statement; one with a mistake is replaced. */
export function recoverStatement(p: Parser, block: Block, read: (p: Parser) => Stmt): void {
  const { stmts, line } = block;
  const start = p.at;
  try {
    stmts.push(read(p));
    if (p.mistakes.guessed.size === 0 || !takeGuesses(p, start, p.at)) return;
    stmts.pop();
    replaceStatement(p, start, p.at, stmts);
  } catch (error) {
    const end = endOfMistake(p, error, block.brace, start, line);
    takeGuesses(p, line, end);
    // What precedes without a separator belongs to the statement: `List` of `List::new()`.
    const first = p.tokens[line]!.start;
    while (line < start && stmts.length > 0 && stmts.at(-1)!.span.start >= first) stmts.pop();
    replaceStatement(p, line, end, stmts);
  }
}

/**
 * Reads an arm, field or member; null for one with a mistake. The names of an arm are those of a `"body"`, the
 * others are declared.
 */
export function recoverMember<T>(
  p: Parser,
  brace: number,
  part: "body" | "declaration",
  read: (p: Parser) => T,
): T | null {
  const start = p.at;
  try {
    return read(p);
  } catch (error) {
    const end = endOfMistake(p, error, brace, start);
    takeGuesses(p, start, end);
    const tokens = p.tokens.slice(start, end);
    if (part === "body") p.mistakes.lost.statement(tokens);
    else p.mistakes.lost.declaration(tokens);
    p.mistakes.gap = end;
    p.mistakes.gapFrom = start;
    p.resume(end);
    p.separators();
    return null;
  }
}

/** Continues at the comma or closer behind an entry of a list with a mistake, if only this entry is affected. */
export function recoverEntry(
  p: Parser,
  error: unknown,
  { open, start, closer }: { readonly open: number; readonly start: number; readonly closer: Kind },
): void {
  if (error !== FAILED || p.speculates || p.mistakes.silent) throw error;
  const mistake = mistakeOf(p);
  const end = entryEnd(p, start, closer);
  const isInside = mistake.block <= open && start <= mistake.at && mistake.at <= end;
  if (!isInside || p.mistakes.guessed.size > 0) throw error;
  // What precedes the list may be a word of another language: `foreach (x in xs)`.
  p.mistakes.lost.statement([...p.tokens.slice(mistake.start, open), ...p.tokens.slice(start, end)]);
  p.resume(end);
}

/** The index of the comma or closer behind an entry; -1 if what follows is not a list. */
function entryEnd(p: Parser, start: number, closer: Kind): number {
  let depth = 0;
  for (let i = start; i < p.end; i++) {
    const kind = p.kindAt(i)!;
    if (depth === 0 && (kind === "," || kind === closer)) return i;
    if (closerOf[kind] !== undefined) depth++;
    else if (closers.has(kind) && --depth < 0) return -1;
    else if (depth === 0 && kind === ";") return -1;
  }
  return -1;
}

/**
 * The index after the construct that was begun at `start`, or before on its line. Throws if another block has to
 * handle the mistake.
 */
function endOfMistake(p: Parser, error: unknown, brace: number, start: number, line = start): number {
  if (error !== FAILED || p.speculates || p.mistakes.silent) throw error;
  const mistake = mistakeOf(p);
  if (mistake.block < brace + 1) throw error;
  const tokens = p.tokens.slice(p.start, p.end);
  const first = line - p.start;
  // Nothing is left of the text: the block around has to handle the mistake.
  if (first >= tokens.length) throw error;
  // The next line is not part of `let x = 1 +`.
  const before = p.kindAt(mistake.at - 1) === "newline" && mistake.at - 1 > line;
  const within = (before ? Math.min(mistake.at - 1, mistake.within) : mistake.within) - p.start;
  const end =
    indentedEnd(p.file.source, tokens, first, mistake.at - p.start) ??
    statementEnd(tokens, first, within, isWhole(tokens[first]!));
  if (p.start + end <= start) throw error;
  return p.start + end;
}

/** Whether a statement starts here, which does not end at a comma, unlike an arm or field. */
function isWhole({ kind }: Token): boolean {
  return WHOLE.has(kind);
}
const WHOLE: ReadonlySet<Kind> = new Set<Kind>([
  "let",
  "const",
  "for",
  "if",
  "while",
  "return",
  "defer",
  "spawn",
]);

/** Forgets the guesses among these tokens; returns whether there were some. */
function takeGuesses(p: Parser, start: number, end: number): boolean {
  let taken = false;
  for (const index of p.mistakes.guessed) {
    if (index < start || index >= end) continue;
    p.mistakes.guessed.delete(index);
    taken = true;
  }
  return taken;
}

/** Replaces a statement: the variable that it declares remains, and nothing after it is reached. */
function replaceStatement(p: Parser, start: number, end: number, stmts: Stmt[]): void {
  const tokens = p.tokens.slice(start, end);
  const { lost } = p.mistakes;
  lost.statement(tokens);
  const [first, name] = tokens;
  // `if c … end`: the lines of the block are read as statements.
  if (["if", "while", "for"].includes(first!.kind) && tokens.every(({ kind }) => kind !== "{"))
    lost.name("end");
  p.mistakes.gap = end;
  p.mistakes.gapFrom = start;
  p.resume(end);
  const { span } = p.ident(start);
  if ((first!.kind === "let" || first!.kind === "const") && name?.kind === "ident") {
    const variable: Ident = p.binding(start + 1);
    const value: Expr = { kind: "BrokenExpr", id: p.id(), span: variable.span, parts: [] };
    const constant = first!.kind === "const";
    const letSpan = { start: span.start, end: variable.span.end };
    stmts.push({ kind: "Let", id: p.id(), span: letSpan, constant, name: variable, type: null, value });
  }
  const body = { kind: "Block", id: p.id(), span, stmts: [], trailing: null } as const;
  const loop: Expr = { kind: "Loop", id: p.id(), span, label: null, body };
  stmts.push({ kind: "ExprStmt", id: p.id(), span, value: loop });
}
