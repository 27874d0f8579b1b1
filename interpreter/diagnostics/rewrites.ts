// Moves the parts of a program into another form. A rewrite states the form that was written, with the mark in
// `«»`, and the form to write; `{a}` in both is the same part. `form-fixes.ts` has the rewrites of hints.
import { importEdits } from "./import-edit.ts";
import type { Marked, Rule } from "./token-fixes.ts";

/** What a part may be, by the letter behind its name. No part leaves its line. */
const PARTS: Readonly<Record<string, string>> = {
  /** An operand: what binds more closely than any operator, and a negative number. */
  "": String.raw`-?(?:[A-Za-z_]\w*|\d[\w.]*\b|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|BRACKETS)(?:\.\w+|BRACKETS)*`,
  /** A condition or another expression with operators. */
  c: String.raw`(?:[^?:;=(){}[\]"',\n]|[=!<>]=|"(?:[^"\\\n]|\\.)*"|'[^']*'|BRACKETS)+?`,
  /** The text between brackets. */
  p: String.raw`(?:[^()[\]{}"\n]|"(?:[^"\\\n]|\\.)*"|BRACKETS)*`,
  /** The text of a string. */
  s: String.raw`(?:[^"\\\n]|\\.)*`,
  /** A number of digits. */
  d: String.raw`\d+`,
  /** The rest of the line. */
  r: String.raw`[^{}\n]*$`,
  /** A type. */
  t: String.raw`[A-Za-z_][\w.]*(?:<[^<>\n]*(?:<[^<>\n]*>[^<>\n]*)*>)?\??`,
};
const BRACKETS = String.raw`(?:\((?:[^()\n]|\([^()\n]*\))*\)|\[(?:[^[\]\n]|\[[^[\]\n]*\])*\])`;

/** No operator or keyword may stand before the form, or behind it, that would take a part of it. */
const START = String.raw`(?<=^\s*|[([{=,;&|]\s*|->\s*|\b(?:if|while|return|match|in|let)\s+)`;
const END = String.raw`(?=\s*(?:$|[)\]},;{]|&&|\|\||//|\b(?:else|then)\b))`;

interface Form {
  readonly left: RegExp;
  readonly mark: RegExp;
  readonly right: RegExp;
}

/** The form of the texts before the mark, of the mark, and behind it. */
function formOf(written: string, { open = false, start: before }: Options = {}): Form {
  const [, left = "", mark = "", right = ""] = /^(.*)«(.*)»(.*)$/.exec(written)!;
  const [start, end] = open ? [before ?? "", ""] : [before ?? START, END];
  return {
    left: new RegExp(`(?:${start})${patternOf(left)}$`),
    mark: new RegExp(`^${mark === "" ? "[^]*" : patternOf(mark)}$`),
    right: new RegExp(`^${patternOf(right)}${end}`),
  };
}

function patternOf(form: string): string {
  return form
    .replace(/\{(\w+)(?::(\w))?\}|\s+|[^\w\s]/g, (text, name?: string, kind?: string) => {
      if (name !== undefined) return `(?<${name}>${PARTS[kind ?? ""]!.replaceAll("BRACKETS", BRACKETS)})`;
      return /\s/.test(text) ? "\\s*" : `\\${text}`;
    })
    .replace(/(?<=\w)\\s\*(?=\w)/g, "\\s+");
}

/** What may stand before an argument or another value. */
export const AS_VALUE = String.raw`(?<=^\s*|[([=,:]\s*|\b(?:return|in)\s+)`;

interface Options {
  /** What must stand before the form, instead. */
  readonly start?: string;
  /** The module that the new text uses. */
  readonly imports?: string;
  /** Whether the form may stand between other operators. */
  readonly open?: boolean;
}

/** Rewrites the text around the mark. The new text may use `{mark}`, and `{hint}`, the snippet of the hint. */
export function rewrite(written: string, to: string, options: Options = {}): Rule {
  let form: Form | undefined;
  return ([, snippet = ""], marked) => {
    form ??= formOf(written, options);
    const found = around(marked, form);
    if (found === null) return null;
    const parts: Record<string, string> = { ...found.parts, hint: snippet, mark: marked.text };
    const text = to.replace(/( ?)\{(\w+)\}/g, (whole, space: string, name: string) => {
      const part = parts[name]?.trim();
      return part === undefined ? whole : part === "" ? "" : space + part;
    });
    const edit = { source: marked.source, span: { start: found.start, end: found.end }, text };
    return options.imports === undefined ? [edit] : [...importEdits(marked.source, options.imports), edit];
  };
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly parts: Readonly<Record<string, string>>;
}

/** Where the text around the mark has the form. A mark at the end of a line stands for no text. */
function around({ source, span, text }: Marked, { left, mark, right }: Form): Found | null {
  const atEnd = text === "\n" || text === "\r\n" || text === "";
  const line = source.text.lastIndexOf("\n", span.start - 1) + 1;
  const before = left.exec(source.text.slice(Math.max(line, span.start - 200), span.start));
  const within = atEnd ? (mark.test("") ? mark.exec("") : null) : mark.exec(text);
  const from = atEnd ? span.start : span.end;
  const behind = right.exec(/^[^\n]*/.exec(source.text.slice(from, from + 300))![0]);
  if (before === null || within === null || behind === null) return null;
  return {
    start: span.start - before[0].trimStart().length,
    end: from + behind[0].length,
    parts: { ...before.groups, ...within.groups, ...behind.groups },
  };
}

/** The first rewrite that fits. */
export function oneOf(...rules: readonly Rule[]): Rule {
  return (match, marked) => {
    for (const rule of rules) {
      const edits = rule(match, marked);
      if (edits !== null) return edits;
    }
    return null;
  };
}

export const OPEN = { open: true };

/** Lambdas: `=` before an expression, nothing before a block. */
export const lambda = (written: string, head: string): Rule =>
  oneOf(rewrite(`${written} {`, `${head} {`, OPEN), rewrite(written, `${head} = `.trimEnd(), OPEN));

/** A text with `{}` for each value. */
export const formatted = (written: string, call: (text: string) => string): Rule => {
  let form: Form | undefined;
  return (_, marked) => {
    form ??= formOf(written, OPEN);
    const found = around(marked, form);
    if (found === null) return null;
    const values = splitParts(found.parts["values"] ?? "");
    const holes = found.parts["text"]!.split(/\{(?::[^{}]*)?\}|%[dsvfq]/);
    if (holes.length !== values.length + 1) return null;
    const text = holes.map((part, i) => (i === 0 ? part : `\${${values[i - 1]!}}${part}`)).join("");
    const edit = { source: marked.source, span: { start: found.start, end: found.end }, text: call(text) };
    return [edit];
  };
};

export function splitParts(text: string): string[] {
  return [...text.matchAll(/(?:[^,()[\]"]|"[^"]*"|\([^()]*\)|\[[^[\]]*\])+/g)].map(([part]) => part.trim());
}

/** Edits the head of the function around the mark: `change` gets what stands between `fun` and `(`, and inside. */
export const inHead = (
  form: RegExp,
  by: (snippet: string, found: RegExpExecArray) => string | null,
): Rule => {
  return ([, snippet = ""], { source, span }) => {
    const heads = [...source.text.slice(0, span.start).matchAll(new RegExp(form, "g"))];
    const last = heads.at(-1);
    if (last === undefined) return null;
    const text = by(snippet, last as RegExpExecArray);
    if (text === null) return null;
    return [{ source, span: { start: last.index, end: last.index + last[0].length }, text }];
  };
};
