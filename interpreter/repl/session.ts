// A session: checks and compiles inputs, and accepts them after they have run. The host runs them.
import { showType, type FunctionSymbol, type GlobalSymbol, type Module } from "../check/index.ts";
import { compile, storeKey, withLines, type PositionMap } from "../compile/index.ts";
import { Reporter, type Diagnostic } from "../diagnostics/index.ts";
import { packagesAmong, readDeclaration } from "../modules/index.ts";
import type { CompiledProgram } from "../launch/index.ts";
import { commentAbove, Source } from "../source/index.ts";
import { incomplete } from "../syntax/index.ts";
import { callsForItems, isConstant, isDeclaration, isModule, macrosFor, macrosIn } from "./declarations.ts";
import { FORMS } from "./built-in.ts";
import { describe, type Described } from "./describe.ts";
import { ENTRY, LAST, VALUE } from "./entry-names.ts";
import { Files, type Refreshed } from "./files.ts";
import { declarationsText, statementsText } from "./input-text.ts";
import { HeldDeclarations } from "./held.ts";
import { exportedNames, fieldNames, membersAt } from "./members.ts";
import { GrowingProgram, HERE, type Checked, type SessionSettings } from "./program.ts";

/** An input that is ready to run; `commit` or `cancel` must be called after. */
export interface Prepared {
  readonly ok: true;
  readonly program: CompiledProgram;
  readonly warnings: readonly Diagnostic[];
  /** The keys under which the running session stores the variables that the input declares. */
  readonly storeKeys: readonly string[];
  /** Accepts the input, with those of its variables that are set; all of them without `isSet`. */
  commit(isSet?: readonly boolean[]): void;
  /** Leaves the session unchanged, except for those variables that are set. */
  cancel(isSet?: readonly boolean[]): void;
}

/** The output of `:type`. */
export interface Typed {
  readonly ok: true;
  readonly text: string;
}

export interface Refused {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/** Names that need no declaration, for completion. */
const BUILT_IN = [
  "print",
  "panic",
  "Some",
  "None",
  "Ok",
  "Err",
  "Int",
  "Float",
  "Bool",
  "Char",
  "String",
  "List",
  "Option",
  "Result",
];

export class ReplSession {
  readonly #settings: SessionSettings;
  #program: GrowingProgram;
  #files: Files;
  readonly #macros = new Map<string, string>();
  readonly #held = new HeldDeclarations();
  /** The variables whose initialiser has run. */
  readonly #ready = new Set<GlobalSymbol>();
  /** The variables whose values were lost with their thread. */
  readonly #lost = new Set<GlobalSymbol>();

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#program = new GrowingProgram(settings);
    this.#files = new Files(this.#program);
  }

