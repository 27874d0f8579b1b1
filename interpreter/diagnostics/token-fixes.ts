// The edits of hints that name a token to write, to remove or to replace. `applied-hints.ts` has those of whole
// calls and declarations.
import type { Edit } from "./diagnostic.ts";
import type { Source, Span } from "../source/index.ts";

/** A marked location. */
export interface Marked {
  readonly source: Source;
  readonly span: Span;
  /** The marked text, and what follows it. */
  readonly text: string;
  readonly rest: string;
}

export type Rule = (match: RegExpExecArray, marked: Marked) => Edit[] | null;

/** Replaces the text from `from` to `to`, counted from the start and the end of the mark. */
function edit({ source, span }: Marked, from: number, to: number, text: string): Edit[] {
  return [{ source, span: { start: span.start + from, end: span.end + to }, text }];
}

/** Replaces the mark if it is one of these texts; without texts, if it is a word. */
function swap(by: string, ...texts: readonly string[]): Rule {
  return (_, marked) =>
    (texts.length === 0 ? /^\w+$/.test(marked.text) : texts.includes(marked.text))
      ? edit(marked, 0, 0, by)
      : null;
}

/** Replaces the mark by the text that the hint names, if it has this form. */
function named(form: RegExp): Rule {
  return ([, by], marked) => (form.test(marked.text) ? edit(marked, 0, 0, by!) : null);
}

/** Replaces the end of the text before the mark. */
function before(marked: Marked, form: RegExp, by: string): Edit[] | null {
  const line = marked.source.text.slice(Math.max(0, marked.span.start - 200), marked.span.start);
  const found = form.exec(line);
  if (found === null) return null;
  const start = marked.span.start - found[0].length;
  return [{ source: marked.source, span: { start, end: marked.span.start }, text: by }];
}

/** Removes the mark, and what follows it in this form. */
function removed(text: RegExp, after: RegExp): Rule {
  return (_, marked) =>
    text.test(marked.text) ? edit(marked, 0, after.exec(marked.rest)?.[0].length ?? 0, "") : null;
}

/** `b = 3` and `a = b` for the statement `a = b = 3`. */
function inTwo({ source, span }: Marked): Edit[] | null {
  const line = source.text.lastIndexOf("\n", span.start - 1) + 1;
  const left = /(?<=^|[;{])(\s*)((?:let )?\w+ = )(\w+) $/.exec(source.text.slice(line, span.start));
  const value = /^= ([^=\n;{}]+?)(?=\s*(?:$|[;}\n]))/.exec(source.text.slice(span.start, span.start + 200));
  if (left === null || value === null) return null;
  const [whole, blank, first, name] = left;
  const start = span.start - whole.length;
  const indent = /^[ \t]*/.exec(source.text.slice(line))![0];
  const text = `${blank}${name!} = ${value[1]!}\n${indent}${first!}${name!}`;
  return [{ source, span: { start, end: span.start + value[0].length }, text }];
}

/** Writes a comma behind the token before the mark. */
const comma: Rule = (_, marked) =>
  marked.text === ";" ? edit(marked, 0, 0, ",") : before(marked, /[ \t]+$/, ", ");

/** Writes the result type behind the parameters of the function around the mark. */
export const resultType: Rule = ([, type], { source, span }) => {
  const heads = [
    ...source.text.slice(0, span.start).matchAll(/\bfun \w+(?:<[^()]*>)?\((?:[^()]|\([^()]*\))*\)/g),
  ];
  const last = heads.at(-1);
  if (last === undefined) return null;
  const at = last.index + last[0].length;
  return [{ source, span: { start: at, end: at }, text: ` ${type!}` }];
};

