// The driver: declares the names of all modules, resolves their declarations, and checks the bodies of
// programs.
import { get } from "../own/index.ts";
import {
  insteadOfDerived,
  joinRepeated,
  type Diagnostic,
  notes,
  withoutDoubts,
} from "../diagnostics/index.ts";
import type { Span } from "../source/index.ts";
import type { CheckOptions, CheckResult, Program } from "./program.ts";
import type { Unit } from "./names/index.ts";
import { checkConstantValue, checkFunction, checkGlobalValue } from "./infer/index.ts";
import { checkImpls, replaceImpls } from "./impls/index.ts";
import type { Asked } from "./asked/index.ts";
import { bodiesOf, type BodyToCheck } from "./bodies.ts";
import type { Comparing } from "./comparing.ts";
import type { LiteralUse } from "./literal-use.ts";
import { Context } from "./context.ts";
import { keysWithDerived } from "./derive/index.ts";
import { checkEntry, declareNames, forceDeclarations, resolveDeclarations } from "./declare/index.ts";
import { DERIVABLE, expandDerives, namesDerived, reportUnread } from "./derive/index.ts";
import type { FactsTable } from "./types/index.ts";
import {
  checkSelectedNames,
  StandardNames,
  type AllUses,
  type FileEntry,
  Touched,
  type ModuleState,
  type SessionScope,
} from "./names/index.ts";
import {
  TUPLES,
  type EnumSymbol,
  type FunctionSymbol,
  type GlobalSymbol,
  type ImplSymbol,
  type Module,
  type StructSymbol,
  type TraitSymbol,
} from "./types/index.ts";
import { warnIdentity, warnIdleTests, warnMissingImports, warnUnusedImports } from "./warnings/index.ts";
import { nameOf, standardModules, std } from "./standard/index.ts";

export function checkUnits(units: readonly Unit[], options: CheckOptions): CheckResult {
  const checker = new Checker(options);
  const { diagnostics, literals } = checker.add(units);
  return { program: checker.program, diagnostics, literals };
}

/** The meaning of a name. */
export type Meaning = Exclude<FileEntry, { readonly kind: "Selector" }>;

/** The result of adding units to a program. */
export interface Added {
  readonly diagnostics: readonly Diagnostic[];
  /** The states of the modules that are not standard modules. */
  readonly states: readonly ModuleState[];
  /** The arguments that checkers of literals read. */
  readonly literals: readonly LiteralUse[];
  /** Removes the units, and restores what they replaced. */
  undo(): void;
}

/** A program to which units are added: all together, or those of a session input by input. */
export class Checker {
  readonly #options: CheckOptions;
  readonly #context: Context;
  readonly #bodies: LazyBodies;
  readonly #modules = new Map<string, Module>();
  readonly #states = new Map<string, ModuleState>();

