// The programs of a workspace: its folders and open documents, the check of everything, and views of single files.
import type { CheckedView, LiteralUse, Unit } from "../../check/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import {
  isProblem,
  load,
  unitsOf,
  withEdit,
  type Loaded,
  type LoadOptions,
  type SourceReader,
} from "../../modules/index.ts";
import { spend } from "../../limits/index.ts";
import { LiteralChecks, type LiteralOptions, type LiteralSources } from "../../literals/index.ts";
import { Project } from "../../project/index.ts";
import { Source } from "../../source/index.ts";
import { Files, type Disk } from "./files.ts";
import type { FileView } from "./view.ts";

/** How programs are loaded. */
export type Language = Pick<LoadOptions, "modules" | "packages" | "npm"> &
  Pick<LiteralOptions, "packageModules">;

/** The most files of a workspace that are looked at. */
export const MOST_FILES = 1_000;
/** The work to look through the text of a file, in units of `spend`. */
const UNITS_OF_FILE = 64;
/** Views that are remembered, the latest last. */
const MOST_VIEWS = 3;

interface CheckedRoot {
  /** What the program is made of: the sources and links of its files. */
  readonly parts: readonly unknown[];
  readonly diagnostics: readonly Diagnostic[];
  /** What checkers of literals read, and the program that it is from. */
  readonly literals: readonly [LiteralUse[], LiteralSources];
}

export class Workspace {
  readonly files: Files;
  readonly language: Language;
  readonly #disk: Disk;
  readonly #project = new Project();
  #folders: readonly string[] = [];
  /** Open documents by canonical path. */
  readonly #open = new Set<string>();
  #listed: readonly string[] | null = null;
  #loaded: Loaded | null = null;
  /** What was loaded before the edits of open documents that follow; null if more than texts has changed. */
  #before: Loaded | null = null;
  readonly #edited = new Set<string>();
  readonly #roots = new Map<string, CheckedRoot>();
  readonly #views = new Map<string, FileView>();
  /** Counts changes. */
  revision = 0;

  constructor(disk: Disk, language: Language) {
    this.#disk = disk;
    this.files = new Files(disk);
    this.language = language;
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = [...new Set(folders)];
    this.#listed = null;
    this.touch();
  }

  /** Opens, changes or closes (null) a document. */
  setText(path: string, text: string | null): void {
    if (text === null) {
      this.#open.delete(path);
      this.#listed = null;
    }
    const before = text !== null && this.#open.has(path) ? (this.#loaded ?? this.#before) : null;
    if (text !== null) this.#open.add(path);
    this.files.lay(path, text);
    this.touch();
    if (before === null) return;
    this.#before = before;
    this.#edited.add(path);
  }

  /** Looks whether files on disk have changed. */
  refresh(): boolean {
    const before = this.#listed;
    this.#listed = null;
    const isOther = before !== null && before.join("\n") !== this.scripts().join("\n");
    if (!this.files.refresh() && !isOther) return false;
    this.touch();
    return true;
  }

  touch(): void {
    this.revision++;
    this.#loaded = null;
    this.#before = null;
    this.#views.clear();
  }

  /** The scripts of the folders, open ones included: MOST_FILES at most. */
  scripts(): readonly string[] {
    this.#listed ??= [...new Set(this.#folders.flatMap((folder) => this.#disk.scripts(folder)))].slice(
      0,
      MOST_FILES,
    );
    return this.#listed;
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  /** Everything that is loaded: the scripts of the folders, and what is open elsewhere. */
  loaded(): Loaded {
    if (this.#loaded !== null) return this.#loaded;
    const loaded = this.#afterEdits() ?? this.#load(new Set([...this.#open, ...this.scripts()]));
    // Not before: loading may be interrupted.
    this.#edited.clear();
    this.#before = null;
    this.#loaded = loaded;
    return loaded;
  }

  /** What was loaded before, with the texts as they are now; null if everything has to be loaded again. */
  #afterEdits(): Loaded | null {
    let loaded = this.#before;
    for (const path of this.#edited) loaded = loaded && withEdit(loaded, path, this.#options());
    const isKnown = ({ standard, id }: Unit): boolean => standard || this.#project.store.files.has(id);
    return loaded?.units.every(isKnown) === true ? loaded : null;
  }

  #load(paths: Iterable<string>): Loaded {
    return load(
      [...paths].map((path) => ({ path })),
      this.#options(),
    );
  }

