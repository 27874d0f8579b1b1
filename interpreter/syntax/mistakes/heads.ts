// Mistakes at the start of statements, in patterns and in conditions.
import { insteadOf } from "../../diagnostics/index.ts";
import type { Mistake } from "./view.ts";

const PAIRS =
  "write a tuple pattern to iterate over pairs: `for (i, x) in xs.enumerate()`, `for (key, value) in m`";

const REST = "the other elements are `..rest` in a list pattern: `[first, ..rest]`";
const PARTS = "write a slice of a list or string with `..`: `xs[from..to]`, `xs[..to]`, `xs[from..]`";

export const heads: readonly Mistake[] = [
  [
    (v) => v.kind() === ".." && v.kind(-1) === "," && v.expectsExpression && /^[A-Z]/.test(v.callee ?? ""),
    "only a struct takes its other fields after `..`: take the parts of the variant by a pattern, and write all of them",
  ],
  [
    (v) =>
      v.kind(-1) === "{" &&
      v.kind(-2) === "ident" &&
      /^[A-Z]/.test(v.text(-2)) &&
      v.expects("..") &&
      v.expects("}") &&
      v.isFollowedBy("}") &&
      ["int", "float", "string", "char", "true", "false", "-"].includes(v.kind() ?? ""),
    (v) => `write each field with its name: \`${v.text(-2)} { x: ${v.kind() === "-" ? "…" : v.text()} }\``,
  ],
  [
    (v) => v.kind() === ")" && v.kind(-1) === ".." && v.callee === "zip",
    "to get the index of each element, write `for (i, x) in xs.enumerate()`",
  ],
  [
    (v) => v.kind() === ".." && v.kind(-1) === "{" && v.kind(1) === "ident" && v.expects("let"),
    "write the name of the struct before its fields, and the value that supplies the others last: `P { x: 1, ..p }`",
  ],
  [
    (v) => v.kind() === "->" && v.startsWith("ident") && v.has(">") && v.expects("}"),
    "a `match` needs a value: for conditions, write `if a { … } else if b { … } else { … }`",
  ],
  [
    (v) => v.sees(-1, [">", "ident", "="]) && v.startsWith("ident") && v.text(2) !== "=",
    (v) => `declare variables with \`let\`: \`let ${v.text()} = …\``,
  ],
  [
    (v) => v.startsWith("import") && v.kind() === "::",
    'write another file as a path in quotes, `import "./util"`, a standard module as `import std/time`',
  ],
  [
    (v) => v.startsWith("if", "ident", ",") && v.kind() === "," && v.isFollowedBy(":", "="),
    (v) => `test for the value in the condition: \`if let Some(${v.text(-1)}) = m.get(key) { … }\``,
  ],
  [(v) => v.kind() === ":" && v.kind(-1) === "[" && v.expects("..") && v.expectsExpression, PARTS],
  [
    (v) => v.sees(-1, ["..", "ident"]) && v.expectsPatternRest,
    "`..` in a pattern ignores the other fields and binds no name: write `..`, and read them from the value",
  ],
  [
    (v) => v.kind() === "ident" && v.kind(-1) === "ident" && v.text(-2) === "(" && v.text(-3) === "catch",
    insteadOf("catch")!,
  ],
  [
    (v) => v.startsWith("fun", "ident", ".") || v.startsWith("fun", "("),
    "declare methods in an `impl` block: `impl P { fun area(self) -> Int { … } }`",
  ],
  [
    (v) => v.atFileLevel && v.text() === "macro" && v.sees(1, ["ident", "("]),
    (v) => `a macro has rules in braces: \`macro ${v.text(1)} { ($x:expr) => { … } }\``,
  ],
  [
    (v) => v.startsWith("fun", "ident", "(") && v.text() === "return" && v.expects("->", "{"),
    "write the body in braces: `{ return x }`",
  ],
  [
    (v) => v.atFileLevel && v.expects("struct") && v.sees(0, ["ident", "ident", "("]) && v.seesName,
    "declare functions with `fun`: `fun f(x: Int) -> Int { … }`",
  ],
  [
    (v) => (v.kind() === "let" || v.kind() === "const") && v.expects("}") && v.expects("@"),
    "declare fields without a keyword: `x: Int`",
  ],
  [
    (v) => v.kind() === "->" && v.kind(-1) === ")" && v.expects("="),
    "write function types as `fun(Int) -> Int`",
  ],
  [
    (v) => v.kind() === "," && v.atFileLevel && v.startsWith("fun") && v.has("->"),
    "write several results as a tuple: `-> (Int, String)`",
  ],
  [
    (v) => v.kind() === ":" && v.kind(-1) === ")" && v.expects("->"),
    "write the result type after `->`: `fun f() -> Int`",
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
    "write a `let` in a condition without parentheses, and join it with `&&` only: `if let Some(x) = o && x > 0 { … }`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("let", "ident", ","),
    "bind several names with a tuple: `let (a, b) = (1, 2)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("ident", ",") && v.isFollowedBy(":", "="),
    "bind several names with a tuple: `let (a, b) = (1, 2)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("ident", ",") && !v.within("(") && !v.within("["),
    "assign to several variables with a tuple: `(a, b) = (b, a)`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("(") && v.has("="),
    "assign several values as a tuple: `(a, b) = (b, a)`",
  ],
  [
    (v) =>
      v.startsWith("(") &&
      v.within("(") &&
      (v.kind() === "let" || v.sees(-1, ["ident", "ident"])) &&
      v.isFollowedBy(")", "="),
    "declare variables with `let`, several with a tuple: `let (a, b) = t`",
  ],
  [
    (v) => v.kind() === "," && v.startsWith("break"),
    "a loop has one value: write several as a tuple, `break (a, b)`",
  ],
  [(v) => v.kind() === "," && v.startsWith("return"), "return several values as a tuple: `return (a, b)`"],
  [
    (v) => v.kind() === "=" && v.patternAfter("if"),
    "test a pattern with `if let`: `if let Some(x) = o { … }`",
  ],
  [
    (v) => v.kind() === "=" && v.patternAfter("while"),
    "test a pattern with `while let`: `while let Some(x) = o { … }`",
  ],
  [
    (v) => v.kind() === ":" && v.sees(-3, ["ident", "(", "ident"]) && v.expectsPatternEnd,
    (v) => `match named payload parts in braces: \`${v.text(-3)} { ${v.text(-1)}: …, .. }\``,
  ],
  [
    (v) => v.sees(-4, ["ident", "(", "ident", ",", ".."]) && v.expectsPattern,
    (v) =>
      `write a pattern for each part, such as \`_\`; to match some of several named parts, write \`${v.text(-4)} { ${v.text(-2)}, .. }\``,
  ],
  [
    (v) => v.kind() === ".." && v.expectsPattern && v.within("(") && !v.startsWith("fun"),
    "a tuple pattern has a pattern for each part: write `_` for one that matches every value",
  ],
  [
    (v) =>
      v.kind() === "," &&
      (v.startsWith("if") || v.startsWith("while")) &&
      (v.letWithoutValue() !== undefined || v.has("let")) &&
      !v.within("("),
    "join tests with `&&`, each with its own `let`: `if let Some(a) = x && let Some(b) = y { … }`",
  ],
  [
    (v) => v.expects("{") && v.kind(-1) === "else" && v.kind() !== "newline",
    (v) => `write the body in braces: \`else { ${v.text()}${v.kind(1) === "newline" ? "" : " …"} }\``,
  ],
  [
    (v) => v.kind() === "(" && v.kind(-1) === "let" && v.atFileLevel,
    "a `let` at file level declares one name: destructure values in a function, `fun main() { let (a, b) = … }`",
  ],
  [
    (v) => v.kind() === "}" && v.kind(-1) === ".." && v.expectsExpression,
    "write the value that supplies the other fields after `..`: `P { x: 1, ..p }`",
  ],
  [(v) => v.kind() === "::" && /^[a-z_]/.test(v.text(-1)) && v.expectsPatternEnd, REST],
  [
    (v) =>
      (v.kind() === "." || v.kind() === "::") &&
      v.kind(-1) === "ident" &&
      (v.letWithoutValue() !== undefined || v.startsWith("let", "ident", v.kind()!)),
    "in a pattern, write a variant without its enum: `let Circle(r) = …`",
  ],
  [
    (v) => (v.kind() === "." || v.kind() === "::") && v.kind(-1) === "ident" && v.expectsPatternEnd,
    "in a pattern, write a variant without its enum: `Circle(r) -> …`",
  ],
  [
    (v) => v.kind() === ";" && v.expects("{") && (v.startsWith("if") || v.startsWith("while")),
    "put the statement before the `if`, or join conditions with `&&`: `if let Some(x) = o && x > 2 { … }`",
  ],
  [
    (v) => v.text(-1) === "is" && v.kind() === "ident" && v.kind(1) === "(",
    (v) => `test a pattern with \`if let\`: \`if let ${v.text()}(x) = o { … }\``,
  ],
  [
    (v) => v.text() === "is" && v.sees(1, ["ident", "("]),
    (v) => `test a pattern with \`if let\`: \`if let ${v.text(1)}(x) = o { … }\``,
  ],
  [
    (v) => (v.startsWith("if") || v.startsWith("while")) && (v.text(-1) === "var" || v.text(-1) === "val"),
    "test a pattern with `if let`: `if let Some(x) = o { … }`",
  ],
  [
    (v) => v.kind() === "let" && v.kind(-1) === ".",
    "use the value of an option with `if let Some(x) = o { … }`, or map it with `o.map(f)`",
  ],
  [
    (v) => v.kind() === ":" && v.kind(-1) === "ident" && insteadOf(v.text(-1)) === insteadOf("try"),
    insteadOf("catch")!,
  ],
  [
    (v) => v.kind() === "{" && (v.kind(-1) === ".." || v.kind(-1) === "..=") && v.has("for") && v.has("in"),
    "the range of a `for` needs an end, `0..n`: to count without end, use a `loop`",
  ],
  [
    (v) => v.letWithoutValue() !== undefined,
    (v) =>
      `a \`let\` in a condition needs a pattern and a value: \`${v.letWithoutValue()!} let Some(x) = o { … }\``,
  ],
  [
    (v) => v.text() === "not" && v.kind(1) === "in",
    "write `!xs.contains(x)` for a list, a set or a string, `!m.has(key)` for a map",
  ],
  [(v) => v.startsWithWord("with"), "there is no `with`: close what you open in a `defer`"],
  [(v) => v.startsWithWord("guard"), "write `let Some(x) = o else { return … }`, or `if !c { return … }`"],
  [
    (v) => v.startsWith("for") && (v.text() === "of" || (v.startsWith("for", "(") && v.words(4)[0] === "of")),
    "write a loop over elements as `for x in xs { … }`",
  ],
  [
    (v) => v.startsWith("for") && v.seesJoined(0, [":", "="]),
    "write a loop over numbers as `for i in 0..10 { … }`",
  ],
  [(v) => v.startsWith("for", "ident", ",") && (v.kind() === "," || v.kind() === "in"), PAIRS],
  [(v) => v.kind(-1) === "let" && v.kind() === "=", "a variable needs a name: `let x = …`"],
  [
    (v) =>
      v.sees(-3, ["ident", "{", "ident", ":"]) &&
      (v.has("if") || v.has("while") || v.has("for") || v.has("match")),
    "in the head of `if`, `while`, `for` and `match`, put a struct literal in parentheses",
  ],
  [(v) => v.text(-1) === "mut", "remove `mut`: every variable can be assigned to"],
  [(v) => [")", "]", "}"].includes(v.kind() ?? "") && v.atFileLevel, "no open bracket matches it"],
  [
    (v) => (v.kind() === ")" || v.kind() === "]") && v.expects("}") && v.expects("let"),
    (v) => `no open bracket matches this \`${v.text()}\``,
  ],
  [
    (v) => v.has("for", "(") && ["const", "let", "ident"].includes(v.kind() ?? "") && v.isFollowedBy("in"),
    (v) =>
      `write the head of a loop without parentheses: \`for ${v.text(1)} in ${v.sees(2, ["in", "ident", ")"]) ? v.text(3) : "…"} { … }\``,
  ],
  [
    (v) => v.has("for", "(") && v.kind() === "const" && !v.isFollowedBy(";"),
    "write a loop over elements as `for x in xs { … }`",
  ],
  [
    (v) => v.has("for", "(") && ["=", ";", "let", "const", "ident"].includes(v.kind() ?? ""),
    "write a loop over numbers as `for i in 0..10 { … }`",
  ],
  [(v) => v.has("while") && v.startsWithWord("do"), insteadOf("do")!],
  [
    (v) => v.startsWith("fun") && v.sees(0, ["*", "*"]) && v.expectsPattern,
    "there is no `**` for further keyword arguments: declare each parameter, or one of type `Map` or of a struct",
  ],
  [
    (v) => v.startsWith("fun") && v.sees(0, ["*", ","]) && v.expectsPattern,
    "a call may name every argument, `f(x: 1)`: remove the `*`",
  ],
  [
    (v) => v.startsWith("fun") && v.kind() === "*" && v.expectsPattern,
    "there are no variadic functions: declare a parameter of type `List`",
  ],
  [(v) => v.kind() === "*" && v.expectsPattern, REST],
  [(v) => v.kind() === "." && v.kind(-1) === ".." && v.within("["), REST],
  [
    (v) => v.kind() === "->" && (v.kind(-1) === ".." || v.kind(-1) === "..="),
    "a range in a pattern needs both bounds: for one bound, write a guard, `n if n >= 0 -> …`",
  ],
  [
    (v) => v.kind() === "in" && v.sees(-2, ["{", "ident"]),
    (v) => `a function names its parameters: \`fun(${v.text(-1)}) = …\``,
  ],
  [(v) => v.kind() === ":" && v.expects("]") && v.within("["), PARTS],
  [(v) => v.kind() === "]" && v.kind(-1) === ":" && v.expectsExpression, PARTS],
  [
    (v) => v.seesJoined(0, ["..", "."]) && v.startsWith("fun") && !v.expectsExpression,
    "there are no variadic functions: declare a parameter of type `List`",
  ],
  [
    (v) =>
      v.seesJoined(0, ["..", "."]) &&
      v.expectsExpression &&
      (v.kind(-1) === "{" || v.kind(-1) === "newline") &&
      ["}", "newline"].includes(v.kind(2) ?? ""),
    'write an empty body as `{}`, or `panic("not implemented")`',
  ],
  [
    (v) => v.seesJoined(0, ["..", "."]) && v.expectsExpression && v.kind(-1) === "{",
    "write the name of the struct, and the value that supplies the other fields last: `P { x: 1, ..p }`",
  ],
  [
    (v) => v.seesJoined(0, ["..", "."]) && v.expectsExpression,
    "join lists with `list.concat(xs, ys)` of `std/list`, add a value with `xs.push(x)`",
  ],
  [
    (v) =>
      v.kind(-1) === ".." &&
      v.kind() === "." &&
      (v.kind(-2) === "{" || (v.kind(-2) === "," && !v.within("(") && !v.within("["))),
    "write two dots before the value that supplies the other fields: `P { x: 1, ..p }`",
  ],
  [(v) => v.kind(-1) === "," && v.kind(-2) === ".." && v.expects("}"), "write `..` last, after the fields"],
];
