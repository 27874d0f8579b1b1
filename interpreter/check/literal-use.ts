// Arguments that are literals, of parameters whose texts have a checker (reference/checking#literals): what the
// checker is given, as plain data that outlives the check of the body.
import type { Span } from "../source/index.ts";

/** A location in a file of the program. */
export interface At {
  readonly unit: string;
  readonly span: Span;
}

/** A piece of the text. */
export interface LiteralPart<P = At> {
  /** The bytes; null where they are computed when the program runs. */
  readonly text: string | null;
  /** What the source has: the text with escapes, that of a block string, or an expression. */
  readonly form: "escaped" | "block" | "expression";
  readonly at: P;
  /** The type of the value that is inserted; only of expressions. */
  readonly type?: string;
  /** The function of a standard or host module that gives the value, such as `std/sqlite.ident`. */
  readonly call?: string;
}

/** A type as data. Types that contain themselves end at the fourth level, without fields. */
export interface LiteralType {
  /** `Int`, `Option`, the name of a struct or enum, `()`, or that of a type parameter. */
  readonly name: string;
  readonly kind: "primitive" | "struct" | "enum" | "tuple" | "parameter" | "other";
  readonly args: readonly LiteralType[];
  /** The fields of a struct. */
  readonly fields: readonly LiteralField[];
  /** The traits that it derives. */
  readonly derives: readonly string[];
}

export interface LiteralField {
  readonly name: string;
  readonly type: LiteralType;
  readonly hasDefault: boolean;
  /** The keys of `@json` before the field: null for those without a text. */
  readonly json: Readonly<Record<string, string | null>>;
}

/** What is written as another argument, as far as it can be seen. */
export interface LiteralArgument {
  /** The elements of a list literal; null for anything else. */
  readonly elements: readonly LiteralArgument[] | null;
  /** The function of a standard or host module that is called, such as `std/sqlite.name`. */
  readonly call: string | null;
  /** The text of a literal, or of the first argument of the call; null if there is none. */
  readonly text: string | null;
}

export interface LiteralUse<P = At> {
  /** The module that declares the function, and has the checker. */
  readonly module: string;
  readonly checker: string;
  readonly function: string;
  readonly at: P;
  readonly parts: readonly LiteralPart<P>[];
  /** Whether the program surely panics if the text is wrong. */
  readonly panics: boolean;
  /** The types for the type parameters of the function, by name. */
  readonly types: Readonly<Record<string, LiteralType>>;
  /** The other arguments, by the names of the parameters. */
  readonly arguments: Readonly<Record<string, LiteralArgument>>;
}

/** The same with other locations; null if one has none. */
export function moveLiteral<P, Q>(use: LiteralUse<P>, move: (at: P) => Q | null): LiteralUse<Q> | null {
  const at = move(use.at);
  const parts = use.parts.map((part) => ({ ...part, at: move(part.at) }));
  if (at === null || parts.some((part) => part.at === null)) return null;
  return { ...use, at, parts: parts as LiteralPart<Q>[] };
}
