// How loops are written elsewhere.
import type { Mistake } from "./view.ts";

const COMPARISONS = ["<", ">", "<=", ">=", "==", "!=", "&&", "||", "."];

export const loops: readonly Mistake[] = [
  [
    (v) => v.kind(-1) === "for" && v.kind() === "{",
    "a loop without end is `loop { … }`, one with a condition `while c { … }`",
  ],
  [
    (v) =>
      v.startsWith("for", "ident") &&
      v.expects("in") &&
      (COMPARISONS.includes(v.kind() ?? "") || v.kind() === "{"),
    "a loop with a condition is `while c { … }`",
  ],
  [
    (v) => v.startsWith("for") && v.expects("{") && v.text() === "until",
    "a range leaves out its end: `for i in 0..n`",
  ],
  [
    (v) => v.startsWith("for") && v.expects("{") && (v.text() === "downTo" || v.text() === "downto"),
    "a range goes upwards; backwards it is `list.range(0, 10).reversed()` with `import std/list`",
  ],
  [
    (v) => v.startsWith("for") && v.expects("{") && (v.text() === "step" || v.text() === "by"),
    "a range goes up by one; by more it is `list.range(0, 10).iter().step_by(2)` with `import std/list`",
  ],
  [
    (v) => v.startsWith("for") && v.expects("{") && (v.text() === "where" || v.kind() === "if"),
    "elements are chosen before, `for x in xs.filter(fun(x) = …)`, or skipped by `if !c { continue }`",
  ],
];
