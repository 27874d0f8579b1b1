// An engine that runs and compiles each program in its own thread: with its own heap, terminated whatever the
// program does, and without blocking the event loop of the host.
import { inherited } from "./own/index.ts";
import { typedModule } from "./define-module.ts";
import { checkArguments, checkOptions, entryOf, type EngineOptions } from "./engine-options.ts";
import type { CheckRequest, Checked, LoadedOutcome, Outcome } from "./engine.ts";
import { EngineThread } from "./engine-thread.ts";
import { nodeSystem } from "./host/node/index.ts";
import { checkHostModules } from "./host-modules.ts";
import { EXIT_STATUS, exitStatus, type ExitReason } from "./launch/index.ts";
import { nativeFunctions, readDeclaration, type Entry } from "./modules/index.ts";
import type { Program, ProgramApi } from "./program.ts";
import type { TypeNode } from "./syntax/index.ts";
import type { ThreadSettings } from "./worker-messages.ts";
import { INTERRUPTED, Slots, ThreadEnded } from "./worker-slots.ts";
import { revived, WorkerProgram } from "./worker-program.ts";

/** The options of `createWorkerEngine`. See docs/embedding.md#programs-in-threads. */
export interface WorkerEngineOptions extends EngineOptions {
  /**
   * The size of the heap of each thread in megabytes, the compiler's part included; at least 16. Default: 128
   * and `limits.memory`, or 4,096 without that.
   */
  readonly heapMegabytes?: number;
  /**
   * The most programs that run, are checked or are loaded together; at least 1. Others wait in a queue, which
   * does not count towards their time. A loaded program keeps an additional thread until it is closed.
   * Default: the number of cores, at least 2.
   */
  readonly threads?: number;
  /** The most idle threads kept for the next programs. Default: 1. */
  readonly idle?: number;
}

/** As `Engine`, with each program in a thread. */
export interface WorkerEngine {
  /** As `Engine.check`. @throws Error (as a rejection) after `close` */
  check(entries: readonly CheckRequest[]): Promise<Checked>;
  /** As `Engine.run`. @throws Error (as a rejection) after `close` */
  run(entry: Entry | string, args?: readonly string[]): Promise<Outcome>;
  /**
   * As `Engine.load`; the program cannot be called synchronously.
   * @throws ScriptError (as a rejection) if initialising its variables panics or its thread ends, Error after
   * `close`
   */
  load<Api extends ProgramApi = Record<string, (...args: unknown[]) => unknown>>(
    entry: Entry | string,
  ): Promise<LoadedOutcome<Api, Program<Api>>>;
  /** Terminates all threads with the programs in them. Later calls of the engine reject with an Error. */
  close(): void;
}

const OWN_MEGABYTES = 128;

/**
 * Makes a worker engine.
 * @throws TypeError for an unknown option or a value of the wrong type, for modules made with `create` or whose
 * functions have streams, and for modules that do not match their declaration
 */
