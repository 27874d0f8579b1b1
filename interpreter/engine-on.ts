// The driver: loads, checks and compiles (builder.ts), then launches (runner.ts). An engine is a value;
// everything that differs between hosts is an option, and the machine is passed in: engine.ts passes that of
// Node, browser/ that of a web page.
import { Builder, type Built, type Checked, type CheckRequest } from "./builder.ts";
import { checkArguments, checkOptions, entryOf, ownOptions, type EngineOptions } from "./engine-options.ts";
import type { Tracing } from "./compile/index.ts";
import type { System } from "./host/index.ts";
import {
  EXIT_STATUS,
  exitStatus,
  type CompiledProgram,
  type ExitReason,
  type LaunchOptions,
} from "./launch/index.ts";
import { checkHostModules } from "./host-modules.ts";
import type { Entry } from "./modules/index.ts";
import type { GoroutineObserver } from "./observed-run.ts";
import { borderModule, LoadedProgram } from "./loaded-program.ts";
import type { LocalProgram, Program as ProgramOf, ProgramApi } from "./program.ts";
import { own } from "./own/index.ts";
import { Project } from "./project/index.ts";
import { Runner } from "./runner.ts";
import { grant, type Capabilities } from "./runtime/host.ts";

export type { Goroutine, GoroutineObserver } from "./observed-run.ts";
export type { Built, Checked, CheckRequest } from "./builder.ts";

/** The result of `Engine.run`. */
export interface Outcome extends Checked {
  /** The status that a process would exit with: see `EXIT_STATUS`. */
  readonly exitCode: number;
  /** How the program ended; null if it never started. */
  readonly exitReason: ExitReason | null;
}

/** The result of `Engine.load`. */
export interface LoadedOutcome<Api extends ProgramApi, Loaded extends ProgramOf<Api> = LocalProgram<Api>>
  extends Checked {
  /** The program, ready to be called; null if it does not check. */
  readonly program: Loaded | null;
}

type AnyProgramApi = Record<string, (...args: unknown[]) => unknown>;

/**
 * Checks, compiles and runs programs. An engine caches compiled programs; calls may overlap. See
 * docs/embedding.md#run-a-script.
 */
export interface Engine {
  /**
   * Checks programs without running them. Diagnostics of files that several of them import are reported once.
   * @throws HostError if `reader` or `packages` throws or returns a promise
   */
  check(entries: readonly CheckRequest[]): Checked;
  /** As `check`, for a `reader` or `packages` that returns promises. @throws HostError (as a rejection) */
  checkAsync(entries: readonly CheckRequest[]): Promise<Checked>;
  /** As `build`, for a `reader` or `packages` that returns promises. @throws HostError (as a rejection) */
  buildAsync(entry: Entry, what: "main" | "tests" | "benchmarks"): Promise<Built>;
  /**
   * Checks a program and compiles its `main`, or the tests or benchmarks of a file.
   * @throws HostError if `reader` or `packages` throws or returns a promise
   */
  build(entry: Entry, what: "main" | "tests" | "benchmarks" | "expression"): Built;
  /**
   * Checks, compiles and runs a program. The script reads `args` through `std/env`, after the path of the
   * program.
   * @throws HostError (as a rejection) if `reader` or `packages` throws
   */
  run(entry: Entry | string, args?: readonly string[]): Promise<Outcome>;
  /**
   * Checks and compiles a program for calls by the host, and initialises its variables.
   * @throws ScriptError (as a rejection) if initialising them panics, HostError if `reader`, `packages` or a
   * module throws
   */
  load<Api extends ProgramApi = AnyProgramApi>(entry: Entry | string): Promise<LoadedOutcome<Api>>;
  /**
   * Runs a program that `build` compiled. `path` is its first argument in `std/env`; `index` selects the
   * entry function, default 0. Failures of the host are the exit reason `internal`.
   */
  launch(
    program: CompiledProgram,
    path: string,
    args?: readonly string[],
    index?: number,
  ): Promise<ExitReason>;
}

/** The machine that programs run on. */
export interface Machine {
  readonly system: System;
  /** The system for a program with these capabilities. */
  systemFor(capabilities: Capabilities): System;
}

/** What differs between the engines of a thread, of the command and of a page. */
export interface EngineContext {
  /** Called with the deadline whenever the time of a program starts. */
  readonly timed?: LaunchOptions["timed"];
  /** What is known from earlier checks. */
  readonly project?: Project;
  /** For programs that count their statements, or stop at them. */
  readonly tracing?: Tracing | null;
  /** Called while a program runs, with what its goroutines do. */
  readonly observer?: GoroutineObserver | undefined;
}

/** As `createEngine` of engine.ts, on a machine. */
export function engineOn(machine: Machine, given: EngineOptions, context: EngineContext = {}): Engine {
  const { system } = machine;
  const { timed, project = new Project(), tracing = null, observer } = own(context);
  checkOptions(given);
  const options = ownOptions(given);
  checkHostModules(options.modules, system.links);
  const border = borderModule();
  const capabilities = grant(options.capabilities ?? {}, system.links);
  const builder = new Builder(options, border, capabilities, {
    project,
    tracing,
    observed: observer !== undefined,
  });
  const runner = new Runner(options, border, capabilities, machine.systemFor(capabilities), {
    timed,
    observer,
  });

  async function loadProgram(entry: Entry | string): Promise<LoadedOutcome<ProgramApi>> {
    const request = entryOf(entry);
    const { diagnostics, problem, ok, program } = await builder.buildAsync(request, "library");
    if (program === null) return { diagnostics, problem, ok, program: null };
    const source = {
      system,
      open: (code: CompiledProgram, over: (exitReason: ExitReason) => void) =>
        runner.open({ program: code, path: request.path }, over),
      async build(next: Entry | string) {
        const rebuilt = await builder.buildAsync(entryOf(next), "library");
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
    check: (entries) => builder.check(entries.map(entryOf)),
    checkAsync: async (entries) => builder.checkAsync(entries.map(entryOf)),
    build: (entry, what) => builder.build(entryOf(entry), what),
    buildAsync: async (entry, what) => builder.buildAsync(entryOf(entry), what),
    async run(entry, args = []) {
      const request = entryOf(entry);
      checkArguments(args);
      const built = await builder.buildAsync(request, "main");
      const { diagnostics, problem, ok, program } = built;
      if (program === null)
        return { diagnostics, problem, ok, exitCode: EXIT_STATUS.failed, exitReason: null };
      const exitReason = await runner.run({ program, path: request.path, args });
      return { diagnostics, problem, ok, exitCode: exitStatus(exitReason), exitReason };
    },
    launch: (program, path, args = [], index = 0) => runner.run({ program, path, args, index }),
  };
}
