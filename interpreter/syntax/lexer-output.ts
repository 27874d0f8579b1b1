// What the lexer has read of one source: tokens, comments and diagnostics.
import type { Code, Diagnostics, Extra, Params } from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import { joinsLineAfter, joinsLineBefore, type Kind, type Token } from "./tokens.ts";

export interface Comment {
  readonly start: number;
  readonly end: number;
}

export class LexerOutput {
  readonly tokens: Token[] = [];
  readonly comments: Comment[] = [];
  readonly text: string;
  readonly #source: Source;
  readonly #diagnostics: Diagnostics;

  constructor(source: Source, diagnostics: Diagnostics) {
    this.text = source.text;
    this.#source = source;
    this.#diagnostics = diagnostics;
  }

  push(kind: Kind, start: number, end: number, text: string, value: number | bigint | null = null): void {
    if (joinsLineBefore.has(kind) && this.tokens.at(-1)?.kind === "newline") this.tokens.pop();
    this.tokens.push({ kind, start, end, text, value, mark: 0 });
  }

  pushNewline(at: number): void {
    const last = this.tokens.at(-1);
    if (last !== undefined && last.kind !== "newline" && !joinsLineAfter.has(last.kind)) {
      this.tokens.push({ kind: "newline", start: at, end: at + 1, text: "\n", value: null, mark: 0 });
    }
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
