// The driver: load, check, compile, launch, in this order. An engine is a value; whatever differs
// between hosts comes in as an option.
import { check, type Module, type Program, type FunctionSymbol } from "./check/index.ts";
import { compile, compileErrors } from "./compile/index.ts";
import type { Diagnostic } from "./diagnostics/index.ts";
import { nodeSystem } from "./host/node/index.ts";
import { EXIT_STATUS, exitStatus, launch, type CompiledProgram, type Ending } from "./launch/index.ts";
import {
  fileReader, isProblem, load, unitsOf,
  type Entry, type Loaded, type LoadedFile, type PackageLookup, type Problem, type SourceReader,
} from "./modules/index.ts";
import {
  BufferedOutput, DirectOutput, FatalPanic, grant, toBytes,
  type Grants, type Limits, type ModuleOffer, type Sink,
} from "./runtime/index.ts";

/** What an engine offers its programs, and where their output goes. Only `modules` is required. */
export interface EngineOptions {
  /** What programs may import; must offer `core`. The package's `/stdlib` door has the standard ones. */
  readonly modules: readonly ModuleOffer[];
  /** Where imports are read from; default: files. */
  readonly reader?: SourceReader;
  /** Roots of external packages; default: none is installed. */
  readonly packages?: PackageLookup;
  /** What natives may do; default: nothing. */
  readonly capabilities?: Grants;
  /** Byte strings a program writes; default: dropped. */
  readonly stdout?: Sink;
  readonly stderr?: Sink;
  /** Standard input; default: empty. */
  readonly readInput?: () => Promise<Uint8Array | null>;
  /** Milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
  /** Of each run; default: none. Programs with limits count their steps, which slows them down somewhat. */
  readonly limits?: Limits;
  /**
   * Ends all programs of the engine with the panic `interrupted`: those that wait at once, a busy one
   * when it waits next (only limits end one that never does).
   */
  readonly signal?: AbortSignal;
  /** Show JavaScript stacks of internal errors. */
  readonly debug?: boolean;
}

/** A program to check, and what is expected of its file. */
export interface CheckRequest extends Entry {
  /** Must the file declare `main`? Default true. */
  readonly main?: boolean;
  /** Check the file only as part of others that import it. */
  readonly library?: boolean;
}

/** What checking found. Nothing in it is thrown: a wrong program is a result like any other. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** Entries that cannot be read, a line for each; null when all can. */
  readonly problem: string | null;
  readonly ok: boolean;
}

/** A compiled program: run it with `Engine.launch`, as often as needed. */
export interface Built extends Checked {
  /** Null when the program does not check. */
  readonly program: CompiledProgram | null;
  /** Names of the entry functions by index: `main`, or the tests of a file. */
  readonly functions: readonly string[];
  readonly files: readonly LoadedFile[];
}

/** How checking and running a program went. */
export interface Outcome extends Checked {
  /** The status a process would end with: see `EXIT_STATUS`. */
  readonly exitCode: number;
  /** How the program ended; null when it never started. */
  readonly ending: Ending | null;
}

/** Checks, compiles and runs programs. An engine holds no state between calls, so they may overlap. */
export interface Engine {
  /** Checks programs without running them; files they share are reported once. */
  check(entries: readonly CheckRequest[]): Checked;
  /** Compiles `main` of a program, or the tests of a test file. */
  build(entry: Entry, what: "main" | "tests"): Built;
  /** Checks, compiles and runs a program. `args` follow the program's path in `std/env`. */
  run(entry: Entry | string, args?: readonly string[]): Promise<Outcome>;
  /** Runs what `build` made; `index` chooses among its functions. */
  launch(program: CompiledProgram, path: string, args?: readonly string[], index?: number): Promise<Ending>;
}

