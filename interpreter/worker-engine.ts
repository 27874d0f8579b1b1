// An engine whose programs run in threads of their own, compiling included: with a heap that is theirs
// alone, ended whatever they do, and without holding up the event loop of the host.
import { typedModule, typedTable } from "./define-module.ts";
import { checkOptions, type EngineOptions } from "./engine-options.ts";
import type { CheckRequest, Checked, LoadedOutcome, Outcome } from "./engine.ts";
import { nodeSystem } from "./host/node/index.ts";
import type { Thread } from "./host/index.ts";
import { EXIT_STATUS, exitStatus, type Ending } from "./launch/index.ts";
import { nativeFunctions, readDeclaration, type Entry } from "./modules/index.ts";
import type { Program, ProgramApi, ProgramFunctionInfo, Reloaded } from "./program.ts";
import { ScriptError, type NativeTable, type Runtime } from "./runtime/host.ts";
import { Source } from "./source/index.ts";
import {
  ABORT, pack, PENDING, References, unpack, WAKE, type Action, type Ends, type FromThread, type Packed, type ThreadSettings, type ToThread,
} from "./worker-messages.ts";

export interface WorkerEngineOptions extends EngineOptions {
  /** Of the heap of each thread, the compiler's part included; default: `limits.memory` and 128 MB. */
  readonly heapMegabytes?: number;
  /** Threads without a program that are kept for the next one; default 1. */
  readonly idle?: number;
}

/** As `Engine`, with programs in threads. */
export interface WorkerEngine {
  check(entries: readonly CheckRequest[]): Promise<Checked>;
  run(entry: Entry | string, args?: readonly string[]): Promise<Outcome>;
  load<Api extends ProgramApi = Record<string, (...args: unknown[]) => unknown>>(entry: Entry | string): Promise<LoadedOutcome<Api, Program<Api>>>;
  /** Ends all threads, with the programs in them; what is asked of the engine later is an error. */
  close(): void;
}

const OWN_MEGABYTES = 128;
/** What a thread has beyond the limits of its program before it is ended. */
const GRACE_MILLIS = 500;
const INTERRUPT_MILLIS = 100;

/** Makes a worker engine. @throws TypeError for options that are none, and for modules made with `create` */
export function createWorkerEngine(options: WorkerEngineOptions): WorkerEngine {
  const { heapMegabytes, idle: mostIdle = 1, ...engineOptions } = options;
  checkOptions(engineOptions);
  for (const [name, value] of [["heapMegabytes", heapMegabytes], ["idle", mostIdle]] as const) {
    if (value !== undefined && !(Number.isInteger(value) && value >= (name === "idle" ? 0 : 16))) throw new TypeError(`createWorkerEngine: \`${name}\` must be a whole number, not ${String(value)}`);
  }
  const { memory } = options.limits ?? {};
  const heap = heapMegabytes ?? OWN_MEGABYTES + (memory === undefined || memory === Infinity ? 4096 : Math.ceil(memory / 1e6));
  const settings = settingsOf(engineOptions);
  const idle: EngineThread[] = [];
  const all = new Set<EngineThread>();
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

  /** In a thread that nobody else uses meanwhile. */
  async function alone<T extends Checked>(action: "run" | "check", args: readonly unknown[], limited: T): Promise<T> {
    const thread = take();
    try {
      const outcome = (await thread.act(action, 0, args, totalMillis(options))) as T & { readonly ending?: Ending | null };
      // What has met a limit may have left much behind.
      if (outcome.ending?.kind === "internal" || isLimit(outcome.ending)) thread.end(null);
      else giveBack(thread);
      return revived(outcome);
    } catch (error) {
      thread.end(null);
      if (!(error instanceof ThreadEnded)) throw error;
      return { ...limited, ok: true, ending: error.ending, exitCode: exitStatus(error.ending) };
    }
  }

  return {
    check: (entries) => alone<Checked>("check", [entries], { diagnostics: [], problem: null, ok: false }),
    run: (entry, args = []) => alone<Outcome>("run", [entry, args], { diagnostics: [], problem: null, ok: false, exitCode: EXIT_STATUS.failed, ending: null }),
    async load(entry) {
      const thread = take();
      try {
        const { program, ...outcome } = (await thread.act("load", 0, [entry], totalMillis(options))) as Omit<LoadedOutcome<ProgramApi>, "program"> & { readonly program: number | null };
        if (program === null) giveBack(thread);
        const loaded = program === null ? null : await WorkerProgram.of(thread, program, totalMillis(options));
        return { ...revived(outcome), program: loaded as never };
      } catch (error) {
        thread.end(null);
        throw error instanceof ThreadEnded ? new ScriptError("the program has ended", "") : error;
      }
    },
    close() {
      closed = true;
      for (const thread of [...all]) thread.end({ kind: "panic", message: "interrupted", text: "panic: interrupted\n" });
    },
  };
}

