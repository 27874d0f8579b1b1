// `std run`: runs a program, from the cache if possible; otherwise it is checked and compiled first.
import { availableParallelism, constants } from "node:os";
import { resolve } from "node:path";
import { standardModules } from "../../../stdlib/index.ts";
import { EXIT_STATUS, exitStatus, type CompiledProgram, type Launched } from "../../launch/index.ts";
import { BufferedOutput, DirectOutput, needsMeter, type Grants, type Limits } from "../../runtime/host.ts";
import type { Tracing } from "../../engine.ts";
import type { PackageName } from "../../modules/index.ts";
import { packageModules } from "../../packages-on-demand.ts";
import type { ColorChoice } from "../output/report.ts";
import type { DebugOptions, DebugProbe } from "../debug/index.ts";
import type { Command } from "./command.ts";
import { debugOptions, debugOptionsOf, openDebugServer } from "./debug-options.ts";
import { profileOptions, profileOptionsOf, profilingOf } from "./profile-options.ts";
import { limitOptions, limitsOf } from "./limit-options.ts";
import { UsageError, type ParsedOptions } from "./options.ts";
import type { CacheEntry, ProgramCache } from "../process/cache.ts";
import { currentFolder } from "../process/current-folder.ts";
import { dumpOnSignals } from "../process/dump.ts";
import { exitWith } from "../process/exit.ts";
import { processHost } from "../process/host.ts";
import { openCache } from "../process/program-cache.ts";
import {
  capabilityOptions,
  grantsOf,
  isNarrowed,
  riskOf,
  colorOf,
  colorOption,
  packageOption,
  nativesOf,
  packagesOf,
  type Packages,
} from "./settings.ts";
import { ensureLargeStack, ensureStackFor, hasLargeStack } from "../process/stack.ts";
import { start } from "../process/start.ts";
import { superviseWorkers, workerId } from "../process/workers.ts";
import { outputIsLost, stderrSink, stdoutSink, printError, printProblem } from "../output/terminal.ts";

export const run: Command = {
  usage: "std run [OPTION...] FILE [ARG...]",
  options: {
    "-e": { value: "CODE", help: "run CODE, statements or a program, instead of a file" },
    "--watch": { help: "run the script again whenever a file changes" },
    "--dump-on": {
      value: "SIGNAL",
      repeated: true,
      help: "print what the goroutines do on this signal, as SIGUSR2",
    },
    ...debugOptions("main"),
    ...profileOptions,
    "--workers": { value: "N", help: "run N processes that share their listening ports; 0: one per core" },
    "--no-cache": { help: "neither read nor write the compile cache" },
    ...capabilityOptions,
    ...limitOptions,
    ...colorOption,
    ...packageOption,
  },
  example: "std run app.std --port 8080",
  scriptArguments: true,
  notes:
    "The ARGs reach the script through std/env. Warnings show when standard error is a terminal;\nstd check always shows them. Exit status: 0 when main returns, 1 when it\nreturns an Err or the script does not check, 101 after a panic, or what the script exits with.",
  run: runProgram,
};

/** The number of workers; 0 without the option. @throws UsageError */
function workersOf(options: ParsedOptions): number {
  const asked = options.values.get("--workers")?.at(-1);
  if (asked === undefined) return 0;
  if (!/^\d{1,4}$/.test(asked)) throw new UsageError(`--workers needs a number from 0 to 9999, not ${asked}`);
  return Number(asked) === 0 ? availableParallelism() : Number(asked);
}

/** The time limit for compiling, in milliseconds; the limits of the options apply to the program. */
const MOST_COMPILING = 60_000;

interface Ready {
  readonly entry: CacheEntry;
  /** Stores the code cache of V8 after the program has run; null without a cache. */
  readonly save: ((codeCache?: Uint8Array) => void) | null;
  /** Whether it was compiled now, not loaded from the cache. */
  readonly compiled: boolean;
}

