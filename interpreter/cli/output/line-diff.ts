// Differences of two texts by line: lines of the first only (`-`), of the second only (`+`), and of both;
// with `…` for omitted lines, or in the format of `diff -u`.

/** Longer texts are compared without a search for moved lines, whose table is the product of the lengths. */
const MOST_CELLS = 1_000_000;
/** The number of equal lines shown around a difference. */
const CONTEXT = 2;

export function lineDiff(first: string, second: string): string[] {
  return folded(compared(first.split("\n"), second.split("\n")));
}

/** The number of equal lines around each difference of a unified diff. */
const UNIFIED_CONTEXT = 3;

/** The difference from `before` to `after` in the format of `diff -u`; empty if they are equal. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return "";
  const lines = compared(before.split(/(?<=\n)/), after.split(/(?<=\n)/));
  const shown = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - UNIFIED_CONTEXT), index + UNIFIED_CONTEXT + 1)
      .some((line) => !line.startsWith(" ")),
  );
  let out = `--- ${name}\n+++ ${name}\n`;
  let [oldLine, newLine] = [1, 1];
  for (let i = 0; i < lines.length; ) {
    const end = shown[i] === true ? (shown.indexOf(false, i) + lines.length + 1) % (lines.length + 1) : i + 1;
    const hunk = lines.slice(i, end);
    const [oldCount, newCount] = [
      hunk.filter((line) => !line.startsWith("+")).length,
      hunk.filter((line) => !line.startsWith("-")).length,
    ];
    if (shown[i] === true) {
      out += `@@ -${oldLine},${oldCount} +${newLine},${newCount} @@\n`;
      for (const line of hunk)
        out += `${line[0]}${line.slice(2)}${line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n"}`;
    }
    oldLine += oldCount;
    newLine += newCount;
    i = end;
  }
  return out;
}

/** All lines with their marks. Equal lines at the start and the end are not searched. */
function compared(a: readonly string[], b: readonly string[]): string[] {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [from, to] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle =
    from.length * to.length > MOST_CELLS
      ? [...from.map((line) => `- ${line}`), ...to.map((line) => `+ ${line}`)]
      : aligned(from, to);
  const kept = (line: string): string => `  ${line}`;
  return [...a.slice(0, start).map(kept), ...middle, ...a.slice(a.length - end).map(kept)];
}

/** The lines with their marks, by the longest common subsequence. */
function aligned(a: readonly string[], b: readonly string[]): string[] {
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const here = i * width + j;
      common[here] =
        a[i] === b[j] ? common[here + width + 1]! + 1 : Math.max(common[here + width]!, common[here + 1]!);
    }
  }
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i++]}`);
      j++;
    } else if (j >= b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      lines.push(`- ${a[i++]}`);
    else lines.push(`+ ${b[j++]}`);
  }
  return lines;
}

/** Replaces long runs of equal lines with one `…`. */
function folded(lines: readonly string[]): string[] {
  const shown = new Set<number>();
  lines.forEach((line, index) => {
    if (!line.startsWith(" ")) for (let i = index - CONTEXT; i <= index + CONTEXT; i++) shown.add(i);
  });
  return lines.flatMap((line, index) =>
    shown.has(index) ? [line] : shown.has(index - 1) || index === 0 ? ["  …"] : [],
  );
}
