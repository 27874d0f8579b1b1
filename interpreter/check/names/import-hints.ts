// Hints for the import that declares an unknown name (reference/modules#imports).
import { get } from "../../own/index.ts";
import { notes, type Importable } from "../../diagnostics/index.ts";
import type { Report } from "./report.ts";
import type { ModuleState } from "./names.ts";
import type { StandardKind, StandardName } from "./standard-names.ts";

/** The use of a name. */
export type Sort = "value" | "type" | "trait";

/** The most modules that are suggested for one name. */
const SUGGESTED = 3;

/** `std/fs, std/io or std/list` */
export function inModules(found: readonly StandardName[]): string {
  return alternatives(found.map(({ module }) => `std/${module}`));
}

/** The hint for a name that a standard module or a loaded module of the program declares. */
export function importHint(
  context: Report,
  what: Sort,
  name: string,
  state: ModuleState,
): string | undefined {
  if (name.startsWith("__")) return undefined;
  const found = context.standard.modulesWith(name).filter(({ kind }) => serves(kind, what));
  if (found.length > 0) return standardHint(name, found, state);
  for (const other of context.names.states.values()) {
    if (
      other === state ||
      other.unit.standard ||
      get(other.unit, "session") !== undefined ||
      context.names.declared(other, name) === null
    )
      continue;
    return notes.isDeclaredInImportIt(name, JSON.stringify(other.unit.source.name));
  }
  return undefined;
}

/** The modules that declare an unknown name, if the file imports none of them. */
export function importableName(
  context: Report,
  what: Sort,
  name: string,
  state: ModuleState,
): Importable | undefined {
  if (name.startsWith("__")) return undefined;
  const found = context.standard.modulesWith(name).filter(({ kind }) => serves(kind, what));
  if (found.length === 0 || found.some(({ module }) => aliasOf(state, `std/${module}`) !== null))
    return undefined;
  const modules = [...new Set(found.map(({ module }) => module))];
  const selected = found.some(({ kind }) => kind === "function" || kind === "value");
  return { name, modules, selected };
}

/** The import of the only module that declares a type or trait, which needs no selector. */
export function homeOf(context: Report, what: Sort, name: string): string | undefined {
  const found = context.standard.modulesWith(name).filter(({ kind }) => serves(kind, what));
  const only = found.length === 1 ? found[0]! : undefined;
  return only?.kind === "type" || only?.kind === "trait" ? notes.importStd(only.module) : undefined;
}

/** Whether a declaration can have this use; types may precede a dot like values. */
export function serves(kind: StandardKind, what: Sort): boolean {
  return what === "value" || kind === what || (what === "type" && kind === "trait");
}

function standardHint(name: string, found: readonly StandardName[], state: ModuleState): string {
  const alias = found
    .map(({ module, kind }) => (kind === "function" ? aliasOf(state, `std/${module}`) : null))
    .find((one) => one !== null);
  if (alias !== undefined) return notes.importModuleWhole(alias, name);
  const imports = found.map(({ module, kind }) =>
    kind === "type" || kind === "trait" ? `\`import std/${module}\`` : `\`import std/${module} { ${name} }\``,
  );
  return notes.comesWith(name, alternatives([...new Set(imports)]));
}

/** The alias under which a file can call the functions of a module. */
function aliasOf(state: ModuleState, unit: string): string | null {
  const imported = state.imports.find((one) => one.unit === unit && one.selected === null);
  return imported?.bound.name ?? null;
}

function alternatives(texts: readonly string[]): string {
  const some = texts.slice(0, SUGGESTED);
  return some.length === 1 ? some[0]! : notes.or(some.slice(0, -1).join(", "), some.at(-1)!);
}
