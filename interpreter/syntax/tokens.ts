// The token table. It drives the lexer (keywords, operators by longest match), the `Tokens` grammar
// below `grammar.ohm` (one private-use character per kind), and the wording of "expected …".
// Order matters: kinds of one class stand together, so that a class is one range of characters.

/** Kind, and how messages call it; null: the kind is its own spelling. */
// biome-ignore format: a table, in groups
const rows = [
  // names
  ["ident", "a name"],
  ["Self", null],
  // binary operators, up to and including "-", which is a prefix operator as well
  ["*", null], ["/", null], ["%", null], ["+", null],
  ["==", null], ["!=", null], ["<", null], [">", null], ["<=", null], [">=", null],
  ["&&", null], ["||", null], ["&", null], ["|", null], ["^", null], ["<<", null],
  ["..", null], ["..=", null],
  /** The first half of a shift or of two closing angles: another `>` follows without a gap. */
  [">>", null],
  /** A `<` with a matching `>`: maybe the start of type arguments (brackets.ts). */
  ["<T", "`<`"],
  ["-", null],
  // prefix operators
  ["!", null], ["~", null],
  // what may follow an operand
  [".", null], ["(", null], ["[", null], ["?", null],
  // assignment
  ["=", null], ["+=", null], ["-=", null], ["*=", null], ["/=", null], ["%=", null],
  ["&=", null], ["|=", null], ["^=", null], ["<<=", null], [">>=", null],
  // literals
  ["int", "a number"], ["float", "a number"], ["char", "a character"],
  ["string", "a string"], ["blockString", "a string"], ["true", null], ["false", null],
  // pieces of a string with embedded expressions: "a${ … }b${ … }c"
  ["stringStart", "a string"], ["stringMiddle", "`}`"], ["stringEnd", "`}`"],
  // other punctuation
  [")", null], ["]", null], ["{", null], ["}", null], [",", null], [":", null], [";", null],
  ["->", null], ["=>", null], ["@", null], ["$", null], ["::", null],
  ["newline", "a line break"],
  /** `'outer` of a loop. */
  ["label", "a label"],
  // keywords
  ["let", null], ["const", null], ["return", null], ["break", null], ["continue", null], ["defer", null],
  ["spawn", null],
  ["as", null], ["else", null], ["enum", null], ["extern", null], ["for", null], ["fun", null], ["if", null],
  ["impl", null], ["import", null], ["in", null], ["loop", null], ["match", null], ["self", null],
  ["struct", null], ["trait", null], ["while", null],
  /** The word `dyn` before a name. */
  ["dyn", null],
  /** The word `type` before a name (brackets.ts). */
  ["aliasWord", "`type`"],
  // macro definition and call as a whole, in trees for the formatter
  ["macroItem", "a macro"], ["macroCall", "a macro call"],
] as const satisfies readonly (readonly [string, string | null])[];

export type Kind = (typeof rows)[number][0];

export const kinds: readonly Kind[] = rows.map(([kind]) => kind);

const FIRST_CODE = 0xe000;

/** The character that stands for a kind in the text that the grammar matches. */
export const characterOf: Readonly<Record<Kind, string>> = Object.fromEntries(
  kinds.map((kind, index) => [kind, String.fromCharCode(FIRST_CODE + index)]),
) as Record<Kind, string>;

export function kindOf(character: string): Kind | undefined {
  return kinds[character.charCodeAt(0) - FIRST_CODE];
}

const wordings = new Map<Kind, string>(rows.map(([kind, wording]) => [kind, wording ?? `\`${kind}\``]));

/** How messages call a kind: "a name", "`{`". */
/** Tokens that are values by themselves. */
export const literalKinds: readonly Kind[] = [
  "int",
  "float",
  "char",
  "string",
  "blockString",
  "true",
  "false",
];

/** What may stand between the angles of type arguments, besides parentheses and what a place allows. */
export const typeKinds: readonly Kind[] = ["ident", "Self", "dyn", "fun", ",", "?", "->", ":"];

export function wordingOf(kind: Kind): string {
  return wordings.get(kind)!;
}

/** Classes of the grammar as first and last kind. */
export const classes = {
  binary: ["*", "-"],
  prefix: ["-", "~"],
  postfix: [".", "?"],
  assignment: ["=", ">>="],
  literal: ["int", "false"],
  statementWord: ["let", "defer"],
} as const satisfies Record<string, readonly [Kind, Kind]>;

/** Never usable as names (reference/lexical#names-and-keywords). */
export const keywords: ReadonlySet<string> = new Set(
  kinds.filter((kind) => /^[A-Za-z]+$/.test(kind) && wordings.get(kind) === `\`${kind}\`` && kind !== "dyn"),
);

/** Operators and punctuation as written, longest first. */
export const symbols: readonly Kind[] = kinds
  .filter((kind) => /^[^A-Za-z]+$/.test(kind) && kind !== ">>")
  .toSorted((a, b) => b.length - a.length);

// biome-ignore format: a table, in groups
/** Line breaks before these are white space (reference/grammar#line-breaks rule 2) … */
export const joinsLineBefore: ReadonlySet<Kind> = new Set<Kind>([
  ".", "?", ")", "]", "else",
  "*", "/", "%", "==", "!=", "<", ">", ">>", "<=", ">=", "&&", "||", "&", "|", "^", "<<", "..", "..=",
]);

// biome-ignore format: a table, in groups
/** … and so are those after these, which always need something to follow. */
export const joinsLineAfter: ReadonlySet<Kind> = new Set<Kind>([
  ".", "(", "[", ",", "else", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
  "*", "/", "%", "==", "!=", "<", "<=", ">=", "&&", "||", "&", "|", "^", "<<", "..", "..=",
]);

export interface Token {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  /** The spelling; of strings and their pieces the bytes they stand for. */
  readonly text: string;
  /** Of a number or character what it stands for. */
  readonly value: number | bigint | null;
  /** Which macro expansion wrote it in its template; 0 for what the program wrote itself. */
  readonly mark: number;
}
