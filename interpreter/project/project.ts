// Checks programs again and again, and does only what their changes make necessary. Used by `std check`, whose
// store is on disk between runs, and by engines, whose store lives as long as they do.
import {
  check,
  checkPartly,
  importedNames,
  isStandard,
  std,
  type CheckedView,
  type CheckMemory,
  type CheckOptions,
  type FoundDeclarations,
  type FunctionSymbol,
  type KnownUnit,
  type LiteralUse,
  type Module,
  type PartialResult,
  type Program,
  type StandardItem,
  type Unit,
} from "../check/index.ts";
import { compileErrors } from "../compile/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { unitsOf, type Loaded, type ParsedFile } from "../modules/index.ts";
import { hashOf, type Source } from "../source/index.ts";
import { parse, type Parsed, type Tree } from "../syntax/index.ts";
import { Answers, type AnsweringFile } from "./answers.ts";
import { noCounts, type Counts } from "./counts.ts";
import { hashOfSource } from "./hash.ts";
import { mayGrow } from "./growth.ts";
import type { Layout } from "./kept.ts";
import { piecesOf, ProgramMemory, ProjectStore, type FileMemory } from "./store.ts";
import { itemAround, surfaceOf, type ItemSurface, type Surface } from "./surface.ts";

/** Whether a program must have `main`, may have one, or is checked as a module. */
export type MainRule = boolean | "optional";

/** What a check of some files of a program shows. */
export interface Inspected {
  readonly diagnostics: readonly Diagnostic[];
  readonly view: CheckedView;
}

/** The most text of files that a project remembers. */
const MOST_TEXT = 32_000_000;
/** Programs whose answers are remembered. */
const MOST_ANSWERS = 4;

export class Project {
  readonly store: ProjectStore;
  /** Receives what checkers of literals read in each program that is checked; null if none run. */
  literals: ((uses: readonly LiteralUse[], loaded: Loaded) => void) | null = null;
  counts: Counts = noCounts();
  /** Answers by what all files of a program show, the latest last. */
  readonly #answers = new Map<string, Answers>();

  constructor(store = new ProjectStore()) {
    this.store = store;
  }

  /** Reads a file for the loader; a file that is known needs no tree until something of it is checked. */
  readonly parse = (id: string, source: Source): ParsedFile => {
    const known = this.store.files.get(id);
    if (known?.source.text === source.text && known.source.name === source.name) return this.#known(known);
    const stored = known === undefined ? this.store.stored(id) : null;
    const hash = stored === null ? null : hashOfSource(source);
    if (stored !== null && stored.hash === hash) {
      const surface = stored.surface();
      const file: FileMemory = {
        source,
        hash,
        surface,
        parsed: null,
        pieces: null,
        get results() {
          return stored.results();
        },
      };
      this.store.files.set(id, file);
      return this.#known(file);
    }
    const parsed = this.#parseNow(source, piecesOf(known));
    const surface = surfaceOf(source, parsed);
    this.store.replace(id, source, hash, surface, parsed);
    return { ...parsed, source, imports: surface.imports, derives: surface.derives };
  };

  /** Parses another text of a file, which is not kept. */
  parseOther(id: string, source: Source): Parsed {
    return parse(source, { earlier: piecesOf(this.store.files.get(id)) });
  }

  /** The errors and warnings of the program that starts at a loaded file. */
  check(loaded: Loaded, id: string, main: MainRule): readonly Diagnostic[] {
    const units = unitsOf(loaded, id);
    const options: CheckOptions = {
      standardNames: loaded.standardNames,
      ...(main !== false && { entry: id, needsMain: main === true }),
    };
    if (!units.every((unit) => (unit.standard ? unit.host !== true : this.store.files.has(unit.id))))
      return this.#whole(loaded, units, id, options);
    const { result, grows } = this.#partly(units, options);
    const diagnostics = [...loaded.diagnostics, ...result.diagnostics];
    this.literals?.(result.literals, loaded);
    this.trim();
    if (hasErrors(diagnostics)) return diagnostics;
    if (!grows()) return diagnostics;
    if (result.program !== null) return [...diagnostics, ...instanceErrors(result.program, id)];
    return this.#whole(loaded, units, id, options);
  }

