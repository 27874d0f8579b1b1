// Inputs to outcomes: checks and compiles here, runs in the worker thread.
import { Worker } from "node:worker_threads";
import { standardModules } from "../../stdlib/index.ts";
import { fileReader, type PackageLookup } from "../modules/index.ts";
import { ReplSession, type Prepared } from "../repl/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { Capabilities } from "../runtime/index.ts";
import type { Reply, Request, WorkerSettings } from "./repl-worker.ts";

export type Outcome =
  | { readonly kind: "value"; readonly text: string; readonly type: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "failed"; readonly text: string };

export interface EvaluatorSettings {
  readonly capabilities: Capabilities;
  readonly packages: PackageLookup;
  /** A program at the prompt wants a line of standard input. */
  readonly needInput: () => void;
  /** `exit(n)`. */
  readonly exited: (code: number) => void;
  /** Something worth a line beside the outcome. */
  readonly note: (text: string) => void;
}

const LONGEST_INTERRUPT_MS = 150;

export class Evaluator {
  readonly session: ReplSession;
  readonly #settings: EvaluatorSettings;
  readonly #interrupt = new Int32Array(new SharedArrayBuffer(4));
  readonly #worker: Worker;
  #settle: ((reply: Reply & { kind: "value" | "failed" }) => void) | null = null;

  constructor(settings: EvaluatorSettings) {
    this.#settings = settings;
    this.session = new ReplSession({ modules: standardModules, reader: fileReader, packages: settings.packages, directory: process.cwd() });
    const workerData: WorkerSettings = { interrupt: this.#interrupt.buffer as SharedArrayBuffer, capabilities: settings.capabilities };
    const here = import.meta.url;
    this.#worker = new Worker(new URL(`./repl-worker${here.slice(here.lastIndexOf("."))}`, here), { workerData, resourceLimits: { stackSizeMb: 64 } });
    this.#worker.on("message", (reply: Reply) => this.#received(reply));
    this.#worker.on("error", (error) => this.#received({ kind: "failed", text: `internal error: ${error instanceof Error ? error.message : error}\n`, panic: true }));
  }

  get busy(): boolean {
    return this.#settle !== null;
  }

  async evaluate(input: string): Promise<Outcome> {
    const prepared = this.session.prepare(input);
    if (!prepared.ok) return { kind: "refused", diagnostics: prepared.diagnostics };
    for (const name of prepared.dropped) this.#settings.note(`note: \`${name}\` is gone: it does not fit what you declared\n`);
    const reply = await this.#run(prepared);
    if (reply.kind === "failed") return { kind: "failed", text: reply.text };
    prepared.commit(reply.types);
    return reply.value === null ? { kind: "nothing" } : { kind: "value", ...reply.value };
  }

  /** Stops a running evaluation: a loop at its next round, a wait by leaving it to itself. */
  interrupt(): void {
    if (!this.busy) return;
    Atomics.store(this.#interrupt, 0, 1);
    const settle = this.#settle;
    setTimeout(() => {
      if (this.#settle === settle) this.#post({ kind: "abandon" });
    }, LONGEST_INTERRUPT_MS).unref();
  }

  giveInput(line: Uint8Array | null): void {
    this.#post({ kind: "input", line });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #run(prepared: Prepared): Promise<Reply & { kind: "value" | "failed" }> {
    const { program, hasValue, variables } = prepared;
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#post({ kind: "evaluate", program, hasValue, storeKeys: variables.map((name) => prepared.storeKey(name)) });
    });
  }

  #post(request: Request): void {
    this.#worker.postMessage(request);
  }

  #received(reply: Reply): void {
    switch (reply.kind) {
      case "needInput":
        this.#settings.needInput();
        break;
      case "exit":
        this.#settings.exited(reply.code);
        break;
      case "value":
      case "failed": {
        const settle = this.#settle;
        this.#settle = null;
        settle?.(reply);
        break;
      }
    }
  }
}
