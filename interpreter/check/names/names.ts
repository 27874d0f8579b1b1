// The meaning of names outside bodies: the names of a file, those of standard modules that are visible in
// every file, and the built-in ones (reference/modules#what-a-module-provides, reference/modules#scopes,
// reference/prelude#prelude).
import { get } from "../../own/index.ts";
import { plainName, type Ident, type Import, type Tree } from "../../syntax/index.ts";
import type { Unit } from "./unit.ts";
import type {
  AliasSymbol,
  ConstSymbol,
  EnumSymbol,
  FactsTable,
  FunctionSymbol,
  GlobalSymbol,
  ImplSymbol,
  Module,
  TraitSymbol,
  TypeSymbol,
  VariantSymbol,
} from "../types/index.ts";
import { askDeclared, askName, type Asked } from "../asked/index.ts";
import type { LiteralUse } from "../literal-use.ts";
import type { Comparing } from "../comparing.ts";
import { nameOf, standardModules, type StandardItem } from "../standard/index.ts";
import type { Touched } from "./touched.ts";

/** A declared name; imports refer to one of these. */
export type NamedEntity =
  | { readonly kind: "Function"; readonly function: FunctionSymbol }
  | { readonly kind: "Type"; readonly symbol: TypeSymbol }
  | { readonly kind: "TypeAlias"; readonly alias: AliasSymbol }
  | { readonly kind: "Trait"; readonly trait: TraitSymbol }
  | { readonly kind: "Const"; readonly constant: ConstSymbol }
  | { readonly kind: "Global"; readonly global: GlobalSymbol }
  | { readonly kind: "Variant"; readonly enum: EnumSymbol; readonly variant: VariantSymbol }
  | { readonly kind: "Builtin"; readonly name: string };

export type FileEntry =
  | NamedEntity
  | { readonly kind: "Alias"; readonly import: ImportedName }
  | { readonly kind: "Selector"; readonly import: ImportedName };

/** A name that an import binds. */
export interface ImportedName {
  readonly node: Import;
  readonly bound: Ident;
  /** The name in the other module; for an alias, the last segment of the path. */
  readonly name: string;
  /** The name in a selector list; null for an import of a whole module. */
  readonly selected: Ident | null;
  /** The unit of the module; null if the import could not be resolved, which has been reported. */
  readonly unit: string | null;
  used: boolean;
}

/** The state of a module during the check. */
export interface ModuleState {
  readonly unit: Unit;
  readonly module: Module;
  readonly tree: Tree;
  readonly facts: FactsTable;
  /** The keys of items, members and default values (derive/keys.ts); only if questions are recorded. */
  readonly keys: ReadonlyMap<object | number, string> | null;
  /** What the declarations of the file ask; null if that is not recorded. */
  readonly asked: Asked | null;
  /** The names that the file declares and imports. */
  readonly names: Map<string, FileEntry>;
  /** Modules whose alias is also a name selected from them (`import std/error` beside `{ error }`). */
  readonly aliases: Map<string, ImportedName>;
  /** Where each name of `names` is declared or imported. */
  readonly declaredAt: Map<string, Ident>;
  readonly imports: ImportedName[];
  readonly functions: Map<string, FunctionSymbol>;
  readonly constants: ConstSymbol[];
  readonly globals: GlobalSymbol[];
  readonly impls: ImplSymbol[];
  readonly traits: TraitSymbol[];
  readonly types: TypeSymbol[];
  readonly typeAliases: AliasSymbol[];
  readonly importedModules: Module[];
  /** The names in its `@derive`s. */
  readonly derives: ReadonlySet<string>;
  /** The modules of which the file uses a type, a trait, a method or an impl (module-uses.ts). */
  touched: Touched;
  /** The functions of the file that the file calls or uses as values. */
  called: Set<FunctionSymbol>;
  /** Whether an initialiser of the file may have effects. */
  acts: boolean;
  /** What its bodies do with type parameters; null for initialisers (body/comparing.ts). */
  comparing: (readonly [FunctionSymbol | null, Comparing<FunctionSymbol>])[];
  /** The arguments of its bodies that checkers of literals read. */
  readonly literals: LiteralUse[];
}

/** The meaning of a name in earlier inputs of a session. */
function fromSession(state: ModuleState, name: string): FileEntry | undefined {
  const found = get(state.unit, "session")?.get(name);
  if (found !== undefined && !state.importedModules.includes(found.home))
    state.importedModules.push(found.home);
  return found?.entry;
}

/** The states of modules by id; modules may be declared when they are first needed. */
export type StateMap = Pick<Map<string, ModuleState>, "get" | "set" | "has" | "delete" | "values">;