  /** The names that an input may start with. */
  get scope(): readonly string[] {
    return [
      ...[...this.#program.scope.names].filter((name) => !name.startsWith("__")),
      ...this.#macros.keys(),
      ...BUILT_IN,
    ];
  }

  /** The names of standard modules. */
  get moduleNames(): readonly string[] {
    return this.#settings.modules.map(({ name }) => name).filter((name) => name !== "core");
  }

  /** The names that can be selected from a standard module; none for a module that does not exist. */
  exportsOf(name: string): readonly string[] {
    const descriptor = this.#settings.modules.find((one) => one.name === name);
    if (descriptor === undefined) return [];
    return exportedNames(readDeclaration(descriptor).tree);
  }

  /** The names that may follow `receiver.`: functions of a module, variants, fields, methods. */
  members(receiver: string): readonly string[] {
    return this.#withValue(receiver, (value) => membersAt(this.#program, receiver, value?.type)) ?? [];
  }

  /** The fields of a struct; none for other names. */
  fieldsOf(name: string): readonly string[] {
    return fieldNames(this.#program, name);
  }

  reset(): void {
    this.#program = new GrowingProgram(this.#settings);
    this.#files = new Files(this.#program);
    this.#macros.clear();
    this.#held.clear();
    this.forgetValues();
  }

  /** Removes the variables after the thread has lost all values. */
  forgetValues(): void {
    this.#program.scope.drop(({ entry }) => {
      if (entry.kind !== "Global" || entry.global.constant === undefined) return false;
      this.#lost.add(entry.global);
      return true;
    });
    for (const global of this.#declared) this.#lost.add(global);
    this.#declared.length = 0;
    this.#ready.clear();
  }

  /** All variables of inputs that have values, including those that others shadow. */
  readonly #declared: GlobalSymbol[] = [];

  /** Checks the changed files that the session has imported. */
  refresh(): Refreshed {
    return this.#files.refresh();
  }

  /** Checks and compiles an input, which comes from `file`, if given; nothing changes until `commit`. */
  prepare(input: string, file?: string): Prepared | Refused {
    const name = file ?? HERE;
    if (incomplete(input)) return { ok: false, diagnostics: unfinished(input, name) };
    const macros = macrosFor(input, this.#macros);
    const declares =
      isDeclaration(input) || callsForItems(input, macros) || (file !== undefined && isModule(input));
    const checked = this.#check(input, declares, macros, name, file);
    if (checked.errors.length === 0) return this.#prepared(checked, input);
    if (!declares) return { ok: false, diagnostics: checked.errors };
    if (isConstant(input)) {
      const asStatements = this.#check(input, false, macros, name, file);
      if (asStatements.errors.length === 0) return this.#prepared(asStatements, input);
    }
    return (
      this.#withHeld(input, checked.errors, name, file) ?? {
        ok: false,
        diagnostics:
          this.#held.hold(input, checked.errors).length === 0 ? checked.errors : checked.errors.map(waiting),
      }
    );
  }

  /**
   * The type of an expression as text, without running it; for a name that is not a value, its declaration.
   */
  typeOf(input: string): Typed | Refused {
    const [, macro] = /^\s*(\w+)\s*!\s*$/.exec(input) ?? [];
    const definition = macro === undefined ? undefined : this.#macros.get(macro);
    if (definition !== undefined) return { ok: true, text: definition };
    const form = FORMS[input.trim()];
    if (form !== undefined) return { ok: true, text: form };
    const [, generic] = /^\s*(\w+)\s*<[^()]*>\s*$/.exec(input) ?? [];
    if (
      generic !== undefined &&
      this.#program.checker.meaning(generic, this.#program.scope)?.kind.startsWith("Type") === true
    )
      return this.typeOf(generic);
    if (incomplete(input)) return { ok: false, diagnostics: unfinished(input, HERE) };
    const checked = this.#check(input, false, macrosFor(input, this.#macros), HERE, undefined);
    if (checked.errors.length > 0) {
      const declared = this.#describe(input);
      return declared === null
        ? { ok: false, diagnostics: checked.errors }
        : { ok: true, text: declared.text };
    }
    const value = valueOf(checked.states);
    checked.undo();
    return { ok: true, text: value === undefined ? "()" : showType(value.type) };
  }

  /** The declaration of a name or member, with its doc comment; null if nothing in the session has the name. */
  docOf(name: string): string | null {
    const declared = this.#describe(name);
    if (declared === null) return null;
    const { text, at } = declared;
    const comment = at === undefined ? "" : commentAbove(at.source, at.offset);
    return comment === "" ? text : `${text}\n\n${comment.replace(/^(?=.)/gm, "    ")}`;
  }

  #describe(text: string): Described | null {
    return describe(this.#program, this.#macros, text, (receiver) =>
      this.#withValue(receiver, (value) => value?.type),
    );
  }

  /** Whether a name is declared or imported. */
  declares(name: string): boolean {
    return this.#program.checker.meaning(name, this.#program.scope) !== null;
  }

