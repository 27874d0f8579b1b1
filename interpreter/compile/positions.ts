// The map from generated JavaScript to script locations, for traces. Plain data that survives JSON, so that a
// cached program keeps its traces. The emitter fills it, launch/ reads it.

/** The numbers of a mark: generated line and column, function, script line and column. */
const MARK = 5;
const SITE = 3;

/**
 * The prefix of functions that call script functions for the host. No name in a script begins with it, and
 * traces omit them.
 */
export const HOST_CALL = "<host>.";

export interface PositionMap {
  /** The names of the sources, as shown to users. */
  readonly sources: readonly string[];
  /**
   * Script functions as traces name them (`main`, `Stack.put`, `main.lambda`), and the index of the source of
   * each.
   */
  readonly functions: readonly string[];
  readonly functionSources: readonly number[];
  /**
   * For each mark: generated line and column (from 1), function, script line and column; in ascending order.
   */
  readonly marks: readonly number[];
  /** For each site passed to waiting natives: function, script line and column. */
  readonly sites: readonly number[];
}

/** The statements of a program that counts them. */
export interface CounterTable {
  /** The number of counters. */
  readonly count: number;
  readonly files: readonly CountedFile[];
}

/** An `if` with its `else if`s, or a `match`. */
export interface CountedBranch {
  readonly line: number;
  /** The counters of the ways, -1 for those that the program does not contain. */
  readonly ways: readonly number[];
  /** For an `if` without `else`: the counter of the whole, which its ways miss as often as no condition holds. */
  readonly whole: number | null;
}

export interface CountedFile {
  /** The name of the source, as shown to users. */
  readonly name: string;
  /**
   * For each statement: line and column (from 1), and the number of its counter, -1 if the program does not
   * contain it.
   */
  readonly statements: readonly number[];
  readonly functions: readonly {
    readonly name: string;
    readonly line: number;
    /** The counter of its first statement, or -1. */
    readonly counter: number;
  }[];
  readonly branches: readonly CountedBranch[];
}

export interface ScriptLocation {
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly function: string;
}

/** The script location of generated code: the last mark at or before the position on its line, or null. */
export function locationOf(map: PositionMap, line: number, column: number): ScriptLocation | null {
  const found = markAt(map, line, column);
  return found < 0 ? null : place(map, map.marks, found + 2);
}

/** The last mark on a generated line or before it; null if there is none. */
export function markOnOrBefore(
  map: PositionMap,
  line: number,
): { line: number; location: ScriptLocation } | null {
  return noted(map, firstAfter(map, line, Infinity) - 1);
}

/** The first mark at a position of generated code or after it; null if there is none. */
export function markFrom(
  map: PositionMap,
  line: number,
  column: number,
): { line: number; location: ScriptLocation } | null {
  return noted(map, firstAfter(map, line, column - 1));
}

function noted(map: PositionMap, index: number): { line: number; location: ScriptLocation } | null {
  const line = map.marks[index * MARK];
  return line === undefined ? null : { line, location: place(map, map.marks, index * MARK + 2) };
}

/** The index of the function that contains generated code, or -1. */
export function functionAt(map: PositionMap, line: number, column: number): number {
  const found = markAt(map, line, column);
  return found < 0 ? -1 : map.marks[found + 2]!;
}

/** The index of the function of a waiting call. */
export function functionOfSite(map: PositionMap, site: number): number {
  return map.sites[site * SITE]!;
}

function markAt(map: PositionMap, line: number, column: number): number {
  const found = (firstAfter(map, line, column) - 1) * MARK;
  return found < 0 || map.marks[found] !== line ? -1 : found;
}

/** The number of marks at or before a position. */
function firstAfter({ marks }: PositionMap, line: number, column: number): number {
  let low = 0;
  let high = marks.length / MARK;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * MARK;
    const after = marks[at]! > line || (marks[at] === line && marks[at + 1]! > column);
    if (after) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The location of a waiting call by its site; null for an unknown index. */
export function locationOfSite(map: PositionMap, site: number): ScriptLocation | null {
  return site >= 0 && site * SITE < map.sites.length ? place(map, map.sites, site * SITE) : null;
}

/**
 * The same map with other line numbers in the script. `shiftOf`: what is added to the columns of a (former)
 * line.
 */
export function withLines(
  map: PositionMap,
  lineOf: (source: string, line: number) => number,
  shiftOf: (source: string, line: number) => number = () => 0,
): PositionMap {
  const sourceOf = (fn: number): string => map.sources[map.functionSources[fn]!]!;
  const moved = (numbers: readonly number[], size: number): number[] =>
    numbers.map((number, i) => {
      if (i % size === size - 2) return lineOf(sourceOf(numbers[i - 1]!), number);
      return i % size === size - 1 ? number + shiftOf(sourceOf(numbers[i - 2]!), numbers[i - 1]!) : number;
    });
  return { ...map, marks: moved(map.marks, MARK), sites: moved(map.sites, SITE) };
}

function place(map: PositionMap, numbers: readonly number[], at: number): ScriptLocation {
  const fn = numbers[at]!;
  return {
    source: map.sources[map.functionSources[fn]!]!,
    line: numbers[at + 1]!,
    column: numbers[at + 2]!,
    function: map.functions[fn]!,
  };
}
