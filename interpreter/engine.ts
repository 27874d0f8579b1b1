// The driver: load, check, compile, launch, in this order. An engine is a value; whatever differs
// between hosts comes in as an option.
import { check, type Module, type Program, type FunctionSymbol } from "./check/index.ts";
import { compile, compileErrors } from "./compile/index.ts";
import type { Diagnostic } from "./diagnostics/index.ts";
import { nodeSystem } from "./host/node/index.ts";
import {
  exitReasonOf,
  EXIT_STATUS,
  exitStatus,
  launch,
  type CompiledProgram,
  type ExitReason,
  type LaunchOptions,
  type OpenProgram,
} from "./launch/index.ts";
import {
  fileReader,
  isProblem,
  load,
  unitsOf,
  type Bounds,
  type Entry,
  type Loaded,
  type LoadedFile,
  type Problem,
} from "./modules/index.ts";
import { BuildMemo } from "./build-memo.ts";
import { AwaitedOrigin, immediate, type Origin } from "./late-origin.ts";
import { attempt, budgetOf } from "./compile-budget.ts";
import {
  borderModule,
  howEnded,
  LoadedProgram,
  type Opened,
  type LocalProgram,
  type Program as ProgramOf,
  type ProgramApi,
} from "./program.ts";
import { turnOfEventLoop } from "./event-loop.ts";
import { guardedInput, guardedSink, untilAborted } from "./guarded-host.ts";
import { checkOptions, type EngineOptions } from "./engine-options.ts";
import {
  BufferedOutput,
  describeInternalError,
  DirectOutput,
  fromBytes,
  grant,
  Handover,
  HostError,
  LimitPanic,
  needsMeter,
  programEnded,
  toBytes,
  WholeCalls,
} from "./runtime/host.ts";

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
  readonly exitReason: ExitReason | null;
}

/** A program that is ready to be called; null when it does not check. */
export interface LoadedOutcome<Api extends ProgramApi, Loaded extends ProgramOf<Api> = LocalProgram<Api>>
  extends Checked {
  readonly program: Loaded | null;
}

type AnyProgramApi = Record<string, (...args: unknown[]) => unknown>;

/** Checks, compiles and runs programs. An engine holds no state between calls, so they may overlap. */
export interface Engine {
  /** Checks programs without running them; files they share are reported once. */
  check(entries: readonly CheckRequest[]): Checked;
  /** As `check`, for a `reader` or `packages` whose answers are promises. */
  checkAsync(entries: readonly CheckRequest[]): Promise<Checked>;
  /** As `build`, for a `reader` or `packages` whose answers are promises. */
  buildAsync(entry: Entry, what: "main" | "tests"): Promise<Built>;
  /** Compiles `main` of a program, or the tests of a test file. */
  build(entry: Entry, what: "main" | "tests"): Built;
  /** Checks, compiles and runs a program. `args` follow the program's path in `std/env`. */
  run(entry: Entry | string, args?: readonly string[]): Promise<Outcome>;
  /**
   * Checks and compiles a program whose functions the host calls, and initialises its variables.
   * @throws ScriptError (as a rejection) when that panics
   */
  load<Api extends ProgramApi = AnyProgramApi>(entry: Entry | string): Promise<LoadedOutcome<Api>>;
  /** Runs what `build` made; `index` chooses among its functions. */
  launch(
    program: CompiledProgram,
    path: string,
    args?: readonly string[],
    index?: number,
  ): Promise<ExitReason>;
}

