// Loads a program: from an entry file to its units, dependencies first. Parses every reachable file once,
// resolves imports (reference/modules#modules), and adds the standard modules that are imported or implied.
import { get, own } from "../own/index.ts";
import { derivedModules, namesDerived, type StandardNames, type Unit } from "../check/index.ts";
import { Reporter, nearest, type Diagnostic, notes } from "../diagnostics/index.ts";
import { machine } from "../host/index.ts";
import type { ModuleDescriptor } from "../runtime/host.ts";
import { Source } from "../source/index.ts";
import { parse, type Import, type Parsed, type ParseOptions } from "../syntax/index.ts";
import { decodeSource, isProblem, type Problem, type SourceReader } from "./reader.ts";
import {
  findByImport,
  findByName,
  nativePackageAround,
  npmPath,
  type NpmPackage,
  type NpmPath,
  type NpmUse,
} from "./npm.ts";
import {
  isInside,
  isLocal,
  repositoryPath,
  resolveImport,
  specOf,
  type PackageLookup,
  type Target,
} from "./resolve.ts";
import { readDeclaration, standardNames } from "./standard.ts";

export interface LoadOptions {
  readonly modules: readonly ModuleDescriptor[];
  readonly reader: SourceReader;
  readonly packages: PackageLookup;
  /** How packages of npm are used; null if imports do not find them. */
  readonly npm?: NpmUse | null;
  /** The files that imports may reach, besides packages; by default, all files of the reader. */
  readonly bounds?: Bounds;
  /** Modules that are part of every program without an import. */
  readonly also?: readonly string[];
  /** The ids of units that are already loaded: they are neither read nor returned. */
  readonly known?: { has(id: string): boolean };
  /** Parses a file of the program; may know it from an earlier load. */
  readonly parse?: (id: string, source: Source) => ParsedFile;
}

/** A parsed file. Its tree may be read later. */
export interface ParsedFile extends Omit<Parsed, "pieces"> {
  readonly source: Source;
  readonly imports: readonly Import[];
  /** The names in its `@derive`s. */
  readonly derives: Iterable<string>;
}

export function parseFile(_id: string, source: Source, options: ParseOptions = {}): ParsedFile {
  const parsed = parse(source, options);
  return {
    ...parsed,
    source,
    imports: parsed.tree.items.filter((item) => item.kind === "Import"),
    derives: namesDerived(parsed.tree),
  };
}

/** Restricts the files that a program may import. */
export interface Bounds {
  /** The folder that imports may not leave; null for the folder of the entry. */
  readonly root: string | null;
  /** Whether a file outside the folder may be read nevertheless. */
  mayRead(path: string): boolean;
}

/** A file, or a text in place of the file at `path`. The path is shown, and imports are relative to it. */
export interface Entry {
  readonly path: string;
  readonly text?: string;
}

export interface Loaded {
  /** `std/core` first, then dependencies before dependents. */
  readonly units: readonly Unit[];
  /** Ids of the entries, in order; a problem for one that cannot be read. */
  readonly entries: readonly (string | Problem)[];
  /** For each unit, the units that it imports and those that it loads without import. */
  readonly dependencies: ReadonlyMap<string, ReadonlySet<string>>;
  readonly diagnostics: readonly Diagnostic[];
  /** The names that could be imported, for suggestions. */
  readonly standardNames: StandardNames;
  /** The files that were read: resolved path and bytes. */
  readonly files: readonly LoadedFile[];
  /** The paths that were resolved, each with the canonical path that it led to. */
  readonly paths: ReadonlyMap<string, string>;
  /** The paths at which no file was found. */
  readonly absent: ReadonlySet<string>;
  /** The files of packages that declare native functions, by unit. */
  readonly natives: ReadonlyMap<string, NativeFile>;
}

/** A file of a package that declares functions without body. */
export interface NativeFile {
  /** The id of its unit. */
  readonly id: string;
  readonly text: string;
  /** The ES module with the functions. */
  readonly native: string;
  /** Name and version of the package. */
  readonly package: string;
}

