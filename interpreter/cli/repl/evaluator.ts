// Evaluates inputs: checks and compiles them in this thread, and runs them in a worker thread, which is
// replaced if it is lost or cannot be interrupted.
import { Worker } from "node:worker_threads";
import { entryPoint } from "../entry-point.ts";
import { standardModules } from "../../../stdlib/index.ts";
import { fileReader, type NpmUse, type PackageLookup } from "../../modules/index.ts";
import { mixedItems, namesOf, ReplSession, type Prepared } from "../../repl/index.ts";
import { render, type Diagnostic } from "../../diagnostics/index.ts";
import { asPanic, describeInternalError, fromBytes, StackOverflow, type Grants } from "../../runtime/host.ts";
import type { Reply, Request, WorkerSettings } from "./worker-messages.ts";

export type Outcome =
  | { readonly kind: "value"; readonly text: string; readonly type: string }
  | { readonly kind: "type"; readonly text: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "failed"; readonly text: string };

export interface EvaluatorSettings {
  readonly capabilities: Grants;
  readonly packages: PackageLookup;
  readonly npm: NpmUse;
  /** Receives the output of goroutines while no input runs; if null, it is written directly. */
  readonly background: ((stream: "stdout" | "stderr", bytes: string) => void) | null;
  /** Called when a program needs a line of standard input. */
  readonly needInput: () => void;
  /** Called for `exit(n)`. */
  readonly exited: (code: number) => void;
  /** Shows a note beside the outcome. */
  readonly note: (text: string) => void;
}

type Finished = Extract<Reply, { kind: "value" | "failed" }>;

/** The waits below are counted in turns of this length. A pause of the machine is one turn, so it ends no wait. */
const TURN_MS = 10;
/** The turns for a loop to reach its next iteration; then the input is abandoned. */
const ABANDON_TURNS = 15;
/**
 * The turns until background goroutines are interrupted: one that keeps the thread busy prevents the input
 * from running.
 */
const BACKGROUND_TURNS = 30;
/** The turns until the thread is replaced. */
const REPLACE_TURNS = 150;

export class Evaluator {
  readonly session: ReplSession;
  readonly #settings: EvaluatorSettings;
  readonly #interrupt = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker;
  #settle: ((reply: Finished) => void) | null = null;
  #settleWhole: ((text: string | null) => void) | null = null;

  constructor(settings: EvaluatorSettings) {
    this.#settings = settings;
    this.session = new ReplSession({
      modules: standardModules,
      reader: fileReader,
      packages: settings.packages,
      npm: settings.npm,
      directory: ".",
    });
    this.#worker = this.#start();
  }

  get busy(): boolean {
    return this.#settle !== null;
  }

