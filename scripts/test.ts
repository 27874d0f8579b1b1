// `npm test` runs unit tests and, at the same time, the checks of types, style, import layers and references,
// and the conformance scripts. `npm run test:slow` runs slower tests, such as the oracle over all scripts and
// a soak of the HTTP server of the built command. `npm run test:all` runs both, as CI does. Prints failures
// and, last, the line `N passed, N failed`; exits with 1 on any failure. Failed tests run
// once more, one file after the other, because a pause of the machine may break a test of sockets or
// processes. Those that pass then are reported as FLAKY: they need a fix, but do not fail the run. What failed
// is named once more at the end, where it is found in a log of which only the last lines are kept.
//
// All checks use the Node that runs this script: `npm test` that of the clone, `node scripts/test.ts` that of the
// PATH (22.16 and 22.17: `node --experimental-strip-types scripts/test.ts`).
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import ensureBuilt from "./ensure-built.ts";

interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** What failed, for the end of the log. */
  readonly failures?: string;
}

/** The parts of vitest's report that are counted here. */
interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

// Node before 22.18 has to be asked to run TypeScript, in the processes and threads of tests, too.
const STRIP_TYPES = "--experimental-strip-types";
if (process.execArgv.includes(STRIP_TYPES)) {
  const given = process.env["NODE_OPTIONS"] ?? "";
  process.env["NODE_OPTIONS"] = `${given} ${STRIP_TYPES} --disable-warning=ExperimentalWarning`.trim();
}

const root = dirname(import.meta.dirname);
const bin = (name: string): string => join(root, "node_modules/.bin", name);

const which = process.argv[2] ?? "quick";
if (!["quick", "slow", "all"].includes(which)) throw new Error(`quick, slow or all, not ${which}`);

const CONFORM_WITH_LIMITS = ["scripts/conform.ts", "--again", "--limits"];
const SLOW = { STDLANG_SLOW: "1" };

/** Unit tests often wait for sockets and child processes: the other checks use that time. */
async function quick(): Promise<Tally[]> {
  const [units, checks] = await Promise.all([vitest("unit tests", [], {}), checksAndConformance()]);
  return [await again(units, {}), ...checks];
}

async function checksAndConformance(): Promise<Tally[]> {
  return [
    await step("types", bin("tsc"), ["--noEmit", "-p", "."], oneCheck),
    await step("style", bin("biome"), ["check", "--error-on-warnings", "--reporter=summary"], oneCheck),
    await step("layers", process.execPath, ["scripts/check-layers.ts"], oneCheck),
    await step("wording", process.execPath, ["scripts/check-wording.ts"], oneCheck),
    await step("references", process.execPath, ["scripts/check-references.ts"], oneCheck),
    await step("conformance", process.execPath, ["scripts/conform.ts", "--again"], lastLine),
  ];
}

async function slow(): Promise<Tally[]> {
  return [
    await again(await vitest("slow unit tests", [], SLOW), SLOW),
    await step("oracle", process.execPath, ["scripts/oracle.ts"], lastLine),
    await step("conformance with limits", process.execPath, CONFORM_WITH_LIMITS, lastLine),
    await step("soak", process.execPath, ["bench/http/soak.ts", "20"], oneCheck),
  ];
}

ensureBuilt();
const tallies = [...(which === "slow" ? [] : await quick()), ...(which === "quick" ? [] : await slow())];
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
for (const { failed: count, failures } of tallies) if (count > 0 && failures) console.log(failures);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a program, and prints its output in one piece if it fails. */
async function step(
  title: string,
  command: string,
  args: readonly string[],
  count: (status: number, output: string) => Tally,
  variables: Record<string, string> = {},
): Promise<Tally> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...variables },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const status = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
  const tally = count(status, stdout);
  console.log(`--- ${title}`);
  if (tally.failed > 0 || status !== 0) process.stdout.write(stdout + stderr);
  else for (const [flaky] of stdout.matchAll(/^FLAKY .*\n(?: +.*\n)*/gm)) process.stdout.write(flaky);
  return { ...tally, failures: `FAILED ${title}\n${digest(stdout + stderr)}` };
}

/** The failures that an output reports, without their details; the end of the output if it names none. */
function digest(output: string): string {
  const named =
    output.match(/^ *FAIL .*(?:\n(?! *FAIL |\s*$).*){0,6}/gm) ??
    output.match(/^.*Unhandled (?:Error|Rejection).*\n(?:.*\n){0,15}/gm) ??
    output.trimEnd().split("\n").slice(-20);
  return [...new Set(named)].slice(0, 40).join("\n");
}

/** A step without tests counts as one test. */
function oneCheck(status: number): Tally {
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Reads the counts from the last line of a step. A step that ends without such a line has failed. */
function lastLine(status: number, output: string): Tally {
  const counts = /(\d+) passed[,;] (\d+) failed[^\n]*\s*$/.exec(output);
  if (counts === null) return { passed: 0, failed: 1 };
  const failures = Number(counts[2]);
  return { passed: Number(counts[1]), failed: status !== 0 && failures === 0 ? 1 : failures };
}

/** Runs the files with failed tests once more, one after the other. */
async function again(first: UnitTally, variables: Record<string, string>): Promise<Tally> {
  if (first.failedFiles.length === 0) return first;
  const names = first.failedFiles.map((file) => relative(root, file));
  const second = await vitest("failed test files again", names, variables);
  if (second.failed === 0) console.log(`FLAKY ${names.join(", ")}`);
  return { ...second, passed: first.passed - first.passedInFailedFiles + second.passed };
}

interface UnitTally extends Tally {
  readonly failedFiles: readonly string[];
  readonly passedInFailedFiles: number;
}

/** Runs all test files, or those with these names one after the other. */
async function vitest(
  title: string,
  names: readonly string[],
  variables: Record<string, string>,
): Promise<UnitTally> {
  const folder = mkdtempSync(join(tmpdir(), "std-test-"));
  const report = join(folder, "report.json");
  const options = ["--silent", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const one = names.length === 0 ? [] : ["--maxWorkers=1"];
  let files: UnitReport["testResults"] = [];
  try {
    const tally = await step(
      title,
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", ...names, ...one, ...options],
      (status) => {
        const { numPassedTests, numFailedTests, testResults } = JSON.parse(
          readFileSync(report, "utf8"),
        ) as UnitReport;
        files = testResults;
        // A file that does not load has no failed tests, but has failed; so has a run with an error outside
        // of tests.
        const unloaded = testResults.filter(
          (file) => file.status === "failed" && !file.assertionResults.some((one) => one.status === "failed"),
        );
        const failures = numFailedTests + unloaded.length;
        return { passed: numPassedTests, failed: failures === 0 && status !== 0 ? 1 : failures };
      },
      variables,
    );
    const failed = files.filter((file) => file.status === "failed");
    return {
      ...tally,
      failedFiles: failed.map((file) => file.name),
      passedInFailedFiles: failed
        .flatMap((file) => file.assertionResults)
        .filter((one) => one.status === "passed").length,
    };
  } catch {
    const failures = `FAILED ${title}: no report was left`;
    return { passed: 0, failed: 1, failures, failedFiles: [], passedInFailedFiles: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
