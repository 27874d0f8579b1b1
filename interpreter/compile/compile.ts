// The driver of the back end: lower, suspend, emit.
import type { FunctionSymbol, Module, Program } from "../check/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { PositionMap } from "./positions.ts";

/** Where a program starts: a module and functions without parameters in it (`main`, or the tests of a file). */
export interface Entry {
  readonly module: Module;
  readonly functions: readonly FunctionSymbol[];
}

export interface CompileOptions {
  /** Count steps, for limits and interruption: `runtime.step()` at function entries and loop ends. */
  readonly metered?: boolean;
  /** Treat every function as one that may wait (for comparison in tests). */
  readonly suspendAll?: boolean;
}

export interface Compiled {
  /**
   * One JavaScript expression: `(door, runtime, tables) => (index) => MaybePromise<void>`. `door` is
   * the namespace of runtime/index.ts, `tables` the NativeTable of each module in `natives` by module
   * id. The result initialises the globals of the entry's modules (language 3.5), then calls the
   * entry function of that index (default 0).
   */
  readonly code: string;
  readonly positions: PositionMap;
  /** Ids of the modules whose TypeScript the program needs, in order of loading. */
  readonly natives: readonly string[];
  /** What only whole-program compilation can find; with an error in it, `code` is not to be run. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles what `entry` reaches. Never throws on a program that checks. */
export function compile(_program: Program, _entry: Entry, _options: CompileOptions = {}): Compiled {
  throw new Error("compile is being written");
}
