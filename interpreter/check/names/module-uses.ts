// The uses of other modules without their names: types and traits of standard modules, methods, impls
// (reference/modules#imports). They determine which imports of whole modules are not needed (W9), and which
// are missing (W17).
import type { Context } from "../context.ts";
import { derivedModules } from "../derive/index.ts";
import type { Callee, Iteration, Use } from "../facts.ts";
import type { ImportedName, ModuleState } from "./names.ts";
import type { Span } from "../../source/index.ts";
import { standardModules, std } from "../standard/index.ts";
import type { FunctionSymbol } from "../types/index.ts";
import type { Unit } from "../index.ts";

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
      return "function" in over.next ? (over.next satisfies Callee).function : over.next.method;
  }
}

/** Whether a file needs an import of a whole module. */
export function isNeeded(context: Context, state: ModuleState, imported: ImportedName): boolean {
  const id = imported.unit!;
  if (imported.used || state.touched.has(id)) return true;
  if (derivedModules(state.unit.tree).some((name) => id === `std/${name}`)) return true;
  const target = context.names.states.get(id);
  return (
    target === undefined ||
    loadsTouched(context, state, id) ||
    servesOthers(context, id) ||
    actsAtStart(context, target, new Set())
  );
}

/** Whether the file uses something of a module that this import, and no direct one, loads. */
function loadsTouched(context: Context, state: ModuleState, id: string): boolean {
  const reached = reachedFrom(context, id);
  const direct = loadsOf(state.unit);
  for (const module of state.touched.modules)
    if (module !== standardModules.core && reached.has(module) && !direct.has(module)) return true;
  return false;
}

/**
 * The modules that a file uses although neither its imports nor what they import load them, each with the
 * first use: they are there only because of other files of the program.
 */
export function missingModules(context: Context, state: ModuleState): { module: ModuleState; span: Span }[] {
  const direct = loadsOf(state.unit);
  let reached: ReadonlySet<string> | null = null;
  const missing = [];
  for (const [id, span] of state.touched) {
    if (id === state.unit.id || id === standardModules.core || direct.has(id)) continue;
    reached ??= reachedFrom(context, state.unit.id);
    const module = context.names.states.get(id);
    if (!reached.has(id) && module !== undefined) missing.push({ module, span });
  }
  return missing;
}

/** Whether a module imports a file, directly or indirectly, so that the file cannot import it. */
export function imports(context: Context, module: ModuleState, file: ModuleState): boolean {
  return reachedFrom(context, module.unit.id).has(file.unit.id);
}

/** A unit and all that it loads, directly or indirectly. */
function reachedFrom(context: Context, id: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    const state = context.names.states.get(next);
    if (state !== undefined) for (const loaded of loadsOf(state.unit)) open.push(loaded);
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
function servesOthers(context: Context, id: string): boolean {
  for (const other of context.names.states.values()) {
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
function actsAtStart(context: Context, state: ModuleState, seen: Set<ModuleState>): boolean {
  if (state.unit.standard || seen.has(state)) return false;
  seen.add(state);
  if (state.acts || state.unit.lost !== undefined) return true;
  return state.importedModules.some(({ id }) => actsAtStart(context, context.names.states.get(id)!, seen));
}

/** `import std/collections { Map }` is used by methods of maps, which need no import. */
export function isUsedCollection(state: ModuleState, { unit, name }: ImportedName): boolean {
  return (
    state.touched.has(unit!) &&
    [std.collections.Map, std.collections.Set].some((item) => item === `${unit!}:${name}`)
  );
}
