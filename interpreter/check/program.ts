// What a check is asked for, and its result.
import type { Code, Diagnostic } from "../diagnostics/index.ts";
import type { LiteralUse } from "./literal-use.ts";
import type { StandardNames } from "./names/index.ts";
import type { FunctionSymbol, GlobalSymbol, Impls, Module, Prelude } from "./types/index.ts";

export interface CheckOptions {
  /** The unit whose `main` is the entry of the program (T28). */
  readonly entry?: string;
  /** Whether that unit must declare `main`. Default: true. */
  readonly needsMain?: boolean;
  /**
   * Whether to report warnings (reference/checking#errors-and-warnings), or which of them; by default, all.
   */
  readonly warnings?: boolean | readonly Code[];
  /** The names that standard modules declare, for names without import. */
  readonly standardNames?: StandardNames;
  /** Whether to check the bodies of standard modules immediately, for their tests. */
  readonly standardBodies?: boolean;
  /** Whether reports of unknown names have hints, which take longer than all else. Default: true. */
  readonly hints?: boolean;
}

export interface Program {
  readonly modules: ReadonlyMap<string, Module>;
  readonly impls: Impls;
  readonly prelude: Prelude;
  readonly standardBodies: StandardBodies;
}

/**
 * Checks bodies on request. Programs and modules of a host are checked completely. The bodies of standard
 * modules, of which a program uses few, are checked when compiled code first calls them. The first request
 * for a body returns its errors; further requests, and those for bodies that were already checked, return
 * none. After that, the facts of the body are complete, unless there are errors.
 */
export interface StandardBodies {
  check(fn: FunctionSymbol): readonly Diagnostic[];
  checkGlobal(global: GlobalSymbol): readonly Diagnostic[];
}

export interface CheckResult {
  readonly program: Program;
  /** Errors and warnings in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The arguments that checkers of literals read. */
  readonly literals: readonly LiteralUse[];
}
