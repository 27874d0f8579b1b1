// Differences of texts, by the package diff. It takes time and memory with the square of the changes, which are
// limited.
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** The most changed lines for which the shortest difference is searched. */
const MOST_CHANGES = 2_000;
const CONTEXT = 3;

/** The unified difference of the lines of two texts, or "" for equal ones. Texts are byte strings. */
export function difference(a: string, b: string): string {
  if (a === b) return "";
  const found = createTwoFilesPatch("a", "b", a, b, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MOST_CHANGES,
    headerOptions: FILE_HEADERS_ONLY,
  });
  // A range of one line is written without its length, as by other programs.
  return (
    found?.replace(/^@@ -[\d,]+ \+[\d,]+ @@$/gm, (head) => head.replace(/(\d),1(?= )/g, "$1")) ??
    `--- a\n+++ b\n${wholeHunk(linesOf(a), linesOf(b))}`
  );
}

function linesOf(text: string): string[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.map((line) => (line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`));
}

/** One hunk from the first to the last change. */
function wholeHunk(a: readonly string[], b: readonly string[]): string {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const from = Math.max(0, start - CONTEXT);
  const after = a.slice(endA, endA + CONTEXT);
  const range = (end: number): string => {
    const length = end + after.length - from;
    return `${length === 0 ? from : from + 1}${length === 1 ? "" : `,${length}`}`;
  };
  return [
    `@@ -${range(endA)} +${range(endB)} @@\n`,
    ...a.slice(from, start).map((line) => ` ${line}`),
    ...a.slice(start, endA).map((line) => `-${line}`),
    ...b.slice(start, endB).map((line) => `+${line}`),
    ...after.map((line) => ` ${line}`),
  ].join("");
}