  /**
   * Checks files of a program, to look at what they mean. Nothing is kept. Other files are declared when the
   * check or the view needs them. With `at`, only the item there is checked, in files that can be parsed.
   */
  inspect(
    units: readonly Unit[],
    inspected: ReadonlySet<string>,
    options: CheckOptions = {},
    at: number | null = null,
  ): Inspected {
    const { store } = this;
    const files = units.filter(({ standard }) => !standard);
    const surfaces = new Map(
      files.map((unit) => [
        unit.id,
        store.files.get(unit.id)?.source === unit.source
          ? store.files.get(unit.id)!.surface
          : surfaceOf(unit.source, parsedUnit(unit)),
      ]),
    );
    const known = new Map(
      files.map((unit) => [unit.id, knownUnit(unit, { surface: surfaces.get(unit.id)! })]),
    );
    const { diagnostics, view } = checkPartly(units, known, inspection(inspected, surfaces, at), options);
    return { diagnostics, view };
  }

  #known(known: FileMemory): ParsedFile {
    const { source, surface } = known;
    const tree = (): Tree => {
      known.parsed ??= this.#parseNow(source);
      return known.parsed.tree;
    };
    // With syntax errors, the diagnostics are needed now.
    if (!surface.isWhole) known.parsed ??= this.#parseNow(source);
    return {
      source,
      get tree() {
        return tree();
      },
      imports: surface.imports,
      derives: surface.derives,
      uses: { collectionLiterals: surface.collectionLiterals, methods: new Set(surface.methods) },
      diagnostics: known.parsed?.diagnostics ?? [],
      lost: known.parsed?.lost ?? null,
    };
  }

  #parseNow(source: Source, earlier: Parsed["pieces"] = null): Parsed {
    const parsed = parse(source, { earlier });
    this.counts.lexed++;
    this.counts.parsed += parsed.pieces?.read ?? parsed.tree.items.length;
    return parsed;
  }

  #partly(units: readonly Unit[], options: CheckOptions): { result: PartialResult; grows: () => boolean } {
    const { store, counts } = this;
    const environment = hashOf(units.flatMap(({ id, standard }) => (standard ? [id] : [])).join(" "));
    const files = units.filter(({ standard }) => !standard);
    const surfaces = files.map((unit) => ({
      id: unit.id,
      surface: store.files.get(unit.id)!.surface,
      imports: unit.imports,
    }));
    const links = new Map(files.map((unit) => [unit.id, [...unit.imports.values()].join(" ")]));
    const answers = this.#answersOf(surfaces, links, environment);
    const frame = { layout: layoutOf(units, store), links, environment };
    const memory = new ProgramMemory(store, answers, frame, counts);
    const known = new Map(files.map((unit) => [unit.id, knownUnit(unit, store.files.get(unit.id)!)]));
    const before = answers.current(store.facts).asked;
    const result = checkPartly(units, known, memory, options);
    counts.asked += answers.current(store.facts).asked - before;
    const traitMethods = function* (): Iterable<string> {
      for (const { surface } of surfaces)
        for (const item of surface.items) if (item.ofTrait === true) yield* item.members!;
    };
    return { result, grows: () => mayGrow(result.grows, traitMethods(), () => memory.calls()) };
  }

  /** The answers of an earlier check, if all files show the same as then. */
  #answersOf(
    files: readonly AnsweringFile[],
    links: ReadonlyMap<string, string>,
    environment: string,
  ): Answers {
    const shown = hashOf(
      [environment, ...files.map(({ id, surface }) => [id, surface.shown, links.get(id)!].join(" "))].join(
        "\n",
      ),
    );
    const known = this.#answers.get(shown);
    const answers = known ?? new Answers(shown, files);
    this.#answers.delete(shown);
    this.#answers.set(shown, answers);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MOST_ANSWERS) break;
      this.#answers.delete(oldest);
    }
    return answers;
  }

  /** Checks and lowers the whole program. */
  #whole(loaded: Loaded, units: readonly Unit[], id: string, options: CheckOptions): readonly Diagnostic[] {
    const { program, diagnostics, literals } = check(units, options);
    this.literals?.(literals, loaded);
    const all = [...loaded.diagnostics, ...diagnostics];
    return hasErrors(all) ? all : [...all, ...instanceErrors(program, id)];
  }

  /** Forgets what is too much to be remembered. */
  trim(): void {
    const { files } = this.store;
    let size = 0;
    for (const { source } of files.values()) size += source.text.length;
    for (const id of files.keys()) {
      if (size <= MOST_TEXT) break;
      size -= files.get(id)!.source.text.length;
      files.delete(id);
    }
    this.store.sweep();
  }
}

