// One thread of a worker engine, seen from the host: the actions it performs, and its calls of functions of
// the host.
import { has } from "./own/index.ts";
import { typedModule, typedTable } from "./define-module.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { LateReader } from "./late-origin.ts";
import { nodeSystem } from "./host/node/index.ts";
import type { Thread } from "./host/index.ts";
import { guardedSink, handled, isThenable, untilAborted, type GuardedSink } from "./guarded-host.ts";
import { exitReasonOf, type ExitReason } from "./launch/index.ts";
import { nativeFunctions, readDeclaration } from "./modules/index.ts";
import {
  exhaustsStack,
  HostError,
  MAX_DELAY_MS,
  monotonicMillis,
  Panic,
  ScriptError,
  thrownText,
  tooDeep,
  type NativeTable,
  type Runtime,
} from "./runtime/host.ts";
import { pack, unpack, type Ends, type Packed } from "./packed-values.ts";
import {
  ABORT,
  PENDING,
  Proxies,
  References,
  sharedMemory,
  WAKE,
  type Action,
  type FromThread,
  type ThreadSettings,
  type ToThread,
} from "./worker-messages.ts";
import { INTERRUPTED, ThreadEnded } from "./worker-slots.ts";

/** The time after its deadline at which a thread that has not looked at its limits is terminated. */
const GRACE_MILLIS = 200;

/** The time that interrupted programs get to end before their thread is terminated. */
const INTERRUPT_MILLIS = 100;

/** The time that closing an idle program may take; a busy one ends with its thread. */
const CLOSING_MILLIS = 1000;
const CLOSED: ExitReason = { kind: "exit", code: 0 };

/** The actions to which the limits of time apply. */
const TIMED: ReadonlySet<Action> = new Set([
  "run",
  "check",
  "load",
  "call",
  "fetch",
  "functions",
  "instance",
  "reset",
  "reload",
]);

/** The actions that need a loaded program. */
const STAYING: ReadonlySet<Action> = new Set(["call", "functions", "fetch", "instance", "reset", "reload"]);

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | undefined;
}

