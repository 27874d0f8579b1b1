// Mistakes in operators and values.
import { insteadOf, insteadOfFunction, isForeignType, wayToMake } from "../../diagnostics/index.ts";
import type { Mistake } from "./view.ts";

/** The hint for an argument with a name, `f(x = 1)`. */
function namedArgument(callee: string, name: string): string {
  const order = `write \`:\` after the name of an argument: \`${name}: …\``;
  if (/^[A-Z]/.test(callee)) return `write a value as \`${callee} { ${name}: … }\``;
  if (callee === "copy") return `write a copy with a changed field as \`P { ${name}: …, ..p }\``;
  if (callee === "print" || name === "sep" || name === "end")
    return 'join values in one string, `print("${a} ${b}")`; `print` of `std/io` adds no line break';
  const sorts = callee === "sort" || callee === "sorted" || callee === "max" || callee === "min";
  if (sorts && (name === "key" || name === "reverse" || name === "cmp")) {
    const method = callee === "sort" ? "sort_by" : "sorted_by";
    const order = name === "reverse" ? "b.compare(a)" : "…";
    return `pass the order as a function: \`xs.${method}(fun(a, b) = ${order})\``;
  }
  const other = insteadOfFunction(callee);
  return other === undefined ? order : `${order}; ${other}`;
}

