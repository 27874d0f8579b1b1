// Edits of hints whose text stands for a part of the line: `…` in the hint is what the program has there.
import type { Edit } from "./diagnostic.ts";
import { importEdits } from "./import-edit.ts";
import { oneOf, OPEN, rewrite, splitParts } from "./rewrites.ts";
import type { Marked, Rule } from "./token-fixes.ts";

/** Where a statement begins. */
const STATEMENT = { start: String.raw`(?<=^\s*|[{;]\s*)`, open: true };

export const WORD_RULES: readonly (readonly [RegExp, Rule])[] = [
  // Texts and characters.
  [/^write strings in double quotes: /, doubleQuoted],
  [
    /^write strings as `"…\$\{x\}…"`/,
    (_, marked) => {
      const found = marked.text === "`" ? /^([^`"\n]*)`/.exec(marked.rest) : null;
      return found === null ? null : between(marked, 0, found[0].length, `"${found[1]!}"`);
    },
  ],
  [
    /^write `\\\\` for a backslash; /,
    (_, marked) => (marked.text.startsWith("\\") ? between(marked, 0, 0, `\\${marked.text}`) : null),
  ],
  [
    /^`\$` is only allowed in macros; in strings, write /,
    (_, marked) => {
      const found = marked.text === "$" ? /^"((?:[^"\\\n]|\\.)*)"/.exec(marked.rest) : null;
      return found === null ? null : between(marked, 0, found[0].length, `"${withDollars(found[1]!)}"`);
    },
  ],
  [
    /^put an expression between the braces, or write `\\\$\{`/,
    (_, marked) => (/^\$\{\s*\}$/.test(marked.text) ? between(marked, 0, 0, `\\${marked.text}`) : null),
  ],
  [
    /^write a list of strings as `\["a", "b"\]`$/,
    (_, marked) => {
      const found = /^w\[([\w ]*)\]/.exec(marked.text === "%" ? marked.rest : "");
      if (found === null) return null;
      const words = found[1]!.split(" ").filter((word) => word !== "");
      return between(marked, 0, found[0].length, `[${words.map((word) => `"${word}"`).join(", ")}]`);
    },
  ],
  // Calls.
  [
    /^write `print\(…\)`$/,
    oneOf(
      ...["«Console».WriteLine", "«System».out.println", "«console».log", "«fmt».Println"].map((call) =>
        rewrite(`${call}({x:p})`, "print({x})", OPEN),
      ),
      rewrite("«{f}» {x:r}", "print({x})", STATEMENT),
    ),
  ],
  [
    /^write `xs\.(push|filter)\(…\)`$/,
    oneOf(
      rewrite("{v} = «append»({x}, {y:p})", "{x}.{hint}({y})", STATEMENT),
      rewrite("«{f}»({x}, {y:p})", "{x}.{hint}({y})", OPEN),
    ),
  ],
  [
    /^with \d+ arguments?, write `\.?(\w+)\(…\)`/,
    ([, name], marked) => {
      const imports = marked.source.text[marked.span.start - 1] === "." ? [] : imported(marked, name!);
      const word = /^\w+/.exec(marked.text)?.[0];
      return word === undefined
        ? null
        : [...imports, ...between(marked, 0, word.length - marked.text.length, name!)];
    },
  ],
  [
    /write `(\w+)\.(\w+)\(…\)`$/,
    ([, type, name], marked) => {
      if (marked.source.text.slice(0, marked.span.start).endsWith(`${type!}.`))
        return /^\w+$/.test(marked.text) ? between(marked, 0, 0, name!) : null;
      return /^\[.*\]$/s.test(marked.text)
        ? between(marked, 0, 0, `${type!}.${name!}(${marked.text})`)
        : null;
    },
  ],
  [
    /^write type arguments (?:in `<…>`|directly after the name): `([^`]+)`$/,
    ([, type], marked) => {
      if (marked.text === "::") return between(marked, 0, 0, "");
      const found = /^(?:\[[^[\]\n]*\]|\(\w+\))/.exec(
        marked.text === "[" ? `[${marked.rest}` : marked.rest,
      )?.[0];
      const name = /\w*$/.exec(marked.source.text.slice(0, marked.span.start))![0];
      if (found === undefined || type!.includes("…")) return null;
      const inMark = marked.text === "[" ? 1 : 0;
      return between(marked, inMark === 1 ? -name.length : 0, found.length - inMark, type!);
    },
  ],
  [/^write `Rng\.from_entropy\(\)/, called("std/random { Rng }")],
  [
    /^write `(\w+\.len\(\))`$/,
    ([, call], marked) =>
      marked.text === "len" && !marked.rest.startsWith("(") ? between(marked, 0, 0, call!) : null,
  ],
  [/^`(\.chars\(\))` returns the characters of a string/, appended],
  [/^write `(\.as_\w+\(\))`, or another unit$/, appended],
  [
    /^write `\w\.(times|divided_by|plus|minus)\(\w\)`$/,
    oneOf(...["*", "/", "+", "-"].map((sign) => rewrite(`{a} «${sign}» {b}`, "{a}.{hint}({b})"))),
  ],
  [
    /^write `\.send\(ClientRequest\.new\("GET", url\)\)`$/,
    rewrite("«{f}»({x:p})", 'send(ClientRequest.new("GET", {x}))', {
      imports: "std/http { ClientRequest }",
      open: true,
    }),
  ],
  [
    /^write `\.to_map\(fun\(x\) = \(key, value\)\)`$/,
    rewrite("«{f}»(fun({x}) = {k:c})", "to_map(fun({x}) = ({k}, {x}))", OPEN),
  ],
  [
    /^use `s\.(pad_left|pad_right)\(columns, fill\)`$/,
    rewrite("fmt.«{f}»({s}, {x:p})", "{s}.{hint}({x})", OPEN),
  ],
  [
    /^create a value with `(wait_group|semaphore|mutex|rw_lock)\((?:n)?\)`$/,
    ([, name], marked) =>
      oneOf(
        rewrite(`{T}.«new»({n:p})`, `${name!}({n})`, { imports: `std/sync { ${name!} }`, open: true }),
        rewrite(`«{T}»({n:p})`, `${name!}({n})`, { imports: `std/sync { ${name!} }`, open: true }),
      )([""] as never, marked),
  ],
  [
    /^functions for JSON are in `std\/json`$/,
    (_, marked) => [...importEdits(marked.source, "std/json"), ...between(marked, 0, 0, "json")],
  ],
  [
    /^match an `Option` with `Some\(…\)` and `None`$/,
    (_, marked) =>
      marked.text === "Ok"
        ? between(marked, 0, 0, "Some")
        : marked.text === "Err"
          ? between(marked, 0, /^\([^()\n]*\)/.exec(marked.rest)?.[0].length ?? 0, "None")
          : null,
  ],
  [/^write `\w+\.(\w+)\((?:text|n)\)`$/, rewrite("«{M}».{f}({s}, {x:p})", "{s}.{hint}({x})", OPEN)],
  [/^write `\w+\.(replace)\(from, to\)`$/, rewrite("«{M}».{f}({s}, {x:p})", "{s}.{hint}({x})", OPEN)],
  [
    /^write `\.update\(key, default, f\)`, /,
    oneOf(
      rewrite("«entry»({k}).or_insert({v})", "get_or_insert({k}, {v})", OPEN),
      rewrite("«entry»({k}).or_default()", "get_or_insert({k}, 0)", OPEN),
    ),
  ],
  [
    /^use the assertions of `std\/test`$/,
    (_, marked) => {
      const name = /^(assert(?:_eq|_ne)?)!\(/.exec(marked.text)?.[1];
      if (name === undefined) return null;
      const edits = between(marked, 0, -marked.text.length + name.length + 1, name);
      return [...importEdits(marked.source, `std/test { ${name} }`), ...edits];
    },
  ],
  [/^write a list of one element as /, (_, marked) => between(marked, 0, 0, `[${marked.text}]`)],
  [/^write `(to_any<[^`]*\))`$/, ([, call], marked) => between(marked, 0, 0, call!)],
  [/^call it with a message: /, (_, marked) => between(marked, 0, 0, 'panic("message")')],
  // Declarations and assignments.
  [
    /^import names with `import std\/math/,
    (_, marked) => {
      const found =
        /^ (math|json|os|re|random|time|datetime|collections)(?:\.\w+)? import (\w+(?:, \w+)*)$/m.exec(
          /^[^\n]*/.exec(marked.rest)![0],
        );
      const module = found === null ? undefined : (MODULES[found[1]!] ?? found[1]!);
      return module === undefined
        ? null
        : between(marked, 0, found![0].length, `import std/${module} { ${found![2]!} }`);
    },
  ],
  [
    /^every file is a module: import it with /,
    (_, marked) => {
      const found = marked.text === "mod" ? /^ (\w+);?(?=[ \t]*(?:\n|$))/.exec(marked.rest) : null;
      return found === null ? null : between(marked, 0, found[0].length, `import "./${found[1]!}"`);
    },
  ],
  [
    /^build a map from pairs: /,
    rewrite("{{k:c}«:» {v:c} for {x} in {xs}}", "{xs}.iter().map(fun({x}) = ({k}, {v})).to_map()", OPEN),
  ],
  [
    /^the parts of a tuple have no names, /,
    (_, marked) => {
      const name = /\w+\s*$/.exec(lineBefore(marked))?.[0];
      return name === undefined
        ? null
        : between(marked, -name.length, /^\s*/.exec(marked.rest)![0].length, "");
    },
  ],
  [
    /^declare variables with `let`: `let (\w+|\([\w, ]+\)) = …`$/,
    ([, name], marked) => {
      if (marked.text === ":") return rewrite("{x} «:»=", "let {x} =", STATEMENT)([""] as never, marked);
      if (marked.text === `var ${name!}`) return between(marked, 0, 0, `let ${name!}`);
      return inLine(
        marked,
        new RegExp(`(?<![\\w.])\\w+(?:<[^=\\n]*>)?\\s+${name!}(?=\\s*=[^=])`),
        `let ${name!}`,
      );
    },
  ],
  [
    /^declare variables with `let`: a value is computed where it is declared$/,
    (_, marked) => between(marked, 0, /^\s+va[lr]\b/.exec(marked.rest)?.[0].length ?? 0, "let"),
  ],
  [/^a value that may be absent has the type `(\w+\?)`$/, rewrite("{t:t} «|» {n:t}", "{hint}", OPEN)],
  [
    /^an enum has no underlying type: /,
    (_, marked) => between(marked, 0, /^\s*[\w.]+/.exec(marked.rest)?.[0].length ?? 0, ""),
  ],
  [/^a function is an ordinary parameter: `(\w+: [^`…]+)`$/, rewrite("«&»{x}", "{hint}", OPEN)],
  [
    /^there are no variadic functions: /,
    oneOf(
      rewrite("{x}: {t:t}«..».", "{x}: List<{t}>", OPEN),
      rewrite("vararg «{x}»: {t:t}", "{x}: List<{t}>", OPEN),
      rewrite("«..».{x}: {t:t}", "{x}: {t}", OPEN),
    ),
  ],
  [
    /^a call may name every argument, /,
    (_, marked) => {
      const found = marked.text === "{" ? /^([^{}\n]*)\}/.exec(marked.rest) : null;
      return found === null
        ? null
        : between(marked, 0, found[0].length, found[1]!.trim().replace(/\brequired\s+/g, ""));
    },
  ],
  [
    /^`return` in a lambda leaves the lambda, and needs no label$/,
    (_, marked) =>
      marked.text === "@" ? between(marked, 0, /^\w+/.exec(marked.rest)?.[0].length ?? 0, "") : null,
  ],
  // Patterns and arms.
  [
    /^in a pattern, write a variant without (?:its enum|a dot): /,
    (_, marked) =>
      /^(?:\.|::)$/.test(marked.text)
        ? between(marked, -/\w*$/.exec(marked.source.text.slice(0, marked.span.start))![0].length, 0, "")
        : null,
  ],
  [
    /^write `\.`: `Type\.function\(…\)`$/,
    (_, marked) => (marked.text === "::" ? between(marked, 0, 0, ".") : null),
  ],
  [
    /^write `_ -> …` for the arm/,
    (_, marked) => (/^\s*->/.test(marked.rest) ? between(marked, 0, 0, "_") : null),
  ],
  [/^write alternatives as `/, (_, marked) => (marked.text === "," ? between(marked, 0, 0, " |") : null)],
  // Structs.
  [/^write a value as `(\w+) \{ ([^`]*) \}`$/, literal],
  [
    /^write fields with `:`: `(?:\w+ \{ )?\w+: …/,
    (_, marked) => {
      if (marked.text === "=") return between(marked, -/\s*$/.exec(lineBefore(marked))![0].length, 0, ":");
      const body = marked.text === "," ? null : /^\s*\{[^{}\n]*\}/.exec(marked.rest);
      if (body !== null) return between(marked, marked.text.length, body[0].length, named(body[0]));
      const before = /\b(\w+)\s*=?\s+([^,{}=\n]+)$/.exec(lineBefore(marked));
      return before === null
        ? null
        : between(marked, -before[0].length, -marked.text.length, `${before[1]!}: ${before[2]!}`);
    },
  ],
  [
    /^write a key that is a string in quotes: /,
    (_, marked) => (/^\w+$/.test(marked.text) ? between(marked, 0, 0, `"${marked.text}"`) : null),
  ],
  // Lambdas, loops and conditions.
  [/^a function names its parameters: /, lambdaOfBraces],
  [
    /^write `if !c \{ … \}`$/,
    oneOf(rewrite("«unless» {x} {", "if !{x} {", OPEN), rewrite("«unless» {c:c} {", "if !({c}) {", OPEN)),
  ],
  [
    /^write (?:the head of a loop without parentheses|a loop over elements as)\b/,
    (_, marked) => {
      const line = marked.source.lineText(marked.source.lineAt(marked.span.start));
      const head = /\bfor\s*\((.*)\)\s*\{/.exec(line)?.[1];
      if (head === undefined) return null;
      const bare = head
        .replace(/^\s*(?:const|let|var|val)\s+/, "")
        .replace(/^((?:\w+|\([^()]*\)))\s*(?::|\bof\b)/, "$1 in");
      return / in /.test(bare) ? inLine(marked, /\bfor\s*\(.*\)\s*\{/, `for ${bare.trim()} {`) : null;
    },
  ],
];

/** Modules that have another name in Python. */
const MODULES: Readonly<Record<string, string>> = { os: "fs", re: "regex", datetime: "time" };

/** Replaces the text from `from` to `to`, counted from the start and the end of the mark. */
function between({ source, span }: Marked, from: number, to: number, text: string): Edit[] {
  return [{ source, span: { start: span.start + from, end: span.end + to }, text }];
}

function lineBefore({ source, span }: Marked): string {
  return source.text.slice(source.text.lastIndexOf("\n", span.start - 1) + 1, span.start);
}

/** Replaces what has this form in the line of the mark. */
function inLine({ source, span }: Marked, form: RegExp, text: string): Edit[] | null {
  const line = source.lineAt(span.start);
  const found = form.exec(source.lineText(line));
  if (found === null) return null;
  const start = source.lineStarts[line - 1]! + found.index;
  return [{ source, span: { start, end: start + found[0].length }, text }];
}

function withDollars(text: string): string {
  return text.replace(/\{(?=\w)/g, "${");
}

/** `"…"` for `'…'`, with the embedded values of Python's `f'…'`. */
function doubleQuoted(_: RegExpExecArray, marked: Marked): Edit[] | null {
  const text = /^'([^'"\\\n]*)'$/.exec(marked.text)?.[1];
  if (text === undefined) return null;
  return /\bf$/.test(lineBefore(marked))
    ? between(marked, -1, 0, `"${withDollars(text)}"`)
    : between(marked, 0, 0, `"${text}"`);
}

/** Writes the whole call that the hint shows for a call of a function of a module. */
function called(path: string): Rule {
  return (match, marked) => {
    const call = /`([^`…]+)`$/.exec(match.input)?.[1];
    const module = /\w+\.$/.exec(lineBefore(marked))?.[0];
    const args = /^\([^()\n]*\)/.exec(marked.rest)?.[0];
    if (call === undefined || args === undefined) return null;
    return [
      ...importEdits(marked.source, path),
      ...between(marked, -(module?.length ?? 0), args.length, call),
    ];
  };
}

function appended([, call]: RegExpExecArray, marked: Marked): Edit[] {
  const simple = /^(?:[\w.]+|"[^"]*"|[\w.]+\([^()]*\))$/.test(marked.text);
  return between(marked, 0, 0, simple ? marked.text + call! : `(${marked.text})${call!}`);
}

/** The import of a function beside one of the same module that the program selects. */
function imported(marked: Marked, name: string): Edit[] {
  const word = /^\w+/.exec(marked.text)?.[0] ?? "";
  const found = new RegExp(`^import (std/\\w+) \\{[^}]*\\b${word}\\b`, "m").exec(marked.source.text);
  return found === null ? [] : importEdits(marked.source, `${found[1]!} { ${name} }`);
}

/** `x: 1, y: 2` for `x = 1, y = 2`. */
function named(fields: string): string {
  return fields.replace(/\b(\w+)\s*=\s*(?!=)/g, "$1: ");
}

/** `P { x: 1, y: 2 }` for `P(1, 2)`, `P{1, 2}`, `P(x: 1, y: 2)` and `P(x = 1, y = 2)`. */
function literal([, type, shown]: RegExpExecArray, marked: Marked): Edit[] | null {
  const head =
    marked.text === "=" ? new RegExp(`\\b${type!}\\s*\\([^()\\n]*$`).exec(lineBefore(marked)) : null;
  const start = head === null ? 0 : -head[0].length;
  const written = marked.source.text.slice(marked.span.start + start, marked.span.end) + marked.rest;
  const found = new RegExp(`^${type!}\\s*(?:\\(((?:[^()\\n]|\\([^()\\n]*\\))*)\\)|\\{([^{}\\n]*)\\})`).exec(
    written,
  );
  if (found === null) return null;
  const parts = splitParts(named(found[1] ?? found[2]!));
  const fields = [...shown!.matchAll(/(\w+): …/g)].map(([, field]) => field!);
  const each = parts.every((part) => /^\w+\s*:/.test(part))
    ? parts
    : parts.length === fields.length
      ? fields.map((field, i) => `${field}: ${parts[i]!}`)
      : [];
  if (each.length === 0) return null;
  const length = found[0].length - (marked.text.length - start);
  return between(marked, start, length, `${type!} { ${each.join(", ")} }`);
}

/** `.map(fun(it) = it * 2)` for `.map { $0 * 2 }`, `.map { it * 2 }`, `.map({ x in x * 2 })` and `.map(it * 2)`. */
function lambdaOfBraces(_: RegExpExecArray, marked: Marked): Edit[] | null {
  const before = lineBefore(marked);
  const rest = /^[^\n]*/.exec(marked.rest)![0];
  const called = /\(\{ ?(\w+) $/.exec(before);
  if (marked.text === "in" && called !== null) {
    const body = /^\s*([^{}\n]*?)\s*\}\)/.exec(rest);
    if (body === null) return null;
    return between(marked, -called[0].length, body[0].length, `(fun(${called[1]!}) = ${body[1]!})`);
  }
  const braces = / ?\{ ?([^{}\n]*)$/.exec(before);
  const end = /^([^{}\n]*?)\s*\}/.exec(rest);
  if (braces !== null && end !== null) {
    const body = `${braces[1]!}${marked.text}${end[1]!}`;
    if (!/\$0|\bit\b/.test(body) || /\$[1-9]/.test(body)) return null;
    return between(marked, -braces[0].length, end[0].length, `(fun(it) = ${body.replaceAll("$0", "it")})`);
  }
  return marked.text === "it" && before.endsWith("(") ? between(marked, 0, 0, "fun(it) = it") : null;
}
