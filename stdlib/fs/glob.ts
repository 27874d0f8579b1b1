// Patterns of paths: `*` and `?` within a name, `[a-z]`, `{a,b}`, `**` for folders of any depth, `\` before a
// literal character. A name that begins with a dot needs a dot in the pattern. Names are bytes.
import type { Files } from "../../interpreter/host/index.ts";
import { join } from "../path/index.ts";

const MOST_BRANCHES = 1_000;

type Part =
  | { readonly kind: "literal"; readonly name: string }
  | { readonly kind: "names"; readonly matches: (name: string) => boolean }
  | { readonly kind: "deep" };

/**
 * Returns every path that matches, in ascending byte order. `denied` returns why a folder may not be read, or
 * null. @throws Error with the problem
 */
export async function glob(
  files: Files,
  pattern: string,
  denied: (path: string) => string | null,
): Promise<string[]> {
  const found = new Set<string>();
  for (const branch of branches(pattern)) {
    const parts = branch
      .split("/")
      .filter((part) => part !== "")
      .map(partOf);
    if (parts.length > 0 || branch !== "")
      await collect(
        files,
        { start: branch.startsWith("/") ? "/" : "", parts, onlyFolders: branch.endsWith("/") },
        denied,
        found,
      );
  }
  return [...found].sort();
}

/** One of the alternatives of a pattern; `start` is the root, or "" for the working directory. */
interface Branch {
  readonly start: string;
  readonly parts: readonly Part[];
  readonly onlyFolders: boolean;
}

