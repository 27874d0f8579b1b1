// The token table. It defines the keywords and operators of the lexer, and the words of "expected …". The order
// matters: kinds of one class are adjacent.

/** Each kind, and its name in messages; null if the kind is its own spelling. */
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
  /** The first half of a shift or of two closing angles: another `>` follows without space. */
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

const wordings = new Map<Kind, string>(rows.map(([kind, wording]) => [kind, wording ?? `\`${kind}\``]));

export const binaryKinds: ReadonlySet<Kind> = new Set(
  kinds.slice(kinds.indexOf("*"), kinds.indexOf("-") + 1),
);

/** Tokens that are complete values. */
export const literalKinds: readonly Kind[] = [
  "int",
  "float",
  "char",
  "string",
  "blockString",
  "true",
  "false",
];

/**
 * Tokens allowed between the angles of type arguments everywhere; parentheses and further tokens depend on
 * the context.
 */
export const typeKinds: readonly Kind[] = ["ident", "Self", "dyn", "fun", ",", "?", "->", ":"];

/** The name of a kind in messages: "a name", "`{`". */
export function wordingOf(kind: Kind): string {
  return wordings.get(kind)!;
}

/** The classes of tokens, each as its first and last kind. */
export const classes = {
  binary: ["*", "-"],
  prefix: ["-", "~"],
  postfix: [".", "?"],
  assignment: ["=", ">>="],
  literal: ["int", "false"],
  statementWord: ["let", "defer"],
} as const satisfies Record<string, readonly [Kind, Kind]>;

/** Words that cannot be names (reference/lexical#names-and-keywords). */
export const keywords: ReadonlySet<string> = new Set(
  kinds.filter((kind) => /^[A-Za-z]+$/.test(kind) && wordings.get(kind) === `\`${kind}\`` && kind !== "dyn"),
);

/** Operators and punctuation, longest first. */
export const symbols: readonly Kind[] = kinds
  .filter((kind) => /^[^A-Za-z]+$/.test(kind) && kind !== ">>")
  .toSorted((a, b) => b.length - a.length);

// biome-ignore format: a table, in groups
/** Tokens before which line breaks are white space (reference/grammar#line-breaks rule 2). */
export const joinsLineBefore: ReadonlySet<Kind> = new Set<Kind>([
  ".", "?", ")", "]", "else",
  "*", "/", "%", "==", "!=", "<", ">", ">>", "<=", ">=", "&&", "||", "&", "|", "^", "<<", "..", "..=",
]);

// biome-ignore format: a table, in groups
/** Tokens after which line breaks are white space, because another token must follow. */
export const joinsLineAfter: ReadonlySet<Kind> = new Set<Kind>([
  ".", "(", "[", ",", "else", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
  "*", "/", "%", "==", "!=", "<", "<=", ">=", "&&", "||", "&", "|", "^", "<<", "..", "..=",
]);

export interface Token {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  /** The spelling; for strings and their pieces, the bytes of the value. */
  readonly text: string;
  /** The value of a number or character. */
  readonly value: number | bigint | null;
  /** The macro expansion whose template contains the token; 0 for a token of the program. */
  readonly expansion: number;
}
