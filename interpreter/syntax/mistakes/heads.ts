// How statements, functions and conditions begin.
import { insteadOf } from "../../diagnostics/index.ts";
import type { Mistake } from "./view.ts";

const PAIRS =
  "what is gone over in pairs has a pattern: `for (i, x) in xs.enumerate()`, `for (key, value) in m`";

const PARTS = "a part of a list or text is written with `..`: `xs[from..to]`, `xs[..to]`, `xs[from..]`";

export const heads: readonly Mistake[] = [
  [
    (v) => v.startsWith("fun", "ident", ".") || v.startsWith("fun", "("),
    "methods are declared in a block of their type: `impl P { fun area(self) -> Int { … } }`",
  ],
  [
    (v) => v.atFileLevel && v.expects("struct") && v.sees(0, ["ident", "ident", "("]) && v.seesName,
    "functions are declared with `fun`: `fun f(x: Int) -> Int { … }`",
  ],
  [
    (v) => (v.kind() === "let" || v.kind() === "const") && v.expects("}") && v.expects("@"),
    "fields are written with their name alone: `x: Int`",
  ],
  [
    (v) => v.kind() === "->" && v.kind(-1) === ")" && v.expects("="),
    "function types are written `fun(Int) -> Int`",
  ],
  [
    (v) => v.kind() === "," && v.atFileLevel && v.startsWith("fun") && v.has("->"),
    "several results are a tuple: `-> (Int, String)`",
  ],
  [
    (v) => v.kind() === ":" && v.kind(-1) === ")" && v.expects("->"),
    "the result type is written after `->`: `fun f() -> Int`",
  ],
  [
    (v) =>
      v.kind() === "ident" &&
      v.kind(-1) === "ident" &&
      v.expects(":") &&
      v.expects(",") &&
      insteadOf(v.text(-1))?.startsWith("did you mean `") === true,
    (v) => `the name comes first: write \`${v.text()}: Int\``,
  ],
  [
    (v) =>
      v.kind() === "ident" &&
      v.kind(-1) === "ident" &&
      v.expects(":") &&
      v.expects(",") &&
      /^[A-Z]/.test(v.text(-1)) &&
      /^[a-z]/.test(v.text()) &&
      insteadOf(v.text()) === undefined,
    (v) => `the name comes first: write \`${v.text()}: ${v.text(-1)}\``,
  ],
  [
    (v) => v.kind() === "let" && (v.has("if") || v.has("while")),
    "a `let` in a condition stands without parentheses, and joined by `&&` alone: `if let Some(x) = o && x > 0 { … }`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("let", "ident", ","),
    "several names are bound by a tuple: `let (a, b) = (1, 2)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("ident", ",") && v.isFollowedBy(":", "="),
    "several names are bound by a tuple: `let (a, b) = (1, 2)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("ident", ",") && !v.within("(") && !v.within("["),
    "several places are assigned by a tuple: `(a, b) = (b, a)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("(") && v.has("="),
    "several values are assigned as a tuple: `(a, b) = (b, a)`",
  ],
  [
    (v) =>
      v.startsWith("(") &&
      v.within("(") &&
      (v.kind() === "let" || v.sees(-1, ["ident", "ident"])) &&
      v.isFollowedBy(")", "="),
    "variables are declared with `let`, several by a tuple: `let (a, b) = t`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("break"),
    "a loop has one value, several are a tuple: `break (a, b)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("return"),
    "several values are returned as a tuple: `return (a, b)`",
  ],
  [
    (v) => v.kind() === "=" && v.patternAfter("if"),
    "a pattern is tested by `if let`: `if let Some(x) = o { … }`",
  ],
  [
    (v) => v.kind() === "=" && v.patternAfter("while"),
    "a pattern is tested by `while let`: `while let Some(x) = o { … }`",
  ],
  [
    (v) => v.kind() === ":" && v.sees(-3, ["ident", "(", "ident"]) && v.expectsPatternEnd,
    (v) => `parts with names are matched in braces: \`${v.text(-3)} { ${v.text(-1)}: …, .. }\``,
  ],
  [
    (v) => v.sees(-4, ["ident", "(", "ident", ",", ".."]) && v.expectsPattern,
    (v) =>
      `each part has a pattern, \`_\` for any; of parts with names, some are matched by \`${v.text(-4)} { ${v.text(-2)}, .. }\``,
  ],
  [
    (v) => v.kind() === ".." && v.expectsPattern && v.within("(") && !v.startsWith("fun"),
    "a tuple pattern has a pattern for each part: `_` takes anything",
  ],
  [
    (v) =>
      v.kind() === "," &&
      (v.startsWith("if") || v.startsWith("while")) &&
      (v.letWithoutValue() !== undefined || v.has("let")) &&
      !v.within("("),
    "tests are joined by `&&`, each with its own `let`: `if let Some(a) = x && let Some(b) = y { … }`",
  ],
  [
    (v) => v.expects("{") && v.kind(-1) === "else" && v.kind() !== "newline",
    (v) => `a body is put in braces: \`else { ${v.text()}${v.kind(1) === "newline" ? "" : " …"} }\``,
  ],
  [
    (v) => v.kind() === "(" && v.kind(-1) === "let" && v.atFileLevel,
    "a variable of a file has one name; values are taken apart inside of functions: `fun main() { let (a, b) = … }`",
  ],
  [
    (v) => v.kind() === "}" && v.kind(-1) === ".." && v.expectsExpression,
    "what the other fields come from stands behind `..`: `P { x: 1, ..p }`",
  ],
  [
    (v) =>
      (v.kind() === "." || v.kind() === "::") &&
      v.kind(-1) === "ident" &&
      (v.letWithoutValue() !== undefined || v.startsWith("let", "ident", v.kind()!)),
    "patterns name a variant without its enum: `let Circle(r) = …`",
  ],
  [
    (v) => (v.kind() === "." || v.kind() === "::") && v.kind(-1) === "ident" && v.expectsPatternEnd,
    "patterns name a variant without its enum: `Circle(r) -> …`",
  ],
  [
    (v) => v.kind() === ";" && v.expects("{") && (v.startsWith("if") || v.startsWith("while")),
    "a statement stands before the `if`; conditions are joined by `&&`: `if let Some(x) = o && x > 2 { … }`",
  ],
  [
    (v) => v.text(-1) === "is" && v.kind() === "ident" && v.kind(1) === "(",
    (v) => `a pattern is tested by \`if let\`: \`if let ${v.text()}(x) = o { … }\``,
  ],
  [
    (v) => v.text() === "is" && v.sees(1, ["ident", "("]),
    (v) => `a pattern is tested by \`if let\`: \`if let ${v.text(1)}(x) = o { … }\``,
  ],
  [
    (v) => (v.startsWith("if") || v.startsWith("while")) && (v.text(-1) === "var" || v.text(-1) === "val"),
    "a pattern is tested by `if let`: `if let Some(x) = o { … }`",
  ],
  [
    (v) => v.kind() === "let" && v.kind(-1) === ".",
    "what is inside of an option is looked at by `if let Some(x) = o { … }`, or changed by `o.map(f)`",
  ],
  [
    (v) => v.kind() === ":" && v.kind(-1) === "ident" && insteadOf(v.text(-1)) === insteadOf("try"),
    insteadOf("catch")!,
  ],
  [
    (v) => v.expects("{") && v.startsWith("for") && v.has("..", "{"),
    "the range of a `for` needs its end: `0..n`; without one, count in a `loop`",
  ],
  [
    (v) => v.letWithoutValue() !== undefined,
    (v) =>
      `a \`let\` in a condition has a pattern and a value: \`${v.letWithoutValue()!} let Some(x) = o { … }\``,
  ],
  [
    (v) => v.text() === "not" && v.kind(1) === "in",
    "ask what holds it: `!xs.contains(x)` of a list, a set or a text, `!m.has(key)` of a map",
  ],
  [(v) => v.startsWithWord("with"), "there is no `with`: close what you open in a `defer`"],
  [(v) => v.startsWithWord("guard"), "write `let Some(x) = o else { return … }`, or `if !c { return … }`"],
  [
    (v) => v.startsWith("for") && (v.text() === "of" || (v.startsWith("for", "(") && v.words(4)[0] === "of")),
    "loops over elements are written `for x in xs { … }`",
  ],
  [
    (v) => v.startsWith("for") && v.seesJoined(0, [":", "="]),
    "loops over numbers are written `for i in 0..10 { … }`",
  ],
  [(v) => v.startsWith("for", "ident", ",") && (v.kind() === "," || v.kind() === "in"), PAIRS],
  [(v) => v.kind(-1) === "let" && v.kind() === "=", "a variable has a name: `let x = …`"],
  [
    (v) =>
      v.sees(-3, ["ident", "{", "ident", ":"]) &&
      (v.has("if") || v.has("while") || v.has("for") || v.has("match")),
    "in the head of `if`, `while`, `for` and `match` a struct literal is put in parentheses",
  ],
  [(v) => v.text(-1) === "mut", "every `let` variable can be assigned to: leave `mut` out"],
  [
    (v) => [")", "]", "}"].includes(v.kind() ?? "") && v.atFileLevel,
    "there is no open bracket that it could close",
  ],
  [
    (v) => (v.kind() === ")" || v.kind() === "]") && v.expects("}") && v.expects("let"),
    (v) => `there is no open bracket that this \`${v.text()}\` could close`,
  ],
  [
    (v) => v.has("for", "(") && v.kind() === "const" && !v.isFollowedBy(";"),
    "loops over elements are written `for x in xs { … }`",
  ],
  [
    (v) => v.has("for", "(") && ["=", ";", "let", "const", "ident"].includes(v.kind() ?? ""),
    "loops over numbers are written `for i in 0..10 { … }`",
  ],
  [(v) => v.has("while") && v.startsWithWord("do"), insteadOf("do")!],
  [
    (v) => v.kind() === "*" && v.expectsPattern,
    "a pattern takes no list apart: its first element is `xs[0]`, the others are `xs[1..]`",
  ],
  [
    (v) => v.kind() === "->" && (v.kind(-1) === ".." || v.kind(-1) === "..="),
    "a range in a pattern has both ends; for one there is a guard: `n if n >= 0 -> …`",
  ],
  [
    (v) => v.kind() === "[" && (v.kind(-1) === "let" || v.kind(-1) === "const"),
    "a tuple is taken apart in parentheses, `let (a, b) = t`; there are no list patterns: look at `len()` and the elements",
  ],
  [
    (v) => v.kind() === "in" && v.sees(-2, ["{", "ident"]),
    (v) => `a function names what it takes: \`fun(${v.text(-1)}) = …\``,
  ],
  [
    (v) => v.kind() === "[" && v.expectsPattern,
    "there are no list patterns: give the list a name, and look at its `len()` and its elements",
  ],
  [(v) => v.kind() === ":" && v.expects("]") && v.within("["), PARTS],
  [(v) => v.kind() === "]" && v.kind(-1) === ":" && v.expectsExpression, PARTS],
  [
    (v) => v.seesJoined(0, ["..", "."]) && v.startsWith("fun") && !v.expectsExpression,
    "there are no variadic functions: take a `List`",
  ],
  [
    (v) =>
      v.seesJoined(0, ["..", "."]) &&
      v.expectsExpression &&
      (v.kind(-1) === "{" || v.kind(-1) === "newline") &&
      ["}", "newline"].includes(v.kind(2) ?? ""),
    'an empty body is `{}`; what is not written yet may be `panic("not yet")`',
  ],
  [
    (v) => v.seesJoined(0, ["..", "."]) && v.expectsExpression && v.kind(-1) === "{",
    "what the other fields come from stands last, behind the name of the struct: `P { x: 1, ..p }`",
  ],
  [
    (v) => v.seesJoined(0, ["..", "."]) && v.expectsExpression,
    "lists are joined with `list.concat(xs, ys)` of `std/list`, one value is added by `xs.push(x)`",
  ],
  [
    (v) =>
      v.kind(-1) === ".." &&
      v.kind() === "." &&
      (v.kind(-2) === "{" || (v.kind(-2) === "," && !v.within("(") && !v.within("["))),
    "what the other fields come from is written with two points: `P { x: 1, ..p }`",
  ],
  [(v) => v.kind(-1) === "," && v.kind(-2) === ".." && v.expects("}"), "`..` stands last, after the fields"],
];
