// `std test` (reference/programs#test-files): runs every `test_*` function of every test file as a separate
// program. They run in other processes, on all cores, while this process checks further files.
import { availableParallelism } from "node:os";
import { standardModules } from "../../../stdlib/index.ts";
import { createEngine } from "../../engine.ts";
import { fileReader } from "../../modules/index.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import type { Command } from "./command.ts";
import { UsageError, type ParsedOptions } from "./options.ts";
import { report } from "../output/report.ts";
import { scriptFiles } from "./script-files.ts";
import { everyPackage } from "./every-package.ts";
import { colorOf, colorOption, packageOption } from "./settings.ts";
import { outputIsLost, tell, tellProblem } from "../output/terminal.ts";
import { describeFailures } from "../test/failures.ts";
import type { TestResult } from "../test/run-file.ts";
import { usesSharedResources, TestPool } from "../test/pool.ts";
import type { TimeLimit } from "../test/process.ts";
import { stillRun, TestReport } from "../test/report.ts";

const DEFAULT_SECONDS = "30";

export const test: Command = {
  usage: "std test [OPTION...] [PATH...]",
  options: {
    "--filter": { value: "TEXT", help: "run only tests whose name contains TEXT" },
    "--timeout": {
      value: "SECONDS",
      help: `the time limit of a test, 0 for none; by default, ${DEFAULT_SECONDS}`,
    },
    "--jobs": { value: "N", help: "run N files at a time, even if they share resources" },
    "--strict": { help: "fail tests that leave goroutines" },
    "--json": { help: "print the report as JSON" },
    ...colorOption,
    ...packageOption,
  },
  example: "std test --filter area tests",
  notes:
    "Without a PATH, runs all *_test.std files below the current folder. Exit status: 0 if all tests\npassed, otherwise 1, also if a file does not check or no test has a name with TEXT.",
  run: runTests,
};

async function runTests(options: ParsedOptions): Promise<number> {
  const jobs = jobsOf(options);
  const limit = limitOf(options);
  const color = colorOf(options);
  const strict = options.flags.has("--strict");
  const filter = options.values.get("--filter")?.[0] ?? "";
  const engine = createEngine({
    modules: standardModules,
    reader: fileReader,
    packages: everyPackage(options),
  });
  const pool = new TestPool({
    processes: jobs ?? availableParallelism(),
    limit,
    exclusive: jobs === null ? usesSharedResources : () => false,
  });
  endWith(pool);
  const shown = new TestReport(options.flags.has("--json"));
  const runs: Promise<void>[] = [];
  let count = 0;
  for (const { path } of scriptFiles(options.operands, "_test.std")) {
    const { diagnostics, problem, ok, program, functions } = engine.build({ path }, "tests");
    report(diagnostics, color);
    tellProblem(problem);
    const file = shown.file();
    const tests = functions
      .map((name, index) => ({ name, index }))
      .filter(({ name }) => name.includes(filter));
    count += tests.length;
    if (!ok) file.add(unusable(path, problem === null ? "it does not check" : "it cannot be read"));
    if (program === null || tests.length === 0) file.close();
    else {
      const add = (result: TestResult): void => file.add(strict ? strictly(result) : result);
      runs.push(pool.run({ file: path, program, tests }, add).then(file.close));
    }
    // Handles the results that have arrived, and starts the next file.
    await new Promise((resolve) => setImmediate(resolve));
  }
  shown.begin(count);
  await Promise.all(runs);
  shown.end();
  const { results } = shown;
  if (!options.flags.has("--json")) tell(describeFailures(results));
  // A file that does not check may have such a test.
  const nothing = count === 0 && filter !== "" && results.length === 0;
  if (nothing) tell(`no test name contains ${filter}\n`);
  // This also ends the processes of the pool.
  const failed = nothing || outputIsLost() || results.some((result) => !result.passed);
  process.exit(failed ? EXIT_STATUS.failed : EXIT_STATUS.ok);
}

/** The value of `--jobs`; null without it. */
function jobsOf({ values }: ParsedOptions): number | null {
  const given = values.get("--jobs")?.[0];
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,2}$/.test(given))
    throw new UsageError(`option --jobs needs a number from 1 to 999, not ${given}`);
  return Number(given);
}

/** The longest time of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

function limitOf({ values }: ParsedOptions): TimeLimit {
  const text = values.get("--timeout")?.[0] ?? DEFAULT_SECONDS;
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new UsageError(`option --timeout needs a number of seconds, not ${text}`);
  const milliseconds = Number(text) * 1000;
  return { text, milliseconds: milliseconds === 0 || milliseconds > LONGEST_MS ? Infinity : milliseconds };
}

/** Ends the processes of the pool however the command ends. */
function endWith(pool: TestPool): void {
  process.on("exit", () => pool.end());
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
  process.on("SIGHUP", () => process.exit(129));
}

/** A test fails if it leaves goroutines. */
function strictly(result: TestResult): TestResult {
  if (!result.passed || result.living.length === 0) return result;
  return { ...result, passed: false, failure: stillRun(result.living.length), trace: result.living };
}

function unusable(file: string, failure: string): TestResult {
  return {
    file,
    name: file,
    passed: false,
    failure,
    exit: null,
    trace: [],
    compared: null,
    output: "",
    milliseconds: 0,
    living: [],
  };
}
