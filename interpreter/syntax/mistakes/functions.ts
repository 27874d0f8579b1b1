// Mistakes in functions and match arms: the syntax of other languages.
import type { Mistake } from "./view.ts";

/** Words for anonymous functions of other languages: `func(x) { … }`. */
const FUNCTION_WORDS: readonly string[] = ["func", "function", "fn", "def", "proc", "sub"];

export const functions: readonly Mistake[] = [
  [
    (v) => FUNCTION_WORDS.includes(v.callee ?? "") && !v.atFileLevel && v.expects(")"),
    "write anonymous functions as `fun(x) = x + 1` or `fun(x) { … }`",
  ],
  [
    (v) => v.sees(-2, ["fun", "ident", "{"]),
    (v) => `write parentheses also without parameters: \`fun ${v.text(-1)}() { … }\``,
  ],
  [
    (v) => v.startsWith("fun") && v.kind(-1) === "fun" && v.text() === "<",
    (v) =>
      `the type parameters follow the name: \`fun ${v.words(0).find((word, i) => i > 3 && /^[a-z]\w/.test(word)) ?? "f"}<T>(…)\``,
  ],
  [
    (v) => v.kind() === "return" && v.kind(-1) === "=" && v.expectsExpression,
    (v) =>
      `the value after \`=\` is the result: write \`= ${v.kind(1) === "newline" ? "…" : v.text(1)}\` without \`return\``,
  ],
  [
    (v) => v.seesJoined(-1, ["ident", "->", "ident"]) && v.expects(")"),
    (v) => `write \`${v.text(-1)}.${v.text(1)}\``,
  ],
  [
    (v) => v.kind() === "->" && v.kind(-1) === "ident" && v.callee !== undefined && v.expects(")"),
    (v) => `write anonymous functions as \`fun(${v.text(-1)}) = …\``,
  ],
  [
    (v) =>
      v.kind() === "=>" &&
      (v.within("[") || v.kind(-2) === "{") &&
      ["string", "int", "char"].includes(v.kind(-1) ?? "") &&
      !v.expects("->"),
    'write a map as `["key": value]`',
  ],
  [
    (v) => v.kind() === "=>" && v.kind(-1) === ")" && v.expects("=") && v.has("fun"),
    "write the body of an anonymous function after `=`: `fun(x) = …`",
  ],
  [
    (v) =>
      !v.atFileLevel &&
      v.kind(-1) === ")" &&
      v.expects("=") &&
      v.expects("{") &&
      v.has("fun", "(") &&
      !["newline", ")", ",", ":", "=="].includes(v.kind() ?? "newline"),
    "write the body of an anonymous function after `=` or in braces: `fun(x) = …`",
  ],
  [(v) => v.kind() === "=>" && v.expects("->"), "write arms as `pattern -> value`"],
  [
    (v) => v.kind() === "=>",
    "write anonymous functions as `fun(x) = x + 1`, arms of a `match` as `pattern -> value`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind(-1) === ")" && v.expects("->") && v.kind() === "(",
    "write the result type after `->`, several as a tuple: `fun f() -> (Int, String)`",
  ],
  [
    (v) =>
      v.startsWith("fun", "ident") &&
      v.sees(0, ["{", "ident"]) &&
      [",", "}", ":"].includes(v.kind(2) ?? "") &&
      !(v.kind(2) === ":" && /^[A-Z]/.test(v.text(3))) &&
      v.within("("),
    "a parameter of a function is a name: destructure it in the body, `let Point { x, y } = p`",
  ],
  [
    (v) =>
      v.startsWith("fun", "ident", "(") &&
      (v.kind(-1) === "(" || v.kind(-1) === ",") &&
      (v.sees(0, ["{", "ident", ":"]) || v.sees(0, ["{", "ident", "ident", ":"])),
    "a call may name every argument, `f(x: 1)`: write the parameters without braces",
  ],
  [
    (v) => v.startsWith("fun") && v.has("->") && v.within("(") && v.sees(-1, ["ident", "ident"]),
    "write only the types of the parts of a result: `-> (Int, String)`",
  ],
  [
    (v) => v.text() === "<" && v.expectsExpression,
    "declare a function with type parameters at file level: `fun f<T>(x: T) -> T { … }`",
  ],
  [(v) => v.sees(0, ["$", "int"]), "a function names its parameters: `fun(x) = …`"],
  [
    (v) => v.kind() === ":" && v.startsWith("fun") && v.kind(-1) === ")",
    "write the result type after `->`: `fun f() -> Int`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind(-1) === ")" && v.expects("->") && v.seesName,
    "write the result type after `->`: `fun f() -> Int`",
  ],
  [
    (v) => v.expects("->") && v.kind(-1) === ")" && !v.expects("=") && !v.expects("{") && !v.expects("if"),
    "a function type needs a result type: `fun() -> ()`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind() === "newline" && v.kind(-1) === "->",
    "write the result type on the same line as `->`",
  ],
  [
    (v) => v.kind() === "ident" && v.kind(-1) === "fun" && !v.atFileLevel,
    (v) => `declare named functions at file level, a local one as \`let ${v.text()} = fun(…) { … }\``,
  ],
  [
    (v) => v.sees(-1, ["ident", "@", ".."]) && v.expectsPatternEnd,
    (v) => `write the name behind the dots: \`..${v.text(-1)}\``,
  ],
  [
    (v) => v.kind() === "@" && v.kind(-1) === "ident" && v.expectsPatternEnd,
    "bind the value to a name, and match it again in the arm",
  ],
  [(v) => v.kind() === ":" && v.has("ident") && v.expects("->"), "write arms as `pattern -> value`"],
  [
    (v) => ["..", "..="].includes(v.kind() ?? "") && v.kind(-1) === "(",
    "there are no variadic functions: declare a parameter of type `List`",
  ],
];