/** The names of all modules. */
export class Names {
  states: StateMap = new Map<string, ModuleState>();
  /** Types and traits of standard modules (reference/modules#what-a-module-provides). */
  readonly standard = new Map<string, NamedEntity>();
  readonly builtin = new Map<string, NamedEntity>();

  /**
   * The meaning of a file-level name; null if there is none; "reported" if an error about it has been
   * reported.
   */
  lookup(state: ModuleState, written: string): FileEntry | null | "reported" {
    // A name in a pattern of a macro template that turned out to be a variant.
    const name = plainName(written);
    const colon = name.indexOf(":");
    if (colon >= 0) return this.#qualified(name.slice(0, colon), name.slice(colon + 1));
    if (!state.unit.standard) askName(state.unit.id, name);
    const own = state.names.get(name) ?? fromSession(state, name);
    if (own === undefined) {
      const entry = this.visible(state, name);
      noteName(state, entry);
      return entry;
    }
    if (own.kind === "Alias") {
      own.import.used = true;
      return own.import.unit === null ? "reported" : own;
    }
    return own.kind === "Selector" ? this.#selected(state, own.import) : own;
  }

  /** The meaning of a name that is visible without an import. */
  visible(state: ModuleState, name: string): NamedEntity | null {
    const entry = this.standard.get(name) ?? this.builtin.get(name);
    if (entry !== undefined) return entry;
    if (!state.unit.standard || !name.startsWith("__")) return null;
    return this.declared(this.states.get(standardModules.core), name);
  }

  /** An item of a standard module that the language uses; null if the module is not loaded. */
  item(item: StandardItem): NamedEntity | null {
    return this.declared(this.states.get(item.slice(0, item.indexOf(":"))), nameOf(item));
  }

  /** The declaration of a name in a module itself. */
  declared(state: ModuleState | undefined, name: string): NamedEntity | null {
    if (state === undefined) return null;
    if (!state.unit.standard) askDeclared(state.unit.id, name);
    const entry = state.names.get(name);
    return entry === undefined || entry.kind === "Alias" || entry.kind === "Selector" ? null : entry;
  }

  /** The candidates for "did you mean". */
  *candidates(state: ModuleState, typesOnly = false): Iterable<string> {
    for (const [name, { kind }] of state.names)
      if (!typesOnly || (kind !== "Function" && kind !== "Global")) yield name;
    for (const name of get(state.unit, "session")?.names ?? []) if (!name.startsWith("__")) yield name;
    for (const name of this.standard.keys()) if (!name.startsWith("__")) yield name;
    for (const name of this.builtin.keys()) if (!name.startsWith("__")) yield name;
  }

  /** The names that can be selected from a module. */
  *exports(unit: string): Iterable<string> {
    for (const [name, entry] of this.states.get(unit)?.names ?? []) {
      if (entry.kind !== "Alias" && entry.kind !== "Selector" && !name.startsWith("__")) yield name;
    }
  }

  /**
   * The meaning of `std/core:Eq`, the form of names of standard modules in derived code (derive/nodes.ts).
   */
  #qualified(unit: string, name: string): NamedEntity | null {
    return this.declared(this.states.get(unit), name) ?? this.builtin.get(name) ?? null;
  }

  #selected(state: ModuleState, selected: ImportedName): NamedEntity | "reported" {
    selected.used = true;
    const entry = this.selectable(state, selected);
    noteName(state, entry);
    return entry ?? "reported";
  }

  /**
   * The meaning of a selected name; null if there is no such module or name, which is reported at the import.
   */
  selectable(state: ModuleState, { unit, name }: ImportedName): NamedEntity | null {
    if (unit === null) return null;
    const target = this.states.get(unit);
    const hidden = name.startsWith("__") && target?.unit.standard === true && !state.unit.standard;
    if (hidden) return null;
    const entry = target?.names.get(name);
    return entry?.kind === "Selector" && passesOn(target!, entry.import)
      ? this.selectable(target!, entry.import)
      : this.declared(target, name);
  }
}

/** Whether a standard module re-exports a name with `X as X`. */
function passesOn({ unit }: ModuleState, { bound, selected, name }: ImportedName): boolean {
  return (
    unit.standard && selected !== null && bound.name === name && bound.span.start !== selected.span.start
  );
}

/** Records the use of a type or trait, which may be the reason for an import. */
function noteName(state: ModuleState, entry: NamedEntity | null): void {
  if (entry?.kind === "Trait") state.touched.add(entry.trait.module.id);
  else if (entry?.kind === "TypeAlias") state.touched.add(entry.alias.module.id);
  else if (entry?.kind === "Type" && entry.symbol.kind !== "Primitive")
    state.touched.add(entry.symbol.module.id);
}
