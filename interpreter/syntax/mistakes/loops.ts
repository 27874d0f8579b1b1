// Mistakes in loops: the syntax of other languages.
import { notes } from "../../diagnostics/index.ts";
import type { Mistake } from "./view.ts";

const COMPARISONS = ["<", ">", "<=", ">=", "==", "!=", "&&", "||", "."];

export const loops: readonly Mistake[] = [
  [
    (v) => v.startsWith("for", "ident", "=") && v.kind() === "=",
    (v) => `write a loop over numbers as \`for ${v.text(-1)} in 1..=3 { … }\``,
  ],
  [
    (v) => v.text() === "do" && v.expects("{") && (v.startsWith("while") || v.startsWith("for")),
    "write the body in braces: `while c { … }`",
  ],
  [
    (v) =>
      v.startsWith("for", "(") &&
      ((v.kind() === ":" && v.kind(1) !== "=") || v.kind() === "in") &&
      (v.sees(-3, ["for", "(", "ident"]) || v.kind(-1) === ")"),
    (v) =>
      `write the head of a loop without parentheses: \`for ${v.kind(-1) === ")" ? "(key, value)" : v.text(-1)} in ${v.kind(1) === "ident" && v.kind(2) === ")" ? v.text(1) : "…"} { … }\``,
  ],
  [
    (v) => v.startsWith("for", "(", "ident", "ident", ":") && v.text() === v.words(3)[0],
    (v) => `write \`for ${v.text()} in ${v.words(5)[0]!} { … }\``,
  ],
  [
    (v) => v.kind(-1) === "for" && v.kind() === "{",
    "write an endless loop as `loop { … }`, a loop with a condition as `while c { … }`",
  ],
  [
    (v) =>
      v.startsWith("for", "ident") &&
      v.expects("in") &&
      (COMPARISONS.includes(v.kind() ?? "") || v.kind() === "{"),
    "write a loop with a condition as `while c { … }`",
  ],
  [
    (v) => v.startsWith("for") && v.expects("{") && v.text() === "until",
    "write the range as `for i in 0..n`, which excludes its end",
  ],
  [
    (v) => v.startsWith("for") && v.expects("{") && (v.text() === "downTo" || v.text() === "downto"),
    "a range counts up: to count down, write `list.range(0, 10).reversed()` with `import std/list`",
  ],
  [
    (v) => v.startsWith("for") && v.expects("{") && (v.text() === "step" || v.text() === "by"),
    notes.rangeCountsByOne,
  ],
  [
    (v) => v.startsWith("for") && v.expects("{") && (v.text() === "where" || v.kind() === "if"),
    "filter the elements, `for x in xs.filter(fun(x) = …)`, or skip them with `if !c { continue }`",
  ],
];
