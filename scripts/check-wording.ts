// Checks the wording of the project (`npm run layers`). Messages of phases are typed entries in
// interpreter/diagnostics/, so prose between quotes anywhere else in a phase is an error. No code decides by
// the wording of a message, because diagnostics have codes. Comments and pages use the words of the glossary
// in CONTRIBUTING.md, not those that it replaces.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A string or template of a TypeScript source; `holes` are the expressions of a template. */
export interface Literal {
  readonly start: number;
  readonly end: number;
  readonly holes: readonly { readonly start: number; readonly end: number }[];
}

const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};]|\breturn|=>)\s*$/;

/**
 * The outermost strings and templates of a source, except those in comments, and those in holes of templates.
 */
export function literalsOf(text: string): Literal[] {
  const found: Literal[] = [];
  /** Scans code up to the `}` that closes it, or to the end. */
  const code = (from: number): number => {
    let depth = 0;
    let at = from;
    while (at < text.length) {
      const character = text[at]!;
      if (text.startsWith("//", at)) at = endOf(text, "\n", at);
      else if (text.startsWith("/*", at)) at = endOf(text, "*/", at + 2);
      else if (character === "/" && BEFORE_PATTERN.test(text.slice(Math.max(0, at - 40), at)))
        at = pattern(at);
      else if (character === '"' || character === "'") at = quoted(at, character);
      else if (character === "`") at = template(at);
      else {
        if (character === "{") depth++;
        if (character === "}" && depth-- === 0) return at;
        at++;
      }
    }
    return at;
  };
  const pattern = (from: number): number => {
    let inClass = false;
    for (let at = from + 1; at < text.length; at++) {
      const character = text[at]!;
      if (character === "\\") at++;
      else if (character === "[") inClass = true;
      else if (character === "]") inClass = false;
      else if (character === "\n" || (character === "/" && !inClass)) return at + 1;
    }
    return text.length;
  };
  const quoted = (from: number, quote: string): number => {
    let at = from + 1;
    while (at < text.length && text[at] !== quote && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
    found.push({ start: from, end: at + 1, holes: [] });
    return at + 1;
  };
  const template = (from: number): number => {
    const holes: { start: number; end: number }[] = [];
    const place = found.length;
    let at = from + 1;
    while (at < text.length && text[at] !== "`") {
      if (text[at] === "\\") at += 2;
      else if (text.startsWith("${", at)) {
        const end = code(at + 2);
        holes.push({ start: at + 2, end });
        at = end + 1;
      } else at++;
    }
    found.splice(place, 0, { start: from, end: at + 1, holes });
    return at + 1;
  };
  code(0);
  return found;
}

function endOf(text: string, what: string, from: number): number {
  const end = text.indexOf(what, from);
  return end < 0 ? text.length : end + what.length;
}

/** Whether a literal is a message for users: consecutive words, or words around code or a hole. */
export function isProse(text: string, { start, end, holes }: Literal): boolean {
  let plain = text.slice(start + 1, end - 1);
  for (const hole of holes.toReversed())
    plain = `${plain.slice(0, hole.start - 3 - start)}§${plain.slice(hole.end - start)}`;
  plain = plain.replace(/\\?`[^`]*\\?`/g, "§");
  if (/^(?:§(?: or |, )?)+$/.test(plain)) return false;
  return /(?:^|\s)[A-Za-z']{2,}[,:;]? (?:§|[a-z])|§ [a-z]{2,}/.test(plain);
}

const PHASES = "interpreter/{check,compile,modules,syntax}/**/*.ts";
/** Files whose literals are not reported to users: JavaScript, tests, internal errors, tables of names. */
const OTHER_TEXTS =
  /\.test\.ts$|\/testing\/|compile\/(?:analysis|emit|ir|lower)\/|check\/derive\/|modules\/native\.ts$/;
/** Tables of what a phase may expect, and of mistakes with the patterns that detect them. */
const TABLES = /syntax\/(?:expectation|grammar|mistakes|tokens)\b/;
/**
 * The code before a literal that is not for users: an internal error, a key, a part of a declaration, a
 * comparison.
 */
const NOT_SHOWN =
  /(?:new (?:Error|LimitPanic)\(|declares: |cause: |follows: |case "Dyn":\s*return |switch \(|key = |place = |\bkeyed\()\s*$/;
const DECIDES_BY_TEXT =
  /\bmessage\.(?:includes|startsWith|endsWith|match|search)\(|\.test\((?:\w+\.)*message\)|\bmessage\) => !?[A-Z_]+\.test|(?<!typeof (?:\w+\.)*)\bmessage\s*[!=]==\s*["A-Z`]/g;

/** The adapter for errors of V8, which have no codes. Its test provokes each of them. */
const ENGINE_ERRORS = "interpreter/host/v8/engine-errors.ts";

/** The lines of a file that decide by the wording of a message. */
export function decisionProblems(file: string, text: string): string[] {
  return [...text.matchAll(DECIDES_BY_TEXT)].map(
    ({ index }) => `${file}:${lineOf(text, index)}: decides by the text of a message`,
  );
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** The messages for users that a file contains. */
export function wordingProblems(file: string, text: string): string[] {
  const spoken = literalsOf(text).filter((literal) => {
    const before = text.slice(Math.max(0, literal.start - 60), literal.start);
    return isProse(text, literal) && !NOT_SHOWN.test(before);
  });
  const written = spoken.map(
    ({ start, end }) =>
      `${file}:${lineOf(text, start)}: belongs in interpreter/diagnostics: ${text.slice(start, end)}`,
  );
  return written;
}

/** Words that comments and pages do not use, each with a replacement. */
const REPLACED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody|anybody|everybody|whoever)\b/i, "name the caller, goroutine, peer or user"],
  [/\b(?:is|are|be|was|were) told(?= (?:at|in|once|then|where)\b|[.,;:])/i, "is reported"],
  [/\b(?:without a word|in earnest|makes? much of little|and its like|at one stroke)\b/i, "say what happens"],
  [/\bdoors?\b/i, "entry point"],
  [/\bfix(?:ed)? points?\b|\bfix-points?\b/i, "fixpoint"],
  [/\bsuspend(?:s|ed|ing)? (?:a|the|its|each|every|only the)?\s*(?:calling )?goroutines?\b/i, "park"],
  [/\bpark(?:s|ed|ing)? (?:a|the|its|each|every)?\s*functions?\b/i, "suspend"],
];