  /**
   * Checks declarations together with held ones that they need: they are accepted when the last one is
   * declared.
   */
  #withHeld(
    input: string,
    errors: readonly Diagnostic[],
    name: string,
    file: string | undefined,
  ): Prepared | Refused | null {
    const around = this.#held.around(input, errors);
    if (around.length === 0) return null;
    const together = `${input}\n${around.join("\n")}`;
    const checked = this.#check(together, true, macrosFor(together, this.#macros), name, file);
    return checked.errors.length === 0 ? this.#prepared(checked, together) : null;
  }

  /** Removes and returns the held declarations whose unknown names have been declared since. */
  takeReady(): readonly string[] {
    return this.#held.takeReady((name) => this.declares(name));
  }

  #check(input: string, declares: boolean, macros: string, name: string, file: string | undefined): Checked {
    const text = declares ? declarationsText(input, macros, name) : statementsText(input, macros, name);
    return this.#program.check(text, { declares, typed: input, file });
  }

  /**
   * Calls `look` with the variable of the value of an expression, which is not accepted; with undefined if it
   * has errors.
   */
  #withValue<T>(expression: string, look: (value: GlobalSymbol | undefined) => T): T | undefined {
    const checked = this.#check(expression, false, macrosFor(expression, this.#macros), HERE, undefined);
    if (checked.errors.length > 0) return look(undefined);
    const found = look(valueOf(checked.states));
    checked.undo();
    return found;
  }

  #prepared(checked: Checked, typed: string): Prepared | Refused {
    const { input, states } = checked;
    const { module } = input;
    const own = states.find((state) => state.module === module)!;
    const started = new Set<GlobalSymbol>();
    const isReady = (global: GlobalSymbol): boolean => {
      if (this.#ready.has(global)) return true;
      started.add(global);
      return false;
    };
    const session = { isReady, isLost: (global: GlobalSymbol) => this.#lost.has(global) };
    const { code, positions, natives, diagnostics } = compile(
      this.#program.program,
      { module, functions: [entryOf(module)] },
      { metered: true, session },
    );
    if (diagnostics.length > 0) {
      checked.undo();
      return { ok: false, diagnostics: this.#program.asTyped(diagnostics, input.text) };
    }
    const variables = [...own.names].flatMap(([name, entry]) =>
      entry.kind === "Global" && entry.global.constant !== undefined ? [{ name, global: entry.global }] : [],
    );
    const keep = (isSet?: readonly boolean[]): void => {
      const set = new Set(variables.filter((_, i) => isSet?.[i] ?? true).map(({ global }) => global));
      this.#declared.push(...set);
      this.#program.scope.enter(
        own,
        (_, entry) => entry.kind !== "Global" || entry.global.constant === undefined || set.has(entry.global),
      );
      this.#files.took(input, states);
    };
    return {
      ok: true,
      program: {
        code,
        positions: this.#asTyped(positions),
        natives,
        ...packagesAmong(this.#program.natives, natives),
      },
      warnings: checked.warnings,
      storeKeys: variables.map(({ global }) => storeKey(global)),
      commit: (isSet) => {
        keep(isSet);
        for (const global of started) this.#ready.add(global);
        if (input.declares) this.#held.declared(typed);
        for (const [name, definition] of input.declares ? macrosIn(typed) : [])
          this.#macros.set(name, definition);
        // Without a value, if a `?` has returned before.
        const value = variables.find(({ name }, i) => name === VALUE && (isSet?.[i] ?? true))?.global;
        if (value !== undefined && showType(value.type) !== "()" && this.#isLastFree())
          this.#program.scope.name(LAST, value);
      },
      cancel: (isSet) => {
        if (isSet?.some((is) => is) === true) keep(isSet);
        else checked.undo();
      },
    };
  }

  /** Whether the user has not declared or imported the name of the last value. */
  #isLastFree(): boolean {
    const entry = this.#program.scope.get(LAST)?.entry;
    return entry === undefined || (entry.kind === "Global" && entry.global.name === VALUE);
  }

  /** The positions mapped to the typed inputs. */
  #asTyped(positions: PositionMap): PositionMap {
    const { sources, ...rest } = withLines(
      positions,
      (source, line) => line - (this.#program.textOf(source)?.linesBefore ?? 0),
    );
    return { ...rest, sources: sources.map((name) => this.#program.textOf(name)?.shown.name ?? name) };
  }
}

/** Adds the hint that a later input may declare an unknown name. */
function waiting(error: Diagnostic): Diagnostic {
  return error.hint === undefined
    ? { ...error, hint: "the declaration is held until this name is declared" }
    : error;
}

function entryOf(module: Module): FunctionSymbol {
  return module.functions.get(ENTRY)!;
}

/** The variable with the value of an input. */
function valueOf(states: Checked["states"]): GlobalSymbol | undefined {
  const entry = states.find(({ unit }) => unit.session !== undefined)?.names.get(VALUE);
  return entry?.kind === "Global" ? entry.global : undefined;
}

function unfinished(input: string, name: string): readonly Diagnostic[] {
  const diagnostics = new Reporter();
  const end = input.trimEnd().length;
  diagnostics.report(
    "P1",
    new Source(name, input),
    { start: end, end },
    { expected: "more", found: "the end of the input" },
  );
  return diagnostics.sorted();
}
