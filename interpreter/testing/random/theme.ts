// The parts of random programs. A theme adds declarations, and texts for statements and for expressions of
// each type. In a text, `«Int»` is a hole for an expression of that type, `«Int|$a:Int»` one in which the
// variable `$a` is in scope (several: `$a:Int, $b:String`), `«!Int»` one inside a lambda or deferred code,
// which cannot use `?`, `return`, `break` and `continue` of the function, and `«do»` one for statements. Each
// use of a text replaces `$a` with a new name. Texts have no line breaks, because they may be inside
// interpolations.
export interface Theme {
  readonly name: string;
  /** The import lines of the file with the items. */
  readonly imports: readonly string[];
  readonly items: string;
  /** The names that other files must import. */
  readonly exports: readonly string[];
  /** The expressions by type: those without holes, and those with holes. */
  readonly expressions: Readonly<
    Record<string, { readonly leaves: readonly string[]; readonly grown: readonly string[] }>
  >;
  readonly statements: readonly Statement[];
}

export interface Statement {
  readonly text: string;
  /** The variables in scope after it: `$x:Int`. */
  readonly declares?: string;
  /** Whether it leaves the function or its loop. */
  readonly leaves?: "function" | "loop";
}
