// The tests that failed in the last run below a folder, for `--failed`.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { TestResult } from "./results.ts";

/** Stands for all tests of a file that did not check. */
const ALL = "";

/** Names of tests by the absolute paths of their files. */
export type FailedTests = Readonly<Record<string, readonly string[]>>;

/** Null without an earlier run. */
export function lastFailed(): FailedTests | null {
  const path = pathOfRecord();
  if (path === null) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as FailedTests;
  } catch {
    return null;
  }
}

export function hasFailed(tests: FailedTests, path: string, name: string): boolean {
  const names = tests[resolve(path)] ?? [];
  // Which tests of a file that did not check would have failed is not known.
  return names.includes(name) || names.includes(ALL);
}

/** Notes what failed; what did not run keeps its state. A cache that cannot be written is no error. */
export function noteFailed(results: readonly TestResult[]): void {
  const path = pathOfRecord();
  if (path === null) return;
  const failed: Record<string, readonly string[]> = { ...lastFailed() };
  for (const [file, tests] of Map.groupBy(results, (result) => resolve(result.file))) {
    const ran = new Set(tests.map(({ name }) => name));
    const checks = tests.every((each) => each.name !== each.file);
    const kept = checks ? (failed[file] ?? []).filter((name) => name !== ALL && !ran.has(name)) : [ALL];
    const names = tests.filter(({ passed }) => checks && !passed).map(({ name }) => name);
    const all = [...new Set([...kept, ...names])];
    if (all.length > 0) failed[file] = all;
    else delete failed[file];
  }
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(failed));
  } catch {
    rmSync(path, { force: true });
  }
}

function pathOfRecord(): string | null {
  try {
    const folder = process.env["XDG_STATE_HOME"] || join(homedir(), ".local", "state");
    const key = createHash("sha256").update(process.cwd()).digest("hex").slice(0, 32);
    return join(folder, "stdlang", "failed-tests", `${key}.json`);
  } catch {
    return null;
  }
}
