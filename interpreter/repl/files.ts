// The files that a session has imported. When one changes, it and the inputs that use it are checked again;
// values of its types no longer fit and are dropped.
import { has } from "../own/index.ts";
import type { Module, Type } from "../check/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { isProblem } from "../modules/index.ts";
import type { GrowingProgram, Input, State } from "./program.ts";

/** The result of checking for changed files. */
export interface Refreshed {
  /** Notes for the user, one line each. */
  readonly notes: readonly string[];
  /** The errors of a changed file that was not accepted. */
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: Refreshed = { notes: [], diagnostics: [] };

export class Files {
  readonly #program: GrowingProgram;
  /** The contents that were read, by id. */
  readonly #read = new Map<string, Uint8Array>();
  /** The contents that do not check, by id: their errors are reported once. */
  readonly #refused = new Map<string, Uint8Array>();
  readonly #states = new Map<Module, State>();
  readonly #inputs = new Map<Module, Input>();

  constructor(program: GrowingProgram) {
    this.#program = program;
  }

  /** Records an accepted input, with the files that it was the first to import. */
  took(input: Input, states: readonly State[]): void {
    this.#inputs.set(input.module, input);
    for (const state of states) {
      this.#states.set(state.module, state);
      if (state.unit.session === undefined) this.#note(state.unit.id);
    }
  }

  #note(id: string): void {
    const bytes = this.#program.settings.reader.read(id);
    if (!isProblem(bytes)) this.#read.set(id, bytes);
  }

  refresh(): Refreshed {
    const changed = [...this.#read].flatMap(([id, before]) => {
      const now = this.#program.settings.reader.read(id);
      if (isProblem(now) || same(now, before)) return [];
      const refused = this.#refused.get(id);
      return refused !== undefined && same(now, refused) ? [] : [{ id, now }];
    });
    if (changed.length === 0) return NOTHING;
    const ids = new Set(changed.map(({ id }) => id));
    const affected = this.#affected(ids);
    const names = [...ids].map((id) => this.#nameOf(id)).join(", ");
    const replaced = this.#replace(affected);
    if (!has(replaced, "diagnostics")) {
      return {
        notes: [
          `${names} has changed`,
          ...replaced.gone.map((name) => `\`${name}\` was removed: it does not fit the changed file`),
        ],
        diagnostics: [],
      };
    }
    for (const { id, now } of changed) this.#refused.set(id, now);
    return {
      notes: [`${names} has changed but does not check: the earlier version is kept`],
      diagnostics: replaced.diagnostics,
    };
  }

  #nameOf(id: string): string {
    for (const state of this.#states.values()) if (state.unit.id === id) return state.unit.source.name;
    return id;
  }

  /** The states that use one of the files, directly or through others, in order. */
  #affected(ids: ReadonlySet<string>): Set<State> {
    const affected = new Set<State>();
    const modules = new Set<Module>();
    for (let before = -1; before < affected.size; ) {
      before = affected.size;
      for (const [module, state] of this.#states) {
        if (!ids.has(module.id) && !module.imports.some((one) => modules.has(one))) continue;
        affected.add(state);
        modules.add(module);
      }
    }
    return new Set([...this.#states.values()].filter((state) => affected.has(state)));
  }

  #replace(
    affected: ReadonlySet<State>,
  ): { readonly gone: readonly string[] } | { readonly diagnostics: readonly Diagnostic[] } {
    const program = this.#program;
    const old = new Set([...affected].map(({ module }) => module));
    const before = program.scope;
    const entries = [...before.entries].filter(([, { home }]) => old.has(home));
    program.scope = before.copy();
    program.scope.drop(({ home }) => old.has(home));
    program.checker.remove(affected);
    for (const { unit, module } of affected) if (!this.#inputs.has(module)) program.nextEdition(unit.id);
    const added: { readonly input: Input; readonly states: readonly State[] }[] = [];
    const kept = new Set<string>();
    for (const state of affected) {
      const input = this.#inputs.get(state.module);
      if (input === undefined) continue;
      if (!input.declares) {
        for (const [name, { entry, home }] of entries) {
          if (home !== state.module || entry.kind !== "Global" || mentions(entry.global.type, old)) continue;
          program.scope.name(name, entry.global, program.base);
          kept.add(name);
        }
        continue;
      }
      const { states, errors, input: again } = program.check(input.text, input);
      if (errors.some(({ primary }) => primary.source !== input.text.shown)) {
        for (const one of added) program.checker.remove(one.states);
        program.checker.putBack(affected);
        program.scope = before;
        return { diagnostics: errors };
      }
      if (errors.length > 0) continue;
      added.push({ input: again, states });
      const own = states.find(({ module }) => module === again.module)!;
      const wanted = new Set(entries.filter(([, { home }]) => home === state.module).map(([name]) => name));
      program.scope.enter(own, (name) => wanted.has(name));
      for (const name of wanted) kept.add(name);
    }
    for (const { module, unit } of affected) {
      this.#states.delete(module);
      this.#inputs.delete(module);
      this.#read.delete(unit.id);
      this.#refused.delete(unit.id);
    }
    for (const { input, states } of added) this.took(input, states);
    return {
      gone: entries.map(([name]) => name).filter((name) => !kept.has(name) && !name.startsWith("__")),
    };
  }
}

/** Whether values of a type may contain values of a type that one of the modules declares. */
function mentions(type: Type, modules: ReadonlySet<Module>): boolean {
  switch (type.kind) {
    case "Named":
      return (
        (type.symbol.kind !== "Primitive" && modules.has(type.symbol.module)) ||
        type.args.some((arg) => mentions(arg, modules))
      );
    case "Fun":
      return [...type.params, type.result].some((part) => mentions(part, modules));
    case "Dyn":
      return modules.has(type.trait.trait.module) || type.trait.args.some((arg) => mentions(arg, modules));
    case "Param":
    case "Var":
    case "Never":
      return false;
  }
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
