// Checks a program of which most is known from earlier checks. What is known stays true as long as the questions
// that it asked have the same answers; the memory decides. Modules are declared when something that has to be
// checked needs them.
import { get } from "../own/index.ts";
import { joinRepeated } from "../diagnostics/index.ts";
import { bodiesOf, type BodyToCheck } from "./bodies.ts";
import type { Comparing } from "./comparing.ts";
import type { LiteralUse } from "./literal-use.ts";
import { Asked, LARGER, question, recording } from "./asked/index.ts";
import { declareCore, LazyBodies, linkImports, newState, publishStandard, withoutDoubtful } from "./check.ts";
import { Context } from "./context.ts";
import { checkEntry, declareNames, forceDeclarations, resolveDeclarations } from "./declare/index.ts";
import type { CheckOptions, Program } from "./program.ts";
import type { Unit } from "./names/index.ts";
import { checkImpls } from "./impls/index.ts";
import {
  checkSelectedNames,
  StandardNames,
  Touched,
  type FileUses,
  type ModuleState,
} from "./names/index.ts";
import { standardModules } from "./standard/index.ts";
import type { ImplSymbol, Module } from "./types/index.ts";
import { warnIdentity, warnIdleTests, warnMissingImports, warnUnusedImports } from "./warnings/index.ts";
import type {
  CheckMemory,
  CheckedView,
  Found,
  FoundDeclarations,
  FoundFile,
  KnownUnit,
  PartialResult,
  Uses,
} from "./memory.ts";
import {
  functionName,
  importName,
  keyOf,
  mapComparing,
  nameInKey,
  noteGrowingTypes,
  takeUses,
} from "./uses.ts";

export function checkPartly(
  units: readonly Unit[],
  known: ReadonlyMap<string, KnownUnit>,
  memory: CheckMemory,
  options: CheckOptions,
): PartialResult {
  return new PartialCheck(known, memory, options).run(units);
}

interface FileRecord {
  readonly known: KnownUnit;
  readonly touched: Touched;
  readonly used: Set<string>;
  readonly called: Set<string>;
  acts: boolean;
  readonly growing: [string | null, readonly string[]][];
  readonly comparing: [string, Comparing<string>][];
  readonly literals: LiteralUse[];
  /** Whether all that was found can be kept together. */
  isKept: boolean;
}

class PartialCheck {
  readonly #context: Context;
  readonly #bodies: LazyBodies;
  readonly #known: ReadonlyMap<string, KnownUnit>;
  readonly #memory: CheckMemory;
  readonly #options: CheckOptions;
  readonly #states = new Map<string, ModuleState>();
  readonly #modules = new Map<string, Module>();
  readonly #files = new Map<string, FileRecord>();
  readonly #grows = new Map<string, string[]>();
  /** The files whose declarations are known. */
  readonly #declared = new Map<string, FoundDeclarations | null>();
  /** The files about which everything is known. */
  readonly #whole = new Map<string, FoundFile>();
  /** Questions for the heads of functions without result type whose bodies return a value after all. */
  readonly #misdeclared = new Set<string>();
  readonly #implementing = new Set<string>();
  /** What declarations that are checked now use. */
  readonly #found = new Map<string, Uses>();
  readonly #bodyKeys = new Map<string, readonly string[]>();
  #skipped = false;