async function runProgram(options: ParsedOptions): Promise<number> {
  const code = options.values.get("-e")?.[0];
  const [file, ...args] = code === undefined ? options.operands : [EVALUATED, ...options.operands];
  if (file === undefined) throw new UsageError(`expected a file: ${run.usage}`);
  const isText = code !== undefined || file === "-";
  const dumpSignals = dumpSignalsOf(options);
  const debug = debugOptionsOf(options);
  if (debug !== null && (isText || options.flags.has("--watch") || options.values.has("--workers")))
    throw new UsageError("--inspect needs a file, and neither --watch nor --workers");
  const profile = profileOptionsOf(options, file);
  if (profile !== null && (debug !== null || options.flags.has("--watch") || options.values.has("--workers")))
    throw new UsageError("profiles are written without --inspect, --watch and --workers");
  if (options.flags.has("--watch")) {
    if (isText) throw new UsageError("--watch needs a file");
    const { restartOnChange } = await import("../process/restart-on-change.ts");
    return restartOnChange(file, process.argv.slice(3).filter(isNoWatch(file)));
  }
  const packages = packagesOf(options);
  const grants = isNarrowed(options) ? grantsOf(options) : null;
  const color = colorOf(options);
  const limits = limitsOf(options);
  const cache =
    options.flags.has("--no-cache") || isText || debug !== null || profile !== null ? null : openCache();
  // A later restart would lose the compiled program.
  const workers = workerId > 0 ? 0 : workersOf(options);
  // Workers cannot restart: they inherit the stack of this process.
  if (cache === null || workers > 0) ensureLargeStack();
  // Only now: a restart would find standard input at its end.
  const text = code ?? (isText ? (await import("node:fs")).readFileSync(0, "utf8") : null);
  const setting: Setting = {
    file: file === "-" ? "<stdin>" : file,
    text,
    packages,
    natives: nativesOf(options),
    grants,
    limits,
    tracing: debug !== null ? "stops" : profile !== null ? "marks" : null,
  };
  const ready = fromCache(cache, setting) ?? (await compileFile(cache, setting, color));
  if (ready === null) return EXIT_STATUS.failed;
  const { entry, save } = ready;
  if (workers > 0) {
    if (ready.compiled) save?.();
    return superviseWorkers(workers);
  }
  if (entry.program.deep !== false && !hasLargeStack()) {
    if (ready.compiled) save?.();
    ensureLargeStack();
  }
  const grantsAtRisk = grants === null ? null : riskOf(grants);
  if (grantsAtRisk !== null) printError(`warning: ${grantsAtRisk}\n`);
  // Warnings are for users: a pipe on standard error gets only the text of the script.
  if (entry.warnings !== "" && (await import("node:tty")).isatty(2)) printError(entry.warnings);

  let launched: Launched | null = null;
  const starting = (started: Launched): void => void (launched = started);
  if (workerId === 0) dumpOnSignals(() => launched, dumpSignals);
  const probe = debug === null ? null : await probeFor(entry.program, file, debug, setting);
  const profiling = profile === null ? null : await profilingOf(profile, entry.program);
  const outputs = { stdout: new BufferedOutput(stdoutSink), stderr: new DirectOutput(stderrSink) };
  await start(
    entry.program,
    {
      host: {
        ...processHost(
          file,
          args,
          grants ?? grantsOf(options),
          grants === null || cache === null ? [] : [cache.folder],
        ),
        ownsProcess: true,
      },
      ...outputs,
      packageModules,
      ...(limits && { limits }),
      ...(probe && { probe }),
      ...(dumpSignals.length > 0 || probe !== null || profiling !== null
        ? {
            starting(started) {
              starting(started);
              probe?.connect(started);
              profiling?.start(started);
            },
          }
        : { launching: starting }),
    },
    (exitReason, ended) => {
      const code = save !== null && exitReason.kind === "done" ? ended.codeCache() : null;
      if (code !== null) save!(code);
      const written = profiling?.end() ?? true;
      const status = exitStatus(exitReason);
      const isLost = !written || (exitReason.kind === "done" && outputIsLost());
      exitWith(status === EXIT_STATUS.ok && isLost ? EXIT_STATUS.failed : status);
    },
  );
  // The callback above ends the process.
  return new Promise(() => {});
}

/** Waits for a debugger if one has to start the program. */
async function probeFor(
  program: CompiledProgram,
  file: string,
  debug: DebugOptions,
  { packages, natives }: Setting,
): Promise<DebugProbe> {
  const { expressionCompiler } = await import("../debug/expressions.ts");
  const { npmPackages } = await import("../../npm-packages.ts");
  const server = await openDebugServer(debug, resolve(file));
  const compile = expressionCompiler(npmPackages({ natives, repositories: packages.find }));
  return server.prepare(program, "main", compile);
}

/** The name of the script of `-e`. */
const EVALUATED = "<command line>";

