// Line breaks, bodies and what is left.
import { insteadOf } from "../../diagnostics/index.ts";
import { keywords } from "../tokens.ts";
import type { Mistake } from "./view.ts";

export const layout: readonly Mistake[] = [
  [
    (v) => v.kind() === "newline" && v.kind(1) === "{" && v.expects("{"),
    "the `{` of a body stands on the line of its construct",
  ],
  [
    (v) =>
      (v.kind() === "for" && !v.startsWith("for")) ||
      (v.kind() === "}" && v.expects("{") && v.has("for") && !v.startsWith("for")),
    "a list is made of another by its methods, `xs.map(fun(x) = …)`, `xs.filter(fun(x) = …)`, or in a loop with `push`",
  ],
  [
    (v) => v.kind() === "string" && v.kind(-1) === "ident" && /^[a-z]{1,2}$/.test(v.text(-1)),
    'strings have no prefix: `"…${x}…"` embeds a value, `"""…"""` is raw',
  ],
  [
    (v) => v.kind() === "stringStart" && v.kind(-1) === "ident" && /^[a-z]{1,2}$/.test(v.text(-1)),
    'strings have no prefix: every `"…${x}…"` embeds values',
  ],
  [
    (v) =>
      v.expects("{") &&
      !v.expects("}") &&
      (v.has("if") ||
        v.has("while") ||
        v.has("else") ||
        v.has("match") ||
        (v.has("for") && v.foreignWord() === undefined)) &&
      !["{", "newline", "ident"].includes(v.kind() ?? ""),
    "a body is put in braces: `if c { … }`",
  ],
  [
    (v) =>
      v.kind() === "ident" &&
      insteadOf(v.text()) === undefined &&
      (v.kind(-1) !== "ident" || insteadOf(v.text(-1)) === undefined) &&
      v.expects("{") &&
      (v.startsWith("if") || v.startsWith("while")),
    "a body is put in braces: `if c { … }`",
  ],
  [
    (v) => keywords.has(v.kind() ?? "") && v.expects("ident") && !v.expectsExpression,
    (v) => `\`${v.text()}\` is a keyword and cannot be used as a name`,
  ],
  [(v) => v.kind() === "else", "`else` follows the `}` of an `if`"],
  [(v) => v.kind() === "$", "`$` is used in macros only; in strings write `${…}`"],
];
