// One run of `std test`: checks the files, runs their tests in the pool, reports the results and writes
// snapshots.
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { standardModules } from "../../../stdlib/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { engineInThread, withDiagnostics, type Built, type createEngine } from "../../engine.ts";
import type { LiteralChecks } from "../../literals/index.ts";
import { fileReader } from "../../modules/index.ts";
import { Project } from "../../project/index.ts";
import { report, type ColorChoice } from "../output/report.ts";
import { say, printError, printProblem } from "../output/terminal.ts";
import type { CompiledProgram } from "../../launch/index.ts";
import { Coverage, coverageText, writeCoverage } from "./line-coverage/index.ts";
import { describeFailures } from "./failures.ts";
import { hasFailed, lastFailed } from "./last-failed.ts";
import type { DebuggedTests } from "./debugged-tests.ts";
import { TestPool, usesSharedResources, type TestRunner } from "./pool.ts";
import type { TimeLimit } from "./process.ts";
import { stillRun, TestReport } from "./report.ts";
import { REPORTERS, type ReporterName } from "./reporters/index.ts";
import { plainResult, type Extras, type TestJob, type TestResult } from "./results.ts";
import type { SelectedTest, TestSelection } from "./selection.ts";
import { shuffled } from "./shuffle.ts";
import { removeFolder, SnapshotUses } from "./snapshot-uses.ts";
import { unitsOf, type TestUnit } from "./units.ts";

export interface RunOptions {
  readonly processes: number;
  /** Whether files that share resources run at the same time. */
  readonly sharing: boolean;
  readonly limit: TimeLimit;
  readonly color: ColorChoice;
  readonly packages: NonNullable<Parameters<typeof createEngine>[0]["packages"]>;
  readonly reporter: ReporterName;
  readonly strict: boolean;
  readonly bail: boolean;
  readonly failedOnly: boolean;
  readonly update: boolean;
  readonly repeat: number;
  /** The seed of a random order; null: in order. */
  readonly seed: number | null;
  /** Whether the examples of doc comments run, instead of tests. */
  readonly examples: boolean;
  /** Where coverage is written; "": only to standard output or error. Null: it is not measured. */
  readonly coverage: string | null;
  /** Checks the literals of the files; null for no checks. */
  readonly literals: LiteralChecks | null;
  /** Runs the tests for a debugger; null: in other processes. */
  readonly debugged: DebuggedTests | null;
}

export interface Run {
  readonly results: readonly TestResult[];
  /** The number of tests that were selected. */
  readonly selected: number;
  /** The files that the tests read. */
  readonly files: ReadonlySet<string>;
  /** Whether the files of coverage were written, if there are any. */
  readonly written: boolean;
}

let folders = 0;

