// The details below the report of `std test`, on standard error: the location, the compared values and the
// output of each failed test, and the slow tests.
import { locationOf } from "./reporters/index.ts";
import { duration } from "./report.ts";
import type { Failure, SubtestResult, TestResult } from "./results.ts";
import { hasControls, valueDiff } from "./value-diff.ts";

const SLOW_MS = 1000;
/** Wider values are on separate lines. */
const NARROW = 60;
/** Wider values of parts are cut. */
const WIDEST_PART = 200;
const LONGEST_GOT = 1_000;

/** Returns a line of a script, or null. */
export type LineOf = (file: string, line: number) => string | null;

/** Empty if all tests passed quickly. */
export function describeFailures(results: readonly TestResult[], lineOf: LineOf = () => null): string {
  // The errors of a file that does not check are already reported.
  const failed = results
    .filter(({ passed, name, file }) => !passed && name !== file)
    .map((result) => describe(result, lineOf));
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

function describe(result: TestResult, lineOf: LineOf): string {
  const { name, file, output } = result;
  const lines = [`${name} (${file})`, ...detailsOf(result, lineOf)];
  for (const each of result.subtests) lines.push(...subtestLines(each, lineOf));
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

/** The failed subtests, each with its own details. */
function subtestLines(result: SubtestResult, lineOf: LineOf): string[] {
  if (result.passed) return [];
  const own = [`  ${result.name}`, ...detailsOf(result, lineOf).map((line) => `  ${line}`)];
  return [...own, ...result.subtests.flatMap((each) => subtestLines(each, lineOf))];
}

function detailsOf(result: SubtestResult, lineOf: LineOf): string[] {
  const { trace, log } = result;
  return [
    ...reasons(result, lineOf).map((line) => `  ${line}`),
    // The location within std/test is not shown.
    ...trace.filter((line) => !line.includes("(std/test:")).map((line) => `    ${line}`),
    ...(log.length === 0 ? [] : ["  its log:", ...log.map((line) => `    ${line.replace(/\n/g, "\n    ")}`)]),
  ];
}

/** The message, the line of the script and what it compared. */
function reasons(result: Failure, lineOf: LineOf): string[] {
  const { failure, compared, trace } = result;
  const text = failure ?? "";
  const source = text.startsWith("panic: ") ? sourceLine(trace, lineOf) : [];
  if (compared === null) return [...text.split("\n"), ...source];
  const { got, expected, parts } = compared;
  if (parts !== undefined) return [...text.split("\n"), ...source, ...parts.flatMap(partLines)];
  if (expected === null)
    return [...text.split("\n"), ...source, ...`  got: ${cut(got, LONGEST_GOT)}`.split("\n")];
  const hasLines = text.includes("\n");
  if (!hasLines && text.length <= NARROW) return [text, ...source, ...unseen(got, expected)];
  const head = [...`panic: ${compared.head}`.split("\n"), ...source];
  const isStructured = [got, expected].some((value) => /[([{]/.test(value) || value.length > 2 * NARROW);
  if (!hasLines && !isStructured) return [...head, `  got:      ${got}`, `  expected: ${expected}`];
  return [...head, "  - got", "  + expected", ...valueDiff(got, expected).map((line) => `  ${line}`)];
}

/** What a short message does not show: characters without a form, and values with the same text. */
function unseen(got: string, expected: string): string[] {
  if (got === expected) return ["  both have this text, but are not equal"];
  if (got.trim() !== expected.trim() && !hasControls(got + expected)) return [];
  return [`  got:      ${JSON.stringify(got)}`, `  expected: ${JSON.stringify(expected)}`];
}

/** `  12 │ assert(total == 3)` */
function sourceLine(trace: readonly string[], lineOf: LineOf): string[] {
  const at = locationOf(trace);
  const line = at === null ? null : lineOf(at.file, at.line);
  return line === null || line.trim() === "" ? [] : [`  ${at!.line} │ ${line.trim()}`];
}

function partLines([text, value]: readonly [string, string]): string[] {
  return `  ${text} = ${cut(value, WIDEST_PART)}`.split("\n");
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
