// The snapshots that the tests of a run use: stores new texts with `--update`, and finds those that no test uses.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readSnapshots, snapshotPath, snapshotText } from "./snapshots.ts";
import type { Extras, TestResult } from "./results.ts";

interface Uses {
  readonly used: Set<string>;
  readonly written: Map<string, string>;
  /** Whether every test of the file has run to its end. */
  complete: boolean;
}

export class SnapshotUses {
  readonly #update: boolean;
  readonly #files = new Map<string, Uses>();
  readonly #unused: string[] = [];
  #stored = 0;
  #removed = 0;
  readonly #problems: string[] = [];

  constructor(update: boolean) {
    this.#update = update;
  }

  add(file: string, result: TestResult, extras: Extras | null): void {
    const uses = this.#files.get(file) ?? { used: new Set(), written: new Map(), complete: true };
    this.#files.set(file, uses);
    // A test that failed or was skipped may not have reached its snapshots.
    if (!result.passed || result.skipped !== null || extras === null) uses.complete = false;
    for (const key of extras?.snapshots.used ?? []) uses.used.add(key);
    if (result.passed) for (const [key, text] of extras?.snapshots.written ?? []) uses.written.set(key, text);
  }

  /** Called when the tests of a file have ended; `isWhole`: all of them ran. */
  close(file: string, isWhole: boolean): void {
    const uses = this.#files.get(file);
    if (uses === undefined) return;
    const path = snapshotPath(file);
    const stored = readSnapshots(path);
    const knows = isWhole && uses.complete;
    const unused = knows ? [...stored.keys()].filter((key) => !uses.used.has(key)) : [];
    if (!this.#update) {
      this.#unused.push(...unused.map((key) => `${key} (${path})`));
      return;
    }
    const next = new Map([...stored, ...uses.written]);
    for (const key of unused) next.delete(key);
    const changed = [...uses.written].filter(([key, text]) => stored.get(key) !== text).length;
    if (changed === 0 && unused.length === 0) return;
    this.#stored += changed;
    this.#removed += unused.length;
    try {
      if (next.size === 0) rmSync(path, { force: true });
      else {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, snapshotText(next));
      }
    } catch (error) {
      this.#problems.push(`error: cannot write ${path}: ${(error as Error).message}`);
    }
  }

  /** Lines for standard error: what was stored, and what no test uses. */
  summary(): string {
    const lines = [...this.#problems];
    if (this.#stored > 0) lines.push(`snapshots: ${this.#stored} stored`);
    if (this.#removed > 0) lines.push(`snapshots: ${this.#removed} unused removed`);
    if (this.#unused.length > 0)
      lines.push(
        `${this.#unused.length} unused ${this.#unused.length === 1 ? "snapshot" : "snapshots"} (std test --update removes them):`,
        ...this.#unused.map((each) => `  ${each}`),
      );
    return lines.map((line) => `${line}\n`).join("");
  }
}

/** Removes the folder of temporary files. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
