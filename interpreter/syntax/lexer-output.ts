// What the lexer has read of one source: tokens, comments and diagnostics.
import type { Code, Reporter, Extra, Params } from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import { closerOf, closers } from "./brackets.ts";
import { joinsLineAfter, joinsLineBefore, type Kind, type Token } from "./tokens.ts";

export interface Comment {
  readonly start: number;
  readonly end: number;
}

export class LexerOutput {
  readonly tokens: Token[] = [];
  readonly comments: Comment[] = [];
  readonly text: string;
  /** For each `.` at the end of a line, where its statement starts. */
  readonly #statements = new Map<number, number>();
  readonly #source: Source;
  readonly #diagnostics: Reporter;

  constructor(source: Source, diagnostics: Reporter) {
    this.text = source.text;
    this.#source = source;
    this.#diagnostics = diagnostics;
  }

  push(kind: Kind, start: number, end: number, text: string, value: number | bigint | null = null): void {
    const last = this.tokens.at(-1);
    if (last?.kind === "." && start > last.end) this.#endChain(last, kind, start);
    if (joinsLineBefore.has(kind) && this.tokens.at(-1)?.kind === "newline") this.tokens.pop();
    this.tokens.push({ kind, start, end, text, value, expansion: 0 });
  }

  pushNewline(at: number): void {
    const last = this.tokens.at(-1);
    if (last !== undefined && last.kind !== "newline" && !joinsLineAfter.has(last.kind)) {
      this.tokens.push({ kind: "newline", start: at, end: at + 1, text: "\n", value: null, expansion: 0 });
    }
  }

  /**
   * Ends the line after a `.` unless the next one continues the chain: with a name, indented more than the
   * statement.
   */
  #endChain(dot: Token, kind: Kind, start: number): void {
    const lineBreak = this.text.slice(dot.end, start).search(/[\r\n]/);
    if (lineBreak < 0) return;
    const statement = this.#statementOf(this.tokens.length - 1);
    if (kind === "ident" && this.#indentAt(start) > this.#indentAt(statement)) return;
    const at = dot.end + lineBreak;
    this.tokens.push({ kind: "newline", start: at, end: at + 1, text: "\n", value: null, expansion: 0 });
  }

  /** The offset of the statement with a `.` at the end of a line; each token is passed once. */
  #statementOf(dot: number): number {
    let depth = 0;
    let at = dot - 1;
    let known: number | undefined;
    for (; at >= 0; at--) {
      const { kind } = this.tokens[at]!;
      if (closers.has(kind)) depth++;
      else if (closerOf[kind] !== undefined && depth > 0) depth--;
      else if (depth === 0 && (kind === "{" || kind === "newline" || kind === ";")) break;
      known = depth === 0 ? this.#statements.get(at) : undefined;
      if (known !== undefined) break;
    }
    known ??= this.tokens[at + 1]!.start;
    this.#statements.set(dot, known);
    return known;
  }

  #indentAt(offset: number): number {
    let start = offset;
    while (start > 0 && this.text[start - 1] !== "\n" && this.text[start - 1] !== "\r") start--;
    let end = start;
    while (this.text[end] === " " || this.text[end] === "\t") end++;
    return end - start;
  }

  report<C extends Code>(code: C, start: number, end: number, params: Params<C>, extra?: Extra): void {
    this.#diagnostics.report(code, this.#source, { start, end }, params, extra);
  }

  /** The offset of the line break after `at`, at most `limit`. */
  endOfLine(at: number, limit: number): number {
    const lineBreak = /[\r\n]/g;
    lineBreak.lastIndex = at;
    return lineBreak.test(this.text) ? Math.min(lineBreak.lastIndex - 1, limit) : limit;
  }
}
