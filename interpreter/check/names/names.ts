// What a name means outside of bodies: the names of a file, those of standard modules that every
// file sees, and the built-in ones (reference/modules#what-a-module-provides, reference/modules#scopes, reference/prelude#prelude).
import type { Ident, Import, Tree } from "../../syntax/index.ts";
import type { Unit } from "../index.ts";
import type {
  AliasSymbol,
  ConstSymbol,
  EnumSymbol,
  FunctionSymbol,
  GlobalSymbol,
  ImplSymbol,
  Module,
  TraitSymbol,
  TypeSymbol,
  VariantSymbol,
} from "../types/index.ts";
import type { FactsTable } from "../facts.ts";
import { nameOf, standardModules, type StandardItem } from "../standard/index.ts";

/** A name that something declares; imports lead to one of these. */
export type Entry =
  | { readonly kind: "Function"; readonly function: FunctionSymbol }
  | { readonly kind: "Type"; readonly symbol: TypeSymbol }
  | { readonly kind: "TypeAlias"; readonly alias: AliasSymbol }
  | { readonly kind: "Trait"; readonly trait: TraitSymbol }
  | { readonly kind: "Const"; readonly constant: ConstSymbol }
  | { readonly kind: "Global"; readonly global: GlobalSymbol }
  | { readonly kind: "Variant"; readonly enum: EnumSymbol; readonly variant: VariantSymbol }
  | { readonly kind: "Builtin"; readonly name: string };

export type FileEntry =
  | Entry
  | { readonly kind: "Alias"; readonly import: ImportedName }
  | { readonly kind: "Selector"; readonly import: ImportedName };

/** A name that an import binds. */
export interface ImportedName {
  readonly node: Import;
  readonly bound: Ident;
  /** The name in the other module; of an alias the module's last segment. */
  readonly name: string;
  /** The name in a selector list; null for the import of a whole module. */
  readonly selected: Ident | null;
  /** Null when the import could not be resolved, which is reported already. */
  readonly unit: string | null;
  used: boolean;
}

/** A module while it is being checked. */
export interface ModuleState {
  readonly unit: Unit;
  readonly module: Module;
  readonly tree: Tree;
  readonly facts: FactsTable;
  /** What the file declares and imports. */
  readonly names: Map<string, FileEntry>;
  /** Modules whose alias is also the name of something selected from them (`import std/error` beside `{ error }`). */
  readonly aliases: Map<string, ImportedName>;
  readonly places: Map<string, Ident>;
  readonly imports: ImportedName[];
  readonly functions: Map<string, FunctionSymbol>;
  readonly constants: ConstSymbol[];
  readonly globals: GlobalSymbol[];
  readonly impls: ImplSymbol[];
  readonly traits: TraitSymbol[];
  readonly types: TypeSymbol[];
  readonly typeAliases: AliasSymbol[];
  readonly importedModules: Module[];
  /** Modules of which the file uses a type, a trait, a method or an impl, as module-uses.ts says. */
  readonly touched: Set<string>;
  /** Functions of the file that the file calls or takes as values. */
  readonly called: Set<FunctionSymbol>;
  /** Whether an initialiser of the file may do more than make a value. */
  acts: boolean;
}

/** What an earlier input of a session calls so. */
function fromSession(state: ModuleState, name: string): FileEntry | undefined {
  const found = state.unit.session?.get(name);
  if (found !== undefined && !state.importedModules.includes(found.home))
    state.importedModules.push(found.home);
  return found?.entry;
}

/** The names of all modules. */
export class Names {
  readonly states = new Map<string, ModuleState>();
  /** Types and traits of standard modules (reference/modules#what-a-module-provides). */
  readonly standard = new Map<string, Entry>();
  readonly builtin = new Map<string, Entry>();

  /** The meaning of a file-level name; null: there is none; "reported": it is wrong and said so. */
  lookup(state: ModuleState, name: string): FileEntry | null | "reported" {
    const colon = name.indexOf(":");
    if (colon >= 0) return this.#qualified(name.slice(0, colon), name.slice(colon + 1));
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

  /** Names that no import binds. */
  visible(state: ModuleState, name: string): Entry | null {
    const entry = this.standard.get(name) ?? this.builtin.get(name);
    if (entry !== undefined) return entry;
    if (!state.unit.standard || !name.startsWith("__")) return null;
    return this.declared(this.states.get(standardModules.core), name);
  }

  /** What the language knows of a standard module; null where that is not loaded. */
  item(item: StandardItem): Entry | null {
    return this.declared(this.states.get(item.slice(0, item.indexOf(":"))), nameOf(item));
  }

  /** What a module itself declares under a name. */
  declared(state: ModuleState | undefined, name: string): Entry | null {
    const entry = state?.names.get(name);
    return entry === undefined || entry.kind === "Alias" || entry.kind === "Selector" ? null : entry;
  }

  /** The names one could have meant, for "did you mean". */
  *candidates(state: ModuleState, typesOnly = false): Iterable<string> {
    for (const [name, { kind }] of state.names)
      if (!typesOnly || (kind !== "Function" && kind !== "Global")) yield name;
    for (const name of state.unit.session?.names ?? []) if (!name.startsWith("__")) yield name;
    for (const name of this.standard.keys()) if (!name.startsWith("__")) yield name;
    for (const name of this.builtin.keys()) if (!name.startsWith("__")) yield name;
  }

  /** What can be selected from a module. */
  *exports(unit: string): Iterable<string> {
    for (const [name, entry] of this.states.get(unit)?.names ?? []) {
      if (entry.kind !== "Alias" && entry.kind !== "Selector" && !name.startsWith("__")) yield name;
    }
  }

  /** `std/core:Eq`, as derived code spells names of standard modules (derive/nodes.ts). */
  #qualified(unit: string, name: string): Entry | null {
    return this.declared(this.states.get(unit), name) ?? this.builtin.get(name) ?? null;
  }

  #selected(state: ModuleState, selected: ImportedName): Entry | "reported" {
    selected.used = true;
    const entry = this.selectable(state, selected);
    noteName(state, entry);
    return entry ?? "reported";
  }

  /** What a selected name means; null where there is no such module or name, as is reported at the import. */
  selectable(state: ModuleState, { unit, name }: ImportedName): Entry | null {
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

/** A standard module that selects `X as X` offers X as its own. */
function passesOn({ unit }: ModuleState, { bound, selected, name }: ImportedName): boolean {
  return (
    unit.standard && selected !== null && bound.name === name && bound.span.start !== selected.span.start
  );
}

/** A type or trait of a standard module may be why a file imports that. */
function noteName(state: ModuleState, entry: Entry | null): void {
  if (entry?.kind === "Trait") state.touched.add(entry.trait.module.id);
  else if (entry?.kind === "TypeAlias") state.touched.add(entry.alias.module.id);
  else if (entry?.kind === "Type" && entry.symbol.kind !== "Primitive")
    state.touched.add(entry.symbol.module.id);
}
