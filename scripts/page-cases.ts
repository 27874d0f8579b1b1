// The conformance scripts that run in web pages (interpreter/browser/): which they are, why the others are left out,
// and what a page needs to run one. They run in a bare context of Node and in Chromium.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { findScripts, type Case } from "./conform-cases.ts";
import { isCommand } from "./conform-pool.ts";
import { judge } from "./conform-judge.ts";
import type { Outcome, Reported } from "./expectations.ts";

const root = dirname(import.meta.dirname);

/** What a page receives to run a case. */
export interface PageRequest {
  readonly name: string;
  readonly path: string;
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a page answers; text is byte strings. */
export interface PageOutcome {
  readonly name: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
  readonly diagnostics: readonly Reported[];
  readonly failure?: string;
}

export interface PageCases {
  readonly cases: readonly Case[];
  /** The scripts that are left out, by reason. */
  readonly left: ReadonlyMap<string, readonly string[]>;
}

/** The table of interpreter/browser/left-out.tsv: names, or beginnings of names, with a reason. */
function leftOut(): (readonly [name: string, reason: string])[] {
  return readFileSync(join(root, "interpreter/browser/left-out.tsv"), "utf8")
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => line.split("\t") as [string, string]);
}

export function pageCases(): PageCases {
  const table = leftOut();
  const left = new Map<string, string[]>();
  const cases = findScripts(root, "conformance").filter((one) => {
    const reason = isCommand(one)
      ? "runs the command `std`"
      : table.find(([name]) => one.name === name || (name.endsWith("/") && one.name.startsWith(name)))?.[1];
    if (reason === undefined) return true;
    left.set(reason, [...(left.get(reason) ?? []), one.name]);
    return false;
  });
  const unused = table.filter(
    ([name]) => ![...left.values()].some((names) => names.some((one) => one.startsWith(name))),
  );
  if (unused.length > 0)
    throw new Error(`left-out.tsv names no script: ${unused.map(([name]) => name).join(", ")}`);
  return { cases, left };
}

/** The program of a case, with the files beside it that it may import. */
export function requestFor(one: Case): PageRequest {
  const folder = dirname(one.path);
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:std|json|txt|csv)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files[`/${relative(root, path)}`] = readFileSync(path, "utf8");
  }
  const { args, stdin, env } = one.expected;
  return { name: one.name, path: `/${relative(root, one.path)}`, files, args, stdin, env };
}

/** The differences between what a page answered and what the case announces. */
export function judged(one: Case, outcome: PageOutcome): string[] {
  const text = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");
  const found: Outcome = {
    ...outcome,
    stdout: text(outcome.stdout),
    stderr: text(outcome.stderr),
    diagnostics: outcome.diagnostics.map((each) => ({ ...each, file: join(root, each.file) })),
  };
  return judge(one, found);
}
