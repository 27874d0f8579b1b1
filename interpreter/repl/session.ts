// The growing program: what has been declared so far, and how the next input is checked and compiled
// together with it. Runs nothing.
import { join } from "node:path";
import { check, showType, type FunctionSymbol, type Module, type Program, type Type } from "../check/index.ts";
import { compile, withLines, type PositionMap } from "../compile/index.ts";
import { Diagnostics, type Diagnostic, type Label } from "../diagnostics/index.ts";
import { isProblem, load, readDeclaration, unitsOf, type Declaration as StandardDeclaration, type PackageLookup, type SourceReader } from "../modules/index.ts";
import type { ModuleOffer } from "../runtime/index.ts";
import type { CompiledProgram } from "../launch/index.ts";
import { Source, type Span } from "../source/index.ts";
import { incomplete } from "../syntax/index.ts";
import { compose, ownLines, type Composition, type Variable } from "./composition.ts";
import { callsForItems, declarationsOf, isDeclaration, isModule, macrosOf, strayReturn, type Declaration } from "./declarations.ts";
import { ENTRY, LAST, VALUE } from "./entry-names.ts";
import { describeMember, describeName } from "./describe.ts";
import { exportedNames, membersAt } from "./members.ts";
import { writeType } from "./written-type.ts";

export interface SessionSettings {
  readonly modules: readonly ModuleOffer[];
  readonly reader: SourceReader;
  readonly packages: PackageLookup;
  /** Local imports are relative to it. */
  readonly directory: string;
}

/** Ready to run. */
export interface Prepared {
  readonly ok: true;
  readonly program: CompiledProgram;
  readonly hasValue: boolean;
  /** The variables the input declares, and `it` where it holds the value from now on, in the order of the results that follow the value. */
  readonly variables: readonly string[];
  /** Key of a variable in the store of the running session. */
  storeKey(name: string): string;
  /** Earlier declarations that this input makes impossible, by name. */
  readonly dropped: readonly string[];
  /** Takes the input into the session, once it has run. */
  commit(): void;
}

/** What `:type` says. */
export interface Typed {
  readonly ok: true;
  readonly text: string;
}

export interface Refused {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

const BUILT_IN = ["print", "panic", "Some", "None", "Ok", "Err", "Int", "Float", "Bool", "Char", "String", "List", "Option", "Result"];

/** What messages and traces call the text of an input. */
const INPUT = "<repl>";

interface Attempt {
  readonly composition: Composition;
  readonly program: Program;
  readonly module: Module;
  readonly errors: readonly Diagnostic[];
}

export class ReplSession {
  readonly #settings: SessionSettings;
  /** The standard modules, which every input needs and which never change. */
  readonly #standard = new Map<string, StandardDeclaration>();
  #declarations: readonly Declaration[] = [];
  #variables: readonly Variable[] = [];

  constructor(settings: SessionSettings) {
    this.#settings = settings;
  }