/** The errors that only lowering finds: from `main` and tests, or from all functions of a file without them. */
export function instanceErrors(program: Program, id: string): readonly Diagnostic[] {
  const module = program.modules.get(id)!;
  const entry = module.functions.get("main");
  const runs = entry !== undefined && entry.params.length === 0 && entry.typeParams.length === 0;
  return compileErrors(program, { module, functions: runs ? [entry, ...testsOf(module)] : [] });
}

/** The tests of a file, in its order. */
export function testsOf(module: Module): FunctionSymbol[] {
  return [...module.functions.values()]
    .filter((fn) => fn.name.startsWith("test_") && isRunnable(fn, std.test.Test))
    .toSorted((a, b) => a.node.span.start - b.node.span.start);
}

/** The benchmarks of a file, in its order. */
export function benchmarksOf(module: Module): FunctionSymbol[] {
  return [...module.functions.values()]
    .filter((fn) => fn.name.startsWith("bench_") && isRunnable(fn, std.test.Bench))
    .toSorted((a, b) => a.node.span.start - b.node.span.start);
}

/** Whether a function has no parameters, or only that of the runner. */
function isRunnable({ params, typeParams }: FunctionSymbol, parameter: StandardItem): boolean {
  if (typeParams.length > 0 || params.length > 1) return false;
  const type = params[0]?.type;
  return type === undefined || (type.kind === "Named" && isStandard(type.symbol, parameter));
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** The memory of a check that looks at some files: of others it is known that nothing has to be checked. */
function inspection(
  inspected: ReadonlySet<string>,
  surfaces: ReadonlyMap<string, Surface>,
  at: number | null,
): CheckMemory {
  const isWanted = (unit: string, key: string): boolean => {
    const { items, isWhole } = surfaces.get(unit)!;
    const item = at === null || !isWhole ? undefined : itemAround(items, { start: at, end: at });
    return item === undefined || key === item.key || key.startsWith(`${item.key}/`);
  };
  return {
    declarations: (unit) => (inspected.has(unit) ? null : NOTHING_FOUND),
    body: (unit, key) => (isWanted(unit, key) ? null : NOTHING_FOUND),
    keepDeclarations: () => {},
    keepBody: () => {},
    file: () => null,
    keepFile: () => {},
    *implementing(type) {
      for (const [unit, { targets, hasOtherNames }] of surfaces)
        if (hasOtherNames || targets.includes(type)) yield unit;
    },
  };
}

const NOTHING_FOUND: FoundDeclarations = {
  questions: [],
  diagnostics: [],
  touched: [],
  used: [],
  called: [],
  acts: false,
  grows: [],
  comparing: null,
  literals: [],
  bodies: [],
};

/** The parts of a parsed file that its surface is made of. */
function parsedUnit({ tree, lost }: Unit): Parsed {
  const uses = { collectionLiterals: false, methods: new Set<string>() };
  return { tree, uses, diagnostics: [], lost: lost ?? null, pieces: null };
}

/** Made once for a unit: of 100 files, one is new after an edit. */
const knownUnits = new WeakMap<Unit, KnownUnit>();

function knownUnit(unit: Unit, { surface }: Pick<FileMemory, "surface">): KnownUnit {
  const known = knownUnits.get(unit) ?? {
    unit,
    imports: surface.imports.flatMap((node) =>
      importedNames(node, unit.imports.get(node.pathSpan.start) ?? null),
    ),
    derives: new Set(surface.derives),
    mayHaveIdleTests: surface.mayHaveIdleTests,
    hasMain: surface.hasMain,
  };
  knownUnits.set(unit, known);
  return known;
}

function layoutOf(units: readonly Unit[], store: ProjectStore): Layout {
  const sources = new Map(units.map(({ id, source }) => [id, source]));
  const ids = new Map(units.map(({ id, source }) => [source, id]));
  const items = new Map<string, ReadonlyMap<string, ItemSurface>>();
  const itemsOf = (unit: string): readonly ItemSurface[] | undefined =>
    sources.get(unit) === undefined ? undefined : store.files.get(unit)?.surface.items;
  return {
    source: (unit) => sources.get(unit),
    unitOf: (source) => ids.get(source),
    items: itemsOf,
    item(unit, key) {
      let byKey = items.get(unit);
      if (byKey === undefined)
        items.set(unit, (byKey = new Map((itemsOf(unit) ?? []).map((item) => [item.key, item]))));
      return byKey.get(key);
    },
  };
}
