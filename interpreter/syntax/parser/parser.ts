// The state of reading one item: the cursor over its tokens, what was expected, speculation, and the parts of
// the tree that are numbered or named.
//
// Only this file moves the cursor. A function that reads a construct returns its node, or throws `FAILED`; the
// loops over statements, arms, fields and members catch that, and continue behind the mistake.
import { notes, type Code, type Reporter, type Extra, type Params } from "../../diagnostics/index.ts";
import { LIMITS, spend } from "../../limits/index.ts";
import type { Source, Span } from "../../source/index.ts";
import type { Block, Expr, Ident, LetTest } from "../ast/index.ts";
import { describeToken } from "../describe-token.ts";
import type { KeptMacro, TreeUses } from "../tree-uses.ts";
import { Hygiene } from "./hygiene.ts";
import { reportHere, type Mistake, type Mistakes } from "./mistakes.ts";
import type { Kind, Token } from "../tokens.ts";

/** Thrown when a construct cannot be read; what was expected is in the parser. */
export const FAILED = new Error("syntax error");

/**
 * The head of `if`, `while`, `match`, `for` and of a guard: `{` starts the body, not a struct literal. In the
 * value of a `let` in a condition, `&&` and `||` also end the value.
 */
export type Mode = "value" | "head" | "test";

/** What the rules of operands use, but which is built of them. */
export interface Rules {
  expr(p: Parser, mode: Mode): Expr;
  block(p: Parser): Block;
}

/** What the parser shares between the items of one file. */
export interface FileState {
  readonly source: Source;
  readonly diagnostics: Reporter;
  /** Whether functions without body and their attributes are allowed. */
  readonly declarations: boolean;
  /** By the value of `macroItem` and `macroCall` tokens. */
  readonly macros: readonly KeptMacro[];
  readonly uses: TreeUses;
  readonly rules: Rules;
  nextId: number;
}

/** A speculation that failed at a token fails there again: it is not repeated. */
type Attempt = "angles" | "fields" | "index";

/** A diagnostic that is reported at the end of the item. */
interface Held {
  readonly line: number;
  readonly start: number;
  readonly report: () => void;
  readonly drop: () => void;
}

