// `std bench` (reference/programs#benchmarks): measures every `bench_*` function, one after the other, each in a
// process of its own, and compares with an earlier measurement.
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { standardModules } from "../../../stdlib/index.ts";
import { createEngine } from "../../engine.ts";
import { EXIT_STATUS } from "../../launch/index.ts";
import { fileReader } from "../../modules/index.ts";
import { report } from "../output/report.ts";
import { outputIsLost, say, printError, printProblem } from "../output/terminal.ts";
import { comparison, measurement, row, SLOWER, type Measurement } from "../test/benchmarks.ts";
import { describeFailures } from "../test/failures.ts";
import { TestPool } from "../test/pool.ts";
import type { TestResult } from "../test/results.ts";
import type { Command } from "./command.ts";
import { everyPackage } from "./every-package.ts";
import { UsageError, type ParsedOptions } from "./options.ts";
import { colorOf, colorOption, packageOption } from "./settings.ts";
import { Selection } from "./test-selection.ts";

export const bench: Command = {
  usage: "std bench [OPTION...] [PATH | FILE:LINE | FILE::NAME ...]",
  options: {
    "--filter": { value: "REGEX", help: "measure only benchmarks whose name matches REGEX" },
    "--save": { value: "FILE", help: "store the measurements" },
    "--compare": {
      value: "FILE",
      help: "compare with stored measurements; more than 10 % slower is status 1",
    },
    "--json": { help: "print the measurements as JSON" },
    ...colorOption,
    ...packageOption,
  },
  example: "std bench --compare before.json",
  notes:
    "Without a PATH, measures the benchmarks in all *_bench.std and *_test.std files below the current\nfolder. Exit status: 1 if a benchmark fails, is slower than the stored one, or none is selected.",
  run: measure,
};

async function measure(options: ParsedOptions): Promise<number> {
  const { flags, values, operands } = options;
  const selection = new Selection(operands, values.get("--filter")?.[0], ["_bench.std", "_test.std"]);
  const earlier = storedIn(values.get("--compare")?.[0]);
  const color = colorOf(options);
  const engine = createEngine({
    modules: standardModules,
    reader: fileReader,
    packages: everyPackage(options),
  });
  const folder = join(tmpdir(), `std-bench-${process.pid}`);
  const pool = new TestPool({
    processes: 1,
    limit: { milliseconds: Infinity, text: "0" },
    exclusive: () => true,
  });
  process.on("exit", () => pool.end());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
  const found: Measurement[] = [];
  const failures: TestResult[] = [];
  let unusable = false;
  for (const path of selection.files) {
    const { diagnostics, problem, ok, program, functions, lines } = engine.build({ path }, "benchmarks");
    report(diagnostics, color);
    printProblem(problem);
    unusable ||= !ok;
    const tests = selection.testsOf(path, functions, lines);
    if (program === null || tests.length === 0) continue;
    const job = { file: path, program, tests, settings: { folder, update: false } };
    await pool.run(job, (result, extras) => {
      if (!result.passed) failures.push(result);
      else if (extras?.measured != null) {
        found.push(measurement(path, result.name, extras.measured));
        if (!flags.has("--json")) say(row(found.at(-1)!, earlier));
      } else printError(`${result.name} measured nothing: it never calls b.run (${path})\n`);
    });
  }
  if (flags.has("--json")) say(`${JSON.stringify(found, null, 2)}\n`);
  else if (found.length + failures.length === 0 && !unusable) say("no benchmarks found\n");
  printError(describeFailures(failures));
  const slower = found.filter((each) => (comparison(each, earlier) ?? 1) > SLOWER);
  if (slower.length > 0)
    printError(`slower than before by more than 10 %: ${slower.map(({ name }) => name).join(", ")}\n`);
  const isSaved = save(found, values.get("--save")?.[0]);
  const nothing = found.length === 0 && (operands.length > 0 || values.has("--filter"));
  const failed =
    unusable || failures.length > 0 || slower.length > 0 || nothing || !isSaved || outputIsLost();
  process.exit(failed ? EXIT_STATUS.failed : EXIT_STATUS.ok);
}

/** The measurements in a file. @throws UsageError if it holds none */
function storedIn(path: string | undefined): readonly Measurement[] {
  if (path === undefined) return [];
  try {
    const stored: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (Array.isArray(stored)) return stored as Measurement[];
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${(error as Error).message}`);
  }
  throw new UsageError(`${path} holds no measurements: std bench --save writes them`);
}

function save(found: readonly Measurement[], path: string | undefined): boolean {
  if (path === undefined) return true;
  try {
    writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`);
    return true;
  } catch (error) {
    printError(`error: cannot write ${path}: ${(error as Error).message}\n`);
    return false;
  }
}
