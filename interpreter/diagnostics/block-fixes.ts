// Edits of hints about more than one line: what stands between two brackets, and what moves to another line.
import type { Edit } from "./diagnostic.ts";
import { importEdits } from "./import-edit.ts";
import type { Marked, Rule } from "./token-fixes.ts";

export const BLOCK_RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^`(import|type|struct|enum|const)` is only allowed at file level/, toFileLevel],
  [/^close a block with `\}`$/, (_, marked) => (marked.text === "{" ? closed(marked) : null)],
  [/^write a map as `\["key": value\]`/, mapOfBraces],
  [
    /^no open bracket matches this `[)\]]`$/,
    (_, { source, span, text }) => (/^[)\]]$/.test(text) ? [{ source, span, text: "" }] : null),
  ],
  [/^get the arguments of the program with `(env\.args\(\))`/, argumentsOfMain],
  [/^declare fields in the struct: `struct (\w+) \{ (\w+: [^`…]+) \}`$/, fieldOfStruct],
  [
    /^write an empty map as `\[:\]`$/,
    (_, { source, span, text }) => {
      const name = /^\w+/.exec(text)?.[0];
      const all = [
        ...source.text.slice(0, span.start).matchAll(new RegExp(`\\blet ${name}(?: = )\\{\\}`, "g")),
      ];
      const last = all.at(-1);
      if (name === undefined || last === undefined) return null;
      const end = last.index + last[0].length;
      return [{ source, span: { start: end - 2, end }, text: "[:]" }];
    },
  ],
];

/** The location of the bracket that closes the one at `open`; -1 if it is not found. */
function closing(text: string, open: number): number {
  const tokens = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|[{}()[\]]/g;
  tokens.lastIndex = open;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (/^[{([]$/.test(token[0])) depth++;
    else if (/^[})\]]$/.test(token[0]) && --depth === 0) return token.index;
  }
  return -1;
}

/** Moves a declaration before the function around it. */
function toFileLevel([, word]: RegExpExecArray, { source, span }: Marked): Edit[] | null {
  const { text } = source;
  const line = text.lastIndexOf("\n", span.start - 1) + 1;
  if (text.slice(line, span.start).trim() !== "") return null;
  let end = text.indexOf("\n", span.end);
  if (end < 0) return null;
  const open = text.indexOf("{", span.end);
  if ((word === "struct" || word === "enum") && open >= 0 && open < end) {
    end = text.indexOf("\n", closing(text, open));
    if (end < 0) return null;
  }
  const removed = { source, span: { start: line, end: end + 1 }, text: "" };
  const declaration = text.slice(span.start, end).trimEnd();
  if (word === "import") return [...importEdits(source, declaration.replace(/^import\s+/, "")), removed];
  const start = [...text.slice(0, line).matchAll(/^(?:fun|impl|trait)\b/gm)].at(-1)?.index;
  if (start === undefined) return null;
  return [{ source, span: { start, end: start }, text: `${declaration}\n` }, removed];
}

/** Writes `}` for the word that other languages close this block with, on a line of its own. */
function closed({ source, span }: Marked): Edit[] | null {
  const { text } = source;
  const indent = /^[ \t]*/.exec(source.lineText(source.lineAt(span.start)))![0];
  const found = new RegExp(`^${indent}(?:end|fi|done|esac)\\b;?(?=[ \\t]*$)`, "m").exec(text.slice(span.end));
  if (found === null) return null;
  const start = span.end + found.index;
  return [{ source, span: { start: start + indent.length, end: start + found[0].length }, text: "}" }];
}

/** Writes `[` and `]` for the braces of a map of several lines. */
function mapOfBraces(_: RegExpExecArray, { source, span, text }: Marked): Edit[] | null {
  const open = /\{\s*(?:"[^"\n]*"|[\w.]+)\s*$/.exec(
    source.text.slice(Math.max(0, span.start - 200), span.start),
  );
  if (text !== ":" || open === null) return null;
  const start = span.start - open[0].length;
  const end = closing(source.text, start);
  if (end < 0) return null;
  return [
    { source, span: { start, end: start + 1 }, text: "[" },
    { source, span: { start: end, end: end + 1 }, text: "]" },
  ];
}

/** Gives `main` no parameters, and the variable of that name the arguments of the program. */
function argumentsOfMain([, call]: RegExpExecArray, { source, span, rest }: Marked): Edit[] | null {
  const head = /^\(\s*(\w+)\s*:[^()\n]*\)[^{}\n]*\{/.exec(rest);
  if (head === null) return null;
  const open = head[0].replace(/^\([^()]*\)/, "()");
  const body = `${open} let ${head[1]!} = ${call!}`;
  const ends = /^[^\n]*\}/.test(rest.slice(head[0].length)) ? "\n" : "";
  return [
    ...importEdits(source, "std/env"),
    { source, span: { start: span.end, end: span.end + head[0].length }, text: body + ends },
  ];
}

/** Moves a field from an `impl` into its struct. */
function fieldOfStruct([, type, field]: RegExpExecArray, { source, span }: Marked): Edit[] | null {
  const { text } = source;
  const head = new RegExp(`\\bstruct ${type!}(?:<[^{}]*>)? \\{`).exec(text);
  const line = text.lastIndexOf("\n", span.start - 1) + 1;
  const end = text.indexOf("\n", span.end);
  if (head === null || end < 0 || text.slice(line, span.start).trim() !== "") return null;
  const open = head.index + head[0].length;
  const body = text.slice(open, closing(text, open - 1));
  if (body.includes("\n")) return null;
  const at = open + body.trimEnd().length;
  return [
    { source, span: { start: at, end: at }, text: `${body.trim() === "" ? " " : ", "}${field!}` },
    { source, span: { start: line, end: end + 1 }, text: "" },
  ];
}
