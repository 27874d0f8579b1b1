// `std test` (reference/programs#test-files): runs every `test_*` function of every test file as a separate
// program. They run in other processes, on all cores, while this process checks further files.
import { availableParallelism } from "node:os";
import { EXIT_STATUS } from "../../launch/index.ts";
import type { DebugOptions } from "../debug/index.ts";
import { outputIsLost, printError } from "../output/terminal.ts";
import { noteFailed } from "../test/last-failed.ts";
import { listTests } from "../test/list.ts";
import type { TimeLimit } from "../test/process.ts";
import { REPORTERS, type ReporterName } from "../test/reporters/index.ts";
import { runTests, type RunOptions } from "../test/run-tests.ts";
import { endOnSignals, watchTests } from "../test/watch.ts";
import type { Command } from "./command.ts";
import { debugOptions, debugOptionsOf, openDebugServer } from "./debug-options.ts";
import { everyPackage } from "./every-package.ts";
import { UsageError, type ParsedOptions } from "./options.ts";
import { literalChecks, literalOptions } from "./literal-checks.ts";
import { Selection } from "./test-selection.ts";
import { colorOf, colorOption, packageOption } from "./settings.ts";

const DEFAULT_SECONDS = "30";

export const test: Command = {
  usage: "std test [OPTION...] [PATH | FILE:LINE | FILE::NAME ...]",
  options: {
    "--filter": { value: "REGEX", help: "run only tests whose name matches REGEX" },
    "--failed": { help: "run only what failed in the last run; if there was none, all" },
    "--list": { help: "print the names of the tests, and run none" },
    "--watch": { help: "run the tests again whenever a file changes" },
    "--bail": { help: "stop at the first failure" },
    "--shuffle": { value: "SEED", optional: true, help: "run files and tests in a random order" },
    "--repeat": { value: "N", help: "run every test N times" },
    "--update": { help: "store snapshots instead of comparing them" },
    "--doc": { help: "run the examples in doc comments of *.std files instead of tests" },
    "--coverage": {
      value: "DIR",
      optional: true,
      help: "report which lines the tests reach; write lcov.info and index.html to DIR",
    },
    "--timeout": {
      value: "SECONDS",
      help: `the time limit of a test, 0 for none; by default, ${DEFAULT_SECONDS}`,
    },
    ...debugOptions("a test"),
    "--jobs": { value: "N", help: "run N files at a time, even if they share resources" },
    ...literalOptions,
    "--strict": { help: "fail tests that leave goroutines" },
    "--reporter": { value: "NAME", help: `the form of the report: ${Object.keys(REPORTERS).join(", ")}` },
    "--json": { help: "the same as --reporter json" },
    ...colorOption,
    ...packageOption,
  },
  example: "std test --filter area tests",
  notes:
    "Without a PATH, runs all *_test.std files below the current folder. FILE::NAME runs one test, or with\nFILE::test_x/sub one subtest. Exit status: 0 if all tests passed, otherwise 1, also if a file does not\ncheck or no test is selected.",
  run: testCommand,
};

async function testCommand(options: ParsedOptions): Promise<number> {
  const { flags, values, operands } = options;
  const examples = flags.has("--doc");
  const select = (): Selection =>
    new Selection(operands, values.get("--filter")?.[0], [examples ? ".std" : "_test.std"]);
  const debug = debugOptionsOf(options);
  const exclusive = ["--coverage", "--watch", "--doc", "--list"].find(
    (name) => flags.has(name) || values.has(name),
  );
  if (debug !== null && exclusive !== undefined)
    throw new UsageError(`--inspect and ${exclusive} exclude each other`);
  const settings: Omit<RunOptions, "debugged"> = {
    processes: jobsOf(options) ?? availableParallelism(),
    sharing: values.has("--jobs"),
    limit: limitOf(options),
    color: colorOf(options),
    packages: everyPackage(options),
    reporter: reporterOf(options),
    strict: flags.has("--strict"),
    bail: flags.has("--bail"),
    failedOnly: flags.has("--failed"),
    update: flags.has("--update"),
    repeat: repeatOf(options),
    seed: seedOf(options),
    examples,
    coverage: flags.has("--coverage") ? "" : (values.get("--coverage")?.[0] ?? null),
    literals: literalChecks(options),
  };
  const plain: RunOptions = { ...settings, debugged: null };
  if (flags.has("--list")) return listTests(select(), plain);
  endOnSignals();
  if (flags.has("--watch")) return watchTests(operands, () => runTests(select(), plain));
  const debugged = debug === null ? null : await debuggedTests(debug, settings);
  const { results, selected, written } = await runTests(select(), { ...settings, debugged });
  noteFailed(results);
  // A file that does not check may have such a test.
  const nothing = selected === 0 && results.length === 0 && isSelective(options);
  if (nothing) printError(`${missing(options)}\n`);
  else if (settings.failedOnly && selected === 0 && results.length === 0)
    printError("no test failed in the last run\n");
  // This also ends the processes of the pool.
  const failed = nothing || outputIsLost() || !written || results.some((result) => !result.passed);
  process.exit(failed ? EXIT_STATUS.failed : EXIT_STATUS.ok);
}

async function debuggedTests(debug: DebugOptions, { packages }: Pick<RunOptions, "packages">) {
  const server = await openDebugServer(debug, "std test");
  const { expressionCompiler } = await import("../debug/expressions.ts");
  const { DebuggedTests } = await import("../test/debugged-tests.ts");
  return new DebuggedTests(server, expressionCompiler(packages));
}

/** Whether the command line names tests, not only files. */
function isSelective({ values, operands }: ParsedOptions): boolean {
  return values.has("--filter") || operands.some((operand) => /::|:\d+$/.test(operand));
}

function missing({ values, operands }: ParsedOptions): string {
  const filter = values.get("--filter")?.[0];
  return filter === undefined ? `there is no test ${operands.join(" ")}` : `no test name matches ${filter}`;
}

/** The value of `--jobs`; null without it. */
function jobsOf({ values }: ParsedOptions): number | null {
  const given = values.get("--jobs")?.[0];
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,2}$/.test(given))
    throw new UsageError(`option --jobs needs a number from 1 to 999, not ${given}`);
  return Number(given);
}

function repeatOf({ values }: ParsedOptions): number {
  const given = values.get("--repeat")?.[0] ?? "1";
  if (!/^[1-9]\d{0,5}$/.test(given))
    throw new UsageError(`option --repeat needs a number from 1 to 999999, not ${given}`);
  return Number(given);
}

/** The seed of `--shuffle`, a new one if none is given; null without the option. */
function seedOf({ flags, values }: ParsedOptions): number | null {
  const given = values.get("--shuffle")?.[0];
  if (given === undefined) return flags.has("--shuffle") ? Math.floor(Math.random() * 1e9) : null;
  if (!/^\d{1,9}$/.test(given))
    throw new UsageError(`option --shuffle needs a seed from 0 to 999999999, not ${given}`);
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

function reporterOf({ flags, values }: ParsedOptions): ReporterName {
  const given = values.get("--reporter")?.[0] ?? (flags.has("--json") ? "json" : "pretty");
  const names = Object.keys(REPORTERS);
  if (!names.includes(given))
    throw new UsageError(`option --reporter must be one of ${names.join(", ")}, not ${given}`, given, names);
  return given as ReporterName;
}
