// Mistakes of users of Kotlin, Swift, C#, PHP, Ruby, Elixir and Gleam that no other list has.
import { insteadOf } from "../../diagnostics/index.ts";
import type { Mistake } from "./view.ts";

const NO_LABELS = "a parameter has one name, which a call may write, too";

export const newcomers: readonly Mistake[] = [
  // parameters
  [
    (v) =>
      v.startsWith("fun", "ident") &&
      v.within("(") &&
      v.kind() === "ident" &&
      v.kind(1) === ":" &&
      v.expects(":") &&
      v.kind(-1) === "ident" &&
      (insteadOf(v.text(-1)) === undefined || v.text(-1) === "of"),
    (v) =>
      v.text(-1) === "params"
        ? `there are no variadic functions: declare \`${v.text()}\` as a \`List\``
        : `${NO_LABELS}: write \`${v.text()}: ${v.text(2)}\``,
  ],
  [
    (v) =>
      v.kind() === "&" &&
      v.expects("self") &&
      !v.expectsExpression &&
      v.kind(1) === "ident" &&
      v.text(1) !== "mut",
    (v) => `a function is an ordinary parameter: \`${v.text(1)}: fun(Int) -> Int\``,
  ],
  [
    (v) => v.startsWith("fun") && v.text() === "when" && v.expects("{"),
    "a function has no guard: test in its body with `if`",
  ],
  // values
  [
    (v) => v.kind() === "macroCall" && v.kind(-1) === ".",
    (v) => `the name of a method has no \`!\`: write \`.${/^\w+/.exec(v.text())?.[0] ?? "f"}(…)\``,
  ],
  [(v) => v.kind() === "<<" && v.expectsExpression, 'write a text of several lines between `"""`'],
  [
    (v) => v.sees(-4, ["~", "ident", "(", "ident"]),
    (v) => `write a list of strings: \`["${v.text(-1)}", …]\``,
  ],
  [
    (v) => v.seesJoined(-1, [":", "ident"]) && v.kind(-2) === "[",
    (v) => `write a map as \`["${v.text()}": …]\``,
  ],
  // types
  [(v) => v.kind() === "?" && v.expects("dyn") && v.kind(1) === "ident", (v) => `write \`${v.text(1)}?\``],
  [
    (v) => (v.text(-1) === "some" || v.text(-1) === "any") && v.kind() === "ident" && !v.expectsExpression,
    (v) => `write the type \`dyn ${v.text()}\`, or a type parameter: \`fun f<T: ${v.text()}>(x: T)\``,
  ],
  // patterns
  [
    (v) => v.kind() === "in" && v.expectsPattern && (v.kind(1) === "int" || v.kind(1) === "char"),
    "a range is a pattern of its own: `1..10 -> …`",
  ],
  [
    (v) => v.text(-1) === "is" && v.kind() === "ident" && v.expects("->"),
    (v) => `write the pattern itself: \`${v.text()}(x) -> …\``,
  ],
  [
    (v) => v.kind() === "^" && v.expectsPattern,
    (v) => `a name in a pattern is a new variable: compare in a guard, \`x if x == ${v.text(1)} -> …\``,
  ],
  [
    (v) => v.kind(-2) === "let" && v.text(-1) === "assert" && v.kind() === "ident",
    (v) => `write \`let ${v.text()}(x) = … else { panic("…") }\``,
  ],
  // jumps, labels and loops
  [
    (v) => v.kind() === "@" && (v.kind(-1) === "break" || v.kind(-1) === "continue"),
    (v) => `a label begins with a quote: \`${v.text(-1)} '${v.text(1)}\``,
  ],
  [
    (v) => v.startsWith("for") && v.text(-1) === "case" && v.kind() === "let",
    "test the elements in the body: `for x in xs { if let Some(y) = x { … } }`",
  ],
  [
    (v) => v.kind() === "<" && v.kind(1) === "-" && v.expects("in"),
    "write `in`: `for x in xs { … }`; `xs.map(fun(x) = …)` makes a list",
  ],
  [
    (v) => v.kind() === "newline" && v.expects("{") && v.has("while") && !v.startsWith("while"),
    "write the loop around the statement: `while c { … }`",
  ],
  // functions as values
  [
    (v) => v.kind() === "->" && ["fn", "func", "lambda"].includes(v.text(-2)),
    (v) => `write anonymous functions as \`fun(${v.text(-1)}) = …\``,
  ],
  [
    (v) => v.kind() === "->" && v.expectsExpression && v.kind(1) === "(",
    (v) => `write anonymous functions as \`fun(${v.kind(2) === "ident" ? v.text(2) : ""}) = …\``,
  ],
  [
    (v) => v.kind() === "->" && v.kind(-1) === ")" && v.expects("let") && v.expects("}"),
    "write anonymous functions as `fun(x) = …`, one that takes a tuple apart as `fun((a, b)) = …`",
  ],
  [
    (v) => v.kind() === "&" && v.expectsExpression && [":", "(", "int"].includes(v.kind(1) ?? ""),
    (v) => `pass a function: \`fun(x) = ${v.kind(1) === ":" ? `x.${v.text(2)}()` : "…"}\``,
  ],
  [
    (v) => v.kind() === "(" && v.kind(-1) === "." && !/^[A-Z]/.test(v.text(1)),
    "call a function value directly: `f(1)`",
  ],
  // values
  [
    (v) => v.kind() === "@" && v.expectsExpression && v.kind(1) === "string",
    'strings have no prefix: a raw one is `"""…"""`',
  ],
  [
    (v) => v.kind() === "%" && v.expectsExpression && v.text(1) === "w",
    'write a list of strings as `["a", "b"]`',
  ],
  [
    (v) => v.kind() === "%" && v.expectsExpression && v.kind(1) === "{",
    (v) =>
      v.kind(3) === "|"
        ? `write a struct with some fields changed as \`P { x: 1, ..${v.text(2)} }\``
        : 'write a map as `["key": value]`',
  ],
  [
    (v) => v.kind() === "%" && v.expectsExpression && v.kind(1) === "ident",
    (v) => `write a struct as \`${v.text(1)} { x: 1 }\``,
  ],
  [
    (v) => v.kind() === ":" && v.kind(-1) === "{" && v.sees(1, ["ident", ","]),
    (v) => `write \`${v.text(1) === "ok" ? "Ok" : "Err"}(${v.text(3)})\``,
  ],
  [
    (v) => v.kind() === ":" && v.expectsExpression && v.kind(1) === "ident" && v.kind(-1) === "=",
    "there are no atoms: declare an `enum` for a few names, or write a string",
  ],
  [(v) => v.kind() === "+" && v.kind(-1) === "+" && v.kind(1) === "[", "join lists with `xs.concat(ys)`"],
  [
    (v) => v.kind() === ".." && v.within("[") && v.expectsExpression && v.kind(1) === "[",
    "join lists with `list.concat(xs, ys)` of `std/list`",
  ],
  [
    (v) => v.kind() === ".." && v.kind(-1) === "(" && /^[A-Z]/.test(v.callee ?? ""),
    (v) => `a struct is written in braces: \`${v.callee} { x: 1, ..${v.text(1)} }\``,
  ],
  [
    (v) =>
      v.kind() === "." && ["+", "-", "*", "/"].includes(v.kind(-1) ?? "") && v.expectsExpression && v.joined,
    (v) => `Int and Float have the same operators: write \`${v.text(-1)}\``,
  ],
  [
    (v) => v.kind() === "." && v.kind(-1) === "&",
    "call a method of the value of an option with `o.map(fun(x) = …)`",
  ],
  [(v) => v.kind() === "=" && v.kind(-1) === ".", "join strings with `+`: `s += …`"],
  [(v) => v.kind() === "as" && v.text(-1) === "panic", 'write `panic("message")`'],
  [
    (v) => v.startsWithWord("using") && v.kind() === "let",
    "write `let x = …`, and close it with `defer`: `defer x.close()`",
  ],
  // declarations
  [
    (v) => v.atFileLevel && v.sees(0, ["[", "ident", "]"]) && v.expects("struct"),
    "write attributes with `@` before a declaration: `@derive(Eq)`",
  ],
  [
    (v) => v.atFileLevel && v.expects("struct") && v.sees(0, ["ident", "="]),
    (v) => `declare constants with \`const\`, variables with \`let\`: \`const ${v.text()}: Int = …\``,
  ],
  [
    (v) => v.text(-1).startsWith("attr_") && v.expects(":"),
    (v) => `every field can be read and assigned to: declare \`${v.text()}: ${v.text(2) || "Int"}\``,
  ],
  [
    (v) =>
      v.expects(":") &&
      !v.atFileLevel &&
      ["func", "fn", "def", "function"].includes(v.text(-1)) &&
      v.kind(1) === "(",
    (v) => `declare methods in an \`impl\` block: \`impl ${v.itemName} { fun ${v.text()}(self) { … } }\``,
  ],
];
