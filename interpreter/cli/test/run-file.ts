// Runs the tests of one file, one after the other, each as a separate program
// (reference/programs#test-files), in a process of `std test`. Declares the messages between that process and
// the command, which are plain data.
import type { CompiledProgram, ExitReason, Launched } from "../../launch/index.ts";
import { Exit, fromBytes, monotonicMillis, type Comparison } from "../../runtime/host.ts";
import { processHost } from "../process/host.ts";
import { start } from "../process/start.ts";
import { Recording } from "./recording.ts";

export interface TestJob {
  readonly file: string;
  readonly program: CompiledProgram;
  readonly tests: readonly { readonly name: string; readonly index: number }[];
}

export interface TestResult {
  readonly file: string;
  /** The name of the test, or of the file if it does not check. */
  readonly name: string;
  readonly passed: boolean;
  /** `panic: …`, `error: …`, `it called exit(N)`, `timed out after N s`; null if it passed. */
  readonly failure: string | null;
  /** The argument of its call of `exit`, or null. */
  readonly exit: number | null;
  /**
   * The script functions that led to a panic; for a test that does not end, the panics that unwind and the
   * locations of its goroutines.
   */
  readonly trace: readonly string[];
  /** The values that an assertion compared, or null. */
  readonly compared: Comparison | null;
  /** Its output, shortened. */
  readonly output: string;
  readonly milliseconds: number;
  /** What each goroutine that the test has left does, and where. */
  readonly living: readonly string[];
}

/** The state of a test that did not end in time. */
export interface LastState {
  /** The panics that unwind, then the locations of the goroutines. */
  readonly standing: readonly string[];
  readonly output: string;
}

export type ToChild = { readonly job: TestJob } | { readonly expired: true };
export type FromChild =
  | { readonly begun: true }
  | { readonly result: TestResult }
  | { readonly done: true }
  | { readonly last: LastState };

const EVERYTHING = { net: true, fs: true, env: true, process: true };

let running: { readonly launched: Launched; readonly printed: Recording } | null = null;
let expired = false;

/** Runs the tests of a job, and reports each result immediately. */
export async function runJob(job: TestJob, report: (result: TestResult) => void): Promise<void> {
  for (const { name, index } of job.tests) {
    const begin = monotonicMillis();
    const printed = new Recording();
    const exitReason = await new Promise<ExitReason>((resolve, reject) => {
      const host = processHost(job.file, [], EVERYTHING);
      const starting = (launched: Launched): void => void (running = { launched, printed });
      start(
        job.program,
        { host, stdout: printed, stderr: printed.errors, index, starting, test: true },
        resolve,
      ).catch(reject);
    });
    if (expired) return;
    const milliseconds = Math.round(monotonicMillis() - begin);
    if ("text" in exitReason) printed.errors.dropEnd(exitReason.text);
    report({ file: job.file, name, milliseconds, output: printed.text, ...verdict(exitReason) });
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

function verdict(
  exitReason: ExitReason,
): Pick<TestResult, "passed" | "failure" | "exit" | "trace" | "compared" | "living"> {
  const failed = { passed: false, exit: null, trace: [], compared: null, living: [] };
  switch (exitReason.kind) {
    case "done":
      if (exitReason.failed === true) return { ...failed, failure: "it ended with exit status 1" };
      return { ...failed, passed: true, failure: null, living: exitReason.living ?? [] };
    case "exit":
      return { ...failed, failure: `it called exit(${exitReason.code})`, exit: exitReason.code };
    case "panic": {
      const message = `panic: ${fromBytes(exitReason.message)}`;
      const trace = fromBytes(exitReason.text)
        .slice(message.length)
        .split("\n")
        .map((line) => line.trim());
      return {
        ...failed,
        failure: message,
        trace: trace.filter((line) => line !== ""),
        compared: decoded(exitReason.compared),
      };
    }
    case "failed":
    case "internal":
      return { ...failed, failure: fromBytes(exitReason.text).trimEnd() };
  }
}

function decoded(compared: Comparison | undefined): Comparison | null {
  if (compared === undefined) return null;
  return {
    head: fromBytes(compared.head),
    got: fromBytes(compared.got),
    expected: compared.expected === null ? null : fromBytes(compared.expected),
  };
}
