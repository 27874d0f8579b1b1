// Operators and values.
import { insteadOf, insteadOfFunction } from "../../diagnostics/index.ts";
import type { Mistake } from "./view.ts";

export const operators: readonly Mistake[] = [
  [
    (v) => v.kind() === "=" && v.kind(-1) === "ident" && v.callee !== undefined && v.expects(")"),
    (v) => {
      const other = insteadOfFunction(v.callee!);
      return `arguments have no names: they stand in the order of the parameters${other === undefined ? "" : `; ${other}`}`;
    },
  ],
  [(v) => v.seesJoined(-1, ["..", "<"]), "a range leaves its end out: `0..n`; with the end it is `0..=n`"],
  [(v) => v.seesJoined(-2, ["?", "?"]), "there is no `??`: write `o.unwrap_or(…)`"],
  [(v) => v.seesJoined(0, ["~", "="]), "what differs is told by `!=`"],
  [
    (v) => v.kind() === "else" && v.has("if") && !v.startsWith("if"),
    "a value is chosen with the condition first: `if c { a } else { b }`",
  ],
  [
    (v) => v.kind() === "?" && v.kind(1) === ":" && v.expects(":"),
    "a field that may be absent has an optional type: `name: String?`",
  ],
  [(v) => v.kind() === "ident" && v.text() === "to" && v.within("("), 'maps are written `["key": value]`'],
  [(v) => v.text(-1) === "not", "write `!` for `not`"],
  [
    (v) => v.kind() === ":" && v.sees(-2, ["{", "ident"]) && !v.has("match"),
    (v) =>
      `a value of a struct has its name before the fields, \`P { ${v.text(-1)}: 1 }\`; maps are written \`["key": value]\``,
  ],
  [
    (v) => v.kind() === ":" && ["string", "ident", "int"].includes(v.kind(-1) ?? "") && v.kind(-2) === "{",
    'maps are written `["key": value]`',
  ],
  [
    (v) =>
      v.seesJoined(-1, ["+", "+"]) &&
      [v.kind(-2), v.kind(1)].some(
        (kind) => kind === "string" || kind === "stringStart" || kind === "stringEnd",
      ),
    "text is joined with one `+`",
  ],
  [
    (v) => v.kind(-1) === "." && (v.kind() === "string" || v.kind() === "stringStart"),
    "text is joined with `+`",
  ],
  [(v) => v.seesJoined(-1, ["=", "+"]), "write `x += 1`"],
  [(v) => v.seesJoined(-1, ["=", "*"]), "write `x *= 2`"],
  [(v) => v.seesJoined(0, ["<", "-"]) && v.expectsExpression, "a value is received with `c.recv()`"],
  [(v) => v.kind() === ";" && v.expects(")"), "arguments are separated by `,`"],
  [
    (v) => v.startsWith("return") && v.kind() === ",",
    "a function returns one value: declare a struct for several",
  ],
  [
    (v) => v.seesJoined(0, ["+", "+"]),
    (v) => `there is no \`++\`: write \`${v.kind(2) === "ident" ? v.text(2) : "x"} += 1\``,
  ],
  [(v) => v.seesJoined(-1, ["+", "+"]), "there is no `++`: write `x += 1`"],
  [(v) => v.seesJoined(-2, ["-", "-"]), "there is no `--`: write `x -= 1`"],
  [(v) => v.seesJoined(-1, ["==", "="]), "there is no `===`: write `==`"],
  [(v) => v.seesJoined(-1, ["!=", "="]), "there is no `!==`: write `!=`"],
  [(v) => v.seesJoined(-1, ["*", "*"]), "there is no `**`: use `pow` of `std/math`"],
  [(v) => v.seesJoined(0, [":", "="]), "variables are declared with `let`: `let x = …`"],
  [
    (v) => v.kind() === "::" && (v.kind(1) === "<" || v.kind(1) === "<T"),
    (v) =>
      `type arguments follow the name at once: \`${v.kind(-1) === "ident" ? v.text(-1) : "f"}<${v.kind(3)?.startsWith(">") === true ? v.text(2) : "…"}>(…)\``,
  ],
  [(v) => v.kind() === "::", "write `.`: `Type.function(…)`"],
  [
    (v) => v.seesJoined(-1, ["..", "."]),
    "`0..10` leaves out its end, `0..=10` includes it; there is no `...`",
  ],
  [
    (v) => v.kind() === "&" && v.expectsExpression,
    "there are no references: structs, lists and maps are shared already",
  ],
  [(v) => v.kind() === "*" && v.expectsExpression, "there are no pointers: leave `*` out"],
  [
    (v) => (v.kind() === "|" || v.kind() === "||") && v.expectsExpression,
    "anonymous functions are written `fun(x) = x + 1`",
  ],
  [
    (v) => v.kind() === "." && v.seesJoined(1, ["int"]) && v.expectsExpression,
    (v) => `write \`0.${v.text(1)}\``,
  ],
  [(v) => v.kind() === ":" && (v.startsWithWord("case") || v.text(-1) === "default"), insteadOf("case")!],
  [
    (v) => v.seesJoined(-1, ["?", ":"]),
    "there is no `?:`: write `o.unwrap_or(…)`, or `o.or_else(fun() = …)` for another option",
  ],
  [
    (v) => v.kind() === "!" && v.joined && (v.kind(-1) === "ident" || v.kind(-1) === ")"),
    "there is no `x!`: write `x.unwrap()`, or `x?` to pass the error on",
  ],
  [(v) => v.kind() === ":" && v.has("?"), "there is no `a ? b : c`: write `if a { b } else { c }`"],
  [
    (v) => v.kind(-1) === "!" && (v.kind(-2) === "ident" || v.kind(-2) === ")"),
    "there is no `x!`: write `x.unwrap()`, or `x?` to pass the error on",
  ],
  [
    (v) => v.kind() === "as" && !v.startsWith("import"),
    "values are converted by methods: `x.to_float()`, `x.to_int()`",
  ],
  [
    (v) => v.kind() === "in" && !v.has("for"),
    "ask what holds it: `xs.contains(x)` of a list, a set or a text, `m.has(key)` of a map",
  ],
];
