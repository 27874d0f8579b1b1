// What stands below the report of `std test`, on standard error: for each failed test the place, the
// compared values, and what it printed; and which tests took long.
import { lineDiff } from "./line-diff.ts";
import type { TestResult } from "./test-job.ts";

const SLOW_MS = 1000;
/** Values beyond this width stand below each other. */
const NARROW = 60;

/** Empty when every test passed at once. */
export function describeFailures(results: readonly TestResult[]): string {
  const failed = results.filter(({ passed }) => !passed).map(describe);
  const slow = results.filter(({ milliseconds }) => milliseconds >= SLOW_MS);
  const times = slow.map(({ name, file, milliseconds }) => `slow: ${name} took ${(milliseconds / 1000).toFixed(1)} s (${file})\n`);
  return [...failed, times.join("")].filter((part) => part !== "").map((part) => `\n${part}`).join("");
}

function describe({ name, file, failure, exit, trace, output }: TestResult): string {
  const lines = [`${name} (${file})`];
  if (failure !== null) lines.push(...comparison(failure).map((line) => `  ${line}`));
  if (exit !== null) lines.push(`  it called \`exit(${exit})\``);
  // Where an assertion of std/test itself stands is of no interest.
  lines.push(...trace.filter((line) => !line.includes("(std/test:")).map((line) => `    ${line}`));
  if (output !== "") lines.push("  it printed:", ...output.replace(/\n$/, "").split("\n").map((line) => `    ${line}`));
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

/** The message; values of an assertion that are long or of several lines as a difference of lines. */
function comparison(failure: string): string[] {
  const values = /^(panic: assertion failed): ([^]*) != ([^]*)$/.exec(failure);
  const sides = failure.split(" != ").length === 2 ? values : null;
  if (sides === null || (!failure.includes("\n") && failure.length <= NARROW)) return failure.split("\n");
  const [, message, got, expected] = sides;
  if (!failure.includes("\n")) return [message!, `  got:      ${got}`, `  expected: ${expected}`];
  return [message!, "  - got", "  + expected", ...lineDiff(got!, expected!).map((line) => `  ${line}`)];
}