function settingsOf({ modules, root, capabilities, limits, debug, ...rest }: EngineOptions): ThreadSettings {
  const own = modules.filter((module) => module.host === true);
  const standard = modules.filter((module) => module.host !== true);
  const urls = standard.flatMap(({ declaration }) => (declaration instanceof URL ? [declaration] : []));
  const here = import.meta.url;
  return {
    standard: urls.length === 0 ? null : new URL(`../index${here.slice(here.lastIndexOf("."))}`, urls[0]).href,
    names: standard.map((module) => module.name),
    modules: own.map((descriptor) => {
      const typed = typedModule(descriptor);
      if (typed === null) throw new TypeError(`createWorkerEngine: the module ${descriptor.name} is made with \`create\`, whose values stay in one thread: give \`functions\``);
      const { source, tree } = readDeclaration(descriptor);
      const natives = [...nativeFunctions(tree).keys()];
      return { name: descriptor.name, declaration: source.text, functions: natives, classes: Object.keys(typed.classes ?? {}) };
    }),
    options: { ...(root !== undefined && { root }), ...(capabilities && { capabilities }), ...(limits && { limits }), ...(debug !== undefined && { debug }) },
    given: Object.entries(rest).filter(([, value]) => value !== undefined).map(([name]) => name),
    shared: new SharedArrayBuffer(0),
  };
}

/** All of a program's time, or Infinity. */
function totalMillis({ limits }: EngineOptions): number {
  if (limits?.wallMillis === undefined) return Infinity;
  return (limits.compileMillis ?? Math.max(limits.wallMillis, 1500)) + limits.wallMillis + GRACE_MILLIS;
}

function isLimit(ending: Ending | null | undefined): boolean {
  return ending?.kind === "panic" && /^(?:step|time|memory) limit exceeded$|^interrupted$/.test(ending.message);
}

/** Sources of diagnostics have methods, which messages do not carry. */
function revived<T extends { readonly diagnostics: Checked["diagnostics"] }>(outcome: T): T {
  const label = <L extends { readonly source: Source }>(one: L): L => ({ ...one, source: new Source(one.source.name, one.source.text) });
  return { ...outcome, diagnostics: outcome.diagnostics.map((one) => ({ ...one, primary: label(one.primary), related: one.related.map(label) })) };
}

