// The shared state of building the tree of one file: tokens, ids, spans, names, diagnostics.
import { notes } from "../../../diagnostics/index.ts";
import type { Code, Reporter, Extra, Params } from "../../../diagnostics/index.ts";
import { LIMITS } from "../../../limits/index.ts";
import type { Source, Span } from "../../../source/index.ts";
import type { Ident, LetTest } from "../../../syntax/ast/index.ts";
import { describeToken } from "../../../syntax/describe-token.ts";
import type { Token } from "../../../syntax/tokens.ts";
import type { KeptMacro, TreeUses } from "../../../syntax/tree-uses.ts";
import type { Cst } from "./cst.ts";
import { Hygiene } from "./hygiene.ts";

export class Builder {
  readonly source: Source;
  readonly tokens: readonly Token[];
  readonly diagnostics: Reporter;
  /** Whether functions without body and their attributes are allowed. */
  readonly declarations: boolean;
  /** By the value of `macroItem` and `macroCall` tokens. */
  readonly macros: readonly KeptMacro[];
  readonly hygiene = new Hygiene();
  /** The `let`s in conditions that are not yet known to be at an allowed position. */
  readonly lets = new Set<LetTest>();
  #ids = { next: 0 };
  #uses: TreeUses = { collectionLiterals: false, methods: new Set() };

  constructor(
    source: Source,
    tokens: readonly Token[],
    diagnostics: Reporter,
    declarations: boolean,
    macros: readonly KeptMacro[],
  ) {
    this.source = source;
    this.tokens = tokens;
    this.diagnostics = diagnostics;
    this.declarations = declarations;
    this.macros = macros;
  }

  /** A builder for the same tree over other tokens. */
  over(tokens: readonly Token[]): Builder {
    const { source, diagnostics, declarations, macros } = this;
    const other = new Builder(source, tokens, diagnostics, declarations, macros);
    other.#ids = this.#ids;
    other.#uses = this.#uses;
    return other;
  }

  get uses(): TreeUses {
    return this.#uses;
  }

  get nodeCount(): number {
    return this.#ids.next;
  }

  id(): number {
    return this.#ids.next++;
  }

  /** The name and tokens of a macro that is kept for the formatter. */
  macroAt(cst: Cst): KeptMacro {
    return this.macros[Number(this.token(cst).value)]!;
  }

  token(cst: Cst): Token {
    return this.tokens[cst.at]!;
  }

  span(cst: Cst): Span {
    return this.spanOf(cst.at, cst.at + cst.length);
  }

  /** The span of the tokens from index `from` to `to`, exclusive. */
  spanOf(from: number, to: number): Span {
    return { start: this.tokens[from]!.start, end: this.tokens[to > from ? to - 1 : from]!.end };
  }

  ident(cst: Cst): Ident {
    const { text, start, end } = this.token(cst);
    return { name: text, span: { start, end } };
  }

  /** The name of a binding; see hygiene.ts. */
  binding(cst: Cst): Ident {
    const token = this.token(cst);
    return { name: this.hygiene.bind(token), span: { start: token.start, end: token.end } };
  }

  /** The name of a label; a label of a macro template is private, see hygiene.ts. */
  label(cst: Cst): Ident {
    const { text, start, end, expansion: mark } = this.token(cst);
    return { name: mark === 0 ? text.slice(1) : `${text.slice(1)}$${mark}`, span: { start, end } };
  }

  report<C extends Code>(code: C, span: Span, params: Params<C>, extra?: Extra): void {
    this.diagnostics.report(code, this.source, span, params, extra);
  }

  /** Reports more parameters, fields or parts of a variant than a declaration may have. */
  limitParameters(list: readonly unknown[], at: Span, what: string): void {
    const limit = LIMITS.parameters;
    if (list.length > limit) this.report("G1", at, { limit, of: notes.ofOneDeclaration(what) });
  }

  /** Reports "expected X, found Y" at the token of this index. */
  expected(what: string, at: number, hint?: string): void {
    const token = this.tokens[at];
    const end = this.tokens.at(-1)?.end ?? 0;
    this.report(
      "P1",
      token === undefined ? { start: end, end } : token,
      { expected: what, found: describeToken(token) },
      hint === undefined ? {} : { hint },
    );
  }
}