/** Makes an engine. @throws Error when the modules lack `core` or two have one name. */
export function createEngine(options: EngineOptions): Engine {
  const { modules, reader = fileReader, packages = () => null } = options;
  requireModules(modules.map((module) => module.name));
  const capabilities = grant(options.capabilities ?? {}, nodeSystem.links);
  const loadAll = (entries: readonly Entry[]) => load(entries, { modules, reader, packages });

  function build(entry: Entry, what: "main" | "tests"): Built {
    const loaded = loadAll([entry]);
    const id = loaded.entries[0]!;
    if (isProblem(id)) return { ...unreadable(entry, id), program: null, functions: [], files: [] };
    const { program, diagnostics } = checkProgram(loaded, id, what === "main");
    const failed = { diagnostics, problem: null, ok: false, program: null, functions: [], files: loaded.files };
    if (hasErrors(diagnostics)) return failed;
    const module = program.modules.get(id)!;
    const functions = what === "main" ? [module.functions.get("main")!] : testsOf(module);
    if (functions.length === 0) return { ...failed, ok: true };
    const compiled = compile(program, { module, functions }, { metered: options.limits !== undefined });
    const all = [...diagnostics, ...compiled.diagnostics];
    if (hasErrors(all)) return { ...failed, diagnostics: all };
    const { code, positions, natives, deep } = compiled;
    return { ...failed, ok: true, diagnostics: all, program: { code, positions, natives, deep }, functions: functions.map((fn) => fn.name) };
  }

  async function start(program: CompiledProgram, path: string, args: readonly string[] = [], index = 0): Promise<Ending> {
    const host = {
      args: [path, ...args].map(toBytes),
      capabilities,
      system: nodeSystem,
      readInput: options.readInput ?? (async () => null),
      now: options.now ?? Date.now,
    };
    const stdout = new BufferedOutput(options.stdout ?? (() => {}));
    const stderr = new DirectOutput(options.stderr ?? (() => {}));
    const { limits, signal, debug = false } = options;
    const { promise: ended, resolve } = Promise.withResolvers<Ending>();
    const { fail } = await launch(program, { modules, host, stdout, stderr, index, debug, ...(limits && { limits }) }, resolve);
    const interrupt = (): void => fail(new FatalPanic("interrupted"));
    if (signal?.aborted === true) interrupt();
    signal?.addEventListener("abort", interrupt);
    try {
      return await ended;
    } finally {
      signal?.removeEventListener("abort", interrupt);
    }
  }

  return {
    check: (entries) => checkAll(entries, loadAll(entries)),
    build,
    async run(entry, args) {
      const request = typeof entry === "string" ? { path: entry } : entry;
      const built = build(request, "main");
      const { diagnostics, problem, ok, program } = built;
      if (program === null) return { diagnostics, problem, ok, exitCode: EXIT_STATUS.failed, ending: null };
      const ending = await start(program, request.path, args);
      return { diagnostics, problem, ok, exitCode: exitStatus(ending), ending };
    },
    launch: start,
  };
}

function requireModules(names: readonly string[]): void {
  if (!names.includes("core")) throw new Error("the modules must offer `core`: see `standardModules`");
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`two modules are called \`${twice}\``);
}

function checkProgram(loaded: Loaded, id: string, main: boolean): { program: Program; diagnostics: readonly Diagnostic[] } {
  const { program, diagnostics } = check(unitsOf(loaded, id), { standardNames: loaded.standardNames, ...(main && { entry: id }) });
  return { program, diagnostics: [...loaded.diagnostics, ...diagnostics] };
}

function checkAll(entries: readonly CheckRequest[], loaded: Loaded): Checked {
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
    for (const diagnostic of checkWhole(loaded, id, entry.main !== false)) {
      const { source, span } = diagnostic.primary;
      found.set([diagnostic.code, source.name, span.start, span.end, diagnostic.message].join(" "), diagnostic);
    }
  });
  const diagnostics = [...found.values()];
  const problem = problems.length === 0 ? null : problems.join("\n");
  return { diagnostics, problem, ok: problem === null && !hasErrors(diagnostics) };
}

/** Also what only compiling finds: from `main`, or from everything in a file that need not have one. */
function checkWhole(loaded: Loaded, id: string, main: boolean): readonly Diagnostic[] {
  const { program, diagnostics } = checkProgram(loaded, id, main);
  if (hasErrors(diagnostics)) return diagnostics;
  const module = program.modules.get(id)!;
  const entry = module.functions.get("main");
  const runs = entry !== undefined && entry.params.length === 0 && entry.typeParams.length === 0;
  return [...diagnostics, ...compileErrors(program, { module, functions: runs ? [entry, ...testsOf(module)] : [] })];
}

function testsOf(module: Module): FunctionSymbol[] {
  return [...module.functions.values()]
    .filter((fn) => fn.name.startsWith("test_") && fn.params.length === 0 && fn.typeParams.length === 0)
    .toSorted((a, b) => a.node.span.start - b.node.span.start);
}

function unreadable({ path }: Entry, { problem }: Problem): Checked {
  return { diagnostics: [], problem: `cannot read ${path}: ${problem}`, ok: false };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
