// `std test` (language 16): every `test_*` function of every test file, each as a program of its own.
// Nothing runs unless all files check. Tests run one after the other: they may share ports and files.
import { standardModules } from "../../stdlib/index.ts";
import { createEngine, type Built, type Engine } from "../engine.ts";
import { EXIT_STATUS, type CompiledProgram, type Ending } from "../launch/index.ts";
import { fromBytes, type Output } from "../runtime/index.ts";
import type { Command } from "./command.ts";
import type { ParsedOptions } from "./options.ts";
import { report } from "./report.ts";
import { scriptFiles } from "./script-files.ts";
import { packageOption, packagesOf } from "./settings.ts";
import { processHost } from "./process-host.ts";
import { start } from "./start.ts";
import { say, tellProblem } from "./terminal.ts";

export const test: Command = {
  usage: "std test [OPTION...] [PATH...]",
  options: {
    "--filter": { value: "TEXT", help: "run only tests whose name contains TEXT" },
    "--json": { help: "print the report as JSON" },
    ...packageOption,
  },
  notes: "Without a PATH, all *_test.std files below the current folder. Exit status: 0 when all tests\npassed, otherwise 1.",
  run: runTests,
};

interface Test {
  readonly file: string;
  readonly name: string;
  readonly program: CompiledProgram;
  readonly index: number;
}

interface Result {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
  /** `panic: …`, or null after a non-zero exit. */
  readonly failure: string | null;
  readonly milliseconds: number;
}

async function runTests(options: ParsedOptions): Promise<number> {
  const paths = options.operands.length === 0 ? ["."] : options.operands;
  const engine = createEngine({
    modules: standardModules,
    packages: packagesOf(options).find,
  });
  const tests = collect(engine, paths, options.values.get("--filter")?.[0] ?? "");
  if (tests === null) return EXIT_STATUS.failed;
  const json = options.flags.has("--json");
  if (!json) say(tests.length === 0 ? "no tests found\n" : `running ${tests.length} ${tests.length === 1 ? "test" : "tests"}\n`);
  const results: Result[] = [];
  for (const test of tests) {
    const result = await runTest(test);
    results.push(result);
    if (!json) say(line(result));
  }
  const failed = results.filter((result) => !result.passed).length;
  if (json) say(`${JSON.stringify({ passed: results.length - failed, failed, tests: results }, null, 2)}\n`);
  else if (tests.length > 0) say(`test result: ${failed > 0 ? "FAILED" : "ok"}. ${results.length - failed} passed; ${failed} failed\n`);
  // Programs that have ended may have left timers and sockets behind.
  process.exit(failed > 0 ? EXIT_STATUS.failed : EXIT_STATUS.ok);
}

/** All tests in order; null, and diagnostics on standard error, when a file does not check. */
function collect(engine: Engine, paths: readonly string[], filter: string): Test[] | null {
  const tests: Test[] = [];
  let ok = true;
  for (const { path } of scriptFiles(paths, "_test.std")) {
    const built = engine.build({ path }, "tests");
    report(built.diagnostics);
    tellProblem(built.problem);
    ok &&= built.ok;
    tests.push(...testsOf(path, built).filter((test) => test.name.includes(filter)));
  }
  return ok ? tests : null;
}

function testsOf(file: string, { program, functions }: Built): Test[] {
  return program === null ? [] : functions.map((name, index) => ({ file, name, program, index }));
}

async function runTest({ file, name, program, index }: Test): Promise<Result> {
  const begin = performance.now();
  const ending = await new Promise<Ending>((resolve, reject) => {
    const host = processHost(file, [], EVERYTHING);
    start(program, { host, stdout: nowhere, stderr: nowhere, index }, resolve).catch(reject);
  });
  const milliseconds = Math.round(performance.now() - begin);
  return { file, name, passed: passes(ending), failure: failureOf(ending), milliseconds };
}

const EVERYTHING = { net: true, fs: true, env: true, process: true };
/** What a test prints is not part of the report. */
const nowhere: Output = { write() {}, flush() {} };

function passes(ending: Ending): boolean {
  return ending.kind === "done" || (ending.kind === "exit" && ending.code === 0);
}

function failureOf(ending: Ending): string | null {
  switch (ending.kind) {
    case "done":
    case "exit":
      return null;
    case "panic":
      return `panic: ${fromBytes(ending.message)}`;
    case "internal":
      return fromBytes(ending.text).trimEnd();
  }
}

function line({ name, passed, failure }: Result): string {
  if (passed) return `  ok   ${name}\n`;
  return `  FAIL ${name}${failure === null ? "" : ` (${failure.split("\n")[0]})`}\n`;
}
