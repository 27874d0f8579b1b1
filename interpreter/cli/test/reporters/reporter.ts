// A form of the report of `std test`.
import type { TestResult } from "../results.ts";

export interface Totals {
  readonly results: readonly TestResult[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The tests that `--bail` kept from running. */
  readonly notRun: number;
}

export interface Reporter {
  /** Called before all results; `none`: there are no tests, and no file that does not check. */
  begin(count: number, none: boolean): void;
  /** Receives the next results, in the order of the report. */
  add(results: readonly TestResult[]): void;
  end(totals: Totals): void;
}

/** Shows the details of failures, which are text. */
export type Describe = (results: readonly TestResult[]) => string;

/** `12 passed; 1 failed`, with further counts that are not zero. */
export function countsOf({ passed, failed, skipped, notRun }: Totals): string {
  const more = [skipped > 0 ? `; ${skipped} skipped` : "", notRun > 0 ? `; ${notRun} not run` : ""];
  return `${passed} passed; ${failed} failed${more.join("")}`;
}

/** The script location of a failure: the last call outside of the library. */
export function locationOf(
  trace: readonly string[],
): { readonly file: string; readonly line: number; readonly column: number } | null {
  for (const frame of trace) {
    const match = /\((.+):(\d+):(\d+)\)$/.exec(frame);
    if (match !== null && !match[1]!.startsWith("std/"))
      return { file: match[1]!, line: Number(match[2]), column: Number(match[3]) };
  }
  return null;
}
