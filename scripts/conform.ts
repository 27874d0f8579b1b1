// Runs the conformance scripts, the snippets of the documentation and the golden files, and reports
// differences from what they announce: `npm run conform [-- PATHPREFIX...] [--update] [--again] [--limits]`.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { findDocuments, findExamples, findScripts, findSnippets, type Case } from "./conform-cases.ts";
import { coverage, rowTable } from "./conform-coverage.ts";
import { stalePages } from "./docs.ts";
import { checkGolden } from "./conform-golden.ts";
import { isCommand, runCases } from "./conform-pool.ts";
import ensureBuilt from "./ensure-built.ts";
import { judge } from "./conform-judge.ts";

export interface ConformOptions {
  /** Run only cases whose name starts with one of these; default: all. */
  readonly prefixes?: readonly string[];
  /** Rewrite golden files instead of comparing. */
  readonly update?: boolean;
  /** Run a failed case once more when nothing runs beside it, and report it as FLAKY if it passes then. */
  readonly again?: boolean;
  /** Run cases as programs with limits, which are compiled to other code. Commands are left out. */
  readonly limits?: boolean;
  /** Run the sources, which need no build. Cases that run by the command are left out, and no golden files compared. */
  readonly fromSources?: boolean;
  /** Run so many of the cases at most, from all folders; default: all. */
  readonly most?: number;
  readonly processes?: number;
  /** Receives each line of the report. */
  readonly print?: (line: string) => void;
}

export interface ConformResult {
  readonly passed: number;
  readonly failed: number;
  /** The cases that were left out because of `fromSources` or `most`. */
  readonly skipped: number;
}

const ROOT = join(import.meta.dirname, "..");
const OPTIONS = ["--update", "--again", "--limits"];
/** As many processes as the unit tests have. */
const PROCESSES = availableParallelism() + 1;

/** Runs all matching cases and reports them; resolves with the counts. */
export async function conform(options: ConformOptions = {}): Promise<ConformResult> {
  const {
    prefixes = [],
    update = false,
    again = false,
    limits = false,
    fromSources = false,
    most = Infinity,
    processes = PROCESSES,
    print = console.log,
  } = options;
  const scratch = mkdtempSync(join(tmpdir(), "stdlang-snippets-"));
  if (!fromSources) ensureBuilt();
  try {
    const started = performance.now();
    const matches = (name: string): boolean =>
      prefixes.length === 0 ||
      prefixes.some((prefix) => name.startsWith(prefix) || name.startsWith(`conformance/${prefix}`));
    const everything = [
      ...findScripts(ROOT, "conformance"),
      ...findExamples(ROOT),
      ...findDocuments(ROOT).flatMap((document) => findSnippets(ROOT, document, scratch)),
    ];
    const matching = everything.filter((one) => matches(one.name) && !(limits && isCommand(one)));
    const cases = spread(fromSources ? matching.filter((one) => !isCommand(one)) : matching, most);
    const tally = new Tally(print);
    const suspects = new Map<Case, readonly string[]>();
    await runCases(cases, { processes, limits, fromSources }, (one, outcome) => {
      const found = judge(one, outcome);
      if (again && found.length > 0) suspects.set(one, found);
      else tally.record(one.name, found);
    });
    await runCases([...suspects.keys()], { processes: 1, limits, fromSources }, (one, outcome) => {
      const found = judge(one, outcome);
      if (found.length === 0) tally.flaky(one.name, suspects.get(one) ?? []);
      tally.record(one.name, found);
    });
    if (!limits && !fromSources)
      for (const golden of checkGolden(ROOT, matches, update)) tally.record(golden.name, golden.differences);
    if (prefixes.length === 0 && !limits && !fromSources) {
      for (const gap of coverage(ROOT, everything)) tally.record(gap.name, [gap.problem]);
      for (const page of stalePages(ROOT)) tally.record(page, ["not current: run `npm run docs`"]);
      for (const line of rowTable(ROOT, everything, tally.failures)) print(line);
    }
    if (tally.passed + tally.failures.size === 0)
      tally.record(prefixes.join(" "), ["no script has a name that starts like this"]);
    tally.summary((performance.now() - started) / 1000);
    return { passed: tally.passed, failed: tally.failures.size, skipped: matching.length - cases.length };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** At most `most` elements, evenly from all of a list. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

/** Counts per folder, and the failures with their reasons. */
class Tally {
  readonly failures = new Map<string, readonly string[]>();
  passed = 0;
  readonly #folders = new Map<string, { passed: number; failed: number }>();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  record(name: string, found: readonly string[]): void {
    const folder = name.includes("/")
      ? name
          .split("/")
          .slice(0, name.startsWith("conformance/std/") ? 3 : 2)
          .join("/")
      : name;
    const count = this.#folders.get(folder.replace(/:\d+$/, "")) ?? { passed: 0, failed: 0 };
    this.#folders.set(folder.replace(/:\d+$/, ""), count);
    if (found.length === 0) {
      this.passed++;
      count.passed++;
      return;
    }
    count.failed++;
    this.failures.set(name, found);
    this.#report(`FAIL ${name}`, found);
  }

  /** Reports a case that failed beside others and passed alone. */
  flaky(name: string, found: readonly string[]): void {
    this.#report(`FLAKY ${name}`, found);
  }

  #report(title: string, found: readonly string[]): void {
    this.#print(title);
    for (const line of found.slice(0, 6)) this.#print(`     ${line}`);
  }

  summary(seconds: number): void {
    for (const [folder, { passed, failed }] of [...this.#folders].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      this.#print(
        `${String(passed).padStart(5)} passed ${failed === 0 ? "          " : `${String(failed).padStart(3)} failed`}  ${folder}`,
      );
    }
    const result = this.failures.size === 0 ? "ok" : "FAILED";
    this.#print(
      `conformance: ${result}. ${this.passed} passed; ${this.failures.size} failed; ${seconds.toFixed(1)} s`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word.startsWith("-") && !OPTIONS.includes(word));
  if (unknown !== undefined) {
    console.error(`${basename(process.argv[1] ?? "")}: unknown option ${unknown}`);
    process.exitCode = 2;
  } else {
    const result = await conform({
      prefixes: words.filter((word) => !word.startsWith("-")),
      update: words.includes("--update"),
      again: words.includes("--again"),
      limits: words.includes("--limits"),
    });
    process.exitCode = result.failed === 0 ? 0 : 1;
  }
}
