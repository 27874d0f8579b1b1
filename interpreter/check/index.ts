// Public API: names, types and all static rules (reference/checking#type-checking). Trees in, checked modules and diagnostics out.
import { checkUnits } from "./check.ts";
import type { SessionScope, StandardNames } from "./names/index.ts";
import type { Code, Diagnostic } from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import type { Lost, Tree } from "../syntax/index.ts";
import type { Impls } from "./facts.ts";
import type { FunctionSymbol, GlobalSymbol, Module, TraitSymbol, Type } from "./types/index.ts";

export type * from "./facts.ts";
export type {
  ConstSymbol,
  ConstValue,
  DynType,
  EnumSymbol,
  Fallback,
  FunctionSymbol,
  FunType,
  GlobalSymbol,
  ImplSymbol,
  LocalSymbol,
  Module,
  NamedType,
  NeverType,
  ParamType,
  PrimitiveSymbol,
  StructSymbol,
  Substitution,
  TraitRef,
  TraitSymbol,
  Type,
  TypeSymbol,
  VariantSymbol,
  VarType,
} from "./types/index.ts";
export { Checker, type Added, type Meaning } from "./check.ts";
export { isHiddenField } from "./declare/index.ts";
export { isChannelType, isTupleSymbol } from "./types/index.ts";
export {
  isOfModule,
  isStandard,
  methods,
  nameOf,
  std,
  standardModules,
  type StandardItem,
} from "./standard/index.ts";
export { derivedModules } from "./derive/index.ts";
export { SessionScope, StandardNames, type SessionEntry, type StandardText } from "./names/index.ts";
export { showType } from "./types/index.ts";

/** A parsed module with its imports resolved; the loader makes them. */
export interface Unit {
  /** `std/json`, or the canonical path of a file. */
  readonly id: string;
  readonly standard: boolean;
  /** A standard module whose bodies may be wrong: one of a host. */
  readonly host?: boolean;
  readonly source: Source;
  readonly tree: Tree;
  /** Import node id to the unit it names, or null where resolution failed (already reported). */
  readonly imports: ReadonlyMap<number, string | null>;
  /** An input of an interactive session sees the names of earlier ones. */
  readonly session?: SessionScope;
  /** How often a file of a session has been read anew; what stands in it is another thing each time. */
  readonly edition?: number;
  /** What it may have declared in parts that could not be read; only with syntax errors. */
  readonly lost?: Lost;
}

export interface CheckOptions {
  /** The unit that must declare `main` (T28); without it no `main` is asked for. */
  readonly entry?: string;
  /** Also report W* (reference/checking#errors-and-warnings), or these of them. Default true. */
  readonly warnings?: boolean | readonly Code[];
  /** What standard modules offer, for names that lack their import. */
  readonly standardNames?: StandardNames;
  /** Check the bodies of standard modules at once, too: for their tests. */
  readonly standardBodies?: boolean;
}

export interface Program {
  readonly modules: ReadonlyMap<string, Module>;
  readonly impls: Impls;
  readonly prelude: Prelude;
  readonly standardBodies: StandardBodies;
}

/**
 * What is still to be asked of the checker. Programs and modules of a host are checked whole; the bodies of standard modules,
 * of which a program uses few, when the first that is compiled calls them. Each answer has the errors that are found then, and
 * is given once; afterwards, and of all that was checked before, it is empty. The facts of the body are complete from then on,
 * if there are no errors.
 */
export interface StandardBodies {
  check(fn: FunctionSymbol): readonly Diagnostic[];
  checkGlobal(global: GlobalSymbol): readonly Diagnostic[];
}

/** The traits of std/core that the language itself speaks of. */
export interface Prelude {
  readonly toString: TraitSymbol;
  readonly eq: TraitSymbol;
  readonly ord: TraitSymbol;
  readonly hash: TraitSymbol;
  readonly iterator: TraitSymbol;
  readonly string: Type;
}

export interface CheckResult {
  readonly program: Program;
  /** In source order, errors and warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks units that stand dependencies before dependents, `std/core` first. Never throws on bad input. */
export function check(units: readonly Unit[], options: CheckOptions = {}): CheckResult {
  return checkUnits(units, options);
}
