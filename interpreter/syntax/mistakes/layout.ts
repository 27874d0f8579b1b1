// Mistakes in line breaks and bodies, and all that no other list has.
import { insteadOf } from "../../diagnostics/index.ts";
import { keywords } from "../tokens.ts";
import type { Mistake } from "./view.ts";

export const layout: readonly Mistake[] = [
  [
    (v) => v.kind() === "." && (v.kind(-1) === ";" || (v.kind(-1) === "newline" && v.kind(-2) === ";")),
    "remove the `;` before it: it ends the statement",
  ],
  [
    (v) => v.kind() === "newline" && v.kind(-1) === ".",
    "write the name on the line of its `.`, or indent the next line further than the statement",
  ],
  [
    (v) => v.kind() === "newline" && v.expects("{") && v.startsWith("ident", "(") && v.has(")", "if"),
    "write the condition first: `if c { … }`",
  ],
  [
    (v) =>
      v.kind() === "newline" &&
      v.kind(1) !== "{" &&
      v.expects("{") &&
      ["if", "while", "for"].some((word) => v.startsWithWord(word)),
    "write the body in braces: `if c { … }`",
  ],
  [
    (v) => v.kind() === "newline" && v.kind(1) === "{" && v.expects("{"),
    "put the `{` of a body on the line of its construct",
  ],
  [
    (v) =>
      (v.kind() === "for" && !v.startsWith("for")) ||
      (v.kind() === "}" && v.expects("{") && v.has("for") && !v.startsWith("for")),
    "build a list with methods, `xs.map(fun(x) = …)`, `xs.filter(fun(x) = …)`, or with `push` in a loop",
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
    "write the body in braces: `if c { … }`",
  ],
  [
    (v) =>
      v.kind() === "ident" &&
      insteadOf(v.text()) === undefined &&
      (v.kind(-1) !== "ident" || insteadOf(v.text(-1)) === undefined) &&
      v.expects("{") &&
      (v.startsWith("if") || v.startsWith("while")),
    "write the body in braces: `if c { … }`",
  ],
  [
    (v) => keywords.has(v.kind() ?? "") && v.expects("ident") && !v.expectsExpression,
    (v) => `\`${v.text()}\` is a keyword and cannot be used as a name`,
  ],
  [(v) => v.kind() === "else", "an `else` must follow the `}` of an `if`"],
  [
    (v) => v.kind() === "$" && v.kind(1) === "ident",
    (v) => `names have no \`$\`: write \`${v.text(1)}\`; in strings, write \`\${…}\``,
  ],
  [(v) => v.kind() === "$", "`$` is only allowed in macros; in strings, write `${…}`"],
];