export class Parser {
  readonly file: FileState;
  readonly tokens: readonly Token[];
  /** The index of the first token of the item, and the one after its last. */
  readonly start: number;
  readonly end: number;
  readonly hygiene = new Hygiene();
  /** The `let`s in conditions that are not yet known to be at an allowed position. */
  readonly lets: LetTest[] = [];
  /** The index of the next token. */
  at: number;
  /** Its kind; undefined at the end of the item. */
  kind: Kind | undefined;
  /** The failure that is being handled. */
  mistake: Mistake | null = null;
  readonly mistakes: Mistakes;
  /** The farthest token at which something else was expected, and what. */
  #farthest = -1;
  readonly #expected: (Kind | readonly Kind[])[] = [];
  #speculating = 0;
  readonly #held: Held[] = [];
  readonly #declined: Readonly<Record<Attempt, Set<number>>> = {
    angles: new Set(),
    fields: new Set(),
    index: new Set(),
  };
  /** Names of a pattern in a macro template, which are declared after the value that it takes apart. */
  readonly #undeclared: Token[] = [];

  constructor(file: FileState, tokens: readonly Token[], start: number, end: number, mistakes: Mistakes) {
    this.file = file;
    this.mistakes = mistakes;
    this.tokens = tokens;
    this.start = start;
    this.end = end;
    this.at = start;
    this.kind = start < end ? tokens[start]!.kind : undefined;
  }

  expr(mode: Mode = "value"): Expr {
    return this.file.rules.expr(this, mode);
  }

  block(): Block {
    return this.file.rules.block(this);
  }

  // ---- the cursor

  moveTo(index: number): void {
    this.at = index;
    this.kind = index < this.end ? this.tokens[index]!.kind : undefined;
  }

  advance(): void {
    const index = ++this.at;
    this.kind = index < this.end ? this.tokens[index]!.kind : undefined;
  }

  kindAt(index: number): Kind | undefined {
    return index < this.end ? this.tokens[index]!.kind : undefined;
  }

  /** Whether the next token is of one of these kinds, which are not noted. */
  sees(...kinds: readonly Kind[]): boolean {
    return this.kind !== undefined && kinds.includes(this.kind);
  }

  /** Notes that these kinds could continue here. */
  note(kinds: Kind | readonly Kind[]): void {
    this.noteAt(this.at, kinds);
  }

  noteAt(index: number, kinds: Kind | readonly Kind[]): void {
    if (index < this.#farthest) return;
    if (index > this.#farthest) {
      this.#farthest = index;
      this.#expected.length = 0;
    }
    this.#expected.push(kinds);
  }

  /** Whether the next token is of this kind; notes the kind if not. */
  is(kind: Kind): boolean {
    if (this.kind === kind) return true;
    this.note(kind);
    return false;
  }

  eat(kind: Kind): boolean {
    if (!this.is(kind)) return false;
    this.advance();
    return true;
  }

  expect(kind: Kind): void {
    if (this.eat(kind)) return;
    const onLine = kind === "{" || kind === "=" || kind === "->";
    if (!onLine || !this.skipLineBreak(kind)) throw FAILED;
    this.advance();
  }

  /** Reads a token of this kind, and returns its index. */
  take(kind: Kind): number {
    this.expect(kind);
    return this.at - 1;
  }

  skipNewline(): void {
    if (this.kind === "newline") this.advance();
    else this.note("newline");
  }

  /** Reports and skips a line break before a token that must be on the line before; returns whether it did. */
  skipLineBreak(kind: Kind): boolean {
    if (this.kind !== "newline" || this.kindAt(this.at + 1) !== kind) return false;
    this.note(kind);
    if (this.speculates || this.mistakes.silent || this.farthest > this.at) return false;
    reportHere(this);
    this.resume(this.at + 1);
    return true;
  }

  /** Skips line breaks and semicolons; returns whether a `;` was among them. */
  separators(): boolean {
    let semicolon = false;
    while (this.kind === "newline" || this.kind === ";") {
      semicolon ||= this.kind === ";";
      this.advance();
    }
    this.note(SEPARATORS);
    return semicolon;
  }

  /** Reads `,`, also on the next line. */
  comma(): boolean {
    return this.onNextLine(",");
  }

  /** Reads a token that may be on the next line; otherwise not even the line break. */
  onNextLine(kind: Kind): boolean {
    if (this.kind !== "newline") {
      if (this.eat(kind)) return true;
      this.note("newline");
      return false;
    }
    if (this.kindAt(this.at + 1) !== kind) {
      this.noteAt(this.at + 1, kind);
      return false;
    }
    this.moveTo(this.at + 2);
    return true;
  }

  fail(kinds: Kind | readonly Kind[]): never {
    this.note(kinds);
    throw FAILED;
  }

  // ---- failures

  /** The token at which reading failed: the farthest at which something else was expected. */
  get farthest(): number {
    return Math.max(this.#farthest, this.at);
  }

  get expected(): ReadonlySet<Kind> {
    return new Set(this.#farthest < this.at ? [] : this.#expected.flat());
  }

  /** Continues behind a mistake. */
  resume(index: number): void {
    this.#farthest = -1;
    this.mistake = null;
    this.moveTo(index);
  }

  /** Whether a failure only declines a speculation. */
  get speculates(): boolean {
    return this.#speculating > 0;
  }

  // ---- speculation

  /** Reads something if it is possible; else nothing is read. */
  attempt<T>(what: Attempt, read: () => T): T | null {
    const { at } = this;
    const declined = this.#declined[what];
    if (declined.has(at)) return null;
    const [id, lets, held, scope, undeclared] = [
      this.file.nextId,
      this.lets.length,
      this.#held.length,
      this.hygiene.open(),
      this.#undeclared.length,
    ];
    const depth = this.#speculating++;
    try {
      const result = read();
      this.#speculating = depth;
      return result;
    } catch (error) {
      if (error !== FAILED) throw error;
      this.#speculating = depth;
      this.file.nextId = id;
      this.lets.length = lets;
      this.#held.length = held;
      this.hygiene.close(scope);
      this.#undeclared.length = undeclared;
      declined.add(at);
      this.moveTo(at);
      return null;
    }
  }

  // ---- nodes

  id(): number {
    spend();
    return this.file.nextId++;
  }

  get token(): Token {
    return this.tokens[this.at]!;
  }

  /** The span of the tokens from index `from` to the one before the cursor. */
  spanFrom(from: number): Span {
    return { start: this.tokens[from]!.start, end: this.tokens[this.at > from ? this.at - 1 : from]!.end };
  }

  spanOf(index: number): Span {
    const { start, end } = this.tokens[index]!;
    return { start, end };
  }

  ident(index: number): Ident {
    const { text, start, end } = this.tokens[index]!;
    return { name: text, span: { start, end } };
  }

  /** The name of a binding that is visible from here on; see hygiene.ts. */
  binding(index: number): Ident {
    const token = this.tokens[index]!;
    return { name: this.hygiene.bind(token), span: { start: token.start, end: token.end } };
  }

  /** Keeps a name of a pattern until its value was read. */
  declareLater(token: Token): void {
    if (token.expansion !== 0) this.#undeclared.push(token);
  }

  get undeclared(): number {
    return this.#undeclared.length;
  }

  /** Declares the names of patterns since `mark`. */
  declare(mark: number): void {
    if (this.#undeclared.length === mark) return;
    for (const token of this.#undeclared.splice(mark)) this.hygiene.bind(token);
  }

  /** The name of a label; a label of a macro template is private, see hygiene.ts. */
  label(index: number): Ident {
    const { text, start, end, expansion: mark } = this.tokens[index]!;
    return { name: mark === 0 ? text.slice(1) : `${text.slice(1)}$${mark}`, span: { start, end } };
  }

  // ---- reports

  /** Reports something at the end of the item, unless what contains it cannot be read at all. */
  report<C extends Code>(code: C, span: Span, params: Params<C>, extra?: Extra): void {
    const { diagnostics, source } = this.file;
    this.#held.push({
      line: source.lineAt(span.start),
      start: span.start,
      report: () => diagnostics.report(code, source, span, params, extra),
      drop: () => diagnostics.drop("line", code, source, span, params),
    });
  }

  /** Drops the reports on the line of a failure, from an offset on: they are about the same mistake. */
  dropReports(line: number, from = 0): void {
    for (const one of this.#held.splice(0)) {
      if (one.line !== line || one.start < from) this.#held.push(one);
      else one.drop();
    }
  }

  /** Reports what was held back, except on lines with a failure. */
  publish(): void {
    const { lines } = this.mistakes;
    for (const { line, report, drop } of this.#held.splice(0)) {
      if (lines.has(line)) drop();
      else report();
    }
  }

  /** Reports "expected X, found Y" at the token of this index. */
  reportExpected(what: string, index: number, hint?: string): void {
    const token = this.tokens[index];
    const end = this.tokens.at(-1)?.end ?? 0;
    this.report(
      "P1",
      token === undefined ? { start: end, end } : token,
      { expected: what, found: describeToken(token) },
      hint === undefined ? {} : { hint },
    );
  }

  /** Reports more parameters, fields or parts of a variant than a declaration may have. */
  limitParameters(list: readonly unknown[], at: Span, what: string): void {
    const limit = LIMITS.parameters;
    if (list.length > limit) this.report("G1", at, { limit, of: notes.ofOneDeclaration(what) });
  }
}

const SEPARATORS: readonly Kind[] = ["newline", ";"];