  #options(): LoadOptions {
    return {
      ...this.language,
      reader: this.files as SourceReader,
      parse: this.#project.parse,
      bounds: { root: null, mayRead: () => true },
    };
  }

  /** The programs: files that no other file imports. */
  roots(): readonly string[] {
    const { entries, dependencies } = this.loaded();
    const imported = new Set<string>();
    for (const needs of dependencies.values()) for (const id of needs) imported.add(id);
    const ids = [...new Set(entries.filter((id): id is string => !isProblem(id)))];
    const roots = ids.filter((id) => !imported.has(id));
    return roots;
  }

  /**
   * Checks all programs that have changed since the last call; after each one, the caller may do something else
   * or give up. Returns the diagnostics of all files by canonical path.
   */
  *check(): Generator<void, ReadonlyMap<string, readonly Diagnostic[]>> {
    const loaded = this.loaded();
    const units = new Map(loaded.units.map((unit) => [unit.id, unit]));
    const roots = this.roots();
    for (const known of this.#roots.keys()) if (!roots.includes(known)) this.#roots.delete(known);
    for (const root of roots) {
      const reached = reachedFrom(loaded, root);
      const parts = partsOf(reached, units);
      const known = this.#roots.get(root);
      if (known !== undefined && same(known.parts, parts)) continue;
      const sources = new Set(parts);
      const own = {
        ...loaded,
        diagnostics: loaded.diagnostics.filter(({ primary }) => sources.has(primary.source)),
      };
      const literals: [LiteralUse[], LiteralSources] = [[], loaded];
      this.#project.literals = (uses) => literals[0].push(...uses);
      this.#roots.set(root, { parts, diagnostics: this.#project.check(own, root, "optional"), literals });
      this.#project.literals = null;
      yield;
    }
    return this.#byFile(loaded);
  }

  /** Checks open documents with nothing but what they import. Returns their diagnostics by canonical path. */
  *checkOpen(): Generator<void, ReadonlyMap<string, readonly Diagnostic[]>> {
    const result = new Map<string, readonly Diagnostic[]>();
    const loaded = this.#load(this.#open);
    yield;
    for (const id of loaded.entries) {
      if (isProblem(id) || result.has(id)) continue;
      const units = unitsOf(loaded, id);
      const { diagnostics } = this.#project.inspect(units, new Set([id]), {
        standardNames: loaded.standardNames,
      });
      const { source } = units.find((unit) => unit.id === id)!;
      const isOwn = ({ primary }: Diagnostic): boolean => primary.source === source;
      result.set(id, [...loaded.diagnostics.filter(isOwn), ...diagnostics.filter(isOwn)]);
      yield;
    }
    return result;
  }

  /** Adds the problems of literals to what `check` returned. */
  async withLiterals(
    found: ReadonlyMap<string, readonly Diagnostic[]>,
  ): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
    const { modules, packageModules } = this.language;
    const checks = new LiteralChecks({
      modules,
      reader: this.files,
      ...(packageModules !== undefined && { packageModules }),
    });
    for (const { literals } of this.#roots.values()) checks.add(...literals);
    const problems = await checks.run();
    if (problems.length === 0) return found;
    const all = new Map(found);
    const byName = new Map(this.loaded().units.map(({ id, source }) => [source.name, id]));
    for (const problem of problems) {
      // Those of a schema are of its file.
      const id = byName.get(problem.primary.source.name) ?? problem.primary.source.name;
      all.set(id, [...(all.get(id) ?? []), problem]);
    }
    return all;
  }

  #byFile(loaded: Loaded): Map<string, readonly Diagnostic[]> {
    const byName = new Map(loaded.units.map(({ id, source }) => [source.name, id]));
    const found = new Map<string, Map<string, Diagnostic>>();
    const add = (diagnostic: Diagnostic): void => {
      const { source, span } = diagnostic.primary;
      const id = byName.get(source.name);
      if (id === undefined) return;
      const key = [diagnostic.code, span.start, span.end, diagnostic.message].join(" ");
      const of = found.get(id) ?? new Map<string, Diagnostic>();
      found.set(id, of.set(key, diagnostic));
    };
    for (const { diagnostics } of this.#roots.values()) diagnostics.forEach(add);
    loaded.diagnostics.forEach(add);
    return new Map([...found].map(([id, all]) => [id, [...all.values()]]));
  }

  /** Forgets views, which are made again when they are needed. */
  forgetViews(): void {
    this.#views.clear();
  }

  /** A view of a file; null if it cannot be read. */
  view(path: string): FileView | null {
    const known = this.#views.get(path);
    if (known !== undefined) return known;
    return this.views([path]).get(path) ?? null;
  }

  /** Views of several files of one program at once, if they have one, which share their symbols. */
  views(paths: Iterable<string>): ReadonlyMap<string, FileView> {
    const loaded = this.loaded();
    const wanted = new Set([...paths].map((path) => this.#idOf(path)));
    const result = new Map<string, FileView>();
    for (const id of wanted) {
      const known = this.#views.get(id);
      if (known !== undefined) result.set(id, known);
    }
    // Of several files, most are in few programs; a file alone needs no more than what it imports.
    const isAlone = wanted.size - result.size < 2;
    for (const id of isAlone ? wanted : [...this.roots(), ...wanted]) {
      if ((isAlone || wanted.has(id)) && (result.has(id) || !loaded.dependencies.has(id))) continue;
      const units = unitsOf(loaded, id);
      const here = new Set(
        units.flatMap((unit) => (wanted.has(unit.id) && !result.has(unit.id) ? [unit.id] : [])),
      );
      if (here.size === 0) continue;
      const seen = this.#project.inspect(units, here, {
        standardNames: loaded.standardNames,
        standardBodies: false,
      });
      for (const unit of units)
        if (here.has(unit.id)) result.set(unit.id, viewOf(unit, seen.view, seen.diagnostics));
    }
    for (const [id, view] of result) this.#remember(id, view);
    return result;
  }

  /**
   * A view of a file with another text, in which the item at an offset is checked; it is not kept, and its
   * diagnostics have no hints. Null if the file cannot be read.
   */
  viewOfText(path: string, text: string, at: number, also: readonly string[] = []): FileView | null {
    const loaded = this.loaded();
    const id = this.#idOf(path);
    const unit = loaded.units.find((one) => one.id === id);
    if (unit === undefined) return null;
    const source = new Source(unit.source.name, text);
    const parsed = this.#project.parseOther(id, source);
    const paths = new Map<string, string | null>();
    for (const item of unit.tree.items)
      if (item.kind === "Import") paths.set(item.path, unit.imports.get(item.pathSpan.start) ?? null);
    const imports = new Map<number, string | null>();
    for (const item of parsed.tree.items)
      if (item.kind === "Import") imports.set(item.pathSpan.start, paths.get(item.path) ?? null);
    const { lost: _, ...rest } = unit;
    const replaced: Unit = {
      ...rest,
      source,
      tree: parsed.tree,
      imports,
      ...(parsed.lost !== null && { lost: parsed.lost }),
    };
    const standard = also.length === 0 ? [] : this.#standardUnits(also);
    const own = unitsOf(loaded, id);
    const ids = new Set(own.map((one) => one.id));
    const units = [
      ...mergedStandard(
        own,
        standard.filter((one) => !ids.has(one.id)),
      ),
    ].map((one) => (one.id === id ? replaced : one));
    const options = { standardNames: loaded.standardNames, warnings: false, hints: false };
    const seen = this.#project.inspect(units, new Set([id]), options, at);
    return viewOf(replaced, seen.view, seen.diagnostics);
  }

  /** Views of all scripts of the workspace whose texts contain a word. */
  viewsWith(word: string, also: Iterable<string> = []): ReadonlyMap<string, FileView> {
    const pattern = new RegExp(`(?<![A-Za-z0-9_])${word.replace(/[^\w]/g, "\\$&")}(?![A-Za-z0-9_])`);
    const paths = this.allFiles().filter((path) => {
      spend(UNITS_OF_FILE);
      return pattern.test(this.files.text(path) ?? "");
    });
    return this.views([...also, ...paths]);
  }

  /** The scripts of the workspace and open documents. */
  allFiles(): readonly string[] {
    return [...new Set([...this.scripts().map((path) => this.#idOf(path)), ...this.#open])];
  }

  /** The unit of a file or of a standard module; undefined if no program has it. */
  unit(id: string): Unit | undefined {
    return this.loaded().units.find((unit) => unit.id === id);
  }

  /** A standard module, whether a program has it or not. */
  standardUnit(id: string): Unit | undefined {
    return this.#standardUnits([id.slice("std/".length)]).find((unit) => unit.id === id);
  }

  #standardUnits(names: readonly string[]): readonly Unit[] {
    const entry = { path: "prelude.std", text: "" };
    const { units } = load([entry], { ...this.language, reader: this.files, also: names });
    return units.filter((unit) => unit.standard);
  }

  #idOf(path: string): string {
    const id = this.files.canonical(path);
    return isProblem(id) ? path : id;
  }

  #remember(id: string, view: FileView): void {
    this.#views.delete(id);
    this.#views.set(id, view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= MOST_VIEWS) break;
      this.#views.delete(oldest);
    }
  }
}

function viewOf(unit: Unit, program: CheckedView, diagnostics: readonly Diagnostic[]): FileView {
  const module = program.module(unit.id)!;
  const { source, tree } = unit;
  return {
    unit: unit.id,
    source,
    tree,
    facts: module.facts,
    module,
    program,
    diagnostics,
    isBroken: unit.lost !== undefined,
  };
}

/** Units with further standard modules in front of those of the program. */
function mergedStandard(units: readonly Unit[], standard: readonly Unit[]): readonly Unit[] {
  const first = units.findIndex((unit) => !unit.standard);
  return first < 0 ? [...units, ...standard] : units.toSpliced(first, 0, ...standard);
}

function reachedFrom(loaded: Loaded, root: string): Set<string> {
  const reached = new Set<string>();
  const open = [root];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const dependency of loaded.dependencies.get(id) ?? []) open.push(dependency);
  }
  return reached;
}

function partsOf(reached: ReadonlySet<string>, units: ReadonlyMap<string, Unit>): unknown[] {
  return [...reached].flatMap((id) => {
    const unit = units.get(id);
    return unit === undefined ? [id] : [unit.source, ...unit.imports.values()];
  });
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
