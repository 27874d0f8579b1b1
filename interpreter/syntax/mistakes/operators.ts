// Operators and values.
import { insteadOf, insteadOfFunction, wayToMake } from "../../diagnostics/index.ts";
import type { Mistake } from "./view.ts";

/** For names that other languages give to arguments, and for calls that make a value. */
function namedArgument(callee: string, name: string): string {
  const order = "arguments have no names: they stand in the order of the parameters";
  if (/^[A-Z]/.test(callee)) return `a value is written \`${callee} { ${name}: … }\``;
  if (callee === "copy") return `a copy with another field is written \`P { ${name}: …, ..p }\``;
  if (callee === "print" || name === "sep" || name === "end")
    return 'values are joined in one text, `print("${a} ${b}")`; `print` of `std/io` ends no line';
  const sorts = callee === "sort" || callee === "sorted" || callee === "max" || callee === "min";
  if (sorts && (name === "key" || name === "reverse" || name === "cmp")) {
    const method = callee === "sort" ? "sort_by" : "sorted_by";
    const order = name === "reverse" ? "b.compare(a)" : "…";
    return `the order is a function: \`xs.${method}(fun(a, b) = ${order})\``;
  }
  const other = insteadOfFunction(callee);
  return other === undefined ? order : `${order}; ${other}`;
}

export const operators: readonly Mistake[] = [
  [
    (v) => v.kind() === "=" && v.kind(-1) === "ident" && v.callee !== undefined && v.expects(")"),
    (v) => namedArgument(v.callee!, v.text(-1)),
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
  [
    (v) => v.kind() === "ident" && v.text() === "to" && (v.within("(") || v.within("[")),
    'maps are written `["key": value]`',
  ],
  [(v) => v.text(-1) === "not", "write `!` for `not`"],
  [
    (v) =>
      v.kind() === ":" &&
      v.sees(-2, [",", "ident"]) &&
      v.callee === undefined &&
      v.expects("}") &&
      v.expects(",") &&
      !v.expects("->"),
    (v) => `a value of a struct has its name before the fields, \`P { ${v.text(-1)}: 1 }\``,
  ],
  [
    (v) => v.kind() === ":" && v.sees(-2, ["(", "ident"]) && v.expects(")") && v.callee === undefined,
    "the parts of a tuple have no names, `(1, 2)`; what has names is a struct",
  ],
  [(v) => v.text(-1) === "new" && v.kind() === "ident", (v) => wayToMake(v.text()) ?? insteadOf("new")!],
  [
    (v) => v.kind(-1) === "?" && v.isFollowedBy(":"),
    "there is no `a ? b : c`: write `if a { b } else { c }`",
  ],
  [
    (v) => v.kind() === ":" && v.kind(-2) === "{" && v.isFollowedBy("for"),
    "a map is made of pairs: `xs.iter().map(fun(x) = (key, value)).to_map()`",
  ],
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
    (v) => v.kind() === "::" && (v.kind(-1) === "[" || v.within("[")),
    "a list backwards is `xs.reversed()`; every other element is taken by `xs.iter().step_by(2).collect()`",
  ],
  [
    (v) => v.kind() === "::" && v.text(-1) === "collect",
    "`collect()` makes a list, `to_set()` and `to_map()` the others",
  ],
  [
    (v) =>
      v.kind() === "::" &&
      v.kind(-1) === "ident" &&
      v.kind(1) === "ident" &&
      wayToMake(v.text(-1)) !== undefined,
    (v) => wayToMake(v.text(-1))!,
  ],
  [
    (v) =>
      v.kind() === "::" &&
      v.kind(-1) === "ident" &&
      insteadOf(v.text(-1))?.startsWith("leave it out") === true,
    (v) => insteadOf(v.text(-1))!,
  ],
  [
    (v) => v.kind() === "::" && (v.kind(1) === "<" || v.kind(1) === "<T"),
    (v) =>
      `type arguments follow the name at once: \`${v.kind(-1) === "ident" ? v.text(-1) : "f"}<${v.kind(3)?.startsWith(">") === true ? v.text(2) : "…"}>(…)\``,
  ],
  [(v) => v.kind() === "::", "write `.`: `Type.function(…)`"],
  [
    (v) => v.seesJoined(-1, ["..", "."]) && v.kind(1) === ")" && v.callee !== undefined,
    "a list is not spread over arguments: `xs.extend(ys)` appends all elements of another one",
  ],
  [
    (v) => v.seesJoined(-1, ["..", "."]),
    "`0..10` leaves out its end, `0..=10` includes it; there is no `...`",
  ],
  [
    (v) => v.kind() === "&" && v.expectsExpression,
    "there are no references: structs, lists and maps are shared already",
  ],
  [
    (v) => v.kind() === "*" && v.expectsExpression && v.kind(-1) === "(" && v.callee !== undefined,
    "there are no pointers, and a list is not spread over arguments: leave `*` out, or pass the elements",
  ],
  [(v) => v.kind() === "*" && v.expectsExpression, "there are no pointers: leave `*` out"],
  [(v) => v.kind() === "+" && v.expectsExpression, "there is no `+` before a number: leave it out"],
  [(v) => v.seesJoined(-1, ["&", "^"]) && v.expectsExpression, "bits are cleared by `a & ~b`"],
  [
    (v) => v.kind() === "^" && v.expectsExpression && v.within("["),
    "places are counted from the start: the last element is `xs.last()`, or `xs[xs.len() - 1]`",
  ],
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
    "there is no `?:`: write `o.unwrap_or(…)`, `o.or_else(fun() = …)` for another option, or `let Some(x) = o else { return … }`",
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
