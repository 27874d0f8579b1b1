// The uses of other modules without their names: types and traits of standard modules, methods, impls
// (reference/modules#imports). They determine which imports of whole modules are not needed (W9), and which
// are missing (W17).
import { get, has } from "../../own/index.ts";
import { derivedModules } from "../derive/index.ts";
import type { Callee, FunctionSymbol, Iteration, Use } from "../types/index.ts";
import type { ImportedName, ModuleState } from "./names.ts";
import type { Span } from "../../source/index.ts";
import { standardModules, std } from "../standard/index.ts";
import type { Unit } from "./unit.ts";
import type { Touched } from "./touched.ts";

/**
 * Records the method or function that a node of the file uses. `starting` means that it runs at the start of
 * the program.
 */
export function noteUse(state: ModuleState, use: Use, starting: boolean): void {
  switch (use.kind) {
    case "Function":
      return noteFunction(state, use.callee.function);
    case "Call":
      if (starting && hasEffect(use.callee.function)) state.acts = true;
      return noteFunction(state, use.callee.function);
    case "BoundCall":
      return noteFunction(state, use.callee.method);
    case "DynCall":
      if (starting) state.acts = true;
      return noteFunction(state, use.method);
    case "ValueCall":
      if (starting) state.acts = true;
      return;
    case "Builtin":
      if (starting) state.acts = true;
      return;
    case "Collection":
      return noteFunction(state, use.create.function);
    case "Keyed":
      return noteFunction(state, use.at.function);
    case "Iterate": {
      const fn = iterator(use.over);
      if (fn !== null) noteFunction(state, fn);
      return;
    }
    case "Local":
    case "Global":
    case "Const":
    case "Variant":
    case "Struct":
    case "Field":
    case "Globals":
    case "Binding":
    case "VariantPattern":
    case "StructPattern":
    case "SpawnedCall":
      return;
  }
}

function noteFunction(state: ModuleState, fn: FunctionSymbol): void {
  if (fn.owner !== null) state.touched.add(fn.module.id);
  else if (fn.module === state.module) state.called.add(fn);
}

/**
 * Whether a function may have an external effect; methods of standard types only create and change values.
 */
function hasEffect(fn: FunctionSymbol): boolean {
  return !fn.module.standard || fn.owner === null;
}

function iterator(over: Iteration): FunctionSymbol | null {
  switch (over.kind) {
    case "Range":
    case "List":
    case "Option":
    case "String":
      return null;
    case "Snapshot":
      return over.snapshot.function;
    case "Received":
      return over.receive.function;
    case "Next":
      return has(over.next, "function") ? (over.next satisfies Callee).function : over.next.method;
  }
}

/** What the imports of a file are used for. */
export interface FileUses {
  readonly unit: Unit;
  readonly imports: readonly ImportedName[];
  readonly touched: Touched;
  readonly acts: boolean;
  readonly importedModules: readonly { readonly id: string }[];
  /** The names in its `@derive`s. */
  readonly derives: ReadonlySet<string>;
}

/** The uses of all files by id. */
export type AllUses = ReadonlyMap<string, FileUses>;

/** Whether a file needs an import of a whole module. */
export function isNeeded(all: AllUses, file: FileUses, imported: ImportedName): boolean {
  const id = imported.unit!;
  if (imported.used || file.touched.has(id)) return true;
  if (derivedModules(file.derives).some((name) => id === `std/${name}`)) return true;
  return !all.has(id) || loadsTouched(all, file, id) || isNeededByOthers(all, id);
}

/** What was found about modules, which is the same for all files that import them. */
const neededByOthers = new WeakMap<AllUses, Map<string, boolean>>();

function isNeededByOthers(all: AllUses, id: string): boolean {
  const known = neededByOthers.get(all) ?? new Map<string, boolean>();
  neededByOthers.set(all, known);
  let found = known.get(id);
  if (found === undefined) known.set(id, (found = servesOthers(all, id) || actsAtStart(all, id, new Set())));
  return found;
}

/** Whether the file uses something of a module that this import, and no direct one, loads. */
function loadsTouched(all: AllUses, file: FileUses, id: string): boolean {
  const reached = reachedFrom(all, id);
  const direct = loadsOf(file.unit);
  for (const module of file.touched.modules)
    if (module !== standardModules.core && reached.has(module) && !direct.has(module)) return true;
  return false;
}

/**
 * The modules that a file uses although neither its imports nor what they import load them, each with the
 * first use: they are there only because of other files of the program.
 */
export function missingModules(all: AllUses, file: FileUses): { module: FileUses; span: Span }[] {
  const direct = loadsOf(file.unit);
  let reached: ReadonlySet<string> | null = null;
  const missing = [];
  for (const [id, span] of file.touched) {
    if (id === file.unit.id || id === standardModules.core || direct.has(id)) continue;
    reached ??= reachedFrom(all, file.unit.id);
    const module = all.get(id);
    if (!reached.has(id) && module !== undefined) missing.push({ module, span });
  }
  return missing;
}

/** Whether a module imports a file, directly or indirectly, so that the file cannot import it. */
export function imports(all: AllUses, module: FileUses, file: FileUses): boolean {
  return reachedFrom(all, module.unit.id).has(file.unit.id);
}

/** A unit and all that it loads, directly or indirectly. */
function reachedFrom(all: AllUses, id: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    const file = all.get(next);
    if (file !== undefined) for (const loaded of loadsOf(file.unit)) open.push(loaded);
  }
  return reached;
}

function loadsOf(unit: Unit): ReadonlySet<string> {
  return unit.loads ?? new Set([...unit.imports.values()].filter((id) => id !== null));
}

/**
 * Whether another file uses methods or impls of the module without importing it: one import makes them
 * available to all.
 */
function servesOthers(all: AllUses, id: string): boolean {
  for (const other of all.values()) {
    if (
      !other.unit.standard &&
      other.unit.id !== id &&
      other.touched.has(id) &&
      !other.imports.some(({ unit }) => unit === id)
    )
      return true;
  }
  return false;
}

/** Whether the initialisers of a module, or of one that it imports, may have effects. */
function actsAtStart(all: AllUses, id: string, seen: Set<string>): boolean {
  const file = all.get(id);
  if (file === undefined || file.unit.standard || seen.has(id)) return false;
  seen.add(id);
  if (file.acts || get(file.unit, "lost") !== undefined) return true;
  return file.importedModules.some((imported) => actsAtStart(all, imported.id, seen));
}

/** `import std/collections { Map }` is used by methods of maps, which need no import. */
export function isUsedCollection(file: FileUses, { unit, name }: ImportedName): boolean {
  return (
    file.touched.has(unit!) &&
    [std.collections.Map, std.collections.Set].some((item) => item === `${unit!}:${name}`)
  );
}