async function collect(
  files: Files,
  { start, parts, onlyFolders }: Branch,
  denied: (path: string) => string | null,
  found: Set<string>,
): Promise<void> {
  const left: (readonly [folder: string, at: number])[] = [[start, 0]];
  const seen = new Set<string>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [folder, at] = next;
    const key = `${at} ${folder}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const part = parts[at];
    if (part === undefined) {
      if (folder !== "" && (await leadsTo(files, folder, onlyFolders, denied))) found.add(folder);
    } else if (part.kind === "literal") left.push([below(folder, part.name), at + 1]);
    else {
      // At the end, `**` matches a folder and everything below it, and never a file alone.
      const isLast = at === parts.length - 1;
      if (part.kind === "deep" && (!isLast || (await leadsTo(files, folder, true, denied))))
        left.push([folder, at + 1]);
      for (const { name, kind } of await entriesOf(files, folder === "" ? "." : folder, denied)) {
        const path = below(folder, name);
        if (part.kind === "deep") {
          // Links are not entered, which rules out cycles.
          if (!name.startsWith(".") && kind === "folder") left.push([path, at]);
          else if (!name.startsWith(".") && isLast) left.push([path, at + 1]);
        } else if (part.matches(name)) left.push([path, at + 1]);
      }
    }
  }
}

function below(folder: string, name: string): string {
  return folder === "" ? name : join(folder, name);
}

async function leadsTo(
  files: Files,
  path: string,
  onlyFolders: boolean,
  denied: (path: string) => string | null,
): Promise<boolean> {
  allow(denied(path));
  try {
    return (await files.properties(path, onlyFolders)).kind === "folder" || !onlyFolders;
  } catch {
    return false;
  }
}

/** Returns the entries of a folder; one that cannot be read has no matches. */
async function entriesOf(files: Files, path: string, denied: (path: string) => string | null) {
  allow(denied(path));
  try {
    return await files.entries(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EMFILE" || code === "ENFILE") throw error;
    return [];
  }
}

function allow(problem: string | null): void {
  if (problem !== null) throw new Error(problem);
}

/** Returns the patterns without braces into which a pattern expands. */
function branches(pattern: string): string[] {
  const done: string[] = [];
  const left = [pattern];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const braces = firstBraces(next);
    if (braces === null) done.push(next);
    else
      for (const choice of braces.choices)
        left.push(next.slice(0, braces.start) + choice + next.slice(braces.end));
    if (done.length + left.length > MOST_BRANCHES) throw new Error("pattern has too many branches");
  }
  return done;
}

function firstBraces(pattern: string): { start: number; end: number; choices: string[] } | null {
  let depth = 0;
  let start = -1;
  let from = 0;
  const choices: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") at++;
    else if (char === "{" && depth++ === 0) {
      start = at;
      from = at + 1;
    } else if (depth === 1 && (char === "," || char === "}")) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
      if (char === "}") return { start, end: at + 1, choices };
    } else if (char === "}" && depth > 0) depth--;
  }
  if (depth > 0) throw new Error("pattern has a { without }");
  return null;
}

function partOf(text: string): Part {
  if (text === "**") return { kind: "deep" };
  if (!/[*?[]/.test(text.replace(/\\./gs, "")))
    return { kind: "literal", name: text.replace(/\\(.)/gs, "$1") };
  const steps = stepsOf(text);
  const wantsDot = text.startsWith(".") || text.startsWith("\\.");
  return {
    kind: "names",
    matches: (name) => (wantsDot || !name.startsWith(".")) && matchesName(steps, charactersOf(name)),
  };
}

/** A step of matching a name: any run of characters, or one character that passes a test. */
type Step = "run" | ((char: string) => boolean);

/** Splits into UTF-8 characters; other bytes are characters themselves. */
function charactersOf(text: string): string[] {
  return text.match(/[\xc2-\xf4][\x80-\xbf]{1,3}|[^]/g) ?? [];
}

function stepsOf(pattern: string): Step[] {
  const steps: Step[] = [];
  const text = charactersOf(pattern);
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "*") {
      if (steps.at(-1) !== "run") steps.push("run");
    } else if (char === "?") {
      steps.push(() => true);
    } else if (char === "[") {
      const { matches, end } = setAt(text, at);
      steps.push(matches);
      at = end;
    } else {
      const literal = char === "\\" && at + 1 < text.length ? text[++at]! : char;
      steps.push((each) => each === literal);
    }
  }
  return steps;
}

/** The classes `[:NAME:]` within brackets. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /^[A-Za-z0-9]$/,
  alpha: /^[A-Za-z]$/,
  blank: /^[ \t]$/,
  cntrl: /^[\0-\x1f\x7f]$/,
  digit: /^[0-9]$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^[\t-\r ]$/,
  upper: /^[A-Z]$/,
  word: /^\w$/,
  xdigit: /^[0-9A-Fa-f]$/,
};

/** Parses the set in brackets that begins at `start`. A `]` right after the opening bracket is a member. */
function setAt(text: readonly string[], start: number): { matches: (char: string) => boolean; end: number } {
  const negated = text[start + 1] === "!" || text[start + 1] === "^";
  const members: ((char: string) => boolean)[] = [];
  const first = start + (negated ? 2 : 1);
  for (let at = first; at < text.length; at++) {
    if (text[at] === "]" && at > first)
      return { matches: (char) => members.some((fits) => fits(char)) !== negated, end: at };
    const named = /^\[:([a-z]+):\]/.exec(text.slice(at, at + 12).join(""))?.[1];
    const shape = named === undefined ? undefined : CLASSES[named];
    if (shape !== undefined) {
      members.push((char) => shape.test(char));
      at += named!.length + 3;
      continue;
    }
    if (text[at] === "\\" && at + 1 < text.length) at++;
    const low = text[at]!;
    const isRange = text[at + 1] === "-" && at + 2 < text.length && text[at + 2] !== "]";
    if (isRange) at += text[at + 2] === "\\" && at + 3 < text.length ? 3 : 2;
    const high = text[at]!;
    members.push((char) => char >= low && char <= high);
  }
  throw new Error("pattern has a [ without ]");
}

/**
 * Takes time proportional to the product of both lengths at worst, because only the last run is ever
 * extended.
 */
function matchesName(steps: readonly Step[], name: readonly string[]): boolean {
  let [step, at, run, runAt] = [0, 0, -1, 0];
  while (at < name.length) {
    const current = steps[step];
    if (current === "run") {
      run = step++;
      runAt = at;
    } else if (current?.(name[at]!)) {
      step++;
      at++;
    } else if (run >= 0) {
      step = run + 1;
      at = ++runAt;
    } else return false;
  }
  while (steps[step] === "run") step++;
  return step === steps.length;
}
