// `std test` (language 16): every `test_*` function of every test file, each as a program of its own.
// Nothing runs unless all files check. Files run on all cores, but those that reach the outside world
// one after the other, since they may share ports and files.
import { availableParallelism } from "node:os";
import { standardModules } from "../../stdlib/index.ts";
import { createEngine, type Engine } from "../engine.ts";
import { EXIT_STATUS } from "../launch/index.ts";
import type { Command } from "./command.ts";
import { UsageError, type ParsedOptions } from "./options.ts";
import { report } from "./report.ts";
import { scriptFiles } from "./script-files.ts";
import { colorOf, colorOption, packageOption, packagesOf, type ColorChoice } from "./settings.ts";
import { say, tell, tellProblem } from "./terminal.ts";
import { describeFailures } from "./test-failures.ts";
import { runJob, type TestJob, type TestResult } from "./test-job.ts";

export const test: Command = {
  usage: "std test [OPTION...] [PATH...]",
  options: {
    "--filter": { value: "TEXT", help: "run only tests whose name contains TEXT" },
    "--jobs": { value: "N", help: "run N files at a time, whatever they share" },
    "--json": { help: "print the report as JSON" },
    ...colorOption,
    ...packageOption,
  },
  example: "std test --filter area tests",
  notes: "Without a PATH, all *_test.std files below the current folder. Exit status: 0 when all tests\npassed, otherwise 1.",
  run: runTests,
};

async function runTests(options: ParsedOptions): Promise<number> {
  const paths = options.operands.length === 0 ? ["."] : options.operands;
  const given = threadsOf(options);
  const engine = createEngine({ modules: standardModules, packages: packagesOf(options).find });
  const filter = options.values.get("--filter")?.[0] ?? "";
  const json = options.flags.has("--json");
  const jobs = collect(engine, paths, filter, colorOf(options));
  if (jobs === null) {
    if (json) say(asJson([]));
    return EXIT_STATUS.failed;
  }
  const count = jobs.reduce((sum, job) => sum + job.tests.length, 0);
  if (!json) say(count === 0 ? "no tests found\n" : `running ${count} ${count === 1 ? "test" : "tests"}\n`);
  const results: TestResult[] = [];
  const take = (result: TestResult): void => {
    results.push(result);
    if (!json) say(line(result));
  };
  const threads = Math.min(given ?? availableParallelism(), jobs.length);
  if (threads <= 1) for (const job of jobs) await runJob(job, take);
  else {
    const { reachesOutside, runInParallel } = await import("./test-pool.ts");
    await runInParallel(jobs, threads, given === null ? reachesOutside : () => false, take);
  }
  const failed = results.filter((result) => !result.passed).length;
  if (json) say(asJson(results));
  else if (count > 0) say(`test result: ${failed > 0 ? "FAILED" : "ok"}. ${results.length - failed} passed; ${failed} failed\n`);
  if (!json) tell(describeFailures(results));
  if (count === 0 && filter !== "") tell(`no name of a test contains ${filter}\n`);
  // Programs that have ended may have left timers and sockets behind.
  process.exit(failed > 0 ? EXIT_STATUS.failed : EXIT_STATUS.ok);
}

/** Null when nothing is said. */
function threadsOf({ values }: ParsedOptions): number | null {
  const given = values.get("--jobs")?.[0];
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,2}$/.test(given)) throw new UsageError(`option --jobs needs a number from 1 to 999, not ${given}`);
  return Number(given);
}

/** All tests by file, in order; null, and diagnostics on standard error, when a file does not check. */
function collect(engine: Engine, paths: readonly string[], filter: string, color: ColorChoice): TestJob[] | null {
  const jobs: TestJob[] = [];
  let ok = true;
  for (const { path } of scriptFiles(paths, "_test.std")) {
    const { diagnostics, problem, ok: checks, program, functions } = engine.build({ path }, "tests");
    report(diagnostics, color);
    tellProblem(problem);
    ok &&= checks;
    const tests = functions.map((name, index) => ({ name, index })).filter(({ name }) => name.includes(filter));
    if (program !== null && tests.length > 0) jobs.push({ file: path, program, tests });
  }
  return ok ? jobs : null;
}

function asJson(tests: readonly TestResult[]): string {
  const passed = tests.filter((test) => test.passed).length;
  return `${JSON.stringify({ passed, failed: tests.length - passed, tests }, null, 2)}\n`;
}

function line({ name, passed, failure }: TestResult): string {
  if (passed) return `  ok   ${name}\n`;
  return `  FAIL ${name}${failure === null ? "" : ` (${failure.split("\n")[0]})`}\n`;
}
