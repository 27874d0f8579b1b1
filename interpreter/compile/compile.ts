// The driver of the back end: lowers, infers suspension, finds ranges, emits.
import { get, own } from "../own/index.ts";
import { type FunctionSymbol, type Module, type Program, standardModules } from "../check/index.ts";
import { Reporter, type Diagnostic, notes } from "../diagnostics/index.ts";
import { LIMITS } from "../limits/index.ts";
import { nestsDeeply, ranges, suspend } from "./analysis/index.ts";
import { counterTable } from "./counter-table.ts";
import { emit } from "./emit/index.ts";
import type { SessionGlobals } from "./ir/index.ts";
import { lower, lowerModule, type ProgramLowering, type Tracing } from "./lower/index.ts";
import type { CounterTable, PositionMap } from "./positions.ts";

/**
 * The start of a program: a module and functions without parameters in it (`main`, or the tests of a file).
 */
export interface EntryFunctions {
  readonly module: Module;
  readonly functions: readonly FunctionSymbol[];
}

export interface CompileOptions {
  /** Counts steps, for limits and interruption: `runtime.step()` at function entries and loop ends. */
  readonly metered?: boolean;
  /** Counts nested calls, for the limit of their depth: `runtime.calls`. */
  readonly countsCalls?: boolean;
  /** The host calls the functions, with arguments, any number of times; needs the module `std/border`. */
  readonly library?: boolean;
  /** Treats every function as one that may wait (for comparison in tests). */
  readonly suspendAll?: boolean;
  /** A failed assertion shows the values of its parts. */
  readonly explains?: boolean;
  /** Counts its statements, or stops at them; the library is not concerned. */
  readonly tracing?: Tracing | null;
  /** Compiles the last variable of the module for a program that is stopped: see `emit/stopped.ts`. */
  readonly inside?: boolean;
  /** Checks the facts that the analyses found at run time (for tests). */
  readonly asserting?: boolean;
  /**
   * Set for one of several compilations of a growing program: globals and types live in `runtime.session`.
   */
  readonly session?: SessionGlobals;
}

export interface Compiled {
  /**
   * One JavaScript expression: `($, runtime, tables) => (index) => MaybePromise<void>`. `$` is the namespace
   * of runtime/generated.ts, `tables` has the NativeTable of each module in `natives` by module id. The
   * resulting function initialises the globals of the entry's modules (reference/modules#globals), then calls
   * the entry function with this index (default 0).
   */
  readonly code: string;
  readonly positions: PositionMap;
  /** Ids of the modules whose TypeScript the program needs, in loading order. */
  readonly natives: readonly string[];
  /** Whether its calls may nest deeply (analysis/nesting.ts). */
  readonly deep: boolean;
  /**
   * Whether it may fill the memory without checking the heap, as recursion does if no scheduler interrupts
   * it.
   */
  readonly unwatched: boolean;
  /** The statements that it counts, with `tracing`. */
  readonly counters?: CounterTable;
  /** Diagnostics that only whole-program compilation can find; if one is an error, `code` must not be run. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles everything that `entry` reaches. Never throws on a program that checks. */
export function compile(program: Program, entry: EntryFunctions, options: CompileOptions = {}): Compiled {
  const library = options.library === true;
  const border = library ? program.modules.get(standardModules.border)! : null;
  const lowered = lower(program, entry.module, entry.functions, {
    session: get(options, "session") ?? null,
    border,
    explains: get(options, "explains") === true,
    tracing: get(options, "tracing") ?? null,
  });
  const diagnostics = refusals(lowered.lowering);
  if (diagnostics.length > 0)
    return { code: "", positions: NO_POSITIONS, natives: [], deep: false, unwatched: false, diagnostics };
  const { metered = false, countsCalls = false, asserting = false } = own(options);
  const session = get(options, "session") !== undefined;
  // The host keeps and changes values, as later inputs of a session do.
  const shared = session || library || get(options, "inside") === true;
  const { program: suspended, suspension } = suspend(lowered, {
    all: get(options, "suspendAll") ?? false,
    session: shared,
  });
  const deep = nestsDeeply(suspended);
  const unwatched = deep && !metered && !suspension.isShared;
  const tracing = get(options, "tracing") ?? null;
  const { counters, ...emitted } = emit(suspended, suspension, ranges(suspended, { session: shared }), {
    metered,
    countsCalls,
    session,
    library,
    asserting,
    tracing,
    inside: get(options, "inside") === true,
    checksAllLoops: !deep && !shared,
    keepsReserve: deep || shared,
  });
  return {
    ...emitted,
    ...(tracing !== null && tracing !== "marks" && { counters: counterTable(program, counters) }),
    deep,
    unwatched,
    diagnostics: [],
  };
}

const NO_POSITIONS: PositionMap = { sources: [], functions: [], functionSources: [], marks: [], sites: [] };

/** The diagnostics of `compile`; without functions, those of any program that uses the module. */
export function compileErrors(
  program: Program,
  { module, functions }: EntryFunctions,
): readonly Diagnostic[] {
  return refusals(
    functions.length === 0 ? lowerModule(program, module) : lower(program, module, functions).lowering,
  );
}

/**
 * Errors for polymorphic recursion, which would need infinitely many instances, and for too many instances.
 */
function refusals({ endless, excessive, unnameable, errors }: ProgramLowering): readonly Diagnostic[] {
  const diagnostics = new Reporter();
  diagnostics.add(errors);
  if (endless !== null)
    diagnostics.report("T29", endless.module.source, endless.node.name.span, { name: endless.name });
  else if (excessive !== null) {
    diagnostics.report(
      "G1",
      excessive.module.source,
      excessive.node.name.span,
      { limit: LIMITS.instances, of: notes.instancesOfGenericFunctions },
      {
        label: notes.oneOfThemIsAnother(excessive.name),
        hint: notes.genericFunctionsGrow,
      },
    );
  }
  if (unnameable !== null) {
    diagnostics.report(
      "G1",
      unnameable.module.source,
      unnameable.node.name.span,
      { limit: LIMITS.typeName, of: notes.typeNameCharacters },
      {
        label: notes.textOfTypeIsNeeded,
        hint: notes.tupleThatHoldsAnotherOne,
      },
    );
  }
  return diagnostics.sorted();
}
