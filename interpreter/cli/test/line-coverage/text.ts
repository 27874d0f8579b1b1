// Coverage as a table: a line for each file, with the lines that no test reaches.
import type { FileCoverage } from "./coverage.ts";

export interface Share {
  readonly reached: number;
  readonly all: number;
}

/** The lines and functions of files that are reached. */
export function sharesOf(files: readonly FileCoverage[]): {
  readonly lines: Share;
  readonly functions: Share;
} {
  const lines = files.flatMap((file) => [...file.lines.values()]);
  const functions = files.flatMap((file) => file.functions);
  return { lines: shareOf(lines), functions: shareOf(functions) };
}

function shareOf(counted: readonly { readonly count: number }[]): Share {
  return { reached: counted.filter(({ count }) => count > 0).length, all: counted.length };
}

/** `83.3 %`; 100 only if all are reached. */
export function percent({ reached, all }: Share): string {
  if (all === 0) return "–";
  const tenths = reached === all ? 1000 : Math.min(999, Math.round((1000 * reached) / all));
  return `${(tenths / 10).toFixed(1)} %`;
}

const MOST_RANGES = 8;

export function coverageText(files: readonly FileCoverage[]): string {
  if (files.length === 0) return "coverage: the tests import no files\n";
  const rows = files.map((file) => row(file.name, [file], missing(file)));
  if (files.length > 1) rows.push(row("all files", files, ""));
  return table([["coverage", "lines", "functions", "not reached"], ...rows]);
}

function row(name: string, files: readonly FileCoverage[], rest: string): string[] {
  const { lines, functions } = sharesOf(files);
  return [name, percent(lines), `${functions.reached}/${functions.all}`, rest];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((each) => each[i]!.length)));
  return rows
    .map(([name, lines, functions, rest]) =>
      `${name!.padEnd(widths[0]!)}  ${lines!.padStart(widths[1]!)}  ${functions!.padStart(widths[2]!)}  ${rest!}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/** `12-14, 20`: lines without statements between two that are not reached belong to them. */
function missing({ lines }: FileCoverage): string {
  const ranges: { from: number; to: number }[] = [];
  let open = false;
  for (const [line, { count }] of lines) {
    if (count > 0) open = false;
    else if (open) ranges.at(-1)!.to = line;
    else {
      ranges.push({ from: line, to: line });
      open = true;
    }
  }
  const texts = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  const more = texts.length > MOST_RANGES ? [`and ${texts.length - MOST_RANGES} more`] : [];
  return [...texts.slice(0, MOST_RANGES), ...more].join(", ");
}
