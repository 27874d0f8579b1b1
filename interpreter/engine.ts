// The driver: load, check and compile (builder.ts), then launch (runner.ts). An engine is a value; whatever differs
// between hosts comes in as an option.
import { Builder, type Built, type Checked, type CheckRequest } from "./builder.ts";
import { checkOptions, type EngineOptions } from "./engine-options.ts";
import { nodeSystem } from "./host/node/index.ts";
import { EXIT_STATUS, exitStatus, type CompiledProgram, type ExitReason } from "./launch/index.ts";
import type { Entry } from "./modules/index.ts";
import {
  borderModule,
  LoadedProgram,
  type LocalProgram,
  type Program as ProgramOf,
  type ProgramApi,
} from "./program.ts";
import { Runner } from "./runner.ts";
import { grant } from "./runtime/host.ts";

export type { Built, Checked, CheckRequest } from "./builder.ts";

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
  const border = borderModule();
  const capabilities = grant(options.capabilities ?? {}, nodeSystem.links);
  const builder = new Builder(options, border, capabilities);
  const runner = new Runner(options, border, capabilities);

  async function loadProgram(entry: Entry | string): Promise<LoadedOutcome<ProgramApi>> {
    const request = typeof entry === "string" ? { path: entry } : entry;
    const { diagnostics, problem, ok, program } = await builder.buildAsync(request, "library");
    if (program === null) return { diagnostics, problem, ok, program: null };
    const source = {
      system: nodeSystem,
      open: (code: CompiledProgram, over: (exitReason: ExitReason) => void) =>
        runner.open({ program: code, path: request.path }, over),
      async build(next: Entry | string) {
        const rebuilt = await builder.buildAsync(typeof next === "string" ? { path: next } : next, "library");
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
    check: (entries) => builder.check(entries),
    checkAsync: (entries) => builder.checkAsync(entries),
    build: (entry, what) => builder.build(entry, what),
    buildAsync: (entry, what) => builder.buildAsync(entry, what),
    async run(entry, args) {
      const request = typeof entry === "string" ? { path: entry } : entry;
      const built = await builder.buildAsync(request, "main");
      const { diagnostics, problem, ok, program } = built;
      if (program === null)
        return { diagnostics, problem, ok, exitCode: EXIT_STATUS.failed, exitReason: null };
      const exitReason = await runner.run({ program, path: request.path, ...(args && { args }) });
      return { diagnostics, problem, ok, exitCode: exitStatus(exitReason), exitReason };
    },
    launch: (program, path, args = [], index = 0) => runner.run({ program, path, args, index }),
  };
}