export const operators: readonly Mistake[] = [
  [
    (v) => v.seesJoined(-1, ["int", ",", "int"]) && v.text(1).length === 3 && v.expects("}"),
    (v) => `separate the digits of a number with \`_\`: \`${v.text(-1)}_${v.text(1)}\``,
  ],
  [
    (v) => v.kind() === "@" && v.joined && v.kind(-1) === "return",
    "`return` in a lambda leaves the lambda, and needs no label",
  ],
  [
    (v) => v.text() === "is" && v.kind(1) === "ident" && /^(?:None|null|nil|not)$/.test(v.text(1)),
    (v) =>
      `test for a value with \`${v.kind(-1) === "ident" ? v.text(-1) : "o"}.${v.text(1) === "not" ? "is_some" : "is_none"}()\``,
  ],
  [
    (v) =>
      ((v.kind() === ":" && v.isFollowedBy("=>")) || (v.kind() === "=>" && v.sees(-2, ["(", ")"]))) &&
      !v.has("match"),
    (v) =>
      `write anonymous functions as \`fun(${v.kind() === "=>" ? "" : `${v.text(-1)}${isForeignType(v.text(1)) ? "" : `: ${v.text(1)}`}`}) = …\``,
  ],
  [
    (v) => v.kind() === ":" && v.sees(-2, ["{", "ident"]) && v.isFollowedBy("->") && !v.has("match"),
    (v) => `write anonymous functions as \`fun(${v.text(-1)}: ${v.text(1)}) = …\``,
  ],
  [(v) => v.sees(0, ["@", "ident"]) && v.expectsExpression, (v) => `write \`self.${v.text(1)}\``],
  [
    (v) => v.sees(-1, [".", "(", "ident", ")"]),
    (v) =>
      `take the value out of an \`Any\` with \`cast<${v.text(1)}>(${v.kind(-2) === "ident" ? v.text(-2) : "a"})\`, which returns an option`,
  ],
  [
    (v) =>
      v.kind() === "in" &&
      v.kind(-1) === "ident" &&
      (v.sees(1, ["int", "..", "int"]) || v.sees(1, ["int", "..=", "int"])) &&
      !v.has("for"),
    (v) =>
      `compare with both ends: \`${v.text(-1)} >= ${v.text(1)} && ${v.text(-1)} ${v.kind(2) === ".." ? "<" : "<="} ${v.text(3)}\``,
  ],
  [
    (v) =>
      [">", ">>"].includes(v.text()) && [">", ">>"].includes(v.text(-1)) && v.joined && v.expectsExpression,
    "there is no `>>>`: `>>` keeps the sign; clear the upper bits with `&`",
  ],
  [
    (v) => v.seesJoined(-1, ["*", "/"]) && v.expectsExpression,
    "comments do not nest: the first `*/` ends the comment",
  ],
  [
    (v) => v.kind() === "/" && v.expectsExpression,
    'write a regular expression as a string: `regex.compile("…")?` with `import std/regex`',
  ],
  [
    (v) => v.kind() === "." && v.kind(1) === "ident" && /^[A-Z]/.test(v.text(1)) && v.expectsExpression,
    (v) => `write a variant with its enum: \`Name.${v.text(1)}\``,
  ],
  [
    (v) => v.sees(-2, [":", "ident", "="]) && /^[A-Z]/.test(v.callee ?? "") && !v.expectsExpression,
    "a field of a variant has no default value, only one of a struct: declare a struct for the fields",
  ],
  [
    (v) => v.kind() === "=" && v.kind(-1) === "ident" && v.callee !== undefined && v.expects(")"),
    (v) => namedArgument(v.callee!, v.text(-1)),
  ],
  [
    (v) => v.seesJoined(-1, ["..", "<"]),
    "write `0..n`, which excludes its end, or `0..=n`, which includes it",
  ],
  [(v) => v.seesJoined(-2, ["?", "?"]), "there is no `??`: write `o.unwrap_or(…)`"],
  [(v) => v.seesJoined(0, ["~", "="]), "write `!=` to compare for inequality"],
  [
    (v) => v.kind() === "else" && v.has("if") && !v.startsWith("if"),
    "write the condition first: `if c { a } else { b }`",
  ],
  [
    (v) => v.kind() === "?" && v.kind(1) === ":" && v.expects(":"),
    "put the `?` after the type: `name: String?`",
  ],
  [
    (v) => v.kind() === "ident" && v.text() === "to" && (v.within("(") || v.within("[")),
    'write a map as `["key": value]`',
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
    (v) => `write the name of a struct before its fields: \`P { ${v.text(-1)}: 1 }\``,
  ],
  [
    (v) => v.kind() === ":" && v.sees(-3, ["fun", "(", "ident"]) && v.expects(")"),
    "a function type lists the types of its parameters only: `fun(Int) -> Int`",
  ],
  [
    (v) => v.kind() === ":" && v.sees(-2, ["(", "ident"]) && v.expects(")") && v.callee === undefined,
    "the parts of a tuple have no names, `(1, 2)`: declare a struct for names",
  ],
  [(v) => v.text(-1) === "new" && v.kind() === "ident", (v) => wayToMake(v.text()) ?? insteadOf("new")!],
  [
    (v) => v.kind(-1) === "?" && v.isFollowedBy(":"),
    "there is no `a ? b : c`: write `if a { b } else { c }`",
  ],
  [
    (v) => v.kind() === ":" && v.kind(-2) === "{" && v.isFollowedBy("for"),
    "build a map from pairs: `xs.iter().map(fun(x) = (key, value)).to_map()`",
  ],
  [
    (v) => v.kind() === ":" && v.sees(-2, ["{", "ident"]) && !v.has("match"),
    (v) =>
      `write the name of a struct before its fields, \`P { ${v.text(-1)}: 1 }\`; write a map as \`["key": value]\``,
  ],
  [
    (v) => v.kind() === ":" && ["string", "ident", "int"].includes(v.kind(-1) ?? "") && v.kind(-2) === "{",
    'write a map as `["key": value]`',
  ],
  // The entries of a map in braces, on lines of their own. Those that failed before are an empty loop here.
  [
    (v) =>
      v.kind() === ":" &&
      v.kind(-1) === "string" &&
      v.expects("}") &&
      (v.kind(-2) === "newline" || v.sees(-4, ["loop", "{", "}"])),
    'write a map as `["key": value]`',
  ],
  [
    (v) =>
      v.seesJoined(-1, ["+", "+"]) &&
      [v.kind(-2), v.kind(1)].some(
        (kind) => kind === "string" || kind === "stringStart" || kind === "stringEnd",
      ),
    "join strings with one `+`",
  ],
  [
    (v) => v.kind(-1) === "." && (v.kind() === "string" || v.kind() === "stringStart"),
    "join strings with `+`",
  ],
  [(v) => v.seesJoined(-1, ["=", "+"]), "write `x += 1`"],
  [(v) => v.seesJoined(-1, ["=", "*"]), "write `x *= 2`"],
  [(v) => v.seesJoined(0, ["<", "-"]) && v.expectsExpression, "receive a value with `c.recv()`"],
  [(v) => v.kind() === ";" && v.expects(")"), "separate arguments with `,`"],
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
  [(v) => v.seesJoined(-1, ["*", "*"]), "there is no `**`: write `a.pow(b)`"],
  [(v) => v.seesJoined(0, [":", "="]), "declare variables with `let`: `let x = …`"],
  [
    (v) => v.kind() === "::" && (v.kind(-1) === "[" || v.within("[")),
    "reverse a list with `xs.reversed()`; select every second element with `xs.iter().step_by(2).collect()`",
  ],
  [
    (v) => v.kind() === "::" && v.text(-1) === "collect",
    "`collect()` returns a list: for other collections, write `to_set()` or `to_map()`",
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
      v.kind() === "::" && v.kind(-1) === "ident" && insteadOf(v.text(-1))?.startsWith("remove it") === true,
    (v) => insteadOf(v.text(-1))!,
  ],
  [
    (v) => v.kind() === "::" && (v.kind(1) === "<" || v.kind(1) === "<T"),
    (v) =>
      `write type arguments directly after the name: \`${v.kind(-1) === "ident" ? v.text(-1) : "f"}<${v.kind(3)?.startsWith(">") === true ? v.text(2) : "…"}>(…)\``,
  ],
  [(v) => v.kind() === "::", "write `.`: `Type.function(…)`"],
  [
    (v) => v.seesJoined(-1, ["..", "."]) && v.kind(1) === ")" && v.callee !== undefined,
    "a list cannot be spread into arguments: to append all elements of another list, write `xs.extend(ys)`",
  ],
  [
    (v) => v.seesJoined(-1, ["..", "."]),
    "there is no `...`: write `0..10`, which excludes its end, or `0..=10`, which includes it",
  ],
  [
    (v) => v.kind() === "&" && v.expectsExpression,
    "there are no references: structs, lists and maps are shared, not copied",
  ],
  [
    (v) => v.kind() === "*" && v.expectsExpression && v.kind(-1) === "(" && v.callee !== undefined,
    "there are no pointers, and a list cannot be spread into arguments: remove the `*`, or pass each element",
  ],
  [(v) => v.kind() === "*" && v.expectsExpression, "there are no pointers: remove the `*`"],
  [(v) => v.kind() === "+" && v.expectsExpression, "there is no unary `+`: remove it"],
  [(v) => v.seesJoined(-1, ["&", "^"]) && v.expectsExpression, "clear bits with `a & ~b`"],
  [
    (v) => v.kind() === "^" && v.expectsExpression && v.within("["),
    "indexes count from the start: the last element is `xs.last()`, or `xs[xs.len() - 1]`",
  ],
  [
    (v) => v.sees(-3, [".", "ident", "{", "|"]),
    (v) =>
      `pass the function as an argument: \`.${v.text(-2)}(fun(${v.kind(1) === "ident" ? v.text(1) : "x"}) { … })\``,
  ],
  [
    (v) => v.text(-1) === "it" && v.sees(-4, [".", "ident", "{"]),
    (v) => `a function names its parameters: \`.${v.text(-3)}(fun(it) = …)\``,
  ],
  [
    (v) => (v.kind() === "|" || v.kind() === "||") && v.expectsExpression,
    "write anonymous functions as `fun(x) = x + 1`",
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
    (v) => v.kind(-1) === "ident" && v.joined && v.seesJoined(0, ["!", "["]) && v.text(-1) !== "vec",
    (v) => `call a macro with parentheses: \`${v.text(-1)}!(…)\``,
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
    "convert values with methods: `x.to_float()`, `x.to_int()`; take the value out of an `Any` with `cast<Int>(x)`",
  ],
  [
    (v) => v.kind() === "in" && v.kind(1) === ":" && !v.has("for"),
    "`in` is a keyword and cannot be used as a name",
  ],
  [
    (v) => v.kind() === "in" && !v.has("for"),
    "write `xs.contains(x)` for a list, a set or a string, `m.has(key)` for a map",
  ],
];
