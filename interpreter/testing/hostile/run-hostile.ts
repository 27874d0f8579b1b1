// Runs hostile scripts, and describes how each ended and what its host saw.
import { standardModules } from "../../../stdlib/index.ts";
import {
  createEngine,
  createWorkerEngine,
  fromBytes,
  type Engine,
  type LocalProgram,
  type Outcome,
  type WorkerEngine,
} from "../../index.ts";
import type { HostileScript, HostileTable } from "./script.ts";

/** What the host sees of a script. */
export interface Seen {
  /** As `HostileScript.ends`. */
  readonly end: string;
  readonly stdout: string;
  /** How `print(6 * 7)` ends and what it prints afterwards, in the same engine. */
  readonly next: string;
  /** Errors that reached the process instead of the caller. */
  readonly escaped: readonly string[];
  /** Sockets, child processes and open files that are left. */
  readonly left: readonly string[];
}

export type Where = "process" | "thread";

/** The places where a script runs. */
export function placesOf({ where }: HostileScript): readonly Where[] {
  return where === undefined ? ["process", "thread"] : [where];
}

/** Output beyond this is dropped: floods are part of the scripts. */
const KEPT_OUTPUT = 100_000;

/**
 * The engines that run the scripts of a table. Scripts without options of their own share one for each place,
 * so each also shows that the one before it left nothing behind.
 */
export class HostileHost {
  readonly #table: HostileTable;
  readonly #shared = new Map<Where, Engine | WorkerEngine>();
  #stdout = "";

  constructor(table: HostileTable) {
    this.#table = table;
  }

  async run(script: HostileScript, where: Where): Promise<Seen> {
    const escaped: string[] = [];
    const escape = (error: unknown): void => void escaped.push(describeThrown(error));
    process.on("uncaughtException", escape);
    process.on("unhandledRejection", escape);
    const restore = await script.prepare?.();
    const before = resources();
    try {
      const engine = this.#engineFor(script, where);
      const text = programOf(this.#table, script);
      const act = script.act ?? script.actInProcess;
      this.#stdout = "";
      const end =
        act === undefined
          ? describeOutcome(await engine.run({ path: "hostile.std", text }))
          : await describeAct(engine, text, act as (program: LocalProgram) => unknown);
      const stdout = this.#stdout;
      this.#stdout = "";
      const outcome = await engine.run({ path: "next.std", text: "fun main() { print(6 * 7) }" });
      const next = `${describeOutcome(outcome)} ${this.#stdout}`;
      if ("close" in engine && engine !== this.#shared.get(where)) engine.close();
      // Errors that escape do so before the timers that follow.
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { end, stdout, next, escaped, left: await leftAfter(before) };
    } finally {
      restore?.();
      process.off("uncaughtException", escape);
      process.off("unhandledRejection", escape);
    }
  }

  close(): void {
    for (const engine of this.#shared.values()) if ("close" in engine) engine.close();
  }

  #engineFor(script: HostileScript, where: Where): Engine | WorkerEngine {
    const shares = script.options === undefined && script.prepare === undefined;
    const known = shares ? this.#shared.get(where) : undefined;
    if (known !== undefined) return known;
    const options = {
      modules: standardModules,
      stdout: (bytes: string) => {
        if (this.#stdout.length < KEPT_OUTPUT) this.#stdout += bytes;
      },
      ...this.#table.options,
      ...script.options,
      limits: { ...this.#table.options.limits, ...script.options?.limits },
    };
    const engine = where === "process" ? createEngine(options) : createWorkerEngine(options);
    if (shares) this.#shared.set(where, engine);
    return engine;
  }
}

function programOf(table: HostileTable, { script }: HostileScript): string {
  return /^\s*(?:@\w+\s+)?fun main\(/m.test(script) ? script : `${table.imports}fun main() {\n${script}\n}\n`;
}

async function describeAct(
  engine: Engine | WorkerEngine,
  text: string,
  act: (program: LocalProgram) => unknown,
): Promise<string> {
  let program: LocalProgram | null = null;
  try {
    const loaded = await engine.load({ path: "hostile.std", text });
    if (loaded.program === null) return describeOutcome({ ...loaded, exitReason: null });
    program = loaded.program as LocalProgram;
    return JSON.stringify(await act(program)) ?? "undefined";
  } catch (error) {
    return describeThrown(error);
  } finally {
    program?.close();
  }
}

function describeThrown(error: unknown): string {
  return error instanceof Error ? `${error.constructor.name}: ${error.message}` : `thrown ${String(error)}`;
}

function describeOutcome({ exitReason, diagnostics }: Pick<Outcome, "diagnostics" | "exitReason">): string {
  if (exitReason === null) {
    const errors = diagnostics.filter((one) => one.severity === "error");
    return `refused: ${[...new Set(errors.map((one) => one.code))].join(" ")}`;
  }
  switch (exitReason.kind) {
    case "done":
      return "done";
    case "exit":
      return `exit: ${exitReason.code}`;
    case "internal":
      return `internal: ${fromBytes(exitReason.text).split("\n")[0]}`;
    default:
      return `${exitReason.kind}: ${fromBytes(exitReason.message)}`;
  }
}

const HELD = /TCP|UDP|Pipe|ProcessWrap|FSReq/;

function resources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((kind) => HELD.test(kind));
}

/** The resources that are still held some turns of the event loop later: sockets close asynchronously. */
async function leftAfter(before: readonly string[]): Promise<readonly string[]> {
  for (let turn = 0; turn < 200; turn++) {
    if (resources().length <= before.length) return [];
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return resources();
}
