// Debugging a program: `std run --inspect`, `std test --inspect-brk`. The program runs in this thread, and
// another one serves debuggers.
import { Worker } from "node:worker_threads";
import type { CompiledProgram } from "../../launch/index.ts";
import { entryPoint } from "../entry-point.ts";
import { FLAG, type FromServer, type ServerSettings, type ToServer } from "./messages.ts";
import { DebugProbe, type CompileExpression } from "./probe.ts";

export type { CompileExpression, DebugProbe } from "./probe.ts";

export interface DebugOptions {
  readonly host: string;
  readonly port: number;
  /** Whether the program waits for a debugger, and stops at the first statement of `main`. */
  readonly breaks: boolean;
}

const FLAGS = 4;

export class DebugServer {
  readonly #worker: Worker;
  readonly #flags: Int32Array;
  /** Whether the next program stops at its first statement. */
  #breaks: boolean;
  readonly #started: Promise<unknown>;
  #ready: (() => void) | null = null;

  private constructor(worker: Worker, flags: Int32Array, breaks: boolean, started: Promise<unknown>) {
    this.#worker = worker;
    this.#flags = flags;
    this.#breaks = breaks;
    this.#started = started;
    worker.on("message", (message: FromServer) => {
      if ("ready" in message) this.#ready?.();
    });
  }

  /** Resolves when debuggers can connect, at the address that `report` receives. @throws Error if they cannot */
  static async open(
    { host, port, breaks }: DebugOptions,
    title: string,
    report: (text: string) => void,
  ): Promise<DebugServer> {
    const flags = new Int32Array(new SharedArrayBuffer(4 * FLAGS));
    const settings: ServerSettings = {
      host,
      port,
      flags: flags.buffer as SharedArrayBuffer,
      title,
      waits: breaks,
    };
    const worker = new Worker(entryPoint("debug-worker"), { workerData: settings });
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const listening = await new Promise<string>((resolve, reject) => {
      worker.on("error", reject);
      worker.on("message", (message: FromServer) => {
        if ("listening" in message) resolve(message.listening);
        else if ("problem" in message) reject(new Error(message.problem));
        else if ("run" in message) start();
      });
    });
    report(`Debugger listening on ${listening}\nFor help, see: https://nodejs.org/en/docs/inspector\n`);
    return new DebugServer(worker, flags, breaks, breaks ? started : Promise.resolve());
  }

  /** Prepares a program: resolves when it may start. `entry`: the name of the function that it begins with. */
  async prepare(program: CompiledProgram, entry: string, compile: CompileExpression): Promise<DebugProbe> {
    const table = program.counters!;
    const breaks = new SharedArrayBuffer(Math.max(1, table.count));
    const ready = new Promise<void>((resolve) => (this.#ready = resolve));
    const message: ToServer = { program: { table, positions: program.positions, breaks } };
    this.#worker.ref();
    this.#worker.postMessage(message);
    await ready;
    if (this.#breaks) this.#flags[FLAG.entry] = 1;
    this.#breaks = false;
    await this.#started;
    this.#worker.unref();
    const functions = table.files.flatMap((file) => file.functions);
    const first = functions.find(({ name }) => name === entry)?.counter ?? -1;
    const shared = { flags: this.#flags, breaks: new Uint8Array(breaks) };
    const probe = new DebugProbe(shared, program.positions, compile, first);
    // The other thread reaches it by this name.
    Object.defineProperty(globalThis, "stdDebug", { value: probe, configurable: true });
    return probe;
  }

  end(): void {
    void this.#worker.terminate();
  }
}