/** Makes an engine. @throws TypeError for options that are none, Error when the modules lack `core` or two have one name. */
export function createEngine(options: EngineOptions): Engine {
  checkOptions(options);
  const { modules, reader = fileReader, packages = () => null, limits, signal, debug = false } = options;
  const border = borderModule();
  const capabilities = grant(options.capabilities ?? {}, nodeSystem.links);
  const bounds: Bounds | null =
    options.reader !== undefined && options.root === undefined
      ? null
      : { root: options.root ?? null, mayRead: (path) => capabilities.read(toBytes(path)) === null };
  const loadAll = (entries: readonly Entry[], origin: Origin, also: readonly string[] = []) =>
    load(entries, {
      modules: [...modules, border],
      ...origin,
      also,
      ...(bounds && { bounds }),
    });
  const memo = new BuildMemo<Built>(sizeOf);
  const now = immediate({ reader, packages });
  const budget = budgetOf(limits);
  const countsCalls = limits?.depth !== undefined;
  const metered = (limits !== undefined && needsMeter(limits)) || signal !== undefined;

  /** Does a work with what the host answers, again and again until it has answered everything. */
  async function awaiting<T extends Checked>(
    { path }: Entry,
    work: (origin: AwaitedOrigin) => T,
    without: (refusal: Checked) => T,
  ): Promise<T> {
    const origin = new AwaitedOrigin({ reader, packages });
    const end = performance.now() + (budget?.millis ?? Infinity);
    for (;;) {
      const done = work(origin);
      if (!origin.isOpen) return done;
      const late = await origin.settle(end - performance.now(), signal).then(
        () => null,
        (error: unknown) => attempt<never>(budget, path, () => raise(error)),
      );
      if (late !== null) return without({ diagnostics: late, problem: null, ok: false });
      if (signal?.aborted === true) return without(unreadable({ path }, { problem: "interrupted" }));
    }
  }

  const buildAsync = (entry: Entry, what: "main" | "tests" | "library"): Promise<Built> =>
    awaiting(
      entry,
      (origin) => build(entry, what, origin),
      (refusal) => ({ ...UNBUILT, ...refusal }),
    );

  function checkFrom(entries: readonly CheckRequest[], origin: Origin): Checked {
    const checked = attempt(budget, entries[0]?.path ?? "", () =>
      checkAll(entries, loadAll(entries, origin)),
    );
    return isRefusal(checked) ? { diagnostics: checked, problem: null, ok: false } : checked;
  }

  function build(entry: Entry, what: "main" | "tests" | "library", from: Origin = now): Built {
    return memo.get(JSON.stringify([what, entry.path, entry.text]), from, (origin) => {
      const isOpen = (): boolean => from instanceof AwaitedOrigin && from.isOpen;
      const built = attempt(budget, entry.path, () => buildWithin(entry, what, origin, isOpen));
      return isRefusal(built) ? { ...UNBUILT, diagnostics: built } : built;
    });
  }

  function buildWithin(
    entry: Entry,
    what: "main" | "tests" | "library",
    origin: Origin,
    isOpen: () => boolean,
  ): Built {
    const loaded = loadAll([entry], origin, what === "library" ? ["border"] : []);
    if (isOpen()) return UNBUILT;
    const id = loaded.entries[0]!;
    if (isProblem(id)) return { ...UNBUILT, ...unreadable(entry, id) };
    const { program, diagnostics } = checkProgram(loaded, id, what === "main");
    const failed = {
      diagnostics,
      problem: null,
      ok: false,
      program: null,
      functions: [],
      files: loaded.files,
    };
    if (hasErrors(diagnostics)) return failed;
    const module = program.modules.get(id)!;
    const library = what === "library";
    const functions =
      what === "main" ? [module.functions.get("main")!] : library ? callableOf(module) : testsOf(module);
    if (functions.length === 0 && !library) return { ...failed, ok: true };
    const compiled = compile(program, { module, functions }, { metered, countsCalls, library });
    const all = [...diagnostics, ...compiled.diagnostics];
    if (hasErrors(all)) return { ...failed, diagnostics: all };
    const { code, positions, natives, deep, unwatched } = compiled;
    return {
      ...failed,
      ok: true,
      diagnostics: all,
      program: { code, positions, natives, deep, unwatched, metered, countsCalls, entries: functions.length },
      functions: functions.map((fn) => fn.name),
    };
  }

  async function start(
    program: CompiledProgram,
    path: string,
    args: readonly string[] = [],
    index = 0,
    more: Partial<LaunchOptions> = {},
  ): Promise<ExitReason> {
    const turn = turnOfEventLoop();
    if (turn !== null) await turn;
    // A program without a step to count would not see it.
    if (signal?.aborted === true)
      return exitReasonOf(new LimitPanic("interrupted"), () => "panic: interrupted\n");
    let fail: (error: unknown) => void = () => {};
    const host = {
      args: [path, ...args].map(toBytes),
      capabilities,
      system: nodeSystem,
      readInput: guardedInput(options.readInput),
      now: options.now ?? Date.now,
    };
    let sinkFailed: HostError | null = null;
    const failed = (error: HostError): void => {
      sinkFailed ??= error;
      fail(error);
    };
    const sinks = {
      stdout: guardedSink("stdout", options.stdout, failed),
      stderr: guardedSink("stderr", options.stderr, failed),
    };
    const stdout = new BufferedOutput(sinks.stdout);
    const stderr = new DirectOutput(sinks.stderr);
    const { promise: ended, resolve } = Promise.withResolvers<ExitReason>();
    const interrupt = (): void => fail(new LimitPanic("interrupted"));
    try {
      const settings = {
        modules,
        host,
        stdout,
        stderr,
        index,
        debug,
        ...(limits && { limits }),
        ...(signal && { interrupted: () => signal.aborted }),
        ...more,
      };
      ({ fail } = await launch(program, settings, resolve));
      signal?.addEventListener("abort", interrupt);
      const exitReason = await ended;
      for (const { drained } of [sinks.stdout, sinks.stderr]) {
        const underWay = drained();
        // Without it a call that fails with the program would be told before the program's exit reason is there.
        if (underWay !== null) await untilAborted(underWay, signal);
      }
      // The program was over when the sink failed on what it had left.
      if (sinkFailed !== null && exitReason.kind === "done") throw sinkFailed;
      return exitReason;
    } catch (error) {
      return exitReasonOf(error, (each) => describeInternalError(each, debug));
    } finally {
      signal?.removeEventListener("abort", interrupt);
    }
  }

  async function open(
    program: CompiledProgram,
    path: string,
    over: (exitReason: ExitReason) => void,
  ): Promise<Opened> {
    const handover = new Handover();
    const own = { ...border, load: async () => ({ create: () => ({ functions: handover.functions }) }) };
    const { promise, resolve, reject } = Promise.withResolvers<OpenProgram>();
    // What is thrown while natives are made ends the program before it is there.
    start(program, path, [], 0, { modules: [...modules, own], opened: resolve }).then((exitReason) => {
      reject(
        exitReason.kind === "internal"
          ? new HostError(fromBytes(exitReason.text).trim(), { cause: exitReason.cause })
          : programEnded(howEnded(exitReason)),
      );
      over(exitReason);
    }, reject);
    const opened = await promise;
    const { runtime } = opened;
    const calls = new WholeCalls(runtime);
    return { open: opened, handover, calls, fail: (error) => runtime.scheduler.fail(error) };
  }

  async function loadProgram(entry: Entry | string): Promise<LoadedOutcome<ProgramApi>> {
    const request = typeof entry === "string" ? { path: entry } : entry;
    const { diagnostics, problem, ok, program } = await buildAsync(request, "library");
    if (program === null) return { diagnostics, problem, ok, program: null };
    const source = {
      system: nodeSystem,
      open: (code: CompiledProgram, over: (exitReason: ExitReason) => void) => open(code, request.path, over),
      async build(next: Entry | string) {
        const rebuilt = await buildAsync(typeof next === "string" ? { path: next } : next, "library");
        return { code: rebuilt.program, diagnostics: rebuilt.diagnostics, problem: rebuilt.problem };
      },
    };
    return {
      diagnostics,
      problem,
      ok,
      program: (await LoadedProgram.start(source, program)) as LocalProgram<ProgramApi>,
    };
  }

  return {
    load: loadProgram as Engine["load"],
    check: (entries) => checkFrom(entries, now),
    checkAsync: (entries) =>
      awaiting(
        entries[0] ?? { path: "" },
        (origin) => checkFrom(entries, origin),
        (refusal) => refusal,
      ),
    build: (entry, what) => build(entry, what),
    buildAsync,
    async run(entry, args) {
      const request = typeof entry === "string" ? { path: entry } : entry;
      const built = await buildAsync(request, "main");
      const { diagnostics, problem, ok, program } = built;
      if (program === null)
        return { diagnostics, problem, ok, exitCode: EXIT_STATUS.failed, exitReason: null };
      const exitReason = await start(program, request.path, args);
      return { diagnostics, problem, ok, exitCode: exitStatus(exitReason), exitReason };
    },
    launch: (program, path, args, index) => start(program, path, args, index),
  };
}