export function createWorkerEngine(options: WorkerEngineOptions): WorkerEngine {
  const { heapMegabytes, threads, idle: mostIdle = 1, ...engineOptions } = options;
  checkOptions(engineOptions);
  checkHostModules(engineOptions.modules, nodeSystem.links);
  for (const [name, value, least] of [
    ["heapMegabytes", heapMegabytes, 16],
    ["threads", threads, 1],
    ["idle", mostIdle, 0],
  ] as const) {
    if (value !== undefined && !(Number.isInteger(value) && value >= least))
      throw new TypeError(
        `createWorkerEngine: \`${name}\` must be a whole number of at least ${least}, not ${String(value)}`,
      );
  }
  const { memory } = options.limits ?? {};
  const heap =
    heapMegabytes ??
    OWN_MEGABYTES + (memory === undefined || memory === Infinity ? 4096 : Math.ceil(memory / 1e6));
  const settings = settingsOf(engineOptions);
  const idle: EngineThread[] = [];
  const all = new Set<EngineThread>();
  const slots = new Slots(threads ?? Math.max(2, nodeSystem.environment.cpuCount()), options.signal);
  let closed = false;

  /** @throws Error if the engine is closed */
  function take(): EngineThread {
    if (closed) throw new Error("the engine is closed");
    const waiting = idle.pop();
    if (waiting !== undefined) return waiting;
    const thread = new EngineThread(engineOptions, settings, heap, () => {
      all.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    all.add(thread);
    return thread;
  }

  function giveBack(thread: EngineThread): void {
    if (closed || thread.gone || idle.length >= mostIdle) thread.end(null);
    else {
      thread.forget();
      idle.push(thread);
    }
  }

  /** Performs `work` in a thread as soon as one is available. @throws ThreadEnded, Error */
  async function inThread<T>(work: (thread: EngineThread) => Promise<T>): Promise<T> {
    if (closed) throw new Error("the engine is closed");
    await slots.acquire();
    try {
      const thread = take();
      try {
        return await work(thread);
      } catch (error) {
        thread.end(null);
        throw error;
      }
    } finally {
      slots.release();
    }
  }

  async function alone<T extends Checked>(
    action: "run" | "check",
    args: readonly unknown[],
    limited: T,
  ): Promise<T> {
    try {
      return await inThread(async (thread) => {
        const outcome = (await thread.act(action, 0, args)) as T & {
          readonly exitReason?: ExitReason | null;
        };
        // A program that exceeded a limit may leave a large heap behind.
        if (outcome.exitReason?.kind === "internal" || isLimit(outcome.exitReason)) thread.end(null);
        else giveBack(thread);
        return revived(outcome);
      });
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      return { ...limited, ok: true, exitReason: error.exitReason, exitCode: exitStatus(error.exitReason) };
    }
  }

  return {
    check: async (entries) =>
      alone<Checked>("check", [entries.map(entryOf)], { diagnostics: [], problem: null, ok: false }),
    async run(entry, args = []) {
      checkArguments(args);
      return alone<Outcome>("run", [entryOf(entry), args], {
        diagnostics: [],
        problem: null,
        ok: false,
        exitCode: EXIT_STATUS.failed,
        exitReason: null,
      });
    },
    async load(entry) {
      entryOf(entry);
      try {
        return await inThread(async (thread) => {
          const { program, ...outcome } = (await thread.act("load", 0, [entry])) as Omit<
            LoadedOutcome<ProgramApi>,
            "program"
          > & { readonly program: number | null };
          if (program === null) giveBack(thread);
          const loaded = program === null ? null : await WorkerProgram.of(thread, program);
          return { ...revived(outcome), program: loaded as never };
        });
      } catch (error) {
        throw error instanceof ThreadEnded ? error.asScriptError() : error;
      }
    },
    close() {
      closed = true;
      slots.clear();
      for (const thread of [...all]) thread.end(INTERRUPTED);
    },
  };
}

function namesStream(type: TypeNode): boolean {
  switch (type.kind) {
    case "DynType":
      return ["Reader", "Writer"].includes(type.trait.name.name);
    case "OptionType":
      return namesStream(type.inner);
    case "TupleType":
      return type.parts.some(namesStream);
    case "FunType":
      return [...type.params, type.result].some(namesStream);
    case "NamedType":
      return type.args.some(namesStream);
    case "UnitType":
    case "BrokenType":
      return false;
  }
}

function settingsOf({
  modules,
  root,
  capabilities,
  limits,
  literals,
  debug,
  ...rest
}: EngineOptions): ThreadSettings {
  const own = modules.filter((module) => module.host === true);
  const standard = modules.filter((module) => module.host !== true);
  const urls = standard.flatMap(({ declaration }) => (declaration instanceof URL ? [declaration] : []));
  const here = import.meta.url;
  return {
    standard:
      urls.length === 0 ? null : new URL(`../index${here.slice(here.lastIndexOf("."))}`, urls[0]).href,
    names: standard.map((module) => module.name),
    modules: own.map((descriptor) => {
      const typed = typedModule(descriptor);
      if (typed === null)
        throw new TypeError(
          `createWorkerEngine: the module ${descriptor.name} is made with \`create\`, whose values cannot leave their thread: use \`functions\``,
        );
      const { source, tree } = readDeclaration(descriptor);
      const stream = [...nativeFunctions(tree)].find(([, { params, result }]) =>
        [...params.map((param) => param.type), result].some((type) => type !== null && namesStream(type)),
      );
      if (stream !== undefined)
        throw new TypeError(
          `createWorkerEngine: ${stream[0]} of the module ${descriptor.name} takes or returns a stream (\`dyn Reader\`, \`dyn Writer\`), which cannot cross to a thread: use createEngine`,
        );
      const natives = [...nativeFunctions(tree).keys()];
      return {
        name: descriptor.name,
        declaration: source.text,
        functions: natives,
        classes: Object.keys(typed.classes ?? {}),
        checkers: Object.keys(typed.checkers ?? {}),
      };
    }),
    options: {
      ...(root !== undefined && { root }),
      ...(capabilities && { capabilities }),
      ...(limits && { limits }),
      ...(literals !== undefined && { literals }),
      ...(debug !== undefined && { debug }),
    },
    npm: typeof rest.packages === "object" ? rest.packages.natives : null,
    given: Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name),
    lists: inherited(rest.reader, "list") !== undefined,
    shared: new SharedArrayBuffer(0),
  };
}

function isLimit(exitReason: ExitReason | null | undefined): boolean {
  return exitReason?.kind === "panic" && exitReason.limit === true;
}