  /** Names that an input may begin with. */
  get scope(): readonly string[] {
    const own = [...this.#declarations.flatMap(({ name }) => name ?? []), ...this.#variables.map(({ name }) => name)];
    const imported = this.#declarations.flatMap(({ key }) => (key.startsWith("import ") ? key.split(/[ /]/).slice(2) : []));
    return [...own, ...imported.filter((name) => name !== ""), ...BUILT_IN];
  }

  /** Names of standard modules. */
  get moduleNames(): readonly string[] {
    return this.#settings.modules.map(({ name }) => name).filter((name) => name !== "core");
  }

  /** What can be selected from a standard module; nothing from one that does not exist. */
  exportsOf(name: string): readonly string[] {
    const offer = this.#settings.modules.find((one) => one.name === name);
    if (offer === undefined) return [];
    const declaration = this.#standard.get(name) ?? readDeclaration(offer);
    this.#standard.set(name, declaration);
    return exportedNames(declaration.tree);
  }

  /** What may follow `receiver.`: functions of a module, variants, fields, methods. */
  members(receiver: string): readonly string[] {
    const { program, module, errors } = this.#check(this.#declarations, this.#variables, receiver, false);
    return membersAt(program, module, receiver, errors.length === 0 ? typeOfValue(module) : undefined);
  }

  reset(): void {
    this.#declarations = [];
    this.forgetValues();
  }

  /** Where the running part has lost all values, their names must go, too. */
  forgetValues(): void {
    this.#variables = [];
  }

  /** Checks and compiles an input; nothing changes until `commit`. `name`: what messages call it. */
  prepare(input: string, name = INPUT): Prepared | Refused {
    if (incomplete(input)) return { ok: false, diagnostics: unfinished(input) };
    const declares = isDeclaration(input) || callsForItems(input, macrosOf(this.#declarations)) || (name !== INPUT && isModule(input));
    const stray = declares ? null : strayReturn(input);
    if (stray !== null) return { ok: false, diagnostics: returnOutside(input, stray) };
    const added = declares ? declarationsOf(input) : [];
    let declarations = this.#declarations.filter((old) => !added.some((one) => replaces(one, old)));
    const newTypes = new Set(added.flatMap(({ name, isType }) => (isType && name !== null ? [name] : [])));
    let variables = this.#variables.filter(({ name, type }) => !mentions(type.text, newTypes) && !added.some((one) => one.name === name || (name === LAST && bindsLast(one))));
    for (;;) {
      const attempt = this.#check(declarations, variables, input, declares);
      if (attempt.errors.length === 0) return this.#prepared(attempt, declarations, variables, added);
      // An earlier part that no longer fits gives way to what the user wants now.
      const misfit = misfitOf(attempt);
      if (misfit === null) return { ok: false, diagnostics: attempt.errors.map((error) => asInput(error, attempt.composition, new Source(name, input))) };
      declarations = declarations.filter((part) => part !== misfit);
      variables = variables.filter((part) => part !== misfit);
    }
  }

  /** The type of an expression as text, without running it; of what is no value, its declaration. */
  typeOf(input: string): Typed | Refused {
    if (incomplete(input)) return { ok: false, diagnostics: unfinished(input) };
    const { errors, composition, module, program } = this.#check(this.#declarations, this.#variables, input, false);
    if (errors.length === 0) {
      const type = typeOfValue(module);
      return { ok: true, text: type === undefined ? "()" : showType(type) };
    }
    const [, receiver, name] = /^\s*(?:([^]*)\.)?([A-Za-z_]\w*)\s*$/.exec(input) ?? [];
    const declared = name === undefined ? null : receiver === undefined ? describeName(program, module, name) : this.#describeMember(receiver, name);
    return declared === null ? { ok: false, diagnostics: errors.map((error) => asInput(error, composition, new Source(INPUT, input))) } : { ok: true, text: declared };
  }

  #describeMember(receiver: string, name: string): string | null {
    const { errors, module, program } = this.#check(this.#declarations, this.#variables, receiver, false);
    return describeMember(program, module, receiver, errors.length === 0 ? typeOfValue(module) : undefined, name);
  }

  #check(declarations: readonly Declaration[], variables: readonly Variable[], input: string, declares: boolean): Attempt {
    const { modules, reader, packages, directory } = this.#settings;
    const composition = compose(declarations, variables, input, declares);
    const loaded = load([{ path: join(directory, `${INPUT}.std`), text: composition.text }], { modules, reader, packages, declarations: this.#standard });
    const id = loaded.entries[0]!;
    if (isProblem(id)) throw new Error(id.problem);
    const { program, diagnostics } = check(unitsOf(loaded, id), { warnings: false });
    const errors = [...loaded.diagnostics, ...diagnostics].filter(({ severity }) => severity === "error");
    return { composition, program, module: program.modules.get(id)!, errors };
  }

  #prepared(attempt: Attempt, declarations: readonly Declaration[], variables: readonly Variable[], added: readonly Declaration[]): Prepared | Refused {
    const { composition, program, module } = attempt;
    const { code, positions, natives, diagnostics } = compile(program, { module, functions: [entryOf(module)] }, { metered: true, session: true });
    if (diagnostics.length > 0) return { ok: false, diagnostics };
    const kept = new Set<unknown>([...declarations, ...variables]);
    const replaced = new Set(added.map(({ key }) => key));
    const told = this.#variables.filter(({ isLast }) => isLast !== true);
    const lost = [...this.#declarations.filter(({ key }) => !replaced.has(key)), ...told].filter((part) => !kept.has(part));
    const value = typeOfValue(module);
    const last = value !== undefined && showType(value) !== "()" && isLastFree(composition, declarations, variables) ? [{ name: LAST, type: value, isLast: true }] : [];
    const fresh = [...composition.variables.map((name) => ({ name, type: localType(module, name)! })), ...last];
    return {
      ok: true,
      program: { code, positions: inOwnLines(positions, module.source.name, composition), natives },
      hasValue: composition.hasValue,
      variables: fresh.map(({ name }) => name),
      storeKey: (name) => `${module.id}:${name}`,
      dropped: lost.map((part) => part.name ?? ("key" in part ? part.key : "")),
      commit: () => {
        const names = new Set(fresh.map(({ name }) => name));
        const written = fresh.map((variable) => ({ ...variable, type: writeType(variable.type, module, this.#settings.directory) }));
        this.#declarations = [...declarations.filter(({ name }) => name === null || !names.has(name)), ...added];
        this.#variables = [...variables.filter(({ name }) => !names.has(name)), ...written];
      },
    };
  }
}

function bindsLast({ name, key }: Declaration): boolean {
  return name === LAST || (key.startsWith("import ") && key.split(/[ /]/).includes(LAST));
}

/** Whether the name of the last value belongs to nothing the user has declared or imported. */
function isLastFree(composition: Composition, declarations: readonly Declaration[], variables: readonly Variable[]): boolean {
  return !composition.variables.includes(LAST) && !declarations.some(bindsLast) && variables.every(({ name, isLast }) => name !== LAST || isLast === true);
}

/** Places in the session's text as places in the inputs it is made of; it has no file, and its name in traces says so. */
function inOwnLines(positions: PositionMap, session: string, composition: Composition): PositionMap {
  const own = ownLines(composition);
  const { sources, ...rest } = withLines(positions, (source, line) => (source === session ? own[line]! : line));
  return { ...rest, sources: sources.map((name) => (name === session ? INPUT : name)) };
}

function entryOf(module: Module): FunctionSymbol {
  return module.functions.get(ENTRY)!;
}

/** The type of the input's value, if it has one. */
function typeOfValue(module: Module): Type | undefined {
  return localType(module, VALUE);
}

/** The type of a variable that the input's statements declare; of several of one name, the last. */
function localType(module: Module, name: string): Type | undefined {
  const { body } = entryOf(module).node;
  if (body?.kind !== "Block") return undefined;
  const found = body.stmts.findLast((stmt) => stmt.kind === "Let" && stmt.name.name === name);
  return found === undefined ? undefined : module.facts.locals[found.id]?.type;
}

function replaces(added: Declaration, old: Declaration): boolean {
  return added.key === old.key || (added.name !== null && added.name === old.name);
}

function mentions(type: string, names: ReadonlySet<string>): boolean {
  return (type.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []).some((word) => names.has(word));
}

/** The earlier part in which the first error outside of the input lies; null when the input itself is wrong. */
function misfitOf({ composition, errors }: Attempt): Declaration | Variable | null {
  if (errors.some((error) => composition.toInput(error.primary.span.start) !== null)) return null;
  const { start } = errors[0]!.primary.span;
  return composition.parts.find(({ span }) => span.start <= start && start < span.end)?.part ?? null;
}

function unfinished(input: string): readonly Diagnostic[] {
  const diagnostics = new Diagnostics();
  const end = input.trimEnd().length;
  diagnostics.report("P1", new Source(INPUT, input), { start: end, end }, { expected: "more", found: "the end of the input" });
  return diagnostics.sorted();
}

function returnOutside(input: string, { start, end }: Span): readonly Diagnostic[] {
  const diagnostics = new Diagnostics();
  diagnostics.report("T14", new Source(INPUT, input), { start, end }, { word: "return", problem: "outside" }, { hint: "the value of an input is its last expression" });
  return diagnostics.sorted();
}

/** The same message about the input alone. */
function asInput(diagnostic: Diagnostic, composition: Composition, source: Source): Diagnostic {
  const moved = (label: Label): Label | null => {
    if (label.source !== diagnostic.primary.source) return label;
    const start = composition.toInput(label.span.start);
    const end = composition.toInput(label.span.end);
    if (start === null) return null;
    return { ...label, source, span: { start, end: Math.max(start, end ?? source.text.length) } };
  };
  const primary = moved(diagnostic.primary) ?? { ...diagnostic.primary, source, span: { start: 0, end: 0 } };
  return { ...diagnostic, primary, related: diagnostic.related.flatMap((label) => moved(label) ?? []) };
}