/** The signals of `--dump-on`. @throws UsageError */
function dumpSignalsOf({ values }: ParsedOptions): NodeJS.Signals[] {
  return (values.get("--dump-on") ?? []).map((given) => {
    const name = (given.startsWith("SIG") ? given : `SIG${given}`) as NodeJS.Signals;
    if (constants.signals[name] === undefined || name === "SIGKILL" || name === "SIGSTOP")
      throw new UsageError(`option --dump-on needs a signal such as SIGUSR2, not ${given}`);
    return name;
  });
}

/** Whether an argument is kept: `--watch` is dropped where it stands before the file. */
function isNoWatch(file: string): (arg: string, index: number, all: readonly string[]) => boolean {
  return (arg, index, all) => arg !== "--watch" || all.indexOf(file) < index;
}

/** The settings that determine the compiled code of a file. */
interface Setting {
  readonly file: string;
  /** The script itself, if it is no file. */
  readonly text: string | null;
  readonly packages: Packages;
  /** The packages whose native code may run. */
  readonly natives: readonly string[] | true;
  readonly grants: Grants | null;
  readonly limits: Limits | undefined;
  readonly tracing: Tracing | null;
}

/** Includes the grants, which restrict imports, and whether the program counts steps. */
function cacheKey(cache: ProgramCache, { file, packages, natives, grants, limits }: Setting): string {
  const metered = limits !== undefined && needsMeter(limits) ? ["metered"] : [];
  return cache.key(
    // If it was removed, only absolute paths lead to files.
    currentFolder() ?? "",
    file,
    packages.configuration,
    ...(grants === null ? [] : [JSON.stringify([grants, natives])]),
    ...metered,
    ...(limits?.depth === undefined ? [] : ["depth"]),
  );
}

function fromCache(cache: ProgramCache | null, setting: Setting): Ready | null {
  if (cache === null) return null;
  const key = cacheKey(cache, setting);
  const entry = cache.load(key, setting.packages.find);
  return entry === null ? null : { entry, save: saver(cache, key, entry), compiled: false };
}

/** Compiles a program; null after reporting diagnostics if it does not check. */
async function compileFile(
  cache: ProgramCache | null,
  setting: Setting,
  color: ColorChoice,
): Promise<Ready | null> {
  const { file, text, packages, natives, grants, limits, tracing } = setting;
  const inline =
    text === null ? null : (await import("../process/inline-script.ts")).inlineScript(file, text);
  const { npmPackages } = await import("../../npm-packages.ts");
  const { createEngine, tracingEngine } = await import("../../engine.ts");
  const { renderAll, report, wantsColor } = await import("../output/report.ts");
  const { fileReader } = await import("../../modules/index.ts");
  const reach = grants === null ? { reader: fileReader } : { capabilities: grants };
  const found: CacheEntry["packages"][number][] = [];
  const repositories = (name: PackageName): string | null => {
    const folder = packages.find(name);
    found.push([name, folder]);
    return folder;
  };
  const make =
    tracing === null
      ? createEngine
      : (given: Parameters<typeof createEngine>[0]) => tracingEngine(given, tracing);
  const built = make({
    modules: standardModules,
    packages: npmPackages({ natives, repositories }),
    ...reach,
    ...(limits && { limits: { ...limits, compileMillis: MOST_COMPILING } }),
  }).build({ path: file, ...(inline && { text: inline.text }) }, "main");
  const { problem, files, paths, absent } = built;
  const diagnostics = inline?.shown(built.diagnostics) ?? built.diagnostics;
  const program = built.program === null || inline === null ? built.program : inline.located(built.program);
  ensureStackFor(diagnostics);
  printProblem(problem);
  if (program === null) {
    report(diagnostics, color);
    return null;
  }
  const entry: CacheEntry = {
    program,
    files: files.map(({ path, bytes }) => ({ path: resolve(path), bytes })),
    paths: Array.from(paths, ([path, file]) => [resolve(path), file] as const),
    absent: Array.from(absent, (path) => resolve(path)),
    packages: found,
    warnings: renderAll(diagnostics, false),
  };
  const colored =
    diagnostics.length > 0 && wantsColor(color)
      ? { ...entry, warnings: renderAll(diagnostics, true) }
      : entry;
  return {
    entry: colored,
    save: cache === null ? null : saver(cache, cacheKey(cache, setting), entry),
    compiled: true,
  };
}

function saver(cache: ProgramCache, key: string, entry: CacheEntry): (codeCache?: Uint8Array) => void {
  return (codeCache) =>
    cache.store(
      key,
      codeCache === undefined ? entry : { ...entry, program: { ...entry.program, codeCache } },
    );
}
