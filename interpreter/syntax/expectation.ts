// The "expected …" of syntax errors: the tokens that could continue the text, in words.
import { classes, kinds, literalKinds, wordingOf, type Kind } from "./tokens.ts";

interface Group {
  readonly wording: string;
  /** Kinds that are all expected only if the whole group is. */
  readonly marks: readonly Kind[];
  readonly kinds: readonly Kind[];
}

/** Tokens that may start an expression in some context. */
const operands: readonly Kind[] = [
  ...literalKinds,
  "ident",
  "Self",
  "self",
  "-",
  "!",
  "~",
  "stringStart",
  "(",
  "[",
  "{",
  "if",
  "match",
  "loop",
  "while",
  "for",
  "label",
  "spawn",
  "fun",
  "macroCall",
  "return",
  "break",
  "continue",
  "let",
];

/** Sets of kinds that messages name as one, the largest first. */
const groups: readonly Group[] = [
  { wording: "a statement", marks: ["let", "return", "int"], kinds: [...operands, "const", "defer"] },
  { wording: "an expression", marks: ["int", "if", "("], kinds: operands },
  {
    // Of a function. Patterns, which lambdas allow as well, are rarely intended.
    wording: "a parameter",
    marks: ["self", "int", "ident"],
    kinds: [...literalKinds, "self", "ident", "-", "(", "[", "@"],
  },
  {
    wording: "a pattern",
    marks: ["int", "ident", "("],
    kinds: [...literalKinds, "ident", "-", "(", "["],
  },
  { wording: "a type", marks: ["dyn", "ident"], kinds: ["ident", "Self", "dyn", "fun", "(", "@"] },
  {
    wording: "an item",
    marks: ["struct", "enum", "import"],
    kinds: [
      "import",
      "const",
      "let",
      "fun",
      "struct",
      "enum",
      "trait",
      "impl",
      "aliasWord",
      "@",
      "macroItem",
      "macroCall",
    ],
  },
];

/** Tokens that continue a complete expression: omitted, in this order, if something else is expected. */
const afterExpression: readonly ReadonlySet<Kind>[] = [
  new Set<Kind>([...range(classes.binary), ...range(classes.assignment), ">>", ".", "?"]),
  new Set<Kind>(["(", "["]),
  new Set<Kind>(["{", ":", ";"]),
];

/** Tokens that continue a complete type. */
const afterType: ReadonlySet<Kind> = new Set<Kind>([".", "?", "<T", "+"]);

/** Tokens that continue a complete pattern. */
const afterPattern: readonly Kind[] = ["|", "..", "..=", "(", "{"];

function range([first, last]: readonly [Kind, Kind]): Kind[] {
  return kinds.slice(kinds.indexOf(first), kinds.indexOf(last) + 1);
}

/** The kinds in words: "`,` or `)`", "an expression". */
export function wordExpected(expected: ReadonlySet<Kind>): string {
  const left = new Set(expected);
  const words: string[] = [];
  for (const group of groups) {
    if (!group.marks.every((kind) => left.has(kind))) continue;
    words.push(group.wording);
    for (const kind of group.kinds) left.delete(kind);
    break;
  }
  if (left.has("newline")) left.delete(";");
  if (words.length > 0 || left.has(")") || left.has("]")) left.delete("newline");
  if (left.has("}")) left.delete("else");
  if (left.has(">") || words.length > 0) left.delete(">>");
  if (words.length > 0) left.delete(">");
  if (left.has("->") && left.has("if")) for (const kind of afterPattern) left.delete(kind);
  const hidden = left.has("*") && left.has(".") ? afterExpression : [afterType];
  for (const set of hidden) {
    const others = [...left].filter((kind) => !set.has(kind));
    if (words.length === 0 && others.length === 0) break;
    for (const kind of set) left.delete(kind);
  }
  for (const kind of left) {
    const word = wordingOf(kind);
    if (!words.includes(word)) words.push(word);
  }
  if (words.length > 6) words.splice(6);
  if (words.length === 0) return "the end of this item";
  const last = words.pop()!;
  return words.length === 0 ? last : `${words.join(", ")} or ${last}`;
}