/** The thread is gone in the middle of something. */
class ThreadEnded extends Error {
  readonly ending: Ending;
  constructor(ending: Ending) {
    super("the thread has ended");
    this.ending = ending;
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** One thread, and the functions of the host that it asks for. */
class EngineThread {
  gone = false;
  readonly #options: EngineOptions;
  readonly #thread: Thread;
  readonly #shared: Int32Array;
  readonly #ready: Promise<void>;
  #isReady: () => void = () => {};
  readonly #waiting = new Map<number, Waiting>();
  readonly #own = new References();
  readonly #callbacks = new WeakMap<object, number>();
  readonly #tables = new Map<string, NativeTable>();
  readonly #left: () => void;
  readonly #endings = new Map<number, Ending>();
  #closers = new Set<() => void>();
  #last = 0;
  #why: Ending | null = null;
  /** What a function of the host threw, for the ending that tells of it. */
  #mistake: unknown = undefined;
  readonly #interrupt = (): void => this.interrupt();

  constructor(options: EngineOptions, settings: ThreadSettings, heapMegabytes: number, left: () => void) {
    this.#options = options;
    this.#left = left;
    const shared = new SharedArrayBuffer(12);
    this.#shared = new Int32Array(shared);
    this.#ready = new Promise((resolve) => (this.#isReady = resolve));
    const here = import.meta.url;
    const entry = new URL(`./worker-thread${here.slice(here.lastIndexOf("."))}`, here);
    this.#thread = nodeSystem.threads.start(entry, { data: { ...settings, shared }, heapMegabytes }, {
      message: (message) => this.#received(message as FromThread),
      gone: (why) => this.#lost(why),
    });
    options.signal?.addEventListener("abort", this.#interrupt);
    if (options.signal?.aborted === true) this.interrupt();
  }

  /** @throws ThreadEnded, and what the action threw */
  async act(action: Action, program: number, args: readonly unknown[], millis: number): Promise<unknown> {
    this.#thread.hold(true);
    await this.#ready;
    return new Promise((resolve, reject) => {
      if (this.gone) return reject(new ThreadEnded(this.#ending()));
      const id = ++this.#last;
      const late = (): void => this.end({ kind: "panic", message: "time limit exceeded", text: "panic: time limit exceeded\n" });
      const timer = millis < 2 ** 31 ? setTimeout(late, millis) : undefined;
      this.#waiting.set(id, { resolve, reject, timer });
      this.#hold();
      this.#post({ kind: "do", id, action, program, args: pack(args, this.#ends) });
    });
  }

  endingOf(program: number): Ending | null {
    return this.#endings.get(program) ?? (this.gone ? this.#ending() : null);
  }

  interrupt(): void {
    if (this.gone || Atomics.exchange(this.#shared, ABORT, 1) === 1) return;
    this.#wake();
    this.#post({ kind: "do", id: 0, action: "abort", program: 0, args: [] as unknown as Packed });
    setTimeout(() => this.end({ kind: "panic", message: "interrupted", text: "panic: interrupted\n" }), INTERRUPT_MILLIS);
  }

  /** `why`: how its programs end by that. */
  end(why: Ending | null): void {
    if (this.gone) return;
    this.#why = why;
    this.#thread.end();
    this.#lost(null);
  }

  /** The next program begins with nothing of the last one. */
  forget(): void {
    this.#own.clear();
    this.#tables.clear();
    this.#close();
  }

  #close(): void {
    for (const close of this.#closers) {
      try {
        close();
      } catch (error) {
        this.#mistake = error;
      }
    }
    this.#closers = new Set();
  }

  #post(message: ToThread): void {
    this.#thread.post(message);
    this.#wake();
  }

  #wake(): void {
    Atomics.add(this.#shared, WAKE, 1);
    Atomics.notify(this.#shared, WAKE);
    Atomics.notify(this.#shared, PENDING);
  }

  #hold(): void {
    this.#thread.hold(!this.gone && this.#waiting.size > 0);
  }

  #ending(): Ending {
    return this.#why ?? { kind: "panic", message: "memory limit exceeded", text: "panic: memory limit exceeded\n" };
  }

  #lost(why: "heap" | Error | null): void {
    if (this.gone) return;
    this.gone = true;
    if (why instanceof Error) this.#why ??= { kind: "internal", text: `internal error: ${why.name}: ${why.message}\n`, cause: why };
    if (why === null) this.#why ??= { kind: "internal", text: "internal error: the thread has ended\n" };
    this.#options.signal?.removeEventListener("abort", this.#interrupt);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new ThreadEnded(this.#ending()));
    }
    this.#waiting.clear();
    this.#isReady();
    this.#close();
    this.#left();
  }

  #received(message: FromThread): void {
    switch (message.kind) {
      case "ready":
        return this.#isReady();
      case "done":
        return this.#settled(message.id, ({ resolve }) => resolve(this.#unpacked(message.value)));
      case "failed":
        return this.#settled(message.id, ({ reject }) => reject(failureOf(message)));
      case "ended":
        this.#endings.set(message.program, this.#withCause(unpack(message.ending, this.#ends) as Ending));
        return;
      case "output":
        return void this.#output(message.stream, message.bytes);
      case "ask":
        return void this.#asked(message.id, message.name, message.args);
    }
  }

  #unpacked(value: Packed): unknown {
    const outcome = unpack(value, this.#ends);
    if (typeof outcome !== "object" || outcome === null || !("ending" in outcome) || !("exitCode" in outcome)) return outcome;
    return { ...outcome, ending: this.#withCause(outcome.ending as Ending | null) };
  }

  /** What the host threw is at hand here. */
  #withCause<E extends Ending | null>(ending: E): E {
    return ending?.kind === "internal" && this.#mistake !== undefined ? { ...ending, cause: this.#mistake } : ending;
  }

