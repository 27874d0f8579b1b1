// The entry point: names, types and all static rules (reference/checking#type-checking), from trees to
// checked modules and diagnostics.
import { checkUnits } from "./check.ts";
import type { SessionScope, StandardNames } from "./names/index.ts";
import type { Code, Diagnostic } from "../diagnostics/index.ts";
import type { Source } from "../source/index.ts";
import type { Lost, Tree } from "../syntax/index.ts";
import type { LiteralUse } from "./literal-use.ts";
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
export {
  checkPartly,
  importName,
  nameInKey,
  type CheckedView,
  type CheckMemory,
  type Found,
  type FoundDeclarations,
  type FoundFile,
  type KnownUnit,
  type PartialResult,
} from "./partial.ts";
export type { Becomes, Comparing } from "./comparing.ts";
export {
  moveLiteral,
  type At,
  type LiteralArgument,
  type LiteralField,
  type LiteralPart,
  type LiteralType,
  type LiteralUse,
} from "./literal-use.ts";
export { LARGER, question, VAST } from "./asked/index.ts";
export { importedNames, type ImportedName } from "./names/index.ts";
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
export { chosenFor } from "./chosen.ts";
export { shapeText, typeKey } from "./shapes.ts";
export { derivedModules, namesDerived } from "./derive/index.ts";
export { SessionScope, StandardNames, type SessionEntry, type StandardText } from "./names/index.ts";
export { showType } from "./types/index.ts";

/** A parsed module with resolved imports, as the loader creates it. */
export interface Unit {
  /** `std/json`, or the canonical path of a file. */
  readonly id: string;
  readonly standard: boolean;
  /** Whether it is a module of a host, whose bodies may have errors. */
  readonly host?: boolean;
  /** Whether it is a file of a package whose functions without body are native. */
  readonly native?: boolean;
  readonly source: Source;
  readonly tree: Tree;
  /**
   * The offset of the path of each import to the unit it names, or to null if resolution failed, which has
   * been reported.
   */
  readonly imports: ReadonlyMap<number, string | null>;
  /**
   * The ids of the units that it imports, and of those that it loads without import: for derives, literals
   * and methods. By default, only those that it imports.
   */
  readonly loads?: ReadonlySet<string>;
  /** For an input of an interactive session: the names of earlier inputs. */
  readonly session?: SessionScope;
  /** How often a file of a session has been read again; each time its declarations are new ones. */
  readonly edition?: number;
  /** The names that its unparsed parts may declare; only with syntax errors. */
  readonly lost?: Lost;
}

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

/** The traits of std/core that the language itself uses. */
export interface Prelude {
  readonly toString: TraitSymbol;
  readonly eq: TraitSymbol;
  readonly ord: TraitSymbol;
  readonly hash: TraitSymbol;
  readonly iterator: TraitSymbol;
  readonly fromError: TraitSymbol;
  readonly string: Type;
}

export interface CheckResult {
  readonly program: Program;
  /** Errors and warnings in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The arguments that checkers of literals read. */
  readonly literals: readonly LiteralUse[];
}

/** Checks units, dependencies before dependents, `std/core` first. Never throws for invalid input. */
export function check(units: readonly Unit[], options: CheckOptions = {}): CheckResult {
  return checkUnits(units, options);
}
