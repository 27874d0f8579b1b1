// Arms and functions in the spelling of other languages.
import type { Mistake } from "./view.ts";

export const functions: readonly Mistake[] = [
  [
    (v) => v.kind() === "=>" && v.kind(-1) === ")" && v.expects("=") && v.has("fun"),
    "the body of an anonymous function follows `=`: `fun(x) = …`",
  ],
  [
    (v) =>
      !v.atFileLevel &&
      v.kind(-1) === ")" &&
      v.expects("=") &&
      v.expects("{") &&
      v.has("fun", "(") &&
      !["newline", ")", ",", ":", "=="].includes(v.kind() ?? "newline"),
    "the body of an anonymous function follows `=`, or stands in braces: `fun(x) = …`",
  ],
  [(v) => v.kind() === "=>" && v.expects("->"), "arms are written `pattern -> value`"],
  [
    (v) => v.kind() === "=>",
    "anonymous functions are written `fun(x) = x + 1`, arms of a match `pattern -> value`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind(-1) === ")" && v.expects("->") && v.kind() === "(",
    "the result type is written after `->`, several as a tuple: `fun f() -> (Int, String)`",
  ],
  [
    (v) =>
      v.startsWith("fun", "ident") &&
      v.sees(0, ["{", "ident"]) &&
      [",", "}", ":"].includes(v.kind(2) ?? "") &&
      v.within("("),
    "a parameter of a function has a name: take it apart in the body, `let Point { x, y } = p`",
  ],
  [
    (v) => v.startsWith("fun") && v.has("->") && v.within("(") && v.sees(-1, ["ident", "ident"]),
    "the parts of a result have types alone: `-> (Int, String)`",
  ],
  [
    (v) => v.text() === "<" && v.expectsExpression,
    "a function with type parameters is declared at file level: `fun f<T>(x: T) -> T { … }`",
  ],
  [(v) => v.sees(0, ["$", "int"]), "a function names what it takes: `fun(x) = …`"],
  [
    (v) => v.kind() === ":" && v.startsWith("fun") && v.kind(-1) === ")",
    "the result type is written after `->`: `fun f() -> Int`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind(-1) === ")" && v.expects("->") && v.seesName,
    "the result type is written after `->`: `fun f() -> Int`",
  ],
  [
    (v) => v.expects("->") && v.kind(-1) === ")" && !v.expects("=") && !v.expects("{") && !v.expects("if"),
    "the type of a function says what it gives: `fun() -> ()`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind() === "newline" && v.kind(-1) === "->",
    "the result type stands on the same line as `->`",
  ],
  [
    (v) => v.kind() === "ident" && v.kind(-1) === "fun" && !v.atFileLevel,
    (v) => `functions are declared at file level; a local one is \`let ${v.text()} = fun(…) { … }\``,
  ],
  [
    (v) => v.kind() === "@" && v.kind(-1) === "ident" && v.expects("->"),
    "bind the value by a name, and match it again inside",
  ],
  [(v) => v.kind() === ":" && v.has("ident") && v.expects("->"), "arms are written `pattern -> value`"],
  [
    (v) => ["..", "..="].includes(v.kind() ?? "") && v.kind(-1) === "(",
    "there are no variadic functions: take a `List`",
  ],
];
