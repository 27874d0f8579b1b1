// An engine whose programs run in threads of their own, compiling included: with a heap that is theirs
// alone, ended whatever they do, and without holding up the event loop of the host.
import { typedModule } from "./define-module.ts";
import { checkOptions, type EngineOptions } from "./engine-options.ts";
import type { CheckRequest, Checked, LoadedOutcome, Outcome } from "./engine.ts";
import { EngineThread } from "./engine-thread.ts";
import { nodeSystem } from "./host/node/index.ts";
import { EXIT_STATUS, exitStatus, type ExitReason } from "./launch/index.ts";
import { nativeFunctions, readDeclaration, type Entry } from "./modules/index.ts";
import { howEnded, type Program, type ProgramApi } from "./program.ts";
import { programEnded } from "./runtime/host.ts";
import type { TypeNode } from "./syntax/index.ts";
import type { ThreadSettings } from "./worker-messages.ts";
import { INTERRUPTED, Places, ThreadEnded } from "./worker-places.ts";
import { revived, WorkerProgram } from "./worker-program.ts";

export interface WorkerEngineOptions extends EngineOptions {
  /** Of the heap of each thread, the compiler's part included; default: `limits.memory` and 128 MB. */
  readonly heapMegabytes?: number;
  /**
   * How many programs run, are checked or loaded at once; others wait in a queue, in which their time does not count.
   * Default: the cores of the machine, at least 2. A program that is loaded keeps a thread beside these until it is closed.
   */
  readonly threads?: number;
  /** Threads without a program that are kept for the next one; default 1. */
  readonly idle?: number;
}

/** As `Engine`, with programs in threads. */
export interface WorkerEngine {
  check(entries: readonly CheckRequest[]): Promise<Checked>;
  run(entry: Entry | string, args?: readonly string[]): Promise<Outcome>;
  load<Api extends ProgramApi = Record<string, (...args: unknown[]) => unknown>>(
    entry: Entry | string,
  ): Promise<LoadedOutcome<Api, Program<Api>>>;
  /** Ends all threads, with the programs in them; what is asked of the engine later is an error. */
  close(): void;
}

const OWN_MEGABYTES = 128;
/** What a thread has beyond the limits of its program before it is ended. */
const GRACE_MILLIS = 500;

/** Makes a worker engine. @throws TypeError for options that are none, for modules made with `create`, and those whose functions have streams */
export function createWorkerEngine(options: WorkerEngineOptions): WorkerEngine {
  const { heapMegabytes, threads, idle: mostIdle = 1, ...engineOptions } = options;
  checkOptions(engineOptions);
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
  const places = new Places(threads ?? Math.max(2, nodeSystem.environment.cpuCount()), options.signal);
  let closed = false;

  /** @throws Error */
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

  /** Does it in a thread of its own, once there is room for one. @throws ThreadEnded, Error */
  async function placed<T>(work: (thread: EngineThread) => Promise<T>): Promise<T> {
    if (closed) throw new Error("the engine is closed");
    await places.enter();
    try {
      const thread = take();
      try {
        return await work(thread);
      } catch (error) {
        thread.end(null);
        throw error;
      }
    } finally {
      places.leave();
    }
  }

  async function alone<T extends Checked>(
    action: "run" | "check",
    args: readonly unknown[],
    limited: T,
  ): Promise<T> {
    try {
      return await placed(async (thread) => {
        const outcome = (await thread.act(action, 0, args, totalMillis(options))) as T & {
          readonly exitReason?: ExitReason | null;
        };
        // What has met a limit may have left much behind.
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
    check: (entries) => alone<Checked>("check", [entries], { diagnostics: [], problem: null, ok: false }),
    run: (entry, args = []) =>
      alone<Outcome>("run", [entry, args], {
        diagnostics: [],
        problem: null,
        ok: false,
        exitCode: EXIT_STATUS.failed,
        exitReason: null,
      }),
    async load(entry) {
      try {
        return await placed(async (thread) => {
          const { program, ...outcome } = (await thread.act(
            "load",
            0,
            [entry],
            totalMillis(options),
          )) as Omit<LoadedOutcome<ProgramApi>, "program"> & { readonly program: number | null };
          if (program === null) giveBack(thread);
          const loaded =
            program === null ? null : await WorkerProgram.of(thread, program, totalMillis(options));
          return { ...revived(outcome), program: loaded as never };
        });
      } catch (error) {
        throw error instanceof ThreadEnded ? programEnded(howEnded(error.exitReason)) : error;
      }
    },
    close() {
      closed = true;
      places.clear();
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

function settingsOf({ modules, root, capabilities, limits, debug, ...rest }: EngineOptions): ThreadSettings {
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
          `createWorkerEngine: the module ${descriptor.name} is made with \`create\`, whose values stay in one thread: give \`functions\``,
        );
      const { source, tree } = readDeclaration(descriptor);
      const stream = [...nativeFunctions(tree)].find(([, { params, result }]) =>
        [...params.map((param) => param.type), result].some((type) => type !== null && namesStream(type)),
      );
      if (stream !== undefined)
        throw new TypeError(
          `createWorkerEngine: ${stream[0]} of the module ${descriptor.name} takes or gives a stream (\`dyn Reader\`, \`dyn Writer\`), which does not cross to a thread: use createEngine`,
        );
      const natives = [...nativeFunctions(tree).keys()];
      return {
        name: descriptor.name,
        declaration: source.text,
        functions: natives,
        classes: Object.keys(typed.classes ?? {}),
      };
    }),
    options: {
      ...(root !== undefined && { root }),
      ...(capabilities && { capabilities }),
      ...(limits && { limits }),
      ...(debug !== undefined && { debug }),
    },
    given: Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name),
    shared: new SharedArrayBuffer(0),
  };
}

/** All of a program's time, or Infinity. */
function totalMillis({ limits }: EngineOptions): number {
  if (limits?.wallMillis === undefined) return Infinity;
  return (limits.compileMillis ?? Math.max(limits.wallMillis, 1500)) + limits.wallMillis + GRACE_MILLIS;
}

function isLimit(exitReason: ExitReason | null | undefined): boolean {
  return exitReason?.kind === "panic" && exitReason.limit === true;
}
