// The first half of the driver: loads, checks and compiles, in this order, with the files and packages that
// the host supplies.
import { own } from "./own/index.ts";
import { check, type CheckResult, type FunctionSymbol, type Module } from "./check/index.ts";
import { compile, type Tracing } from "./compile/index.ts";
import { Reporter, type Diagnostic } from "./diagnostics/index.ts";
import { LiteralChecks } from "./literals/index.ts";
import type { CompiledProgram } from "./launch/index.ts";
import {
  fileReader,
  isProblem,
  load,
  packagesAmong,
  unitsOf,
  type Bounds,
  type Entry,
  type Loaded,
  type LoadedFile,
  type NpmUse,
  type Problem,
} from "./modules/index.ts";
import { packageModules } from "./packages-on-demand.ts";
import { BuildMemo } from "./build-memo.ts";
import { AwaitedOrigin, immediate, type LateOrigin, type Origin } from "./late-origin.ts";
import { attempt, budgetOf } from "./compile-budget.ts";
import type { EngineOptions } from "./engine-options.ts";
import { benchmarksOf, testsOf, type Project } from "./project/index.ts";
import { needsMeter, toBytes, type Capabilities, type ModuleDescriptor } from "./runtime/host.ts";

/** A program to check. */
export interface CheckRequest extends Entry {
  /**
   * Whether the file is the entry of a program, which must declare `main`. With `"optional"`, it is one if it
   * declares `main`. Default: true.
   */
  readonly main?: boolean | "optional";
  /** Whether the file is checked only as part of the others, if one of them imports it. Default: false. */
  readonly library?: boolean;
}

/** The result of checking. Errors in a program are returned, not thrown. */
export interface Checked {
  /** Errors and warnings: `render` formats one as text. */
  readonly diagnostics: readonly Diagnostic[];
  /** The entries that cannot be read, with the reason, one per line; null if all can be read. */
  readonly problem: string | null;
  /** Whether there are neither errors nor a problem. */
  readonly ok: boolean;
}

/** A compiled program, to be run with `Engine.launch` any number of times. */
export interface Built extends Checked {
  /** Plain data that can be stored or sent to a thread; null if the program does not check. */
  readonly program: CompiledProgram | null;
  /** The names of the entry functions by index: `main`, or the tests of a file. */
  readonly functions: readonly string[];
  /** The first and the last line of each entry function. */
  readonly lines: readonly (readonly [number, number])[];
  /** The source files that were read, imported ones included. */
  readonly files: readonly LoadedFile[];
  /** The paths that were resolved, each with the file that it led to. */
  readonly paths: ReadonlyMap<string, string>;
  /** The paths at which a file would have been used, and none was found. */
  readonly absent: ReadonlySet<string>;
}

/** The part of a file to compile: `main`, its tests, its benchmarks, or every function that the host can call. */
export type What = "main" | "tests" | "benchmarks" | "library" | "expression";

/** The most programs whose second build is expected. */
const MOST_BUILT = 1_000;

export class Builder {
  readonly #modules: readonly ModuleDescriptor[];
  readonly #bounds: Bounds | null;
  readonly #origins: LateOrigin;
  readonly #npm: NpmUse | null;
  readonly #signal: AbortSignal | undefined;
  readonly #memo = new BuildMemo<Built>(sizeOf);
  readonly #project: Project;
  /** The programs in files that were built. If one is built again, unchanged items are not parsed again. */
  readonly #built = new Set<string>();
  readonly #now: Origin;
  readonly #budget: ReturnType<typeof budgetOf>;
  readonly #countsCalls: boolean;
  readonly #metered: boolean;
  readonly #tracing: Tracing | null;
  readonly #checksLiterals: boolean;

  /** @param border the module through which the host obtains functions of a program */
  constructor(
    given: EngineOptions,
    border: ModuleDescriptor,
    capabilities: Capabilities,
    {
      project,
      tracing,
      observed = false,
    }: { readonly project: Project; readonly tracing: Tracing | null; readonly observed?: boolean },
  ) {
    this.#tracing = tracing;
    const options = own(given);
    const { modules, reader = fileReader, packages = () => null, limits, signal, literals } = options;
    this.#modules = [...modules, border];
    this.#bounds =
      options.reader !== undefined && options.root === undefined
        ? null
        : { root: options.root ?? null, mayRead: (path) => capabilities.read(toBytes(path)) === null };
    const found = typeof packages === "function" ? packages : packages.repositories;
    this.#origins = { reader, packages: found };
    this.#npm = typeof packages === "function" ? null : packages;
    this.#signal = signal;
    this.#checksLiterals = literals === true;
    this.#project = project;
    this.#now = immediate(this.#origins);
    this.#budget = budgetOf(limits);
    this.#countsCalls = limits?.depth !== undefined;
    this.#metered = (limits !== undefined && needsMeter(limits)) || signal !== undefined || observed;
  }

  check(entries: readonly CheckRequest[]): Checked {
    return this.#checkFrom(entries, this.#now);
  }

