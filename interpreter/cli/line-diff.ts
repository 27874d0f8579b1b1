// Two texts line by line: what only the first has (`-`), only the second (`+`), and what both have.

/** Longer texts are compared without looking for moved lines: the table grows with the product. */
const MOST_CELLS = 1_000_000;
/** Equal lines shown around a difference. */
const CONTEXT = 2;

export function lineDiff(first: string, second: string): string[] {
  const a = first.split("\n");
  const b = second.split("\n");
  return folded(a.length * b.length > MOST_CELLS ? [...a.map((line) => `- ${line}`), ...b.map((line) => `+ ${line}`)] : aligned(a, b));
}

/** By the longest common subsequence. */
function aligned(a: readonly string[], b: readonly string[]): string[] {
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const here = i * width + j;
      common[here] = a[i] === b[j] ? common[here + width + 1]! + 1 : Math.max(common[here + width]!, common[here + 1]!);
    }
  }
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i++]}`);
      j++;
    } else if (j >= b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) lines.push(`- ${a[i++]}`);
    else lines.push(`+ ${b[j++]}`);
  }
  return lines;
}

/** Long runs of equal lines become one `…`. */
function folded(lines: readonly string[]): string[] {
  const shown = new Set<number>();
  lines.forEach((line, index) => {
    if (!line.startsWith(" ")) for (let i = index - CONTEXT; i <= index + CONTEXT; i++) shown.add(i);
  });
  return lines.flatMap((line, index) => (shown.has(index) ? [line] : shown.has(index - 1) || index === 0 ? ["  …"] : []));
}
