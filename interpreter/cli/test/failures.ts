// The details below the report of `std test`, on standard error: the location, the compared values and the
// output of each failed test, and the slow tests.
import { lineDiff } from "../output/line-diff.ts";
import type { TestResult } from "./run-file.ts";
import { duration } from "./report.ts";

const SLOW_MS = 1000;
/** Wider values are on separate lines. */
const NARROW = 60;

/** Empty if all tests passed quickly. */
export function describeFailures(results: readonly TestResult[]): string {
  // The errors of a file that does not check are already reported.
  const failed = results.filter(({ passed, name, file }) => !passed && name !== file).map(describe);
  const slow = results.filter(
    ({ milliseconds, failure }) => milliseconds >= SLOW_MS && failure?.startsWith("timed out") !== true,
  );
  const times = slow.map(
    ({ name, file, milliseconds }) => `slow: ${name} took ${duration(milliseconds)} (${file})\n`,
  );
  return [...failed, times.join("")]
    .filter((part) => part !== "")
    .map((part) => `\n${part}`)
    .join("");
}

function describe(result: TestResult): string {
  const { name, file, trace, output } = result;
  const lines = [`${name} (${file})`, ...reasons(result).map((line) => `  ${line}`)];
  // The location within std/test is not shown.
  lines.push(...trace.filter((line) => !line.includes("(std/test:")).map((line) => `    ${line}`));
  if (output !== "")
    lines.push(
      "  it printed:",
      ...output
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `    ${line}`),
    );
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** The message; long compared values on separate lines, those of several lines as a difference of lines. */
function reasons({ failure, compared }: TestResult): string[] {
  const text = failure ?? "";
  const hasLines = text.includes("\n");
  if (compared === null) return text.split("\n");
  const { got, expected } = compared;
  if (expected === null) return [...text.split("\n"), ...`  got: ${got}`.split("\n")];
  if (!hasLines && text.length <= NARROW) return [text];
  const head = `panic: ${compared.head}`.split("\n");
  if (!hasLines) return [...head, `  got:      ${got}`, `  expected: ${expected}`];
  return [...head, "  - got", "  + expected", ...lineDiff(got, expected).map((line) => `  ${line}`)];
}
