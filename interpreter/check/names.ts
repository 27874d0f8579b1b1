// What a name means outside of bodies: the names of a file, those of standard modules that every
// file sees, and the built-in ones (language 3.3, 3.4, 14).
import { nearest, type Diagnostics } from "../diagnostics/index.ts";
import type { Span } from "../source/index.ts";
import type { Ident, Import, Tree } from "../syntax/index.ts";
import type { Unit } from "./index.ts";
import type {
  ConstSymbol, EnumSymbol, FunctionSymbol, GlobalSymbol, ImplSymbol, Module, TraitSymbol, VariantSymbol,
} from "./symbols.ts";
import type { TypeSymbol } from "./types.ts";
import type { Facts } from "./facts.ts";

/** A name that something declares; imports lead to one of these. */
export type Entry =
  | { readonly kind: "Function"; readonly function: FunctionSymbol }
  | { readonly kind: "Type"; readonly symbol: TypeSymbol }
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
  /** Null when the import could not be resolved, which is reported already. */
  readonly unit: string | null;
  used: boolean;
}

/** A module while it is being checked. */
export interface ModuleState {
  readonly unit: Unit;
  readonly module: Module;
  readonly tree: Tree;
  readonly facts: Facts;
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
  readonly importedModules: Module[];
}

/** What an earlier input of a session calls so. */
function fromSession(state: ModuleState, name: string): FileEntry | undefined {
  const found = state.unit.session?.get(name);
  if (found !== undefined && !state.importedModules.includes(found.home)) state.importedModules.push(found.home);
  return found?.entry;
}

/** The names of all modules. */
export class Names {
  readonly states = new Map<string, ModuleState>();
  /** Types and traits of standard modules (language 3.3). */
  readonly standard = new Map<string, Entry>();
  readonly builtin = new Map<string, Entry>();
  readonly diagnostics: Diagnostics;
  /** See `Context.lost`. */
  lost: ReadonlySet<string> = new Set();

  constructor(diagnostics: Diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** The meaning of a file-level name; null: there is none; "reported": it is wrong and said so. */
  lookup(state: ModuleState, name: string, span: Span): FileEntry | null | "reported" {
    const colon = name.indexOf(":");
    if (colon >= 0) return this.#qualified(name.slice(0, colon), name.slice(colon + 1));
    const own = state.names.get(name) ?? fromSession(state, name);
    if (own === undefined) return this.visible(state, name);
    if (own.kind === "Alias") {
      own.import.used = true;
      return own.import.unit === null ? "reported" : own;
    }
    return own.kind === "Selector" ? this.#selected(state, own.import, span) : own;
  }

  /** Names that no import binds. */
  visible(state: ModuleState, name: string): Entry | null {
    const entry = this.standard.get(name) ?? this.builtin.get(name);
    if (entry !== undefined) return entry;
    if (!state.unit.standard || !name.startsWith("__")) return null;
    return this.declared(this.states.get("std/core"), name);
  }

  /** What a module itself declares under a name. */
  declared(state: ModuleState | undefined, name: string): Entry | null {
    const entry = state?.names.get(name);
    return entry === undefined || entry.kind === "Alias" || entry.kind === "Selector" ? null : entry;
  }

  /** The names one could have meant, for "did you mean". */
  *candidates(state: ModuleState): Iterable<string> {
    yield* state.names.keys();
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

  /** `std/core:Eq`, as derived code spells names of standard modules (derive-nodes.ts). */
  #qualified(unit: string, name: string): Entry | null {
    return this.declared(this.states.get(unit), name) ?? this.builtin.get(name) ?? null;
  }

  #selected(state: ModuleState, selected: ImportedName, span: Span): Entry | "reported" {
    selected.used = true;
    if (selected.unit === null) return "reported";
    const target = this.states.get(selected.unit);
    const hidden = selected.name.startsWith("__") && target?.unit.standard === true && !state.unit.standard;
    const entry = hidden ? null : this.declared(target, selected.name);
    if (entry !== null) return entry;
    if (this.lost.has(selected.name)) return "reported";
    const similar = nearest(selected.name, this.exports(selected.unit));
    this.diagnostics.report(
      "R7",
      state.unit.source,
      span,
      { module: selected.node.path, name: selected.name, what: "name" },
      { ...(similar === undefined ? {} : { hint: `did you mean \`${similar}\`?` }), related: [{ source: state.unit.source, span: selected.bound.span, text: "selected here" }] },
    );
    return "reported";
  }
}
