// Errors of the lexer (L), the parser (P) and macro expansion (M); reference/checking#errors-and-warnings,
// reference/macros#macro-errors.
import type { CodeEntry } from "./code-entry.ts";

export const syntaxCodes = {
  L1: {
    severity: "error",
    title: "unexpected character",
    message: (p: { character: string }) => `unexpected character ${p.character}`,
    explain:
      "Outside strings, character literals and comments, a program consists of ASCII letters, digits, the operators of the language, spaces, tabs and line breaks. No other character is allowed there, such as `#`, a back-tick or a no-break space.",
    example: 'fun main() {\n    print("a") # comment\n}\n',
    corrected: 'fun main() {\n    print("a") // comment\n}\n',
  },
  L2: {
    severity: "error",
    title: "unterminated string or comment",
    message: (p: { what: "string" | "block string" | "block comment" }) => `unterminated ${p.what}`,
    explain:
      'A `"…"` string ends on the line where it starts; a `"""…"""` block string and a `/* … */` comment may span lines but must be closed before the end of the file.',
    example: 'fun main() {\n    print("hello)\n}\n',
    corrected: 'fun main() {\n    print("hello")\n}\n',
  },
  L3: {
    severity: "error",
    title: "invalid escape",
    message: (p: { unicode: boolean; text: string }) =>
      `invalid ${p.unicode ? "unicode " : ""}escape \`${p.text}\``,
    explain:
      "The escapes of strings and characters are \\n \\t \\r \\0 \\\\ \\\" \\' \\$, \\xHH with two hex digits, and \\u{H…} with one to six hex digits that name a Unicode scalar value. Write `\\\\` for a backslash.",
    example: 'fun main() {\n    print("a\\qb")\n}\n',
    corrected: 'fun main() {\n    print("a\\\\qb")\n}\n',
  },
  L4: {
    severity: "error",
    title: "invalid numeric literal",
    message: (p: { text: string; problem: string }) => `invalid numeric literal \`${p.text}\`: ${p.problem}`,
    explain:
      "Numbers are decimal (`42`, `1_000`, `3.5`, `1e9`) or based (`0xFF`, `0b1010`, `0o17`). There are no suffixes, a fraction needs digits on both sides of the point, and an Int must fit into 64 bits.",
    example: "fun main() {\n    print(12ab)\n}\n",
    corrected: "fun main() {\n    print(12)\n}\n",
  },
  L5: {
    severity: "error",
    title: "invalid character literal",
    message: (p: { problem: string }) => `invalid character literal: ${p.problem}`,
    explain:
      "A character literal is exactly one Unicode character, or one escape, between single quotes. Write strings in double quotes.",
    example: "fun main() {\n    let c = 'ab'\n}\n",
    corrected: 'fun main() {\n    let c = "ab"\n    print(c)\n}\n',
  },
  L6: {
    severity: "error",
    title: "bidirectional control character",
    message: (p: { code: string }) =>
      `control character U+${p.code}, which changes the order of the text that you see`,
    explain:
      "The characters U+202A to U+202E and U+2066 to U+2069 change the direction of text. In a comment or literal, an editor may show code in another order than the compiler reads it. Remove the character, or write it in a string or character as an escape.",
    example: 'fun main() {\n    print("a\u2066b")\n}\n',
    corrected: 'fun main() {\n    print("a\\u{2066}b")\n}\n',
  },
  L7: {
    severity: "error",
    title: "merge conflict",
    message: (_: object) => "this line marks a merge conflict",
    explain:
      "A merge that found two versions of the same lines writes both: the lines between `<<<<<<<` and `=======` are those of this side, the lines up to `>>>>>>>` those of the other. Choose one, or combine them, and remove the lines with the markers. Only the first conflict of a file is reported.",
    example: "fun main() {\n<<<<<<< HEAD\n    print(1)\n=======\n    print(2)\n>>>>>>> other\n}\n",
    corrected: "fun main() {\n    print(1)\n}\n",
  },
  P1: {
    severity: "error",
    title: "token not allowed here",
    message: (p: { expected: string; found: string }) => `expected ${p.expected}, found ${p.found}`,
    explain:
      "The program does not follow the grammar at the marked location. The message says what was expected there and what was found instead.",
    example: "fun main() {\n    let = 1\n}\n",
    corrected: "fun main() {\n    let n = 1\n    print(n)\n}\n",
  },
  P2: {
    severity: "error",
    title: "invalid assignment target",
    message: (_: object) => "invalid assignment target",
    explain:
      "Only a variable or `self`, followed by any number of fields and indexes, can be assigned to: `x = 1`, `p.items[0].count += 1`. Results of calls, literals and other values cannot be assigned to. Assignments are statements and have no value.",
    example: "fun main() {\n    1 = 2\n}\n",
    corrected: "fun main() {\n    let n = 1\n    n = 2\n    print(n)\n}\n",
  },
  P3: {
    severity: "error",
    title: "chained comparison",
    message: (_: object) => "comparison operators cannot be chained",
    explain: "`a < b < c` would compare a Bool with `c`. Write `a < b && b < c`.",
    example: "fun main() {\n    print(1 < 2 < 3)\n}\n",
    corrected: "fun main() {\n    print(1 < 2 && 2 < 3)\n}\n",
  },
  P4: {
    severity: "error",
    title: "duplicate field or argument",
    message: (p: { name: string; argument?: boolean }) =>
      `duplicate ${p.argument === true ? "argument" : "field"} \`${p.name}\``,
    explain:
      "A struct, a struct literal and a variant with named fields must name each field only once, and a call each argument.",
    example: "struct P { x: Int, x: Int }\n\nfun main() {}\n",
    corrected: "struct P { x: Int, y: Int }\n\nfun main() {}\n",
  },
  P5: {
    severity: "error",
    title: "not a tuple",
    message: (p: { problem: string }) => `not a tuple: it ${p.problem}`,
    explain:
      'A tuple has 2 to 8 parts: `(1, "a")`. Parentheses around one value only group it. For more values, declare a struct; for many values of one type, use a list. Write the unit value, of type `()`, as `{}`.',
    example: "fun main() {\n    let p = (1,)\n}\n",
    corrected: "fun main() {\n    let p = (1, 2)\n    print(p.0)\n}\n",
  },
  P6: {
    severity: "error",
    title: "attribute not allowed here",
    message: (p: { problem: string }) => p.problem,
    explain:
      "`@derive(…)` may precede a struct or an enum, `@json(…)` a struct, an enum, a variant or a field, and `@check(…)` a field. There are no other attributes; each has its own keys before each kind of declaration.",
    example: "@inline\nfun main() {}\n",
    corrected: "@derive(Eq)\nstruct P { x: Int }\n\nfun main() {}\n",
  },
  P7: {
    severity: "error",
    title: "invalid interpolation",
    message: (p: { problem: string }) => p.problem,
    explain:
      "`${…}` in a string contains exactly one expression and ends with `}` on the same line. Write `\\${` for the two characters themselves.",
    example: 'fun main() {\n    print("${}")\n}\n',
    corrected: 'fun main() {\n    print("${1 + 2}")\n}\n',
  },
  P8: {
    severity: "error",
    title: "type qualified by a module",
    message: (p: { module: string; name: string }) =>
      `\`${p.module}.${p.name}\` cannot be used as a type: import the type with a selector`,
    explain:
      'Only functions can be used through the alias of a module. Import types, constants and globals by name: `import "./geo" { Spot }`.',
    example: 'import "./geo"\n\nfun f(s: geo.Spot) {}\n\nfun main() {}\n',
    corrected: 'import "./geo" { Spot }\n\nfun f(s: Spot) {}\n\nfun main() {}\n',
  },
  P9: {
    severity: "error",
    title: "C interoperability is not supported",
    message: (_: object) => "C interoperability is not supported",
    explain:
      '`extern "C"` blocks, `c"…"` literals, types such as `c_int` and `@repr(C)` are recognised, but not supported. Run another program with `std/process`, or let the host supply functions.',
    example: 'extern "C" {}\n\nfun main() {}\n',
    corrected: 'import std/process { run }\n\nfun main() {\n    print(run("program", []).is_ok())\n}\n',
  },
  P10: {
    severity: "error",
    title: "nested too deeply",
    message: (_: object) => "this is nested too deeply",
    explain:
      "Expressions, blocks and types may be nested only a few hundred levels deep. Name inner parts with `let`, or move them into functions.",
    example: `fun main() {\n    print(${"(".repeat(6)}1${")".repeat(6)}) // and so on, a thousand times\n}\n`,
    corrected: "fun main() {\n    let inner = ((((1))))\n    print(((inner)))\n}\n",
  },
  M1: {
    severity: "error",
    title: "macro call cannot be expanded",
    message: (p: { name: string; known: boolean }) =>
      p.known ? `no rule of macro \`${p.name}\` matches these arguments` : `unknown macro \`${p.name}\``,
    explain:
      "Macros are local to the file that defines them and cannot be imported. The first rule whose matcher matches all tokens of the arguments expands the call.",
    example: "macro one { () => { 1 } }\n\nfun main() {\n    print(one!(2))\n}\n",
    corrected: "macro one { ($x:expr) => { $x + 1 } }\n\nfun main() {\n    print(one!(2))\n}\n",
  },
  M2: {
    severity: "error",
    title: "malformed macro",
    message: (p: { problem: string }) => p.problem,
    explain:
      "The form of a macro is `macro name { (matcher) => { template } … }`. A file defines each name once. The fragments are expr, ty, pat, ident, literal and block. A template uses only the metavariables that its matcher binds.",
    example: "macro bad { ($x:thing) => { $x } }\n\nfun main() {}\n",
    corrected: "macro good { ($x:expr) => { $x } }\n\nfun main() {}\n",
  },
} as const satisfies Record<string, CodeEntry>;
