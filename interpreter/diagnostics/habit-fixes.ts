// Edits of hints about calls, types and declarations as other languages write them.
import type { Edit } from "./diagnostic.ts";
import { importEdits } from "./import-edit.ts";
import { formatted, oneOf, OPEN, rewrite } from "./rewrites.ts";
import type { Marked, Rule } from "./token-fixes.ts";

const TYPE_LAST = rewrite("({x} «{a:t}», {y} {b:t})", "({a}, {b})", OPEN);
const TYPE_FIRST = rewrite("({a:t} «{x}», {b:t} {y})", "({a}, {b})", OPEN);

export const HABIT_RULES: readonly (readonly [RegExp, Rule])[] = [
  // Values.
  [/^join strings with `\+`$/, rewrite("<«>»", "+", OPEN)],
  [/^join lists with `xs\.concat\(ys\)`$/, rewrite("{a} +«+» {b}", "{a}.concat({b})")],
  [/^write `Ok\(1\)`$/, rewrite("{«:»ok, {x}}", "Ok({x})", OPEN)],
  [/^write a pair as `/, rewrite("«Pair»({p:p})", "({p})", OPEN)],
  [/^write a map as `\["key": value\]`/, oneOf(rewrite("«%»{", "{", OPEN), rewrite("«=>»", ":", OPEN))],
  [/^write a struct as `P \{ x: 1 \}`$/, rewrite("«%»{P}{", "{P} {", OPEN)],
  [
    /^a struct is written in braces: `P \{ x: 1, \.\.p \}`$/,
    rewrite("{P}(«..»{b}, {f:p})", "{P} { {f}, ..{b} }", OPEN),
  ],
  [
    /^`\.\.` and the value that supplies the other fields must be last$/,
    rewrite("..{b}, «{x}»{f:p}}", "{x}{f}, ..{b} }", OPEN),
  ],
  [/^write `\.\.` last, after the fields$/, rewrite(".., «{x}»{f:p}}", "{x}{f}, .. }", OPEN)],
  [/^put the comparison in parentheses: `(\([^`…]+\))`$/, parenthesized],
  [
    /^a list cannot be spread into arguments: to append all elements /,
    rewrite("{a} = append({b}, {ys}«.»..)", "{a}.extend({ys})"),
  ],
  // Calls.
  [/^write `panic\("message"\)`$/, rewrite("panic «as» {x}", "panic({x})")],
  [/^write `print\(x\)`$/, rewrite("«{M}».{f}({x:p})", "print({x})", OPEN)],
  [
    /^write `print\("x is \$\{x\}"\)`$/,
    formatted('«printf»("{text:s}", {values:p})', (text) => `print("${text}")`),
  ],
  [/^write `s\.(parse_int)\(\)`/, rewrite("«{f}»({x}, 10)", "{x}.{hint}()", OPEN)],
  [/^write `c\.(to_int)\(\)` for the code point/, rewrite("«{f}»({x})", "{x}.{hint}()", OPEN)],
  [/^create a value with `(\w+\.new)\(\)`$/, rewrite("«{T}»(", "{hint}(", OPEN)],
  [/^write `\.(sorted_by_key)\(f\)\.reversed\(\)`$/, rewrite("«{f}»({x:p})", "{hint}({x}).reversed()", OPEN)],
  [
    /^write `n\.to_string\(\)\.(pad_left)\(width, '0'\)`$/,
    rewrite("{n}.«{f}»({x:p})", "{n}.to_string().{hint}({x})", OPEN),
  ],
  [/^pass a function: `(fun\(x\) = x\.\w+\(\))`$/, rewrite("«&»:{f}", "{hint}", OPEN)],
  [
    /^pass the order as a function: `xs\.(sort_by|sorted_by)\(fun\(a, b\) = b\.compare\(a\)\)`$/,
    oneOf(
      rewrite("{xs}.sort(reverse«=»True)", "{xs}.{hint}(fun(a, b) = b.compare(a))", OPEN),
      rewrite("sorted({xs}, reverse«=»True)", "{xs}.{hint}(fun(a, b) = b.compare(a))", OPEN),
    ),
  ],
  [
    /^to get the index of each element, write `for \(i, x\) in xs\.enumerate\(\)`$/,
    rewrite("for ({x}, {i}) in {xs}.zip({n:d}..«)»", "for ({i}, {x}) in {xs}.enumerate()", OPEN),
  ],
  // Patterns and arms.
  [
    /^write arms as `pattern -> value`$/,
    oneOf(rewrite("{p}«:»", "{p} ->", OPEN), rewrite("{p} «{»", "{p} -> {", OPEN)),
  ],
  [/^destructure a struct by its fields: `\w+ \{ ([\w, ]+) \}`$/, byFields],
  [
    /^write (\d+) parts, `_` for those that do not matter$/,
    ([, count], marked) => {
      const names = /^\((\w+(?:, \w+)*)\)$/.exec(marked.text)?.[1]?.split(", ") ?? [];
      const missing = Number(count) - names.length;
      if (names.length === 0 || missing < 1) return null;
      return replaced(marked, `(${[...names, ...Array<string>(missing).fill("_")].join(", ")})`);
    },
  ],
  [/^the names in a pattern must differ: write `(_)`/, ([, name], marked) => replaced(marked, name!)],
  // Types and parameters.
  [/^write the type of a list as `List<\w+>`$/, rewrite("«[»]{t:t}", "List<{t}>", OPEN)],
  [
    /^write (?:tuple types|the type of a pair) in parentheses: /,
    rewrite("«{T}»<{a:t}, {b:t}>", "({a}, {b})", OPEN),
  ],
  [
    /^write function types as `fun\(Int\) -> Int`$/,
    rewrite("({x}«:» {a:t}) => {r:t}", "fun({a}) -> {r}", OPEN),
  ],
  [
    /^write only the types of the parts of a result: /,
    (match, marked) => (/^[A-Z]/.test(marked.text) ? TYPE_LAST : TYPE_FIRST)(match, marked),
  ],
  [/^the name comes first: write `(\w+: [^`…]+)`$/, rewrite("{t:t} «{x}»", "{hint}", OPEN)],
  [
    /^every parameter of a function needs a type: /,
    oneOf(typedByDefault, rewrite("{x}«,» {y}: {t:t}", "{x}: {t}, {y}: {t}", OPEN)),
  ],
  [/^write `\$\w+:(expr)`; the fragments/, rewrite("«{f}»", "{hint}", OPEN)],
  // Declarations.
  [/^declare interfaces as traits: /, rewrite("«{w}» {N}", "trait {N}", OPEN)],
  [
    /^declare it with `let` to make it a variable$/,
    (_, { source, text }) => {
      const found = new RegExp(`\\bconst(?= ${text}\\b)`).exec(/^\w+$/.test(text) ? source.text : "");
      return found === null
        ? null
        : [{ source, span: { start: found.index, end: found.index + "const".length }, text: "let" }];
    },
  ],
  [
    /^the names follow the path/,
    oneOf(
      rewrite("import «{»{p:p}} from {x}", "import {x} { {p} }", OPEN),
      rewrite("import type «{»{p:p}} from {x}", "import {x} { {p} }", OPEN),
    ),
  ],
  [
    /^only functions can be used through an alias: import it by name, `import (std\/\w+ \{ \w+ \})`$/,
    ([, path], { source, span }) => {
      const before = /\w+\.$/.exec(source.text.slice(0, span.start));
      if (before === null) return null;
      return [
        ...importEdits(source, path!),
        { source, span: { start: span.start - before[0].length, end: span.start }, text: "" },
      ];
    },
  ],
  [
    /^put the `\{` of a body on the line of its construct$/,
    (_, { source, span, text, rest }) => {
      const space = /^\s*(?=\{)/.exec(rest);
      return text.trim() !== "" || space === null
        ? null
        : [{ source, span: { start: span.start, end: span.end + space[0].length }, text: " " }];
    },
  ],
  [
    /^remove the `;`: it discards the value of the expression before it$/,
    (_, marked) => {
      const end = endOfBody(marked);
      if (end === null) return null;
      const at = marked.source.text.slice(0, end).trimEnd().length - 1;
      return marked.source.text[at] === ";"
        ? [{ source: marked.source, span: { start: at, end: at + 1 }, text: "" }]
        : null;
    },
  ],
  [
    /^end it with `(Ok\(\{\}\))`$/,
    ([, value], marked) => {
      const end = endOfBody(marked);
      if (end === null) return null;
      const { text } = marked.source;
      const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
      // The brace stands on a line of its own.
      if (line.trim() !== "") return null;
      const start = end - line.length;
      return [{ source: marked.source, span: { start, end: start }, text: `${line}    ${value!}\n` }];
    },
  ],
];

function replaced({ source, span }: Marked, text: string): Edit[] {
  return [{ source, span, text }];
}

/** Puts the part that the hint shows, with which the mark begins, in parentheses. */
function parenthesized([, whole]: RegExpExecArray, { source, span, text }: Marked): Edit[] | null {
  const inner = whole!.slice(1, -1);
  if (!text.startsWith(inner)) return null;
  return [{ source, span: { start: span.start, end: span.start + inner.length }, text: whole! }];
}

/** `P { x: a, y }` for `P(a, y)`. */
function byFields([, fields]: RegExpExecArray, { source, span, text, rest }: Marked): Edit[] | null {
  const names = fields!.split(", ");
  const parts = /^\((\w+(?:, \w+)*)\)/.exec(rest);
  if (parts === null) return null;
  const bound = parts[1]!.split(", ");
  if (bound.length !== names.length) return null;
  const inside = names.map((name, i) => (name === bound[i] ? name : `${name}: ${bound[i]!}`)).join(", ");
  const end = span.end + parts[0].length;
  return [{ source, span: { start: span.start, end }, text: `${text} { ${inside} }` }];
}

/** The type of a parameter whose default value is a literal. */
function typedByDefault(_: RegExpExecArray, { source, span, text, rest }: Marked): Edit[] | null {
  if (text !== "=") return null;
  const [type] = LITERALS.find(([, form]) => form.test(rest)) ?? [];
  const blank = /\s*$/.exec(source.text.slice(0, span.start))![0];
  const start = span.start - blank.length;
  return type === undefined ? null : [{ source, span: { start, end: span.start }, text: `: ${type} ` }];
}
const LITERALS: readonly (readonly [string, RegExp])[] = [
  ["Float", /^\s*-?\d[\d_]*\.\d/],
  ["Int", /^\s*-?\d[\d_]*\s*[,)]/],
  ["Bool", /^\s*(?:true|false)\b/],
  ["String", /^\s*"/],
];

/** The location of the brace that ends the body behind the mark; null if it is not found. */
function endOfBody({ source, span }: Marked): number | null {
  const tokens = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|[{}]/g;
  tokens.lastIndex = span.end;
  let depth = 0;
  for (let token = tokens.exec(source.text); token !== null; token = tokens.exec(source.text)) {
    if (token[0] === "{") depth++;
    else if (token[0] === "}" && --depth <= 0) return depth === 0 ? token.index : null;
  }
  return null;
}