export const TOKEN_RULES: readonly (readonly [RegExp, Rule])[] = [
  // Another word or operator.
  [/^write `else if`$/, swap("else if")],
  [/^write `(&&|\|\||!)`$/, named(/^(?:and|or|not)$/)],
  [/^write `\w+\.\w+`$/, swap(".", "->")],
  [/^write `self\.\w+`$/, swap("self.", "@")],
  [/^write `0\.\d+`$/, swap("0.", ".")],
  [/^declare functions with `fun`$/, swap("fun")],
  [
    /^declare variables with `let`$/,
    (match, marked) => (/^\s+[a-z_]/.test(marked.rest) ? swap("let")(match, marked) : null),
  ],
  [/^start goroutines with `spawn`$/, swap("spawn")],
  [/^the receiver of a method is `self`$/, swap("self")],
  [/^write an empty block as `\{\}`$/, swap("{}")],
  [/^write `return Ok\(\{\}\)`$/, swap("return Ok({})")],
  [/^comments start with `\/\/`$/, swap("//", "#")],
  [/^write arms as `pattern -> value`/, swap("->", "=>")],
  [/^write an empty map as `\[:\]`/, swap("[:]", "{}")],
  [/^write an empty set as `Set\.new\(\)`$/, swap("Set.new()", "{}")],
  [/^write the unit value as `\{\}`$/, swap("{}", "()")],
  [/: for the unit value, write `Ok\(\{\}\)`$/, swap("Ok({})", "Ok()")],
  [
    /^an assignment (?:is a separate statement and )?has no value: to compare, write `==`$/,
    (match, marked) => inTwo(marked) ?? swap("==", "=")(match, marked),
  ],
  [/^did you mean `('\w+)`\?$/, named(/^'\w+$/)],
  [/^write a character in single quotes: `('.+')`$/, named(/^"/)],
  [/^write a string of one character as `(".+")`$/, named(/^'/)],
  [/^write `(\w+\.\w+)` for the variant$/, named(/^\w+$/)],
  [/^write `(self\.\w+)` for the field$/, named(/^\w+$/)],
  [/^write `(dyn \w+)`$/, named(/^\w+$/)],
  [/^write `((?:error\.)?error\("[^`…]*"\))`$/, named(/^"/)],
  [/^write `(\w+\.\w+\(\w+: [^`…]*\))`$/, named(/^\w+\.\w+\(/)],
  [/^to loop over the numbers below it, write `(0\.\.[^`…]+)`$/, named(/^[\w.]+$/)],
  [/^write standard modules without quotes: `import (std\/\w+)`$/, named(/^"/)],
  [
    /^write another file as a path in quotes: `import ("[^`…]+")`|, another file as a path in quotes: `import ("[^`…]+")`/,
    ([, first, second], marked) => {
      const path = (first ?? second)!;
      const line = marked.source.lineAt(marked.span.start);
      const text = marked.source.lineText(line);
      const found = new RegExp(`^\\s*import\\s+${path.slice(1, -1).replace(/\W/g, "\\$&")}(?![\\w/])`).exec(
        text,
      );
      if (found === null) return null;
      const end = marked.source.lineStarts[line - 1]! + found[0].length;
      return [{ source: marked.source, span: { start: end - (path.length - 2), end }, text: path }];
    },
  ],
  [
    /^write `(import [^`…]+)`$/,
    ([, line], marked) =>
      marked.text === "from" ? edit(marked, 0, /^[^\n]*/.exec(marked.rest)![0].length, line!) : null,
  ],
  [
    /^write `(impl\b[^`…]+)`$/,
    ([, head], marked) => {
      const left = before(marked, /\bimpl\b[^{\n]*$/, `${head!} `);
      return left === null
        ? null
        : [...left, ...edit(marked, 0, /^[^{\n]*/.exec(marked.rest)![0].length, "")];
    },
  ],
  // Two tokens.
  [
    /^write `!=` to compare for inequality$/,
    (_, marked) =>
      marked.text === "~" && marked.rest.startsWith("=")
        ? edit(marked, 0, 1, "!=")
        : marked.text === ">"
          ? edit(marked, -1, 0, "!=")
          : null,
  ],
  [
    /^there is no `(\+\+|--)`: write `x [+-]= 1`$/,
    ([, operator], marked) => {
      const [sign] = operator!;
      const left = before(marked, new RegExp(`\\${sign!}$`), ` ${sign!}= 1`);
      const ends = /^\s*(?:$|[;}\n])/.test(marked.rest);
      return marked.text === sign && left !== null && ends ? [...left, ...edit(marked, 0, 0, "")] : null;
    },
  ],
  [
    /^there is no `x!`: write `x\.unwrap\(\)`/,
    (_, marked) =>
      marked.text === "!" ? edit(marked, 0, /^!*/.exec(marked.rest)![0].length, ".unwrap()") : null,
  ],
  [
    /^write the range as `for i in 0\.\.n`/,
    (_, marked) => {
      const left = marked.text === "until" ? before(marked, /\s*$/, "") : null;
      return left === null ? null : [...left, ...edit(marked, 0, /^\s*/.exec(marked.rest)![0].length, "..")];
    },
  ],
  [
    /^write `(\w+)\.(\w+)\(\)`$/,
    ([, receiver, name], marked) =>
      /^\w+$/.test(marked.text) && marked.rest.startsWith(`(${receiver!})`)
        ? edit(marked, 0, receiver!.length + 2, `${receiver!}.${name!}()`)
        : null,
  ],
  [
    /^there are no getters: read the field, `\.(\w+)`$/,
    ([, field], marked) => (marked.rest.startsWith("()") ? edit(marked, 0, 2, field!) : null),
  ],
  [
    /^write the type of a list as `List<(\w+)>`$/,
    ([, element], marked) =>
      marked.text === "[" && marked.rest.startsWith("]")
        ? (before(marked, new RegExp(`\\b${element!}$`), `List<${element!}`)?.concat(
            edit(marked, 0, 1, ">"),
          ) ?? null)
        : null,
  ],
  [
    /^write the type of a map as `(Map<(\w+), (\w+)>)`$/,
    ([, type, key, value], marked) =>
      marked.text === "[" && marked.rest.startsWith(`${key!}: ${value!}]`)
        ? edit(marked, 0, `${key!}: ${value!}]`.length, type!)
        : null,
  ],
  // Something is removed.
  [/^there are no visibility modifiers/, removed(/^\w+$/, /^\s*/)],
  [/^there are no references: /, removed(/^&$/, /^\s*(?:mut\b\s*)?/)],
  [/^write `self`: structs are shared/, removed(/^&$/, /^\s*(?:mut\b\s*)?/)],
  [/^declare fields without a keyword/, removed(/^\w+$/, /^\s*/)],
  [/^there is no unary `\+`: remove it$/, removed(/^\+$/, /^\s*/)],
  [/^write a tuple as `/, removed(/^#$/, /^/)],
  [/^Int and Float have the same operators/, removed(/^\.$/, /^/)],
  [/^write two dots before the value/, removed(/^\.$/, /^/)],
  [/^write `self` without a type$/, removed(/^:$/, /^\s*&?\s*(?:mut\s+)?\w+(?:<[^>]*>)?/)],
  [
    /^remove `(\w+)`: /,
    ([, word], marked) => (marked.text === word ? null : before(marked, new RegExp(`\\b${word!}\\s+$`), "")),
  ],
  [
    /^remove the `;` before it: /,
    (_, marked) => {
      const text = marked.source.text.slice(0, marked.span.start);
      const start = text.trimEnd().length - 1;
      return text[start] === ";"
        ? [{ source: marked.source, span: { start, end: start + 1 }, text: "" }]
        : null;
    },
  ],
  [/^declare variants without a keyword: /, (_, marked) => before(marked, /\bcase\s+$/, "")],
  [
    /^a parameter has one name, which a call may write, too: write `/,
    (_, marked) => before(marked, /\b\w+\s+$/, ""),
  ],
  // Something is added.
  [/^separate (?:fields|arms) with `,` or line breaks$/, comma],
  [/^separate arguments with `,`$/, comma],
  [
    /^labels start with a quote: `/,
    (_, marked) => {
      if (/^\w+$/.test(marked.text)) return edit(marked, 0, -marked.text.length, "'");
      const written = /(?:(\w+)|"(\w+)")$/.exec(
        marked.source.text.slice(Math.max(0, marked.span.start - 80), marked.span.start),
      );
      if (written === null) return null;
      const start = marked.span.start - written[0].length;
      const span = { start, end: marked.span.end };
      return [{ source: marked.source, span, text: `'${written[1] ?? written[2]!}:` }];
    },
  ],
  [/^write its type: `(\w+: [^`…]+)`$/, named(/^\w+$/)],
  [/^the unit type is `(\(\))`/, named(/^(?:void|unit|Unit)$/)],
  [/^a label begins with a quote: `/, swap(" '", "@")],
  [
    /^write `(\w+): (\w+)`$/,
    ([, name, type], marked) =>
      marked.text === type ? before(marked, new RegExp(`\\b${name!}\\s+$`), `${name!}: `) : null,
  ],
  [/^write `(-> [^`…]+)` after the parameters$/, resultType],
  [
    /^a struct without fields needs braces, too: `/,
    (_, marked) =>
      marked.text === ";" ? edit(marked, 0, 0, " {}") : edit(marked, 0, -marked.text.length, " {}"),
  ],
  [/^write a set of one element as `/, (_, marked) => edit(marked, marked.text.length, 0, ",")],
  [
    /^compare it: `[^`…]+?( != 0|\.len\(\) > 0)`$/,
    ([, test], marked) => {
      const { text } = marked;
      const whole = /^[\w.]+(?:\([^()]*\))?$/.test(text) ? `${text}${test!}` : `(${text})${test!}`;
      const negated = marked.source.text[marked.span.start - 1] === "!";
      return edit(marked, 0, 0, negated ? `(${whole})` : whole);
    },
  ],
  [/^a function type needs a result type: `/, (_, marked) => before(marked, /\s*$/, " -> () ")],
  [
    /^end it with `Ok\(\{\}\)`$/,
    (_, marked) => {
      if (/^(?:Result|Option)\b/.test(marked.text)) return null;
      const line = marked.source.lineText(marked.source.lineAt(marked.span.start));
      const indent = /^[ \t]*/.exec(line)![0];
      return line.trim() === marked.text ? edit(marked, marked.text.length, 0, `\n${indent}Ok({})`) : null;
    },
  ],
];
