// The driver of the back end: lower, suspend, find ranges, emit.
import type { FunctionSymbol, Module, Program } from "../check/index.ts";
import { Diagnostics, type Diagnostic } from "../diagnostics/index.ts";
import { emit } from "./emit/index.ts";
import { lower } from "./lower/index.ts";
import type { PositionMap } from "./positions.ts";
import { ranges } from "./ranges/index.ts";
import type { SessionGlobals } from "./session.ts";
import { suspend } from "./suspend/index.ts";

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
  /** Check at run time what the analyses found out (for tests). */
  readonly asserting?: boolean;
  /** One of several compilations of a growing program: globals and types live in `runtime.session`. */
  readonly session?: SessionGlobals;
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
export function compile(program: Program, entry: Entry, options: CompileOptions = {}): Compiled {
  const lowered = lower(program, entry.module, entry.functions, options.session ?? null);
  const { endless } = lowered.lowering;
  if (endless !== null) return { code: "", positions: NO_POSITIONS, natives: [], diagnostics: [endlessTypes(endless)] };
  const { metered = false, asserting = false } = options;
  const session = options.session !== undefined;
  const suspension = suspend(lowered, { all: options.suspendAll ?? false, session });
  return { ...emit(lowered, suspension, ranges(lowered, { session }), { metered, session, asserting }), diagnostics: [] };
}

const NO_POSITIONS: PositionMap = { sources: [], functions: [], functionSources: [], marks: [], sites: [] };

/** Recursion that makes ever larger types would need endlessly many instances. */
function endlessTypes(fn: FunctionSymbol): Diagnostic {
  const diagnostics = new Diagnostics();
  diagnostics.report("T29", fn.module.source, fn.node.name.span, { name: fn.name });
  return diagnostics.sorted()[0]!;
}
