// The results of tests, and the messages between `std test` and the processes that run tests: plain data.
import type { CompiledProgram } from "../../launch/index.ts";
import { fromBytes, type Comparison } from "../../runtime/host.ts";

/** The settings of a run that its processes need. */
export interface TestSettings {
  /** Where the folders of tests are made; it need not exist. */
  readonly folder: string;
  /** Whether snapshots are rewritten. */
  readonly update: boolean;
}

export interface TestJob {
  readonly file: string;
  readonly program: CompiledProgram;
  readonly tests: readonly {
    readonly name: string;
    readonly index: number;
    readonly line: number;
    /** The paths of the subtests to run; absent: all. */
    readonly selected?: readonly string[];
    /** The lines that an example must print; absent: any. */
    readonly prints?: readonly string[];
  }[];
  readonly settings: TestSettings;
}

/** Why a test failed, and where. */
export interface Failure {
  /** `panic: …`, `error: …`, `it called exit(N)`, `timed out after N s`; null if it passed. */
  readonly failure: string | null;
  /**
   * The script functions that led to a panic; for a test that does not end, the panics that unwind and the
   * locations of its goroutines; for other failures of a test, its own location.
   */
  readonly trace: readonly string[];
  /** The values that an assertion compared, or null. */
  readonly compared: Comparison | null;
}

export interface SubtestResult extends Failure {
  /** `test_x`, or the path of a subtest: `test_x/empty`. */
  readonly name: string;
  /** A skipped test has passed. */
  readonly passed: boolean;
  /** Why it was skipped, or null. */
  readonly skipped: string | null;
  /** The lines of `t.log`. */
  readonly log: readonly string[];
  readonly milliseconds: number;
  readonly subtests: readonly SubtestResult[];
}

/** The name is that of the test, or of the file if it does not check. */
export interface TestResult extends SubtestResult {
  readonly file: string;
  /** The argument of its call of `exit`, or null. */
  readonly exit: number | null;
  /** Its output, shortened. */
  readonly output: string;
  /** What each goroutine that the test has left does, and where. */
  readonly living: readonly string[];
}

/** What a process reports besides the result of a test. */
export interface Extras {
  /** The keys of the snapshots that the test used, and the texts that are to be stored. */
  readonly snapshots: SnapshotUse;
  /** How often each place was reached (coverage), or null. */
  readonly counts: Uint32Array | null;
  /** Nanoseconds and bytes per call of a benchmark. */
  readonly measured: Measured | null;
}

export interface SnapshotUse {
  readonly used: readonly string[];
  readonly written: readonly (readonly [key: string, text: string])[];
}

/** The samples of a benchmark: nanoseconds per call of each batch. */
export interface Measured {
  readonly nanos: readonly number[];
  readonly calls: number;
  readonly bytesPerCall: number;
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
  | { readonly result: TestResult; readonly extras: Extras }
  | { readonly done: true }
  | { readonly last: LastState };

/** A result without failure, of which the caller replaces parts. */
export function plainResult(file: string, name: string, changes: Partial<TestResult>): TestResult {
  return {
    file,
    name,
    passed: false,
    skipped: null,
    failure: null,
    exit: null,
    trace: [],
    compared: null,
    output: "",
    living: [],
    log: [],
    milliseconds: 0,
    subtests: [],
    ...changes,
  };
}

/** The failure of a panic; `text` is its report, and all are byte strings. */
export function failureOf(message: string, text: string, compared: Comparison | undefined): Failure {
  const failure = `panic: ${fromBytes(message)}`;
  const trace = fromBytes(text)
    .slice(failure.length)
    .split("\n")
    .map((line) => line.trim());
  return { failure, trace: trace.filter((line) => line !== ""), compared: decoded(compared) };
}

function decoded(compared: Comparison | undefined): Comparison | null {
  if (compared === undefined) return null;
  const { head, got, expected, parts } = compared;
  return {
    head: fromBytes(head),
    got: fromBytes(got),
    expected: expected === null ? null : fromBytes(expected),
    ...(parts && { parts: parts.map(([text, value]) => [text, fromBytes(value)] as const) }),
  };
}