  async checkAsync(entries: readonly CheckRequest[]): Promise<Checked> {
    const literals = this.#checksLiterals ? this.#literalChecks() : null;
    const checked = await this.#awaiting(
      entries[0] ?? { path: "" },
      (origin) => {
        this.#project.literals = literals?.add ?? null;
        try {
          return this.#checkFrom(entries, origin);
        } finally {
          this.#project.literals = null;
        }
      },
      (refusal) => refusal,
    );
    const found = await this.#literalProblems(literals, entries[0]?.path ?? "");
    return found.length === 0 ? checked : withDiagnostics(checked, found);
  }

  async #literalProblems(literals: LiteralChecks | null, path: string): Promise<readonly Diagnostic[]> {
    if (literals === null) return [];
    try {
      return await literals.run();
    } catch (error) {
      return attempt<never>(this.#budget, path, () => raise(error));
    }
  }

  #literalChecks(): LiteralChecks {
    const origin = new AwaitedOrigin(this.#origins);
    const end = performance.now() + (this.#budget?.millis ?? Infinity);
    const { canonical, read, list } = origin.reader;
    // A host that fails for names which it does not expect has no package.json and no schema.
    const tried = <T>(ask: () => T): T | Problem => {
      try {
        return ask();
      } catch (error) {
        return { problem: (error as Error).message };
      }
    };
    return new LiteralChecks({
      modules: this.#modules,
      reader: {
        canonical: (path) => tried(() => canonical(path)),
        read: (path) => tried(() => read(path)),
        ...(list !== undefined && {
          list: (path) => {
            const names = tried(() => list(path));
            return isProblem(names) ? null : names;
          },
        }),
      },
      awaited: async () => {
        if (!origin.isOpen || this.#signal?.aborted === true) return false;
        await origin.settle(end - performance.now(), this.#signal);
        return true;
      },
      packageModules,
    });
  }

  build(entry: Entry, what: What): Built {
    return this.#buildFrom(entry, what, this.#now);
  }

  buildAsync(entry: Entry, what: What): Promise<Built> {
    return this.#awaiting(
      entry,
      (origin) => this.#buildFrom(entry, what, origin),
      (refusal) => ({ ...UNBUILT, ...refusal }),
    );
  }

  #load(
    entries: readonly Entry[],
    origin: Origin,
    also: readonly string[] = [],
    parse?: Project["parse"],
  ): Loaded {
    return load(entries, {
      modules: this.#modules,
      ...origin,
      npm: this.#npm,
      also,
      ...(parse && { parse }),
      ...(this.#bounds && { bounds: this.#bounds }),
    });
  }

  /** Repeats `work` until the host has answered all requests that it makes. */
  async #awaiting<T extends Checked>(
    { path }: Entry,
    work: (origin: AwaitedOrigin) => T,
    without: (refusal: Checked) => T,
  ): Promise<T> {
    const origin = new AwaitedOrigin(this.#origins);
    const end = performance.now() + (this.#budget?.millis ?? Infinity);
    for (;;) {
      const done = work(origin);
      if (!origin.isOpen) return done;
      const late = await origin.settle(end - performance.now(), this.#signal).then(
        () => null,
        (error: unknown) => attempt<never>(this.#budget, path, () => raise(error)),
      );
      if (late !== null) return without({ diagnostics: late, problem: null, ok: false });
      if (this.#signal?.aborted === true) return without(unreadable({ path }, { problem: "interrupted" }));
    }
  }

  #checkFrom(entries: readonly CheckRequest[], origin: Origin): Checked {
    const checked = attempt(this.#budget, entries[0]?.path ?? "", () =>
      checkAll(entries, this.#load(entries, origin, [], this.#project.parse), this.#project),
    );
    return isRefusal(checked) ? { diagnostics: checked, problem: null, ok: false } : checked;
  }

  #buildFrom(entry: Entry, what: What, from: Origin): Built {
    return this.#memo.get(JSON.stringify([what, entry.path, entry.text]), from, (origin) => {
      const isOpen = (): boolean => from instanceof AwaitedOrigin && from.isOpen;
      const built = attempt(this.#budget, entry.path, () => this.#buildWithin(entry, what, origin, isOpen));
      return isRefusal(built) ? { ...UNBUILT, diagnostics: built } : built;
    });
  }

  #buildWithin(entry: Entry, what: What, origin: Origin, isOpen: () => boolean): Built {
    const also = what === "library" ? ["border"] : what === "benchmarks" ? ["test"] : [];
    const isAgain = entry.text === undefined && this.#built.has(entry.path);
    const loaded = this.#load([entry], origin, also, isAgain ? this.#project.parse : undefined);
    if (isOpen()) return UNBUILT;
    if (isAgain) this.#project.trim();
    else if (entry.text === undefined && this.#built.size < MOST_BUILT) this.#built.add(entry.path);
    const id = loaded.entries[0]!;
    if (isProblem(id)) return { ...UNBUILT, ...unreadable(entry, id) };
    const { program, diagnostics, literals } = checkProgram(loaded, id, what === "main");
    this.#project.literals?.(literals, loaded);
    const failed = {
      diagnostics,
      problem: null,
      ok: false,
      program: null,
      functions: [],
      lines: [],
      files: loaded.files,
      paths: loaded.paths,
      absent: loaded.absent,
    };
    if (hasErrors(diagnostics)) return failed;
    const module = program.modules.get(id)!;
    const library = what === "library";
    const functions = ENTRIES[what](module);
    if (functions.length === 0 && !library && what !== "expression") return { ...failed, ok: true };
    const mode = { metered: this.#metered, countsCalls: this.#countsCalls };
    const compiled = compile(
      program,
      { module, functions },
      {
        ...mode,
        library,
        explains: what === "tests",
        ...(what === "expression" ? { inside: true } : { tracing: this.#tracing }),
      },
    );
    const all = [...diagnostics, ...compiled.diagnostics];
    if (hasErrors(all)) return { ...failed, diagnostics: all };
    const { code, positions, natives, deep, unwatched, counters } = compiled;
    return {
      ...failed,
      ok: true,
      diagnostics: all,
      program: {
        code,
        positions,
        natives,
        deep,
        unwatched,
        ...mode,
        entries: functions.length,
        ...(counters && { counters }),
        ...packagesAmong(loaded.natives, natives),
      },
      functions: functions.map((fn) => fn.name),
      lines: functions.map(({ node: { span } }) => [
        module.source.lineAt(span.start),
        module.source.lineAt(span.end),
      ]),
    };
  }
}

/** The result for a program that was not built. */
const UNBUILT: Built = {
  diagnostics: [],
  problem: null,
  ok: false,
  program: null,
  functions: [],
  lines: [],
  files: [],
  paths: new Map(),
  absent: new Set(),
};

/** `throw` as an expression. */
function raise(error: unknown): never {
  throw error;
}

/**
 * Only programs that can run are cached: one that exceeded a limit may pass next time, and errors get fixed.
 */
function sizeOf({ program, files }: Built): number {
  return program === null
    ? Infinity
    : files.reduce((sum, file) => sum + file.bytes.length, program.code.length);
}

function isRefusal(value: Checked | readonly Diagnostic[]): value is readonly Diagnostic[] {
  return Array.isArray(value);
}

function checkProgram(loaded: Loaded, id: string, main: boolean | "optional"): CheckResult {
  const { program, diagnostics, literals } = check(unitsOf(loaded, id), {
    standardNames: loaded.standardNames,
    ...(main !== false && { entry: id, needsMain: main === true }),
  });
  return { program, diagnostics: [...loaded.diagnostics, ...diagnostics], literals };
}

/** The result with further diagnostics, in the order of files and locations. */
export function withDiagnostics<C extends Checked>(checked: C, found: readonly Diagnostic[]): C {
  if (found.length === 0) return checked;
  const reporter = new Reporter();
  reporter.add([...checked.diagnostics, ...found]);
  return { ...checked, diagnostics: reporter.sorted(), ok: checked.ok && !hasErrors(found) };
}

function checkAll(entries: readonly CheckRequest[], loaded: Loaded, project: Project): Checked {
  const imported = new Set<string>();
  for (const needs of loaded.dependencies.values()) for (const id of needs) imported.add(id);
  const found = new Map<string, Diagnostic>();
  const problems: string[] = [];
  entries.forEach((entry, i) => {
    const id = loaded.entries[i]!;
    if (isProblem(id)) {
      problems.push(unreadable(entry, id).problem!);
      return;
    }
    if (entry.library === true && imported.has(id)) return;
    for (const diagnostic of project.check(loaded, id, entry.main ?? true)) {
      const { source, span } = diagnostic.primary;
      found.set(
        [diagnostic.code, source.name, span.start, span.end, diagnostic.message].join(" "),
        diagnostic,
      );
    }
  });
  const diagnostics = [...found.values()];
  const problem = problems.length === 0 ? null : problems.join("\n");
  return { diagnostics, problem, ok: problem === null && !hasErrors(diagnostics) };
}

const ENTRIES: Readonly<Record<What, (module: Module) => readonly FunctionSymbol[]>> = {
  main: (module) => [module.functions.get("main")!],
  tests: testsOf,
  benchmarks: benchmarksOf,
  library: callableOf,
  expression: () => [],
};

/** The functions that the host can call: those without type parameters. */
function callableOf(module: Module): FunctionSymbol[] {
  return [...module.functions.values()]
    .filter((fn) => fn.typeParams.length === 0 && !fn.name.startsWith("__"))
    .toSorted((a, b) => a.node.span.start - b.node.span.start);
}

function unreadable({ path }: Entry, { problem }: Problem): Checked {
  return { diagnostics: [], problem: `cannot read ${path}: ${problem}`, ok: false };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