export interface LoadedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Loads programs that may share files, usually one. Never throws for invalid input. */
export function load(entries: readonly Entry[], options: LoadOptions): Loaded {
  const loader = new Loader(options);
  const ids = entries.map((entry) => loader.loadEntry(entry));
  const { units, dependencies, files, paths, absent, natives } = loader;
  return {
    units,
    entries: ids,
    dependencies,
    diagnostics: loader.diagnostics.sorted(),
    standardNames: standardNames(options.modules),
    files,
    paths,
    absent,
    natives,
  };
}

/** The native code of packages that a compiled program needs, by the ids of its modules with natives. */
export function packagesAmong(
  natives: ReadonlyMap<string, NativeFile>,
  ids: readonly string[],
): { readonly packages?: readonly NativeFile[] } {
  const packages = ids.flatMap((id) => natives.get(id) ?? []);
  return packages.length === 0 ? {} : { packages };
}

/** The units of the program that starts at one of the loaded entries, in the same order. */
export function unitsOf(loaded: Loaded, entry: string): readonly Unit[] {
  const reached = new Set<string>();
  const open = [entry, "std/core"];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const dependency of loaded.dependencies.get(id) ?? []) open.push(dependency);
  }
  return loaded.units.filter((unit) => reached.has(unit.id));
}

/**
 * Finds the names of the prelude that std/collections declares. A text that has them only in a comment loads
 * the module without need, which has no effect.
 */
const COLLECTION_NAME = /\b(?:Map|Set)\b/;

interface OpenFile {
  readonly id: string;
  readonly shown: string;
  readonly packageRoot: string | null;
}