  constructor(known: ReadonlyMap<string, KnownUnit>, memory: CheckMemory, options: CheckOptions) {
    this.#known = known;
    this.#memory = memory;
    this.#options = options;
    this.#context = new Context(
      get(options, "warnings") ?? true,
      get(options, "standardNames") ?? new StandardNames(),
    );
    this.#context.hints = get(options, "hints") ?? true;
    this.#bodies = new LazyBodies(this.#context);
    this.#context.names.states = {
      get: (id) => this.#state(id),
      set: (id, state) => this.#states.set(id, state),
      has: (id) => this.#states.has(id) || this.#known.has(id),
      delete: (id) => this.#states.delete(id),
      values: () => {
        for (const id of this.#known.keys()) this.#state(id);
        return this.#states.values();
      },
    };
    this.#context.impls.pending = ({ name }) => this.#declareImpls(name);
  }

  run(units: readonly Unit[]): PartialResult {
    const context = this.#context;
    const files = units.filter((unit) => !unit.standard);
    context.begin(new Set(units.flatMap((unit) => [...(get(unit, "lost")?.declarations ?? [])])));
    for (const { id } of files) {
      const known = this.#known.get(id)!;
      this.#files.set(id, {
        known,
        touched: new Touched(),
        used: new Set(),
        called: new Set(),
        acts: false,
        growing: [],
        comparing: [],
        literals: [],
        isKept: true,
      });
      const whole = this.#memory.file(id);
      if (whole !== null) this.#whole.set(id, whole);
      const found = whole === null ? this.#memory.declarations(id) : null;
      if (whole !== null || found !== null) this.#declared.set(id, found);
    }
    this.#declare(
      units
        .filter((unit) => unit.standard || !this.#declared.has(unit.id))
        .map((unit) => [unit, unit.standard ? null : new Asked()]),
    );
    for (const { id } of files) this.#checkFile(id);
    for (const { id } of files) this.#keepDeclarations(id);
    if (context.warnings !== false) this.#warn(units);
    this.#checkEntry();
    return {
      diagnostics: joinRepeated(
        withoutDoubtful(
          context.diagnostics.take(),
          files.map((unit) => ({ unit })),
        ),
      ),
      grows: this.#grows,
      literals: files.flatMap(({ id }) => this.#files.get(id)!.literals),
      program: this.#skipped ? null : this.#program(),
      view: this.#view(),
    };
  }

  /** The warnings for which all uses in the program have to be known. */
  #warn(units: readonly Unit[]): void {
    const uses = new Map<string, FileUses>(
      units.map(({ id, standard }) => [id, standard ? this.#states.get(id)! : this.#usesOf(id)]),
    );
    for (const { id, standard } of units) {
      if (standard) continue;
      const file = uses.get(id)!;
      warnUnusedImports(this.#context, file, uses);
      warnMissingImports(this.#context, file, uses);
      if (this.#known.get(id)!.mayHaveIdleTests) this.#warnIdleTests(id);
    }
    this.#warnIdentity();
  }

  #view(): CheckedView {
    const { names } = this.#context;
    const state = (unit: string): ModuleState | undefined => recording(null, () => this.#state(unit));
    return {
      program: this.#program(),
      module: (unit) => state(unit)?.module,
      meaning: (unit, name) => {
        const of = state(unit);
        const entry = of === undefined ? null : recording(null, () => names.lookup(of, name));
        return entry === "reported" || entry?.kind === "Selector" ? null : entry;
      },
      names: (unit) => state(unit)?.names.keys() ?? [],
      common: () => [...names.standard.keys(), ...names.builtin.keys()],
      aliases: (unit) =>
        new Map(
          (state(unit)?.imports ?? []).flatMap(({ selected, bound, unit: id }) =>
            selected === null && id !== null ? [[bound.name, id] as const] : [],
          ),
        ),
    };
  }

  #checkEntry(): void {
    const { entry, needsMain } = this.#options;
    if (entry === undefined || this.#known.get(entry)!.hasMain) return;
    const state = this.#state(entry)!;
    if (needsMain !== false || state.functions.has("main")) checkEntry(this.#context, state);
  }

  #program(): Program {
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

  // ---- declarations

  /** Declares units together, in the steps of a whole check. */
  #declare(units: readonly (readonly [Unit, Asked | null])[]): void {
    const context = this.#context;
    const states: ModuleState[] = [];
    for (const [unit, asked] of units) {
      const state = newState(context, unit, asked, !unit.standard);
      states.push(state);
      this.#states.set(unit.id, state);
      this.#modules.set(unit.id, state.module);
      recording(asked, () => declareNames(context, state));
      if (unit.standard) publishStandard(context, state);
      if (unit.id === standardModules.core) declareCore(context, state);
    }
    const each = (step: (state: ModuleState) => void): void => {
      for (const state of states) recording(state.asked, () => step(state));
    };
    each((state) => linkImports(this.#states, state));
    each((state) => checkSelectedNames(context, state));
    each((state) => resolveDeclarations(context, state));
    each((state) => {
      if (state.asked !== null) forceDeclarations(state);
    });
    context.complete();
  }

  /** The state of a module, which is declared now if it is not yet. */
  #state(id: string): ModuleState | undefined {
    const known = this.#states.get(id);
    if (known !== undefined || !this.#known.has(id) || !this.#declared.has(id)) return known;
    return recording(null, () => this.#declareNow(this.#known.get(id)!.unit));
  }

  /**
   * Declares a file in the middle of the check. Nothing is reported: its declarations are known to be right.
   * Bounds are checked when all files that it needs are declared.
   */
  #declareNow(unit: Unit): ModuleState {
    const context = this.#context;
    const { impls } = context;
    const { usedBy } = impls;
    const release = context.hold();
    impls.usedBy = null;
    const state = newState(context, unit, null, true);
    this.#states.set(unit.id, state);
    this.#modules.set(unit.id, state.module);
    declareNames(context, state);
    linkImports(this.#states, state);
    resolveDeclarations(context, state);
    for (const impl of state.impls) context.separateImpls.add(impl);
    release();
    impls.usedBy = usedBy;
    // What its declarations use is known.
    takeUses(state);
    return state;
  }

  #declareImpls(type: string): void {
    if (this.#implementing.has(type)) return;
    this.#implementing.add(type);
    for (const id of this.#memory.implementing(type)) this.#state(id);
  }

  // ---- bodies

  #checkFile(id: string): void {
    const whole = this.#whole.get(id);
    if (whole !== undefined && this.#misdeclared.size === 0) {
      this.#skipped = true;
      this.#addUses(id, whole);
      for (const [key, callees] of whole.growing) this.#noteGrowing(id, key, callees);
      for (const [key, found] of whole.comparing) this.#noteComparing(id, key, found);
      this.#files.get(id)!.literals.push(...whole.literals);
      return;
    }
    this.#checkItems(id);
    const { touched, used, called, acts, growing, comparing, literals, isKept } = this.#files.get(id)!;
    // Locations in other files move without a change of this one.
    const isOwn = literals.every(({ parts }) => parts.every(({ at }) => at.unit === id));
    if (isKept && isOwn)
      this.#memory.keepFile(id, {
        touched: [...touched],
        used: [...used],
        called: [...called],
        acts,
        growing,
        comparing,
        literals,
      });
  }

  #checkItems(id: string): void {
    const declared =
      this.#declared.get(id) ?? (this.#whole.has(id) ? this.#memory.declarations(id)! : undefined);
    if (declared !== undefined) {
      this.#replay(id, declared, null);
      const found = declared.bodies.map((key) => this.#remembered(id, key));
      if (found.every((one) => one !== null)) {
        this.#skipped = true;
        declared.bodies.forEach((key, i) => this.#replay(id, found[i]!, key));
        return;
      }
    }
    const state = this.#state(id)!;
    const unusable = declared === undefined ? this.#checkDeclarations(state) : new Set<ImplSymbol>();
    const keys = new Set<string>();
    for (const body of bodiesOf(state, unusable)) {
      const key = keyOf(state, body.symbol);
      if (keys.has(key)) continue;
      keys.add(key);
      const kept = this.#remembered(id, key);
      if (kept === null) this.#checkBody(state, key, body);
      else {
        this.#skipped = true;
        this.#replay(id, kept, key);
      }
    }
    if (declared === undefined) this.#bodyKeys.set(id, [...keys]);
  }

  /** The rest of the check of declarations, after which their uses of other modules are known. */
  #checkDeclarations(state: ModuleState): ReadonlySet<ImplSymbol> {
    const { impls } = this.#context;
    impls.usedBy = state.touched;
    const unusable = recording(state.asked, () => checkImpls(this.#context, state));
    impls.usedBy = null;
    noteGrowingTypes(state);
    this.#noteGrowing(state.unit.id, null, [...state.asked!.grows]);
    const { id, lost } = state.unit;
    if (state.asked!.doubtful || lost !== undefined) this.#files.get(id)!.isKept = false;
    const uses = takeUses(state);
    this.#found.set(id, uses);
    this.#addUses(id, uses);
    return unusable;
  }

  #remembered(id: string, key: string): Found | null {
    const found = this.#memory.body(id, key);
    if (found === null || this.#misdeclared.size === 0) return found;
    return found.questions.some((one) => this.#misdeclared.has(one)) ? null : found;
  }

  #replay(id: string, found: Found, key: string | null): void {
    this.#addUses(id, found);
    this.#noteGrowing(id, key, found.grows);
    this.#noteComparing(id, key, found.comparing);
    this.#files.get(id)!.literals.push(...found.literals);
    if (found.diagnostics.length === 0) return;
    this.#files.get(id)!.isKept = false;
    this.#context.diagnostics.add(found.diagnostics);
  }

  #addUses(id: string, { touched, used, called, acts }: Uses): void {
    const file = this.#files.get(id)!;
    for (const [module, span] of touched) file.touched.add(module, span);
    for (const name of used) file.used.add(name);
    for (const name of called) file.called.add(name);
    if (acts) file.acts = true;
  }

  #noteGrowing(id: string, key: string | null, callees: readonly string[]): void {
    if (callees.length === 0) return;
    this.#files.get(id)!.growing.push([key, callees]);
    const name = key === null ? LARGER : nameInKey(key);
    this.#grows.set(name, [...(this.#grows.get(name) ?? []), ...callees]);
  }

  #noteComparing(id: string, key: string | null, found: Comparing<string> | null): void {
    if (found !== null) this.#files.get(id)!.comparing.push([key!, found]);
  }

  #checkBody(state: ModuleState, key: string, { symbol, silent }: BodyToCheck): void {
    const context = this.#context;
    const { diagnostics, impls } = context;
    const { id } = state.unit;
    // The check of a body may resolve heads beside it, whose uses are those of the declarations.
    state.touched = new Touched(silent ? null : symbol.node.span);
    impls.usedBy = state.touched;
    const asked = new Asked();
    const before = diagnostics.count;
    recording(asked, () => this.#bodies.checkBody(symbol, silent));
    impls.usedBy = null;
    const found: Found = {
      ...takeUses(state),
      questions: this.#questionsOf(asked),
      diagnostics: diagnostics.since(before),
      grows: [...asked.grows],
      comparing: this.#takeComparing(state),
      literals: state.literals.splice(0),
    };
    this.#files.get(id)!.literals.push(...found.literals);
    this.#addUses(id, found);
    this.#noteGrowing(id, key, found.grows);
    this.#noteComparing(id, key, found.comparing);
    if (symbol.kind === "Function" && context.misdeclared.has(symbol))
      this.#misdeclared.add(question.head(id, key));
    const isSound = !asked.doubtful && get(state.unit, "lost") === undefined;
    if (!isSound || found.diagnostics.length > 0) this.#files.get(id)!.isKept = false;
    this.#memory.keepBody(id, key, isSound ? found : null);
  }

  #questionsOf(asked: Asked): string[] {
    const questions = [...asked.questions];
    for (const [symbols, form] of [
      [asked.heads, question.head],
      [asked.values, question.value],
    ] as const) {
      for (const { module, node } of symbols) {
        const { id } = module as Module;
        const state = this.#states.get(id);
        if (state !== undefined) questions.push(form(id, keyOf(state, { node })));
      }
    }
    return questions;
  }

  /** Keeps what the declarations of a file asked, which may be more after the check of bodies. */
  #keepDeclarations(id: string): void {
    const uses = this.#found.get(id);
    if (uses === undefined) return;
    const { asked, unit } = this.#states.get(id)!;
    const grows = [...asked!.grows];
    const found = {
      ...uses,
      questions: this.#questionsOf(asked!),
      diagnostics: [],
      grows,
      comparing: null,
      literals: [],
      bodies: this.#bodyKeys.get(id)!,
    };
    this.#memory.keepDeclarations(id, asked!.doubtful || get(unit, "lost") !== undefined ? null : found);
  }

  // ---- the file as a whole

  #usesOf(id: string): FileUses {
    const { known, touched, used, acts } = this.#files.get(id)!;
    return {
      unit: known.unit,
      imports: known.imports.map((imported) => ({ ...imported, used: used.has(importName(imported)) })),
      touched,
      acts,
      importedModules: known.imports.flatMap(({ unit }) => (unit === null ? [] : [{ id: unit }])),
      derives: known.derives,
    };
  }

  #takeComparing(state: ModuleState): Comparing<string> | null {
    const [last] = state.comparing.splice(0).slice(-1);
    if (last === undefined) return null;
    return mapComparing(last[1], (fn) => {
      const { id } = fn.module;
      return functionName(id, keyOf(this.#states.get(id)!, fn));
    });
  }

  #warnIdentity(): void {
    const bodies = new Map<string, Comparing<string>>();
    for (const [id, { comparing }] of this.#files)
      for (const [key, found] of comparing) bodies.set(functionName(id, key), found);
    for (const { known, comparing } of this.#files.values()) {
      for (const [, found] of comparing)
        warnIdentity(this.#context, known, found, {
          of: (fn) => bodies.get(fn),
          nameOf: nameInKey,
          sourceOf: (fn) => this.#known.get(fn.slice(0, fn.indexOf("\t")))!.unit.source,
        });
    }
  }

  #warnIdleTests(id: string): void {
    const state = this.#state(id)!;
    const { called } = this.#files.get(id)!;
    state.called = new Set([...state.functions.values()].filter((fn) => called.has(keyOf(state, fn))));
    warnIdleTests(this.#context, state);
  }
}