  #settled(id: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    this.#hold();
    settle(waiting);
  }

  /** The thread waits when much is under way; a sink that returns a promise is waited for. */
  async #output(stream: "stdout" | "stderr", bytes: string): Promise<void> {
    try {
      await (this.#options[stream]?.(bytes) as unknown);
    } catch (error) {
      this.end({ kind: "internal", text: `host error: ${stream} threw ${String(error)}\n`, cause: error });
    }
    Atomics.sub(this.#shared, PENDING, bytes.length);
    Atomics.notify(this.#shared, PENDING);
  }

  async #asked(id: number | null, name: string, packed: Packed): Promise<void> {
    let value: Packed = null as unknown as Packed;
    let problem: string | null = null;
    try {
      const result: unknown = this.#function(name)(...(unpack(packed, this.#ends) as unknown[]));
      value = pack(result instanceof Promise ? await result : result, this.#ends);
    } catch (error) {
      this.#mistake = error;
      problem = `${name.replace(/^\w+ /, "")} threw ${String(error)}`;
    }
    if (!this.gone && id !== null) this.#post({ kind: "answer", id, value, error: problem });
  }

  #function(name: string): (...args: unknown[]) => unknown {
    const [first, second = ""] = name.split(" ");
    const { reader, packages, readInput, now } = this.#options;
    switch (first) {
      case "reader":
        return (path) => (second === "read" ? reader!.read(path as string) : reader!.canonical(path as string));
      case "packages":
        return packages as (...args: unknown[]) => unknown;
      case "readInput":
        return readInput!;
      case "now":
        return now!;
      case "function":
        return this.#own.byNumber(Number(second)) as (...args: unknown[]) => unknown;
      default:
        return this.#table(first!).functions[second] as (...args: unknown[]) => unknown;
    }
  }

  #table(name: string): NativeTable {
    let table = this.#tables.get(name);
    if (table === undefined) {
      const descriptor = this.#options.modules.find((module) => module.name === name)!;
      const atEnd = (close: () => void): (() => void) => {
        this.#closers.add(close);
        return () => void this.#closers.delete(close);
      };
      table = typedTable(typedModule(descriptor)!, { atEnd } as Runtime, nativeFunctions(readDeclaration(descriptor).tree).keys());
      this.#tables.set(name, table);
    }
    return table;
  }

  readonly #ends: Ends = {
    numberOf: (value) => this.#own.numberOf(value),
    byNumber: (number) => this.#own.byNumber(number),
    foreignFunction: (number) => {
      const call = (...args: unknown[]): Promise<unknown> => this.act("callback", number, args, Infinity).catch((error: unknown) => {
        throw error instanceof ThreadEnded ? new ScriptError("the program has ended", "") : error;
      });
      this.#callbacks.set(call, number);
      return call;
    },
    foreignObject: () => {
      throw new TypeError("an opaque value of a script stays in its thread");
    },
    foreignNumber: (value) => {
      const number = this.#callbacks.get(value);
      return number === undefined ? null : { number, kind: "function" };
    },
  };
}

function failureOf({ name, message, trace }: FromThread & { kind: "failed" }): Error {
  if (name === "ScriptError") return new ScriptError(message, trace);
  return name === "TypeError" ? new TypeError(message) : Object.assign(new Error(message), { name });
}

/** A program in a thread. */
class WorkerProgram implements Program {
  readonly #thread: EngineThread;
  readonly #number: number;
  readonly #millis: number;
  functions: readonly ProgramFunctionInfo[] = [];

  private constructor(thread: EngineThread, number: number, millis: number) {
    this.#thread = thread;
    this.#number = number;
    this.#millis = millis;
  }

  static async of(thread: EngineThread, number: number, millis: number): Promise<WorkerProgram> {
    const program = new WorkerProgram(thread, number, millis);
    await program.#learn();
    return program;
  }

  get ending(): Ending | null {
    return this.#thread.endingOf(this.#number);
  }

  call(name: string, ...args: readonly unknown[]): Promise<never> {
    return this.#act("call", [name, args]) as Promise<never>;
  }

  async fetch(request: Request, server?: string): Promise<Response> {
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const init = { method: request.method, headers: [...request.headers], ...(body && { body }) };
    const answer = (await this.#act("fetch", [request.url, init, server])) as { status: number; statusText: string; headers: [string, string][]; body: Uint8Array<ArrayBuffer> };
    const empty = [204, 205, 304].includes(answer.status);
    return new Response(empty ? null : answer.body, answer);
  }

  handler(server?: string): (request: unknown, response: unknown) => void {
    return nodeSystem.directHttp.listener((request) => this.fetch(request, server));
  }

  async instance(): Promise<Program<never>> {
    const number = (await this.#act("instance", [])) as number;
    return (await WorkerProgram.of(this.#thread, number, this.#millis)) as Program<never>;
  }

  async reset(): Promise<void> {
    await this.#act("reset", []);
  }

  async reload(entry: Entry | string): Promise<Reloaded> {
    const reloaded = revived((await this.#act("reload", [entry])) as Reloaded);
    await this.#learn();
    return reloaded;
  }

  /** Other instances of the thread go on. */
  close(): void {
    void this.#thread.act("close", this.#number, [], Infinity).catch(() => {});
  }

  async #learn(): Promise<void> {
    this.functions = (await this.#act("functions", [])) as readonly ProgramFunctionInfo[];
  }

  async #act(action: Action, args: readonly unknown[]): Promise<unknown> {
    try {
      return await this.#thread.act(action, this.#number, args, this.#millis);
    } catch (error) {
      throw error instanceof ThreadEnded ? new ScriptError("the program has ended", "") : error;
    }
  }
}
