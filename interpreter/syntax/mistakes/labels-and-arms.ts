// Labels, aliases and the arms of a `match`.
import type { Mistake } from "./view.ts";

export const arms: readonly Mistake[] = [
  [
    (v) => v.seesJoined(0, [":", "="]) && !v.startsWith("for"),
    (v) => `variables are declared with \`let\`: \`let ${v.kind(-1) === "ident" ? v.text(-1) : "x"} = …\``,
  ],
  // aliases
  [
    (v) =>
      v.startsWith("aliasWord", "ident") &&
      (v.kind() === "{" || v.kind() === "ident" || v.kind() === "struct" || v.kind() === "enum"),
    "a type of its own is declared with `struct` or `enum`: `struct P { x: Int }`; an alias is `type Name = …`",
  ],
  [
    (v) => v.startsWith("aliasWord") && v.kind() === "|",
    "types with several shapes are declared with `enum`",
  ],
  // labels
  [
    (v) =>
      v.kind() === ":" &&
      v.kind(-1) === "ident" &&
      ["for", "while", "loop"].includes(v.kind(1) === "newline" ? (v.kind(2) ?? "") : (v.kind(1) ?? "")),
    (v) => `labels begin with a quote: \`'${v.text(-1)}: …\``,
  ],
  [(v) => v.sees(-2, ["label", ":"]), "a label stands before `loop`, `while` or `for`"],
  [
    (v) => v.kind(-1) === "label" && ["for", "while", "loop"].includes(v.kind() ?? ""),
    (v) => `write \`${v.text(-1)}: ${v.text()} …\``,
  ],
  // arms
  [
    (v) => v.text(-1) === "case" && v.expects("->"),
    (v) => `an arm begins with its pattern, without \`case\`: \`${v.text()} -> …\``,
  ],
  [
    (v) => v.kind() === "." && v.expectsPattern && v.kind(1) === "ident",
    (v) => `patterns name a variant alone, without a dot: \`${v.text(1)} -> …\``,
  ],
  [
    (v) => v.kind() === "|" && v.expectsPattern && !v.expects("->"),
    "the first pattern of an arm has no `|` before it: `1 | 2 -> …`",
  ],
  [
    (v) =>
      v.sees(-4, ["match", "ident", "{", "ident"]) &&
      (v.kind() === ":" || v.kind() === ",") &&
      /^[A-Z]/.test(v.text(-3)) &&
      v.expects("->"),
    "in the head of `if`, `while`, `for` and `match` a struct literal is put in parentheses",
  ],
  [(v) => v.kind() === ":" && v.expects("->") && v.expects("if"), "arms are written `pattern -> value`"],
  [(v) => v.kind() === "," && v.expects("->") && v.expects("if"), "alternatives are written `1 | 2 -> …`"],
  [(v) => v.sees(0, ["else", "->"]), "the arm for everything else is `_ -> …`"],
  [
    (v) => v.kind() === "," && v.fieldWithEquals() !== undefined,
    (v) => `fields are written with \`:\`: \`${v.fieldWithEquals()!}: …\``,
  ],
];
