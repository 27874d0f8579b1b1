// Mistakes in labels, aliases and the arms of a `match`.
import type { Mistake } from "./view.ts";

export const arms: readonly Mistake[] = [
  [
    (v) => v.seesJoined(0, [":", "="]) && !v.startsWith("for"),
    (v) => `declare variables with \`let\`: \`let ${v.kind(-1) === "ident" ? v.text(-1) : "x"} = …\``,
  ],
  // aliases
  [
    (v) =>
      v.startsWith("aliasWord", "ident") &&
      (v.kind() === "{" || v.kind() === "ident" || v.kind() === "struct" || v.kind() === "enum"),
    "declare a new type with `struct` or `enum`, `struct P { x: Int }`, an alias with `type Name = …`",
  ],
  [(v) => v.startsWith("aliasWord") && v.kind() === "|", "declare a type with several variants with `enum`"],
  // labels
  [
    (v) =>
      v.kind() === ":" &&
      v.kind(-1) === "ident" &&
      ["for", "while", "loop"].includes(v.kind(1) === "newline" ? (v.kind(2) ?? "") : (v.kind(1) ?? "")),
    (v) => `labels start with a quote: \`'${v.text(-1)}: …\``,
  ],
  [
    (v) =>
      ((v.kind() === ":" && v.kind(-1) === "string") || (v.kind() === "@" && v.kind(-1) === "ident")) &&
      ["for", "while", "loop"].includes(v.kind(1) ?? ""),
    (v) => `labels start with a quote: \`'${v.text(-1)}: …\``,
  ],
  [(v) => v.sees(-2, ["label", ":"]), "a label is only allowed before `loop`, `while` or `for`"],
  [
    (v) => v.kind(-1) === "label" && ["for", "while", "loop"].includes(v.kind() ?? ""),
    (v) => `write \`${v.text(-1)}: ${v.text()} …\``,
  ],
  // arms
  [
    (v) => v.text(-1) === "case" && v.expects("->"),
    (v) => `start an arm with its pattern, without \`case\`: \`${v.text()} -> …\``,
  ],
  [
    (v) => v.kind() === "." && v.expectsPattern && v.kind(1) === "ident",
    (v) => `in a pattern, write a variant without a dot: \`${v.text(1)} -> …\``,
  ],
  [
    (v) => v.kind() === "|" && v.expectsPattern && !v.expects("->"),
    "remove the `|` before the first pattern: `1 | 2 -> …`",
  ],
  [
    (v) =>
      v.sees(-4, ["match", "ident", "{", "ident"]) &&
      (v.kind() === ":" || v.kind() === ",") &&
      /^[A-Z]/.test(v.text(-3)) &&
      v.expects("->"),
    "in the head of `if`, `while`, `for` and `match`, put a struct literal in parentheses",
  ],
  [(v) => v.kind() === ":" && v.expects("->") && v.expects("if"), "write arms as `pattern -> value`"],
  [(v) => v.kind() === "," && v.expects("->") && v.expects("if"), "write alternatives as `1 | 2 -> …`"],
  [
    (v) => ["<", ">", "<=", ">="].includes(v.kind() ?? "") && v.expectsPattern && v.expects("ident"),
    (v) => `compare in a guard: \`n if n ${v.text()} ${v.text(1)} -> …\``,
  ],
  [
    (v) => v.kind() === "+" && v.kind(-1) === "string" && v.expects("->"),
    'match the start of a string in a guard: `s if s.strip_prefix("…").is_some() -> …`',
  ],
  [
    (v) => v.kind() === "{" && v.expects("->") && v.expects("if") && v.kind(-1) !== "ident",
    "write arms as `pattern -> value`",
  ],
  [
    (v) =>
      v.kind(-1) === "}" &&
      ["int", "string", "char", "ident", "_"].includes(v.kind() ?? "") &&
      v.expects("}", ",") &&
      v.expects("newline") &&
      v.has("->"),
    "separate arms with `,` or line breaks",
  ],
  [
    (v) =>
      ["int", "string", "char", "ident"].includes(v.kind() ?? "") &&
      v.expects("}", ",") &&
      v.expects("newline") &&
      v.has("->") &&
      v.isFollowedBy("->"),
    "separate arms with `,` or line breaks",
  ],
  [(v) => v.sees(0, ["else", "->"]), "write `_ -> …` for the arm that matches everything else"],
  [
    (v) => v.kind() === "," && v.fieldWithEquals() !== undefined,
    (v) => `write fields with \`:\`: \`${v.fieldWithEquals()!}: …\``,
  ],
];