export async function runTests(selection: TestSelection, options: RunOptions): Promise<Run> {
  const { literals, packages } = options;
  const coverage = options.coverage === null ? null : new Coverage();
  const sources = { modules: standardModules, reader: fileReader, packages };
  const project = new Project();
  project.literals = literals?.add ?? null;
  const { debugged } = options;
  const tracing = debugged !== null ? "stops" : coverage === null ? null : "counts";
  const engine = engineInThread(sources, undefined, project, tracing);
  const pool: TestRunner = debugged ?? poolFor(options);
  const folder = join(tmpdir(), `std-test-${process.pid}-${++folders}`);
  const leave = (): void => {
    pool.end();
    removeFolder(folder);
  };
  process.on("exit", leave);
  const lines = new SourceLines();
  const describe = (results: readonly TestResult[]): string => describeFailures(results, lines.at);
  const shown = new TestReport(REPORTERS[options.reporter](describe));
  const snapshots = new SnapshotUses(options.update);
  const failedBefore = options.failedOnly ? lastFailed() : null;
  const runs: Promise<void>[] = [];
  const read = new Set<string>();
  let selected = 0;
  let stopped = false;
  const files = options.seed === null ? selection.files : shuffled(selection.files, options.seed);
  if (options.seed !== null && options.reporter === "pretty")
    say(`shuffled with --shuffle=${options.seed}\n`);
  const runUnit = (path: string, { built, tests: named, example }: TestUnit): void => {
    const { problem, ok, program, functions } = built;
    report(built.diagnostics, options.color);
    printProblem(problem);
    const file = shown.file();
    const chosen =
      failedBefore === null ? named : named.filter(({ name }) => hasFailed(failedBefore, path, name));
    const tests = inOrder(chosen, options).map((each) =>
      example === null || example.prints === null ? each : { ...each, prints: example.prints },
    );
    selected += tests.length;
    if (!ok)
      file.add(
        plainResult(path, example?.name ?? path, {
          failure: problem === null ? "it does not check" : "it cannot be read",
        }),
      );
    else if (example?.isOnlyChecked === true)
      for (const { name } of tests) file.add(plainResult(path, name, { passed: true }));
    if (program === null || tests.length === 0 || example?.isOnlyChecked === true) file.close();
    else {
      const isWhole = example === null && tests.length >= functions.length && !selection.isPartial(path);
      const add = (given: TestResult, extras: Extras | null): void => {
        const result = options.strict ? strictly(given) : given;
        file.add(result);
        snapshots.add(path, result, extras);
        coverage?.add(program, extras?.counts ?? null);
        if (!result.passed && options.bail) {
          stopped = true;
          pool.stop();
        }
      };
      const settings = { folder, update: options.update };
      const job: TestJob = {
        file: path,
        program: debugged === null ? withoutFiles(program) : program,
        tests,
        settings,
      };
      const ended = (): void => {
        if (!stopped) snapshots.close(path, isWhole);
        file.close();
      };
      runs.push(pool.run(job, add).then(ended));
    }
  };
  for (const path of files) {
    if (stopped) break;
    for (const unit of unitsOf(engine, path, { selection, examples: options.examples })) {
      for (const file of unit.built.files) read.add(resolve(file.path));
      if (stopped) break;
      runUnit(path, { ...unit, built: withProblems(unit.built, (await literals?.run()) ?? []) });
      // Handles the results that have arrived, and starts the next file.
      await new Promise((done) => setImmediate(done));
    }
  }
  shown.begin(selected);
  await Promise.all(runs);
  shown.end(selected);
  printError(snapshots.summary());
  const written = coverage === null || reportCoverage(coverage, options.coverage!, options.reporter);
  process.off("exit", leave);
  leave();
  return { results: shown.results, selected, files: read, written };
}

function poolFor({ processes, limit, sharing }: RunOptions): TestPool {
  return new TestPool({ processes, limit, exclusive: sharing ? () => false : usesSharedResources });
}

/** A program does not run if a literal in it is an error. */
function withProblems(built: Built, found: readonly Diagnostic[]): Built {
  const all = withDiagnostics(built, found);
  return all.ok ? all : { ...all, program: null };
}

/** The program as a process that runs it needs it. */
function withoutFiles(program: CompiledProgram): CompiledProgram {
  const { counters } = program;
  return counters === undefined ? program : { ...program, counters: { ...counters, files: [] } };
}

/** Prints coverage, beside reports for people, and writes its files. Returns false if it cannot. */
function reportCoverage(coverage: Coverage, folder: string, reporter: ReporterName): boolean {
  const files = coverage.files();
  (reporter === "pretty" || reporter === "dot" ? say : printError)(coverageText(files));
  if (folder === "") return true;
  const problem = writeCoverage(files, folder);
  printProblem(problem);
  return problem === null;
}

/** Repeats and shuffles the tests of a file. */
function inOrder(tests: readonly SelectedTest[], { repeat, seed }: RunOptions): readonly SelectedTest[] {
  const all = repeat === 1 ? tests : tests.flatMap((test) => Array.from({ length: repeat }, () => test));
  return seed === null ? all : shuffled(all, seed);
}

/** A test fails if it leaves goroutines. */
function strictly(result: TestResult): TestResult {
  if (!result.passed || result.living.length === 0) return result;
  return { ...result, passed: false, failure: stillRun(result.living.length), trace: result.living };
}

/** The lines of scripts, read when a failure shows one. */
class SourceLines {
  readonly #files = new Map<string, readonly string[]>();

  readonly at = (file: string, line: number): string | null => {
    let lines = this.#files.get(file);
    if (lines === undefined) {
      lines = linesOf(file);
      this.#files.set(file, lines);
    }
    return lines[line - 1] ?? null;
  };
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split(/\r\n|\n|\r/);
  } catch {
    return [];
  }
}
