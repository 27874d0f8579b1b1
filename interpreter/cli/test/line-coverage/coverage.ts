// Adds up how often the tests of a run reach each statement of each file. The same file is part of several
// programs; each knows the statements by its own counters.
import type { CompiledProgram } from "../../../launch/index.ts";

export interface FileCoverage {
  readonly name: string;
  /** How often each line was reached, by line, in ascending order; only lines where a statement begins. */
  readonly lines: ReadonlyMap<number, LineCoverage>;
  readonly functions: readonly FunctionCoverage[];
  /** In the order of their lines. */
  readonly branches: readonly BranchCoverage[];
}

/** An `if` or `match`: how often it went each way. */
export interface BranchCoverage {
  readonly line: number;
  readonly counts: readonly number[];
}

export interface LineCoverage {
  readonly count: number;
  /** Whether another statement that begins on the line was never reached. */
  readonly partial: boolean;
}

export interface FunctionCoverage {
  readonly name: string;
  readonly line: number;
  readonly count: number;
}

interface Counted {
  /** How often each statement was reached, in the order of the table of its file. */
  readonly statements: number[];
  readonly functions: number[];
  /** For each branch, its ways, then the whole of an `if` without `else`. */
  readonly branches: number[][];
  readonly table: CountedTable;
}

type CountedTable = NonNullable<CompiledProgram["counters"]>["files"][number];

export class Coverage {
  readonly #files = new Map<string, Counted>();
  readonly #known = new Set<CompiledProgram>();

  /** Adds a test of a program; `counts` null: its process ended before it could report them. */
  add(program: CompiledProgram, counts: Uint32Array | null): void {
    const { counters } = program;
    if (counters === undefined) return;
    const isKnown = this.#known.has(program);
    if (isKnown && counts === null) return;
    this.#known.add(program);
    for (const table of counters.files) {
      if (!isCovered(table.name)) continue;
      const counted = this.#counted(table);
      if (counts === null) continue;
      for (let i = 0; i < counted.statements.length; i++)
        counted.statements[i]! += countOf(counts, table.statements[3 * i + 2]!);
      table.functions.forEach(({ counter }, i) => (counted.functions[i]! += countOf(counts, counter)));
      table.branches.forEach((branch, i) =>
        countersOf(branch).forEach(
          (counter, way) => (counted.branches[i]![way]! += countOf(counts, counter)),
        ),
      );
    }
  }

  #counted(table: CountedTable): Counted {
    const known = this.#files.get(table.name);
    // A file that has changed while the tests run is counted from then on.
    if (known !== undefined && known.statements.length * 3 === table.statements.length) return known;
    const counted = {
      statements: table.statements.filter((_, i) => i % 3 === 0).fill(0),
      functions: table.functions.map(() => 0),
      branches: table.branches.map((branch) => countersOf(branch).map(() => 0)),
      table,
    };
    this.#files.set(table.name, counted);
    return counted;
  }

  files(): FileCoverage[] {
    return [...this.#files.values()]
      .map(({ statements, functions, branches, table }) => ({
        name: table.name,
        lines: linesOf(statements, table),
        functions: table.functions.map(({ name, line }, i) => ({ name, line, count: functions[i]! })),
        branches: table.branches
          .map((branch, i) => ({ line: branch.line, counts: waysOf(branch, branches[i]!) }))
          .toSorted((a, b) => a.line - b.line),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }
}

type Branch = CountedTable["branches"][number];

function countersOf({ ways, whole }: Branch): readonly number[] {
  return whole === null ? ways : [...ways, whole];
}

/** How often each way was taken; without `else`, the last way is taken as often as no other is. */
function waysOf({ whole }: Branch, counts: readonly number[]): number[] {
  if (whole === null) return [...counts];
  const ways = counts.slice(0, -1);
  return [...ways, Math.max(0, counts.at(-1)! - ways.reduce((sum, each) => sum + each, 0))];
}

function countOf(counts: Uint32Array, counter: number): number {
  return counter < 0 ? 0 : (counts[counter] ?? 0);
}

function linesOf(statements: readonly number[], table: CountedTable): Map<number, LineCoverage> {
  const lines = new Map<number, LineCoverage>();
  statements.forEach((count, i) => {
    const line = table.statements[3 * i]!;
    const known = lines.get(line);
    const partial = known !== undefined && (known.partial || (known.count === 0) !== (count === 0));
    lines.set(line, { count: Math.max(count, known?.count ?? 0), partial });
  });
  return new Map([...lines].toSorted(([a], [b]) => a - b));
}

/** Tests and examples themselves, and packages of others, are not covered. */
function isCovered(name: string): boolean {
  return !/_test\.std$|\.std:\d+\.std$/.test(name) && !/(^|[\\/])node_modules[\\/]/.test(name);
}