  /** Evaluates an input, which comes from `file`, if given. */
  async evaluate(input: string, file?: string): Promise<Outcome> {
    this.#refresh();
    const pieces = file === undefined ? mixedItems(input) : [input];
    let outcome: Outcome = { kind: "nothing" };
    for (const piece of pieces) {
      outcome = await this.#evaluate(piece, file);
      if (outcome.kind === "refused" || outcome.kind === "failed") break;
    }
    for (const waiting of outcome.kind === "nothing" ? this.session.takeReady() : []) {
      const late = await this.#evaluate(waiting);
      if (late.kind === "nothing")
        this.#settings.note(
          `note: ${
            namesOf(waiting)
              .map((name) => `\`${name}\``)
              .join(", ") || "an impl"
          } is declared now\n`,
        );
    }
    return outcome;
  }

  async #evaluate(input: string, file?: string): Promise<Outcome> {
    const prepared = sheltered(() => this.session.prepare(input, file));
    if (typeof prepared === "string") return { kind: "failed", text: prepared };
    if (!prepared.ok) return { kind: "refused", diagnostics: prepared.diagnostics };
    for (const warning of prepared.warnings) this.#settings.note(render(warning, { color: false }));
    const reply = await this.#run(prepared);
    if (reply.kind === "failed") {
      prepared.cancel(reply.isSet);
      // The values were lost while it ran.
      if (reply.isLost === true) this.session.forgetValues();
      return { kind: "failed", text: reply.text };
    }
    prepared.commit(reply.isSet);
    return reply.value === null ? { kind: "nothing" } : { kind: "value", ...reply.value };
  }

  /** Checks changed files that the session has imported. */
  #refresh(): void {
    const refreshed = sheltered(() => this.session.refresh());
    if (typeof refreshed === "string") return this.#settings.note(refreshed);
    for (const note of refreshed.notes) this.#settings.note(`note: ${note}\n`);
    for (const diagnostic of refreshed.diagnostics) this.#settings.note(render(diagnostic, { color: false }));
  }

  /** The type of an expression, or the declaration of a name. */
  typeOf(expression: string): Outcome {
    this.#refresh();
    const type = sheltered(() => this.session.typeOf(expression));
    if (typeof type === "string") return { kind: "failed", text: type };
    return type.ok ? { kind: "type", text: type.text } : { kind: "refused", diagnostics: type.diagnostics };
  }

  /** The declaration and doc comment of a name of the session; null if it has none. */
  docOf(name: string): string | null {
    this.#refresh();
    try {
      return this.session.docOf(name);
    } catch {
      return null;
    }
  }

  /** The last value that was shown, with all of its parts; null if there is none. */
  wholeValue(width: number): Promise<string | null> {
    return new Promise((resolve) => {
      this.#settleWhole = resolve;
      this.#post({ kind: "whole", width });
    });
  }

  /** Interrupts a running evaluation: a loop at its next iteration, a wait immediately. */
  interrupt(): void {
    const settle = this.#settle;
    if (settle === null) return;
    Atomics.store(this.#interrupt, 0, 1);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      if (this.#settle !== settle) clearInterval(timer);
      else if (turns === ABANDON_TURNS) this.#post({ kind: "abandon" });
      else if (turns === BACKGROUND_TURNS) Atomics.store(this.#interrupt, 0, 2);
      else if (turns === REPLACE_TURNS) this.#replace("interrupted");
    }, TURN_MS).unref();
  }

  /** Removes all declarations and values, and stops background goroutines. */
  reset(): void {
    this.session.reset();
    void this.#worker.terminate();
    this.#worker = this.#start();
  }

  giveInput(line: Uint8Array | null): void {
    this.#post({ kind: "input", line });
  }

  /** Ends the running evaluation without an outcome. */
  stop(): void {
    this.#finish({ kind: "failed", text: "", isSet: [] });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #start(): Worker {
    const { capabilities, background } = this.#settings;
    const workerData: WorkerSettings = {
      interrupt: this.#interrupt.buffer as SharedArrayBuffer,
      capabilities,
      reportsBackground: background !== null,
    };
    const worker = new Worker(entryPoint("repl-worker"), { workerData, resourceLimits: { stackSizeMb: 64 } });
    const current = (): boolean => worker === this.#worker;
    worker.on("message", (reply: Reply) => current() && this.#received(reply));
    worker.on(
      "error",
      (error) =>
        current() &&
        this.#replace(isOutOfMemory(error) ? "out of memory" : "the program's thread has crashed"),
    );
    return worker;
  }

  /** Replaces the thread; a new one has none of the values. */
  #replace(reason: string): void {
    void this.#worker.terminate();
    this.session.forgetValues();
    this.#worker = this.#start();
    this.#finishWhole(null);
    this.#finish({ kind: "failed", text: `${reason}; all variables are lost\n`, isLost: true, isSet: [] });
  }

  #run(prepared: Prepared): Promise<Finished> {
    const { program, storeKeys } = prepared;
    return new Promise((resolve) => {
      this.#settle = resolve;
      Atomics.store(this.#interrupt, 0, 0);
      this.#post({ kind: "evaluate", program, storeKeys });
    });
  }

  #finishWhole(text: string | null): void {
    this.#settleWhole?.(text);
    this.#settleWhole = null;
  }

  #finish(reply: Finished): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(reply);
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
      case "output":
        this.#settings.background?.(reply.stream, reply.bytes);
        break;
      case "whole":
        this.#finishWhole(reply.text);
        break;
      case "value":
      case "failed":
        this.#finish(reply);
        break;
    }
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Runs a phase; returns the message of an exception, such as a stack overflow. */
function sheltered<T>(phase: () => T): T | string {
  try {
    return phase();
  } catch (error) {
    if (asPanic(error) instanceof StackOverflow) return "error: this is nested too deeply to be checked\n";
    return fromBytes(describeInternalError(error, process.env["STD_DEBUG"] === "1"));
  }
}