/** The lines of a file that are prose: comments of code, and pages without their code. */
export function proseOf(file: string, text: string): readonly (readonly [line: number, prose: string])[] {
  let inCode = false;
  return text.split("\n").flatMap((line, at): (readonly [number, string])[] => {
    if (file.endsWith(".md")) {
      if (line.startsWith("```")) inCode = !inCode;
      return inCode ? [] : [[at + 1, line.replace(/`[^`]*`/g, "")]];
    }
    const comment = /^\s*(?:\/\/(?!>)\/?|\/?\*+)(.*)/.exec(line)?.[1];
    if (comment === undefined) return [];
    // Examples in documentation comments are code.
    if (/^\s*```/.test(comment)) inCode = !inCode;
    return inCode ? [] : [[at + 1, comment.replace(/`[^`]*`/g, "")]];
  });
}

/** Words of a file that the glossary replaces. */
export function wordProblems(file: string, text: string): string[] {
  return proseOf(file, text).flatMap(([line, prose]) =>
    REPLACED.flatMap(([pattern, instead]) => {
      const found = pattern.exec(prose)?.[0];
      return found === undefined ? [] : [`${file}:${line}: "${found}": ${instead}`];
    }),
  );
}

/** Words within names of code, each with a replacement. */
const REPLACED_IN_NAMES: Readonly<Record<string, string>> = {
  tell: "report",
  tells: "reports",
  told: "reported",
  door: "entryPoint",
  nobody: "noCaller",
  somebody: "caller",
  rung: "cancelled",
  quantum: "timeSlice",
};
const DECLARED =
  /\b(?:const|let|function\*?|class|interface|type|readonly|private|static|get|set)\s+#?(\w+)|^[ \t]+(?:async )?\*?#?(\w+)\??[(:<]/gm;

/** Names that a file declares with a word that the glossary replaces. */
export function nameProblems(file: string, text: string): string[] {
  return [...text.matchAll(DECLARED)].flatMap(({ index, 1: declared, 2: member }) => {
    const name = (declared ?? member)!;
    return (name.match(/[A-Z]?[a-z]+/g) ?? []).flatMap((word) => {
      const instead = Object.hasOwn(REPLACED_IN_NAMES, word.toLowerCase())
        ? REPLACED_IN_NAMES[word.toLowerCase()]
        : undefined;
      return instead === undefined ? [] : [`${file}:${lineOf(text, index)}: \`${name}\`: ${instead}`];
    });
  });
}

/** Not checked: the list of changes, the glossary with the replaced words, licences of others, this check. */
const OTHER_PROSE = /CHANGELOG\.md$|CONTRIBUTING\.md$|corpora\/README\.md$|^scripts\/check-wording/;

/** All problems of the project. */
export function checkWording(): string[] {
  const root = dirname(import.meta.dirname);
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  const files = globSync(PHASES, { cwd: root }).filter(
    (file) => !OTHER_TEXTS.test(file) && !TABLES.test(file),
  );
  const sources = globSync("{interpreter,stdlib}/**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file) && file !== ENGINE_ERRORS,
  );
  const listed = execFileSync("git", ["ls-files", "*.ts", "*.std", "*.ohm", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  const prose = listed
    .trim()
    .split("\n")
    .filter((file) => !OTHER_PROSE.test(file) && existsSync(join(root, file)));
  return [
    ...files.flatMap((file) => wordingProblems(file, read(file))),
    ...sources.flatMap((file) => [...decisionProblems(file, read(file)), ...nameProblems(file, read(file))]),
    ...prose.flatMap((file) => wordProblems(file, read(file))),
  ];
}

if (import.meta.main) {
  const problems = checkWording();
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? "wording: ok" : `wording: ${problems.length} violations`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