class Loader {
  readonly units: Unit[] = [];
  readonly files: LoadedFile[] = [];
  readonly paths = new Map<string, string>();
  readonly absent = new Set<string>();
  readonly natives = new Map<string, NativeFile>();
  readonly diagnostics = new Reporter();
  readonly dependencies = new Map<string, Set<string>>();
  readonly #descriptors: ReadonlyMap<string, ModuleDescriptor>;
  readonly #reader: SourceReader;
  readonly #packages: PackageLookup;
  readonly #npm: NpmUse | null;
  /** The reader, with a record of the files of npm that determine which package is found. */
  readonly #npmReader: SourceReader = {
    canonical: (path) => this.#canonical(path),
    read: (path) => {
      const bytes = this.#reader.read(path);
      if (!isProblem(bytes)) this.files.push({ path, bytes });
      return bytes;
    },
  };
  readonly #installed = new Map<string, NpmPackage>();
  readonly #known: { has(id: string): boolean };
  readonly #bounds: Bounds | null;
  readonly #also: readonly string[];
  readonly #parse: (id: string, source: Source) => ParsedFile;
  /** The folder that imports of this entry may not leave: as written, and with links resolved. */
  #roots: readonly string[] = [];
  readonly #seen = new Set<string>();
  /** The chain of files whose imports are being followed, to detect cycles. */
  readonly #open: OpenFile[] = [];

  constructor(given: LoadOptions) {
    const options = own(given);
    this.#descriptors = new Map(options.modules.map((descriptor) => [descriptor.name, descriptor]));
    this.#reader = options.reader;
    this.#packages = options.packages;
    this.#npm = options.npm ?? null;
    this.#bounds = options.bounds ?? null;
    this.#also = options.also ?? [];
    this.#known = options.known ?? new Set();
    this.#parse = options.parse ?? parseFile;
    this.#loadStandard("core");
  }

  loadEntry(entry: Entry): string | Problem {
    this.#boundTo(entry);
    if (entry.text !== undefined) {
      this.#parseFile(entry.path, entry.path, entry.text.replace(/^\uFEFF/, ""), null);
      return entry.path;
    }
    return this.#loadFile(entry.path, null);
  }

  /** Returns the id of the unit of a file; loads the file if necessary. */
  #loadFile(path: string, packageRoot: string | null): string | Problem {
    // Checked before any access: the program must not learn whether the file exists.
    if (packageRoot === null && this.#open.length > 0 && !this.#mayImport(path)) return outside(path);
    const id = this.#canonical(path);
    if (isProblem(id)) return id;
    if (packageRoot === null && this.#open.length > 0 && !this.#mayImport(id)) return outside(path);
    if (packageRoot !== null && !this.#isInPackage(id, packageRoot))
      return { problem: notes.itLiesOutsidePackage };
    if (this.#isSeen(id)) return id;
    const bytes = this.#reader.read(id);
    if (isProblem(bytes)) return bytes;
    const text = decodeSource(bytes);
    if (isProblem(text)) return text;
    this.files.push({ path, bytes });
    this.#parseFile(id, path, text, packageRoot);
    return id;
  }

  #canonical(path: string): string | Problem {
    const known = this.paths.get(path);
    if (known !== undefined) return known;
    const id = this.#reader.canonical(path);
    if (isProblem(id)) this.absent.add(path);
    else this.paths.set(path, id);
    return id;
  }

  #boundTo({ path, text }: Entry): void {
    if (this.#bounds === null) return;
    const folder = this.#bounds.root ?? paths().dirname(path);
    const id = text === undefined ? this.#canonical(path) : path;
    const real = this.#bounds.root === null && !isProblem(id) ? paths().dirname(id) : this.#canonical(folder);
    this.#roots = [paths().absolute(folder), ...(isProblem(real) ? [] : [paths().absolute(real)])];
  }

  #mayImport(path: string): boolean {
    if (this.#bounds === null) return true;
    const absolute = paths().absolute(path);
    return this.#roots.some((root) => isInside(absolute, root)) || this.#bounds.mayRead(absolute);
  }

  #isSeen(id: string): boolean {
    return this.#seen.has(id) || this.#known.has(id);
  }

  /** Whether a file is in a package, with symbolic links resolved. */
  #isInPackage(id: string, packageRoot: string): boolean {
    const root = this.#canonical(packageRoot);
    return isInside(paths().absolute(id), isProblem(root) ? packageRoot : root);
  }

  #parseFile(id: string, shown: string, text: string, packageRoot: string | null): void {
    this.#seen.add(id);
    const installed = packageRoot === null ? null : (this.#installed.get(packageRoot) ?? null);
    const file = this.#read(id, new Source(shown, text, installed), installed);
    const { source, diagnostics, lost } = file;
    this.diagnostics.add(diagnostics);
    this.#open.push({ id, shown, packageRoot });
    const imports = new Map<number, string | null>();
    for (const item of file.imports)
      imports.set(item.pathSpan.start, this.#follow(item, source, packageRoot));
    this.#open.pop();
    const loads = this.#depend(id, imports, [...this.#also, ...impliedBy(file, this.#descriptors.values())]);
    this.units.push({
      id,
      standard: false,
      source,
      get tree() {
        return file.tree;
      },
      imports,
      loads,
      ...(lost !== null && { lost }),
      ...(this.natives.has(id) && { native: true as const }),
    });
  }

  /** Parses a file. Only packages with native code may declare functions without body. */
  #read(id: string, source: Source, of: NpmPackage | null): ParsedFile {
    if (of === null) return this.#readOwn(id, source);
    if (of.native === null) return this.#parse(id, source);
    return this.#readWithNatives(id, source, of, of.native);
  }

  /** Parses a file of the project. A package with native code is also checked and tested in its own folder. */
  #readOwn(id: string, source: Source): ParsedFile {
    const file = this.#parse(id, source);
    if (this.#npm === null || !file.diagnostics.some(({ code }) => code === "P1" || code === "P6"))
      return file;
    const own = nativePackageAround(this.#npmReader, this.#npm, id);
    return own === null || own.native === null ? file : this.#readWithNatives(id, source, own, own.native);
  }

  #readWithNatives(id: string, source: Source, of: NpmPackage, native: string): ParsedFile {
    this.natives.set(id, { id, text: source.text, native, package: `${of.name} ${of.version}` });
    return parseFile(id, source, { declarations: true });
  }

  /** Returns the id of the imported unit; reports an import that cannot be resolved, and returns null. */
  #follow(item: Import, source: Source, packageRoot: string | null): string | null {
    if (item.standard) return this.#followStandard(item, source);
    const target = this.#target(item.path, source.name, packageRoot);
    const id = isProblem(target) ? target : this.#loadFile(target.path, target.packageRoot);
    if (isProblem(id)) {
      const place = isProblem(target) ? "" : `: ${target.path}`;
      const standard = item.path.startsWith("std/") ? item.path : `std/${item.path}`;
      const hint =
        standard === item.path || this.#descriptors.has(item.path)
          ? notes.noFileNameForStandardModule(standard)
          : (id.hint ?? (id.problem === notes.unknownKindOfPath ? wayToName(item.path) : undefined));
      const inPackage = packageRoot ?? (isProblem(target) ? null : target.packageRoot);
      const isMissing = id.problem === notes.noSuchFile && packageRoot === null;
      const rest =
        hint ?? this.#wayToStay(inPackage, id.problem) ?? (isMissing ? notes.pathIsRelative : undefined);
      const extra = rest === undefined ? {} : { hint: rest };
      this.diagnostics.report(
        "R3",
        source,
        item.pathSpan,
        { path: item.path, problem: id.problem + place },
        extra,
      );
      return null;
    }
    const start = this.#open.findIndex((file) => file.id === id);
    if (start < 0) return id;
    const files = this.#open.slice(start);
    const cycle = [...files, files[0]!].map((file) => file.shown).join(" → ");
    const isOfPackages = files.some((file) => file.packageRoot !== files[0]!.packageRoot);
    const extra = isOfPackages ? { hint: notes.avoidCycle } : {};
    this.diagnostics.report("R4", source, item.pathSpan, { cycle }, extra);
    return null;
  }

  /** What to do about a file that an installed package lacks, or that lies outside of it. */
  #wayToStay(packageRoot: string | null, problem: string): string | undefined {
    const installed = packageRoot === null ? undefined : this.#installed.get(packageRoot);
    if (installed === undefined) return undefined;
    return problem === notes.noSuchFile || problem === notes.itLiesOutsidePackage
      ? notes.stayInPackage(installed.root)
      : undefined;
  }

  /**
   * Resolves an import of the current file. The imports of a file that was reached through a symbolic link
   * are relative to the folder of the real file, whichever of its paths was named first. If both folders lead
   * to the same file, the path is shown as written.
   */
  #target(path: string, shown: string, packageRoot: string | null): Target | Problem {
    const { id } = this.#open.at(-1)!;
    const installed = isLocal(path) ? null : this.#installedTarget(path, paths().dirname(id));
    if (installed !== null) return installed;
    const asWritten = resolveImport({ shown, packageRoot }, path, this.#packages);
    if (!isLocal(path) || paths().absolute(id) === paths().absolute(shown)) return asWritten;
    const root = packageRoot === null ? null : this.#canonical(packageRoot);
    const fromItsFolder = resolveImport(
      { shown: id, packageRoot: isProblem(root) ? packageRoot : root },
      path,
      this.#packages,
    );
    if (isProblem(fromItsFolder) || isProblem(asWritten)) return fromItsFolder;
    const same = this.#canonical(asWritten.path) === this.#canonical(fromItsFolder.path);
    return same ? asWritten : { ...fromItsFolder, packageRoot };
  }

  /** The file of a package of npm; null if the import does not name one. */
  #installedTarget(path: string, folder: string): Target | Problem | null {
    const use = this.#npm;
    const named = use === null ? null : npmPath(path);
    if (use === null || named === null || this.#descriptors.has(path)) return null;
    const repository = repositoryPath(path);
    if (repository !== null && this.#packages(repository.name) !== null) return null;
    const found =
      repository === null
        ? findByName(this.#npmReader, use, named.name, folder)
        : findByImport(this.#npmReader, use, repository.full, folder);
    if (isProblem(found)) return found;
    if (found === null) {
      const hint =
        repository === null
          ? this.#wayToInstall(named, folder)
          : notes.addPackageOr(specOf(repository), notes.namePackageFolder(repository.full));
      return { problem: notes.packageIsNotInstalled, hint };
    }
    const root = paths().absolute(found.root);
    this.#installed.set(root, found);
    const file = paths().join(found.root, `${repository?.part ?? named.part}.std`);
    return isInside(paths().absolute(file), root)
      ? { path: file, packageRoot: root }
      : { problem: notes.itLiesOutsidePackage, hint: notes.stayInPackage(found.root) };
  }

  #wayToInstall({ name }: NpmPath, folder: string): string {
    const beside = this.#reader.canonical(paths().join(folder, `${name}.std`));
    return isProblem(beside) ? notes.addPackage(name) : notes.writePathOfFile(name);
  }

  #followStandard(item: Import, source: Source): string | null {
    const name = item.path.split("/")[1]!;
    if (this.#loadStandard(name)) return `std/${name}`;
    const close = nearest(name, this.#descriptors.keys());
    this.diagnostics.report(
      "R3",
      source,
      item.pathSpan,
      { path: item.path, problem: notes.noSuchStandardModule },
      close === undefined ? {} : { hint: notes.didYouMeanStd(close) },
    );
    return null;
  }

  /**
   * Loads a standard module; returns false if there is no such module. Standard modules may import each other
   * cyclically.
   */
  #loadStandard(name: string): boolean {
    const id = `std/${name}`;
    if (this.#isSeen(id)) return true;
    const descriptor = this.#descriptors.get(name);
    if (descriptor === undefined) return false;
    this.#seen.add(id);
    const declaration = readDeclaration(descriptor);
    const { source, tree, diagnostics } = declaration;
    const implied = impliedModules(namesDerived(tree), declaration.usesCollectionLiterals);
    this.diagnostics.add(diagnostics);
    const imports = new Map<number, string | null>();
    for (const item of tree.items) {
      if (item.kind === "Import") imports.set(item.pathSpan.start, this.#followStandard(item, source));
    }
    const loads = this.#depend(id, imports, [...(get(descriptor, "loads") ?? []), ...implied]);
    this.units.push({ id, standard: true, host: descriptor.host === true, source, tree, imports, loads });
    return true;
  }

  /** Records the dependencies of a unit, and loads those it does not import. */
  #depend(
    id: string,
    imports: ReadonlyMap<number, string | null>,
    implied: readonly string[],
  ): ReadonlySet<string> {
    const needs = new Set<string>();
    for (const target of imports.values()) if (target !== null) needs.add(target);
    for (const name of implied) {
      if (this.#loadStandard(name)) needs.add(`std/${name}`);
    }
    this.dependencies.set(id, needs);
    return needs;
  }
}

/** The modules that a file loads without an import. */
export function impliedBy(
  { source, derives, uses }: ParsedFile,
  modules: Iterable<ModuleDescriptor>,
): readonly string[] {
  const usesLiterals = uses.collectionLiterals || COLLECTION_NAME.test(source.text);
  const implied = impliedModules(derives, usesLiterals);
  // Those that declare the called methods that need no import.
  for (const descriptor of modules)
    if (get(descriptor, "methods")?.some((name) => uses.methods.has(name)) === true)
      implied.push(descriptor.name);
  return implied;
}

/**
 * The modules that derives and literals load without an import (reference/modules#what-a-module-provides).
 */
function impliedModules(derives: Iterable<string>, usesLiterals: boolean): string[] {
  return [...derivedModules(derives), ...(usesLiterals ? ["collections"] : [])];
}

/** The path functions of the machine. */
function paths() {
  return machine().sources.paths;
}

/** What to write instead of a path that no file or package can have. */
function wayToName(path: string): string | undefined {
  if (/^[\w-]+$/.test(path)) return notes.writePathOfFile(path);
  if (/^@[\w.-]+\/?$/.test(path)) return notes.namePackageOfScope(path.replace("/", ""));
  return paths().isAbsolute(path) ? notes.writeRelativePath : undefined;
}

function outside(path: string): Problem {
  return {
    problem: notes.itLiesOutsideOfProgram,
    hint: notes.allowReadingItAllowRead(path),
  };
}