  constructor(options: CheckOptions = {}) {
    this.#options = options;
    this.#context = new Context(
      get(options, "warnings") ?? true,
      get(options, "standardNames") ?? new StandardNames(),
    );
    this.#context.names.states = this.#states;
    this.#bodies = new LazyBodies(this.#context);
  }

  get program(): Program {
    const bodies = this.#bodies;
    return {
      modules: this.#modules,
      impls: this.#context.impls,
      prelude: this.#context.prelude,
      standardBodies: {
        check: (fn) => bodies.late(() => bodies.check(fn)),
        checkGlobal: (global) => bodies.late(() => bodies.checkGlobal(global)),
      },
    };
  }

  has(id: string): boolean {
    return this.#modules.has(id);
  }

  /** The meaning of a name in an input of a session without declarations. */
  meaning(name: string, scope: SessionScope): Meaning | null {
    const { names } = this.#context;
    const entry = scope.get(name)?.entry ?? names.standard.get(name) ?? names.builtin.get(name) ?? null;
    if (entry?.kind !== "Selector") return entry;
    return entry.import.unit === null
      ? null
      : names.declared(names.states.get(entry.import.unit), entry.import.name);
  }

  /** Adds units, dependencies before dependents, `std/core` first. */
  add(units: readonly Unit[]): Added {
    const context = this.#context;
    context.begin(new Set(units.flatMap((unit) => [...(get(unit, "lost")?.declarations ?? [])])));
    const states: ModuleState[] = [];
    for (const unit of units) {
      const state = newState(context, unit);
      states.push(state);
      context.names.states.set(unit.id, state);
      this.#modules.set(unit.id, state.module);
      declareNames(context, state);
      if (unit.standard) publishStandard(context, state);
      if (unit.id === standardModules.core) declareCore(context, state);
    }
    for (const state of states) linkImports(this.#states, state);
    for (const state of states) checkSelectedNames(context, state);
    for (const state of states) resolveDeclarations(context, state);
    const replaced = states.flatMap((state) =>
      get(state.unit, "session") === undefined ? [] : replaceImpls(context, state),
    );
    for (const state of states)
      if (!state.unit.standard || state.unit.host === true) forceDeclarations(state);
    context.complete();
    for (const state of states) {
      if (!state.unit.standard || state.unit.host === true || this.#options.standardBodies === true)
        checkModule(context, state, this.#bodies, this.#states);
    }
    this.#warnIdentity(states);
    const entry =
      this.#options.entry === undefined ? undefined : context.names.states.get(this.#options.entry);
    if (entry !== undefined && (this.#options.needsMain !== false || entry.functions.has("main")))
      checkEntry(context, entry);
    const own = states.filter((state) => !state.unit.standard);
    return {
      diagnostics: joinRepeated(withoutDoubtful(context.diagnostics.take(), own)),
      states: own,
      literals: own.flatMap(({ literals }) => literals),
      undo: () => {
        this.remove(own);
        for (const { impl, method } of replaced) context.impls.restore(impl, method);
      },
    };
  }

  #warnIdentity(states: readonly ModuleState[]): void {
    const bodies = new Map<FunctionSymbol, Comparing<FunctionSymbol>>();
    for (const { comparing } of this.#states.values())
      for (const [fn, found] of comparing) if (fn !== null) bodies.set(fn, found);
    for (const state of states) {
      for (const [, found] of state.comparing)
        warnIdentity(this.#context, state, found, {
          of: (fn) => bodies.get(fn),
          nameOf: (fn) => fn.name,
          sourceOf: (fn) => fn.module.source,
        });
    }
  }

  /** Removes modules, whose names must already be removed from the session. */
  remove(states: Iterable<ModuleState>): void {
    const { names, impls } = this.#context;
    for (const state of states) {
      names.states.delete(state.unit.id);
      this.#modules.delete(state.unit.id);
      for (const impl of state.impls) impls.remove(impl);
    }
  }

  /** Restores removed modules. */
  putBack(states: Iterable<ModuleState>): void {
    const { names, impls } = this.#context;
    for (const state of states) {
      names.states.set(state.unit.id, state);
      this.#modules.set(state.unit.id, state.module);
      for (const impl of state.impls) impls.add(impl);
    }
  }
}

/** Omits doubtful diagnostics of modules; the rules are in diagnostics/rules.ts. */
export function withoutDoubtful(
  all: readonly Diagnostic[],
  states: readonly Pick<ModuleState, "unit">[],
): readonly Diagnostic[] {
  return withoutDoubts(all, new Map(states.map(({ unit }) => [unit.source, get(unit, "lost")?.unreadable])));
}

/** `asked`: records what its declarations ask; null for no record. `named`: with the keys of items. */
export function newState(
  context: Context,
  unit: Unit,
  asked: Asked | null = null,
  named = false,
): ModuleState {
  const tree = expandDerives(
    unit.tree,
    ({ name, span }, type) => {
      const meant = insteadOfDerived(name, DERIVABLE);
      context.report(
        "D1",
        unit.source,
        span,
        { name },
        { hint: meant === undefined ? notes.derivableAreEqOrdHash : meant },
      );
      // What the type lacks may be what is meant.
      context.addLost([type]);
    },
    unit.source.text,
  );
  if (!unit.standard)
    reportUnread(unit.tree.items, (span, attribute, key, readers) => {
      const hint = notes.deriveReader(readers);
      context.warn("W18", { unit }, span, { attribute, key }, { hint });
    });
  const facts: FactsTable = {
    types: new Array(tree.nodeCount),
    uses: new Array(tree.nodeCount),
    coercions: new Map(),
    conversions: new Map(),
    locals: new Array(tree.nodeCount),
    selves: new Map(),
    functions: new Map(),
  };
  const functions = new Map<string, FunctionSymbol>();
  const globals: GlobalSymbol[] = [];
  const importedModules: Module[] = [];
  const module: Module = {
    id: unit.id,
    standard: unit.standard,
    host: unit.host === true || unit.native === true,
    native: unit.standard || unit.native === true,
    source: unit.source,
    tree,
    facts,
    functions,
    globals,
    edition: get(unit, "edition") ?? 0,
    imports: importedModules,
  };
  return {
    unit,
    module,
    tree,
    facts,
    keys: named ? keysWithDerived(unit.tree, tree) : null,
    asked,
    functions,
    globals,
    importedModules,
    names: new Map(),
    aliases: new Map(),
    declaredAt: new Map(),
    imports: [],
    constants: [],
    impls: [],
    traits: [],
    types: [],
    typeAliases: [],
    derives: namesDerived(unit.tree),
    touched: new Touched(),
    called: new Set(),
    acts: false,
    comparing: [],
    literals: [],
  };
}

/**
 * Types and traits of standard modules are visible in every file (reference/modules#what-a-module-provides).
 */
export function publishStandard(context: Context, state: ModuleState): void {
  for (const [name, entry] of state.names) {
    if (
      (entry.kind === "Type" || entry.kind === "TypeAlias" || entry.kind === "Trait") &&
      !name.startsWith("__") &&
      !context.names.standard.has(name)
    ) {
      context.names.standard.set(name, entry);
    }
  }
}

/**
 * Sets the items of std/core that the language itself uses, and publishes its functions, which need no
 * import.
 */
export function declareCore(context: Context, state: ModuleState): void {
  const trait = (name: string): TraitSymbol => {
    const entry = state.names.get(name);
    if (entry?.kind !== "Trait") throw new Error(`std/core lacks trait ${name}`);
    return entry.trait;
  };
  const enumeration = (name: string): EnumSymbol => {
    const entry = state.names.get(name);
    if (entry?.kind !== "Type" || entry.symbol.kind !== "Enum")
      throw new Error(`std/core lacks enum ${name}`);
    return entry.symbol;
  };
  context.prelude = {
    toString: trait("ToString"),
    eq: trait("Eq"),
    ord: trait("Ord"),
    hash: trait("Hash"),
    iterator: trait("Iterator"),
    fromError: trait("FromError"),
    string: context.string,
  };
  const tuple = (name: string): StructSymbol => {
    const entry = state.names.get(name);
    if (entry?.kind !== "Type" || entry.symbol.kind !== "Struct")
      throw new Error(`std/core lacks struct ${name}`);
    return entry.symbol;
  };
  context.enums = { option: enumeration("Option"), result: enumeration("Result"), tuples: TUPLES.map(tuple) };
  for (const symbol of [context.enums.option, context.enums.result]) {
    for (const variant of symbol.variants)
      context.names.builtin.set(variant.name, { kind: "Variant", enum: symbol, variant });
  }
  for (const [name, entry] of state.names) {
    if (entry.kind === "Function" && (!name.startsWith("__") || RESERVED.has(name)))
      context.names.builtin.set(name, entry);
  }
}

/** The reserved functions that programs may call (reference/prelude#reserved-names). */
const RESERVED: ReadonlySet<string> = new Set(
  [
    std.core.__str_len,
    std.core.__str_byte_at,
    std.core.__str_substring,
    std.core.__str_from_byte,
    std.core.__str_concat,
    std.core.__io_print_str,
    std.core.__io_println_str,
    std.core.__io_read_line,
    std.core.__panic,
  ].map(nameOf),
);

/** Enters the modules that a file imports, as far as they are declared. */
export function linkImports(states: ReadonlyMap<string, ModuleState>, state: ModuleState): void {
  const seen = new Set<string>();
  for (const item of state.tree.items) {
    if (item.kind !== "Import") continue;
    const id = state.unit.imports.get(item.pathSpan.start) ?? null;
    const target = id === null || seen.has(id) ? undefined : states.get(id);
    if (target === undefined) continue;
    seen.add(id!);
    state.importedModules.push(target.module);
  }
}

function checkModule(context: Context, state: ModuleState, bodies: LazyBodies, all: AllUses): void {
  context.impls.usedBy = state.touched;
  checkContents(context, state, bodies);
  context.impls.usedBy = null;
  warnUnusedImports(context, state, all);
  warnMissingImports(context, state, all);
  warnIdleTests(context, state);
}

function checkContents(context: Context, state: ModuleState, bodies: LazyBodies): void {
  const unusable = checkImpls(context, state);
  for (const { symbol, silent } of bodiesOf(state, unusable)) bodies.checkBody(symbol, silent);
}

/** Checks each body at most once: those of programs immediately, those of standard modules on request. */
export class LazyBodies {
  readonly #context: Context;
  readonly #done = new Set<FunctionSymbol | GlobalSymbol | ImplSymbol>();

  constructor(context: Context) {
    this.#context = context;
  }

  check(fn: FunctionSymbol, silent = false): void {
    if (this.#done.has(fn)) return;
    this.#done.add(fn);
    const state = this.#context.names.states.get(fn.module.id)!;
    this.#guarded(state, fn.node.name.span, () => checkFunction(this.#context, state, fn, silent));
  }

  checkBody(symbol: BodyToCheck["symbol"], silent: boolean): void {
    if (symbol.kind === "Function") this.check(symbol, silent);
    else if (symbol.kind === "Global") this.checkGlobal(symbol);
    else checkConstantValue(this.#context, this.#context.names.states.get(symbol.module.id)!, symbol);
  }

  checkGlobal(global: GlobalSymbol): void {
    if (this.#done.has(global)) return;
    this.#done.add(global);
    const state = this.#context.names.states.get(global.module.id)!;
    this.#guarded(state, global.node.name.span, () => checkGlobalValue(this.#context, state, global));
  }

  /** The errors found after the check of the program. */
  late(checkIt: () => void): readonly Diagnostic[] {
    checkIt();
    const { diagnostics } = this.#context;
    return diagnostics.count === 0 ? [] : diagnostics.take().filter(({ severity }) => severity === "error");
  }

  /** Reports a body that is nested too deeply for the stack as an error. */
  #guarded(state: ModuleState, span: Span, checkIt: () => void): void {
    try {
      checkIt();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#context.report("P10", state, span, {});
    }
  }
}
