// Patterns of paths: `*` and `?` within a name, `[a-z]`, `{a,b}`, `**` for folders of any depth, `\` before a
// literal character. A name that begins with a dot needs a dot in the pattern. Names are bytes.
const MOST_BRANCHES = 1_000;
/** Each pair of braces is replaced in a copy of the pattern: the most bytes of all copies. */
const MOST_COPIED = 4_000_000;

export type Part =
  | { readonly kind: "literal"; readonly name: string }
  | { readonly kind: "names"; readonly matches: (name: string) => boolean }
  | { readonly kind: "deep" };

/** One of the alternatives of a pattern; `start` is the root, or "" for the working directory. */
export interface Branch {
  readonly start: string;
  readonly parts: readonly Part[];
  readonly onlyFolders: boolean;
}

/** @throws Error with the problem */
export function branchesOf(pattern: string): Branch[] {
  return branches(pattern)
    .filter((branch) => branch !== "")
    .map((branch) => ({
      start: branch.startsWith("/") ? "/" : "",
      parts: branch
        .split("/")
        .filter((part) => part !== "")
        .map(partOf),
      onlyFolders: branch.endsWith("/"),
    }));
}

/**
 * Whether a path matches, by its text alone: one that ends in `/` is a folder, any other may be one. Takes time
 * proportional to the product of both lengths at worst.
 */
export function matchesPath({ start, parts, onlyFolders }: Branch, path: string): boolean {
  if (path === "" || path.startsWith("/") !== (start === "/")) return false;
  if (onlyFolders && !path.endsWith("/")) return false;
  const names = path.split("/").filter((name) => name !== "");
  // The parts that may come next, after each name.
  let open = withoutDeep(parts, new Set([0]));
  for (const name of names) {
    const next = new Set<number>();
    for (const at of open) {
      const part = parts[at];
      if (part === undefined) continue;
      if (part.kind === "deep") {
        if (!name.startsWith(".")) next.add(at);
      } else if (part.kind === "literal" ? part.name === name : part.matches(name)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    open = withoutDeep(parts, next);
  }
  return open.has(parts.length);
}

/** Adds the parts behind each `**`, which may stand for no folder. */
function withoutDeep(parts: readonly Part[], open: Set<number>): Set<number> {
  for (const at of open) if (parts[at]?.kind === "deep") open.add(at + 1);
  return open;
}

/** Returns the patterns without braces into which a pattern expands. */
function branches(pattern: string): string[] {
  const done: string[] = [];
  const left = [pattern];
  let copied = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const braces = firstBraces(next);
    if (braces === null) done.push(next);
    else
      for (const choice of braces.choices)
        left.push(next.slice(0, braces.start) + choice + next.slice(braces.end));
    copied += next.length;
    if (done.length + left.length > MOST_BRANCHES || copied > MOST_COPIED)
      throw new Error("pattern has too many branches");
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
