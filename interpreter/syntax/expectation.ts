// What the grammar would have allowed at the place where it failed, in words.
import type { MatchResult } from "ohm-js";
import { classes, kindOf, kinds, wordingOf, type Kind } from "./tokens.ts";

/** Sets of kinds that have a name of their own, the most comprehensive first. */
const groups: readonly { readonly wording: string; readonly marks: readonly Kind[]; readonly kinds: readonly Kind[] }[] = [
  {
    wording: "a statement",
    marks: ["let", "return", "int"],
    kinds: [
      "let", "const", "return", "break", "continue", "defer", "spawn", "ident", "Self", "self", "-", "!", "~",
      "int", "float", "char", "string", "blockString", "true", "false", "stringStart", "(", "[", "{", "if",
      "match", "loop", "while", "for", "fun", "macroCall",
    ],
  },
  {
    wording: "an expression",
    marks: ["int", "if", "("],
    kinds: [
      "ident", "Self", "self", "-", "!", "~", "int", "float", "char", "string", "blockString", "true", "false",
      "stringStart", "(", "[", "{", "if", "match", "loop", "while", "for", "fun", "macroCall", "return", "break", "continue",
    ],
  },
  {
    wording: "a pattern",
    marks: ["int", "ident", "("],
    kinds: ["ident", "int", "float", "char", "string", "blockString", "true", "false", "-", "("],
  },
  { wording: "a type", marks: ["dyn", "ident"], kinds: ["ident", "Self", "dyn", "fun", "("] },
  { wording: "an item", marks: ["struct", "enum", "import"], kinds: ["import", "const", "let", "fun", "struct", "enum", "trait", "impl", "@", "macroItem", "macroCall"] },
];

/** Kinds that continue what is complete; they are named only if nothing else is expected. */
const continuations: ReadonlySet<Kind> = new Set<Kind>([
  ...range(classes.binary), ">>", ".", "(", "[", "{", "?", ...range(classes.assignment), "<T", ";", ":",
]);

function range([first, last]: readonly [Kind, Kind]): Kind[] {
  return kinds.slice(kinds.indexOf(first), kinds.indexOf(last) + 1);
}

/** The kinds that a failed match could have gone on with; an empty set at the end of the item. */
export function expectedKinds(match: MatchResult): ReadonlySet<Kind> {
  const expected = new Set<Kind>();
  const failures = (match as unknown as { getRightmostFailures(): readonly OhmFailure[] }).getRightmostFailures();
  for (const failure of failures) {
    if (failure.isFluffy()) continue;
    const text = failure.getText();
    const characters = [...text].filter((character) => kindOf(character) !== undefined);
    if (failure.type === "description" || characters.length === 0) continue;
    if (characters.length === 2 && text.includes("..")) {
      for (const kind of range([kindOf(characters[0]!)!, kindOf(characters[1]!)!])) expected.add(kind);
    } else for (const character of characters) expected.add(kindOf(character)!);
  }
  return expected;
}

interface OhmFailure {
  readonly type: string;
  getText(): string;
  isFluffy(): boolean;
}

/** "`,` or `)`", "an expression". */
export function wordExpected(expected: ReadonlySet<Kind>): string {
  const left = new Set(expected);
  const words: string[] = [];
  for (const group of groups) {
    if (!group.marks.every((kind) => left.has(kind))) continue;
    words.push(group.wording);
    for (const kind of group.kinds) left.delete(kind);
    break;
  }
  const closing = [...left].filter((kind) => !continuations.has(kind));
  const shown = closing.length > 0 || words.length > 0 ? closing : [...left];
  for (const kind of shown) {
    const word = wordingOf(kind);
    if (!words.includes(word)) words.push(word);
  }
  if (words.length > 6) words.splice(6);
  if (words.length === 0) return "the end of this item";
  const last = words.pop()!;
  return words.length === 0 ? last : `${words.join(", ")} or ${last}`;
}
