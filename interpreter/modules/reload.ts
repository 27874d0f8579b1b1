// Loads programs again after an edit. Most edits change neither imports nor what a file loads without import: then
// all other files, and the links between them, are those of the earlier load.
import type { Unit } from "../check/index.ts";
import { Reporter } from "../diagnostics/index.ts";
import { own } from "../own/index.ts";
import { Source } from "../source/index.ts";
import type { Import } from "../syntax/index.ts";
import { impliedBy, parseFile, type Loaded, type LoadOptions, type ParsedFile } from "./loader.ts";
import { nativePackageAround } from "./npm.ts";
import { decodeSource, isProblem } from "./reader.ts";

/**
 * What `load` returns when only the text of one file has changed since, apart from the order of diagnostics; null
 * if that cannot be known without loading. `loaded` has to be the result of the same options.
 */
export function withEdit(loaded: Loaded, id: string, given: LoadOptions): Loaded | null {
  const options = own(given);
  const unit = loaded.units.find((one) => one.id === id);
  // An import that led nowhere may lead to a file by now.
  if (unit === undefined || !isPlain(unit, loaded) || [...unit.imports.values()].includes(null)) return null;
  const bytes = options.reader.read(id);
  const text = isProblem(bytes) ? bytes : decodeSource(bytes);
  if (isProblem(bytes) || isProblem(text)) return null;
  const file = (options.parse ?? parseFile)(id, new Source(unit.source.name, text, null));
  const imports = sameImports(unit, file.imports);
  if (imports === null || mayBeNative(file, id, options)) return null;
  const needs = new Set([...imports.values(), ...(options.also ?? []).map(standard)]);
  for (const name of impliedBy(file, options.modules)) needs.add(standard(name));
  const before = loaded.dependencies.get(id)!;
  if (needs.size !== before.size || [...needs].some((need) => !before.has(need))) return null;
  const diagnostics = new Reporter();
  diagnostics.add(loaded.diagnostics.filter(({ primary }) => primary.source !== unit.source));
  diagnostics.add(file.diagnostics);
  const edited = unitOf(id, file, imports, before);
  return {
    ...loaded,
    units: loaded.units.map((one) => (one === unit ? edited : one)),
    diagnostics: diagnostics.sorted(),
    files: loaded.files.map((one) => (one.path === unit.source.name ? { path: one.path, bytes } : one)),
  };
}

/** In a function of its own: what reads the tree later must not keep the text before alive. */
function unitOf(
  id: string,
  file: ParsedFile,
  imports: ReadonlyMap<number, string>,
  loads: ReadonlySet<string>,
): Unit {
  return {
    id,
    standard: false,
    source: file.source,
    get tree() {
      return file.tree;
    },
    imports,
    loads,
    ...(file.lost !== null && { lost: file.lost }),
  };
}

/** Whether a unit is a file of the project, without native code. */
function isPlain({ id, standard: isStandard, source }: Unit, { natives }: Loaded): boolean {
  return !isStandard && source.package === null && !natives.has(id);
}

/** The targets of imports that are those of an earlier text, by where they are now; null if they are others. */
function sameImports({ tree, imports }: Unit, now: readonly Import[]): Map<number, string> | null {
  const before = tree.items.filter((item) => item.kind === "Import");
  if (before.length !== now.length) return null;
  const targets = new Map<number, string>();
  for (const [i, { path, standard: isStandard, pathSpan }] of now.entries()) {
    const same = before[i]!;
    const target = imports.get(same.pathSpan.start);
    if (same.path !== path || same.standard !== isStandard || typeof target !== "string") return null;
    targets.set(pathSpan.start, target);
  }
  return targets;
}

/** Whether the errors of a file are none in a package with native code, which it may be part of. */
function mayBeNative({ diagnostics }: ParsedFile, id: string, { npm, reader }: LoadOptions): boolean {
  if (npm === undefined || npm === null) return false;
  if (!diagnostics.some(({ code }) => code === "P1" || code === "P6")) return false;
  const around = nativePackageAround(reader, npm, id);
  return around !== null && around.native !== null;
}

function standard(name: string): string {
  return `std/${name}`;
}
