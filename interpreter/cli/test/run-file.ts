// Runs the tests of one file, one after the other, each as a separate program
// (reference/programs#test-files), in a process of `std test`.
import type { ExitReason, Launched, LaunchOptions } from "../../launch/index.ts";
import { Exit, fromBytes, monotonicMillis } from "../../runtime/host.ts";
import { packageModules } from "../../packages-on-demand.ts";
import { processHost } from "../process/host.ts";
import { start } from "../process/start.ts";
import { Desk } from "./desk.ts";
import { Printed } from "./examples/printed.ts";
import { Recording } from "./recording.ts";
import {
  failureOf,
  plainResult,
  type Extras,
  type LastState,
  type TestJob,
  type TestResult,
} from "./results.ts";
import { SnapshotFile } from "./snapshots.ts";

const EVERYTHING = { net: true, fs: true, env: true, process: true };

let running: { readonly launched: Launched; readonly printed: Recording } | null = null;
let expired = false;

/** What a debugger adds to the program of a test. */
export interface Debugging {
  readonly probe: NonNullable<LaunchOptions["probe"]>;
  readonly connect: (launched: Launched) => void;
}

/**
 * Runs the tests of a job, and reports each result immediately. `debugging` prepares each test for a debugger.
 */
export async function runJob(
  job: TestJob,
  report: (result: TestResult, extras: Extras) => void,
  debugging?: (test: string) => Promise<Debugging>,
): Promise<void> {
  const snapshots = new SnapshotFile(job.file, job.settings.update);
  for (const { name, index, line, selected = [], prints = null } of job.tests) {
    const debugged = await debugging?.(name);
    const begin = monotonicMillis();
    const printed = new Recording();
    const { counters } = job.program;
    const hits = counters === undefined || debugged !== undefined ? null : new Uint32Array(counters.count);
    const stdout = prints === null ? printed : new Printed(printed);
    const desk = new Desk(name, selected, job.settings, snapshots);
    const exitReason = await new Promise<ExitReason>((resolve, reject) => {
      const host = processHost(job.file, [], EVERYTHING);
      const starting = (launched: Launched): void => {
        running = { launched, printed };
        debugged?.connect(launched);
      };
      start(
        job.program,
        {
          host,
          stdout,
          stderr: printed.errors,
          packageModules,
          index,
          starting,
          test: true,
          testDesk: desk,
          ...(hits && { hits }),
          ...(debugged && { probe: debugged.probe }),
        },
        resolve,
      ).catch(reject);
    });
    if (expired) return;
    const milliseconds = Math.round(monotonicMillis() - begin);
    if ("text" in exitReason) printed.errors.dropEnd(exitReason.text);
    desk.close();
    const difference = stdout instanceof Printed ? stdout.differenceTo(prints!) : null;
    report(
      plainResult(job.file, name, {
        ...asPrinted(verdict(exitReason, desk, `at ${name} (${job.file}:${line}:1)`), difference),
        milliseconds,
        output: printed.text,
        log: desk.lines,
        subtests: desk.subtests,
      }),
      { snapshots: snapshots.use, counts: hits, measured: desk.batches.measured },
    );
  }
}

/**
 * Called when the time of the current test is over: returns its state, and ends it so that its resources are
 * closed.
 */
export function expire(): LastState {
  expired = true;
  if (running === null) return { standing: [], output: "" };
  const { launched, printed } = running;
  const [standing, output] = [launched.standing(), printed.text];
  launched.fail(new Exit(1));
  // This also reports panics whose deferred calls have not ended.
  const panics = fromBytes(printed.errors.takeEnd())
    .split("\n")
    .filter((line) => line !== "");
  return { standing: [...panics, ...standing], output };
}

/** `at`: the location of the test, for failures that have none. */
function verdict(exitReason: ExitReason, desk: Desk, at: string): Partial<TestResult> {
  switch (exitReason.kind) {
    case "done": {
      if (exitReason.failed === true) return { failure: "it ended with exit status 1", trace: [at] };
      const { failure } = desk;
      if (failure !== null) return failure;
      return { passed: true, living: exitReason.living ?? [] };
    }
    case "exit":
      return { failure: `it called exit(${exitReason.code})`, exit: exitReason.code, trace: [at] };
    case "panic": {
      const skipped = desk.skippedBy(exitReason.message);
      if (skipped !== null) return desk.failure ?? { passed: true, skipped };
      return failureOf(exitReason.message, exitReason.text, exitReason.compared);
    }
    case "failed":
    case "internal":
      return { failure: fromBytes(exitReason.text).trimEnd(), trace: [at] };
  }
}

/** An example that ran to its end fails if it has printed something else. */
function asPrinted(result: Partial<TestResult>, difference: string | null): Partial<TestResult> {
  if (difference === null || result.passed !== true) return result;
  return { ...result, passed: false, failure: difference };
}
