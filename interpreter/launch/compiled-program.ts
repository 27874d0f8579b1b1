// What the compiler hands to a run.
import type { CounterTable, PositionMap } from "../compile/positions.ts";

/** A file of a package that declares native functions. */
export interface PackageNatives {
  /** The id of its module. */
  readonly id: string;
  /** Its text, which declares the functions. */
  readonly text: string;
  /** The path of the ES module with the functions. */
  readonly native: string;
  /** Name and version of the package. */
  readonly package: string;
}

/** A compiled program. Plain data, so it can be cached and sent to other threads. */
export interface CompiledProgram {
  /** The JavaScript. */
  readonly code: string;
  /** Maps positions in `code` to locations in the script. */
  readonly positions: PositionMap;
  /** The modules whose TypeScript the program needs. */
  readonly natives: readonly string[];
  /** Whether its calls may nest deeply; absent: unknown. */
  readonly deep?: boolean;
  /** Whether it may fill the memory without ever checking the heap; absent: no. */
  readonly unwatched?: boolean;
  /** Whether it counts its steps, which limits require; absent: no. */
  readonly metered?: boolean;
  /** Whether it counts nested calls, which the limit of their depth requires; absent: no. */
  readonly countsCalls?: boolean;
  /** The number of its entry functions; absent: unknown. */
  readonly entries?: number;
  /** The counters of its statements; absent: it counts none. */
  readonly counters?: CounterTable;
  /** The files of packages whose native functions it calls; absent: none. */
  readonly packages?: readonly PackageNatives[];
  /** V8's compiled form of `code`. */
  readonly codeCache?: Uint8Array;
}