/** Of a program that there is nothing of. */
const UNBUILT: Built = { diagnostics: [], problem: null, ok: false, program: null, functions: [], files: [] };

/** For where only an expression can stand. */
function raise(error: unknown): never {
  throw error;
}

/** Only what can run is kept: what used up a limit may come out otherwise, and people mend the rest. */
function sizeOf({ program, files }: Built): number {
  return program === null
    ? Infinity
    : files.reduce((sum, file) => sum + file.bytes.length, program.code.length);
}

function isRefusal(value: Checked | readonly Diagnostic[]): value is readonly Diagnostic[] {
  return Array.isArray(value);
}

function checkProgram(
  loaded: Loaded,
  id: string,
  main: boolean,
): { program: Program; diagnostics: readonly Diagnostic[] } {
  const { program, diagnostics } = check(unitsOf(loaded, id), {
    standardNames: loaded.standardNames,
    ...(main && { entry: id }),
  });
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

/** Also what only compiling finds: from `main`, or from everything in a file that need not have one. */
function checkWhole(loaded: Loaded, id: string, main: boolean): readonly Diagnostic[] {
  const { program, diagnostics } = checkProgram(loaded, id, main);
  if (hasErrors(diagnostics)) return diagnostics;
  const module = program.modules.get(id)!;
  const entry = module.functions.get("main");
  const runs = entry !== undefined && entry.params.length === 0 && entry.typeParams.length === 0;
  return [
    ...diagnostics,
    ...compileErrors(program, { module, functions: runs ? [entry, ...testsOf(module)] : [] }),
  ];
}

/** What the host may call: functions with types that are known. */
function callableOf(module: Module): FunctionSymbol[] {
  return [...module.functions.values()]
    .filter((fn) => fn.typeParams.length === 0 && !fn.name.startsWith("__"))
    .toSorted((a, b) => a.node.span.start - b.node.span.start);
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
