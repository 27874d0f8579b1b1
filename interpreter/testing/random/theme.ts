// What random programs are made of. A theme adds declarations, and ways to write expressions of each type
// and statements. In a text, `«Int»` is a place for an expression of that type, `«Int|$a:Int»` one where
// also the variable `$a` is in scope (several: `$a:Int, $b:String`), `«!Int»` one inside a lambda or deferred code, which `?`, `return`,
// `break` and `continue` of the function do not reach, and `«do»` one for statements. `$a` becomes a fresh
// name for each use of the text. Texts have no line breaks: they may stand inside interpolations.
export interface Theme {
  readonly name: string;
  /** Import lines of the file that has the items. */
  readonly imports: readonly string[];
  readonly items: string;
  /** What another file has to import of it. */
  readonly exports: readonly string[];
  /** By type: what needs nothing else, and what is made of more. */
  readonly expressions: Readonly<
    Record<string, { readonly leaves: readonly string[]; readonly grown: readonly string[] }>
  >;
  readonly statements: readonly Statement[];
}

export interface Statement {
  readonly text: string;
  /** `$x:Int`: what is in scope behind it. */
  readonly declares?: string;
  /** It leaves the function or its loop. */
  readonly leaves?: "function" | "loop";
}