/** A thread, and the functions of the host that it calls. */
export class EngineThread {
  gone = false;
  readonly #options: EngineOptions;
  readonly #thread: Thread;
  readonly #shared: Int32Array;
  readonly #deadline: BigInt64Array;
  readonly #ready: Promise<void>;
  #isReady: () => void = () => {};
  readonly #waiting = new Map<number, Waiting>();
  readonly #own = new References();
  readonly #callbacks = new Proxies((number, times) => {
    if (!this.gone) this.#post({ kind: "released", number, times });
  });
  readonly #tables = new Map<string, NativeTable>();
  readonly #left: () => void;
  readonly #sinks: { readonly stdout: GuardedSink; readonly stderr: GuardedSink };
  readonly #programs = new Set<number>();
  /** The classes of the host's modules, by module and name. */
  readonly #classes: readonly (readonly [string, new (...args: never[]) => object])[];
  readonly #exitReasons = new Map<number, ExitReason>();
  #closers = new Set<() => void>();
  #interrupting: NodeJS.Timeout | undefined;
  #last = 0;
  #why: ExitReason | null = null;
  /** The last exception of a function of the host: the `cause` of the exit reason it leads to. */
  #mistake: unknown = undefined;
  readonly #interrupt = (): void => this.interrupt();

  constructor(options: EngineOptions, settings: ThreadSettings, heapMegabytes: number, left: () => void) {
    this.#options = options;
    this.#left = left;
    this.#classes = options.modules.flatMap((descriptor) =>
      Object.entries(typedModule(descriptor)?.classes ?? {}).map(
        ([name, each]) => [`${descriptor.name}.${name}`, each] as const,
      ),
    );
    this.#sinks = { stdout: this.#sink("stdout"), stderr: this.#sink("stderr") };
    const { buffer: shared, flags, deadline } = sharedMemory();
    [this.#shared, this.#deadline] = [flags, deadline];
    this.#ready = new Promise((resolve) => (this.#isReady = resolve));
    const here = import.meta.url;
    const entry = new URL(`./worker-thread${here.slice(here.lastIndexOf("."))}`, here);
    this.#thread = nodeSystem.threads.start(
      entry,
      { data: { ...settings, shared }, heapMegabytes },
      {
        message: (message) => this.#received(message as FromThread),
        gone: (why) => this.#lost(why),
      },
    );
    options.signal?.addEventListener("abort", this.#interrupt);
    if (options.signal?.aborted === true) this.interrupt();
  }

  /**
   * Performs an action in the thread.
   * @throws ThreadEnded, also if the thread computes beyond its deadline, and what the action threw
   */
  async act(action: Action, program: number, args: readonly unknown[]): Promise<unknown> {
    const late = this.gone;
    if (STAYING.has(action) && !this.#programs.has(program))
      throw new ThreadEnded(this.exitReasonOf(program) ?? CLOSED);
    const refused = (error: unknown): TypeError => {
      this.#hold();
      const why = exhaustsStack(error) ? tooDeep() : error;
      const text = why instanceof HostError ? why.message : thrownText(why);
      return new TypeError(`a value cannot be sent to a thread: ${text}`, { cause: error });
    };
    let packed: Packed;
    try {
      // Now: the host may change the values afterwards.
      packed = pack(args, this.#ends);
    } catch (error) {
      throw refused(error);
    }
    this.#thread.hold(true);
    await this.#ready;
    return new Promise((resolve, reject) => {
      if (this.gone) return reject(new ThreadEnded(this.#exitReason(), !late));
      const id = ++this.#last;
      try {
        this.#post({ kind: "do", id, action, program, args: packed });
      } catch (error) {
        throw refused(error);
      }
      const waiting: Waiting = { resolve, reject, timer: undefined };
      this.#waiting.set(id, waiting);
      if (TIMED.has(action)) this.#watch(waiting, this.#options.limits?.wallMillis ?? Infinity);
      this.#hold();
    });
  }

  /** Terminates the thread if, in `millis` or later, an action still runs after the deadline of the thread. */
  #watch(waiting: Waiting, millis: number): void {
    if (millis >= MAX_DELAY_MS - GRACE_MILLIS) return;
    waiting.timer = setTimeout(() => {
      const left = Number(Atomics.load(this.#deadline, 0)) / 1e6 - monotonicMillis();
      if (left > -GRACE_MILLIS) this.#watch(waiting, left);
      else this.end(exceeded("time"));
    }, millis + GRACE_MILLIS);
  }

  exitReasonOf(program: number): ExitReason | null {
    return this.#exitReasons.get(program) ?? (this.gone ? this.#exitReason() : null);
  }

  interrupt(): void {
    if (this.gone || Atomics.exchange(this.#shared, ABORT, 1) === 1) return;
    this.#wake();
    this.#post({ kind: "do", id: 0, action: "abort", program: 0, args: [] as unknown as Packed });
    this.#interrupting = setTimeout(() => this.end(INTERRUPTED), INTERRUPT_MILLIS);
  }

  /** Terminates the thread. `why`: the exit reason of its programs. */
  end(why: ExitReason | null): void {
    if (this.gone) return;
    this.#why = why;
    this.#thread.end();
    this.#lost(null);
  }

  /** Registers a loaded program, which keeps the thread until it is closed. */
  hosts(program: number): void {
    this.#programs.add(program);
  }

  /** Closes a loaded program; the last one takes the thread with it. */
  close(program: number): void {
    if (this.gone || !this.#programs.delete(program)) return;
    if (!this.#exitReasons.has(program)) this.#exitReasons.set(program, CLOSED);
    if (this.#programs.size > 0) return void this.act("close", program, []).catch(() => {});
    const end = (): void => this.end(CLOSED);
    const timer = setTimeout(end, CLOSING_MILLIS);
    void this.act("close", program, [])
      .catch(() => {})
      .then(() => {
        clearTimeout(timer);
        end();
      });
  }

  /** Drops all state of the last program. */
  forget(): void {
    this.#own.clear();
    this.#tables.clear();
    this.#mistake = undefined;
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

  #exitReason(): ExitReason {
    return this.#why ?? exceeded("memory");
  }

  #lost(why: "heap" | Error | null): void {
    if (this.gone) return;
    this.gone = true;
    clearTimeout(this.#interrupting);
    if (why instanceof Error)
      this.#why ??= { kind: "internal", text: `internal error: ${why.name}: ${why.message}\n`, cause: why };
    if (why === null) this.#why ??= { kind: "internal", text: "internal error: the thread has ended\n" };
    this.#options.signal?.removeEventListener("abort", this.#interrupt);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new ThreadEnded(this.#exitReason(), true));
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
        return void this.#done(message.id, this.#unpacked(message.value));
      case "failed":
        return this.#settled(message.id, ({ reject }) => reject(this.#failureOf(message)));
      case "ended":
        return this.#ended(
          message.program,
          this.#withCause(unpack(message.exitReason, this.#ends) as ExitReason | null),
        );
      case "released":
        return this.#own.release(message.number, message.times);
      case "output":
        try {
          this.#sinks[message.stream](message.bytes);
        } catch {
          // Reported by the sink.
        }
        return;
      case "ask":
        return void this.#asked(message);
    }
  }

  /** A program has ended, or started again: `exitReason` is null. */
  #ended(program: number, exitReason: ExitReason | null): void {
    if (this.#exitReasons.get(program) === CLOSED) return;
    if (exitReason === null) this.#exitReasons.delete(program);
    else this.#exitReasons.set(program, exitReason);
  }

  /** Waits until the host has taken all output of a program that has ended. */
  async #done(id: number, value: unknown): Promise<void> {
    clearTimeout(this.#waiting.get(id)?.timer);
    if (isOutcome(value)) {
      const { signal, limits } = this.#options;
      for (const { drained } of [this.#sinks.stdout, this.#sinks.stderr]) {
        const underWay = drained();
        if (underWay === null || (await untilAborted(underWay, signal, limits?.wallMillis))) continue;
        if (value.exitReason?.kind === "done") return this.end(exceeded("time"));
        break;
      }
    }
    this.#settled(id, ({ resolve }) => resolve(value));
  }

  #unpacked(value: Packed): unknown {
    const outcome = unpack(value, this.#ends);
    return isOutcome(outcome) ? { ...outcome, exitReason: this.#withCause(outcome.exitReason) } : outcome;
  }

  /** Replaces the cause that was sent by what the host threw, which is known on this side. */
  #withCause<E extends ExitReason | null>(exitReason: E): E {
    return exitReason?.kind === "internal" && this.#mistake !== undefined
      ? { ...exitReason, cause: this.#mistake }
      : exitReason;
  }

  #failureOf({ name, message, trace }: FromThread & { kind: "failed" }): Error {
    if (name === "ScriptError") return new ScriptError(message, trace);
    if (name === "HostError") return new HostError(message, { cause: this.#mistake });
    return name === "TypeError" ? new TypeError(message) : Object.assign(new Error(message), { name });
  }

  #settled(id: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    this.#hold();
    settle(waiting);
  }

  /**
   * A sink that counts what is pending: the thread waits while that is too much. A sink that fails ends the
   * thread.
   */
  #sink(stream: "stdout" | "stderr"): GuardedSink {
    const taken = (bytes: string): void => {
      Atomics.sub(this.#shared, PENDING, bytes.length);
      Atomics.notify(this.#shared, PENDING);
    };
    const pass = (bytes: string): unknown => {
      const answer: unknown = this.#options[stream]?.(bytes);
      if (isThenable(answer)) return Promise.resolve(answer).then(() => taken(bytes));
      return taken(bytes);
    };
    return guardedSink(stream, pass, (error) => {
      const kind = error instanceof HostError ? "host error" : "panic";
      this.end(exitReasonOf(error, () => `${kind}: ${error.message}\n`));
    });
  }

  async #asked({ id, name, args, late }: FromThread & { kind: "ask" }): Promise<void> {
    let value: Packed = null as unknown as Packed;
    let problem: { readonly text: string; readonly panic: boolean } | null = null;
    try {
      const result: unknown = this.#function(name)(...(unpack(args, this.#ends) as unknown[]));
      if (isThenable(result) && !late) {
        void handled(result);
        problem = { text: promised(name), panic: false };
      } else value = pack(isThenable(result) ? await result : result, this.#ends);
    } catch (error) {
      if (error instanceof Panic) problem = { text: error.message, panic: true };
      else problem = this.#mistaken(`${shownName(name)} threw`, error);
    }
    if (this.gone) return;
    try {
      this.#post({ kind: "answer", id, value, error: problem });
    } catch (error) {
      // Structured cloning refuses it: a symbol, for example.
      const mistake = this.#mistaken(
        `${shownName(name)} returned a value that cannot be sent to a thread:`,
        error,
      );
      this.#post({ kind: "answer", id, value: null as unknown as Packed, error: mistake });
    }
  }

  #mistaken(what: string, error: unknown): { readonly text: string; readonly panic: boolean } {
    this.#mistake = error;
    return { text: `${what} ${thrownText(error)}`, panic: false };
  }

  #function(name: string): (...args: unknown[]) => unknown {
    const [first, second = "", third = ""] = name.split(" ");
    const { reader, packages, readInput, now } = this.#options;
    switch (first) {
      case "reader":
        return (path) => reader![second as keyof LateReader]!(path as string);
      case "checker": {
        const module = this.#options.modules.find((each) => each.name === second)!;
        return typedModule(module)!.checkers![third] as unknown as (...args: unknown[]) => unknown;
      }
      case "packages":
        return (typeof packages === "object" ? packages.repositories : packages) as (
          ...args: unknown[]
        ) => unknown;
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
      table = typedTable(
        typedModule(descriptor)!,
        { atEnd } as Runtime,
        nativeFunctions(readDeclaration(descriptor).tree).keys(),
      );
      this.#tables.set(name, table);
    }
    return table;
  }

  readonly #ends: Ends = {
    numberOf: (value) => this.#own.numberOf(value),
    byNumber: (number) => this.#own.byNumber(number),
    foreignFunction: (number) =>
      this.#callbacks.arrived(number, () => async (...args: unknown[]): Promise<unknown> => {
        try {
          return await this.act("callback", number, args);
        } catch (error) {
          throw error instanceof ThreadEnded ? error.asScriptError() : error;
        }
      }),
    classesOf: (value) => {
      const found = this.#classes.filter(([, each]) => value instanceof each).map(([name]) => name);
      return found.length === 0 ? null : found;
    },
    foreignObject: () => {
      throw new TypeError("an opaque value of a script stays in its thread");
    },
    foreignNumber: (value) => {
      const number = this.#callbacks.numberOf(value);
      return number === null ? null : { number, kind: "function" };
    },
  };
}

/** The name of a function of the host, for messages. */
function shownName(name: string): string {
  const [first, module = "", checker = ""] = name.split(" ");
  if (first === "checker") return `the checker \`${checker}\` of std/${module}`;
  return first === "function" ? "a function of the host" : name.replace(/^\w+ /, "");
}

function exceeded(limit: "time" | "memory"): ExitReason {
  return {
    kind: "panic",
    message: `${limit} limit exceeded`,
    text: `panic: ${limit} limit exceeded\n`,
    limit: true,
  };
}

/** The mistake of a function of the host that returns a promise although its caller cannot wait. */
function promised(name: string): string {
  if (name === "now") return "now returned a promise, which is not a number of milliseconds";
  return name.startsWith("function ")
    ? "a function of the host returned a promise: only natives that are declared @blocking may"
    : `${shownName(name)} returned a promise, but is not declared @blocking`;
}

/** Whether a value is the outcome of a run. */
function isOutcome(value: unknown): value is { readonly exitReason: ExitReason | null } {
  return typeof value === "object" && value !== null && has(value, "exitReason") && has(value, "exitCode");
}
