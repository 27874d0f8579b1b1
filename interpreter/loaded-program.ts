// A loaded program in the thread of the host: it converts values at the border, renews limits for each call,
// and replaces the running instance on reset and reload.
import type { Diagnostic } from "./diagnostics/index.ts";
import { EXIT_STATUS, type ExitReason, type OpenProgram, type SharedGlobal } from "./launch/index.ts";
import {
  argumentRefused,
  beginCall,
  callFailed,
  convertersOf,
  endedBy,
  endedDuring,
  Exit,
  fromBytes,
  Handover,
  isEnd,
  limitCalls,
  programEnded,
  resultRefused,
  ScriptError,
  startCall,
  WAITS,
  type CallLimits,
  type WholeCalls,
  type Converter,
  type ModuleDescriptor,
  type ScriptFunction,
} from "./runtime/host.ts";
import type { System } from "./host/index.ts";
import {
  errorOfEnd,
  howEnded,
  type LocalProgram,
  type ProgramFunctionInfo,
  type Reloaded,
} from "./program.ts";

/** A function of an instance, with the converters of its values. */
interface Callable {
  readonly name: string;
  readonly f: ScriptFunction;
  readonly params: readonly Converter[];
  readonly result: Converter;
}

/** A running instance of compiled code. */
export interface Opened {
  readonly open: OpenProgram;
  readonly handover: Handover;
  readonly calls: WholeCalls;
  fail(error: unknown): void;
}

/** The operations of an engine that a loaded program uses. */
export interface ProgramSource<Code> {
  readonly system: System;
  /** Starts an instance; calls `over` when it ends. @throws HostError */
  open(code: Code, over: (exitReason: ExitReason) => void): Promise<Opened>;
  build(entry: { readonly path: string; readonly text?: string } | string): Promise<{
    readonly code: Code | null;
    readonly diagnostics: readonly Diagnostic[];
    readonly problem: string | null;
  }>;
}

/** Runs instances of some code, one at a time. */
export class LoadedProgram<Code> implements LocalProgram {
  readonly #source: ProgramSource<Code>;
  /** The functions of the running instance that have been called, by name. */
  #callable = new Map<string, Callable>();
  /** The function that was called last: usually the next call is to the same one. */
  #last: Callable | null = null;
  #code: Code;
  #opened: Opened | null = null;
  #exitReason: ExitReason | null = null;
  /** The number of calls in progress. */
  #active = 0;
  #stopTime: (() => void) | null = null;
  #servers = new Map<string, Promise<object>>();
  /** Whether the host has closed the program, which ends it permanently. */
  #closed = false;
  #observer: (exitReason: ExitReason | null) => void = () => {};
  /** The instance that initialises its variables. */
  #beginning: Opened | null = null;
  readonly #reloads = new Sequence();
  /** Instances replace each other one after the other: none remains that nothing refers to. */
  readonly #changes = new Sequence();

  private constructor(source: ProgramSource<Code>, code: Code) {
    this.#source = source;
    this.#code = code;
  }

  static async start<Code>(source: ProgramSource<Code>, code: Code): Promise<LoadedProgram<Code>> {
    const program = new LoadedProgram(source, code);
    await program.#begin();
    return program;
  }

  get exitReason(): ExitReason | null {
    return this.#exitReason;
  }

  /** Calls `observer` when the program ends, with the reason, and with null when it starts again. */
  observe(observer: (exitReason: ExitReason | null) => void): void {
    this.#observer = observer;
    if (this.#exitReason !== null) observer(this.#exitReason);
  }

  #become(exitReason: ExitReason | null): void {
    if (this.#exitReason === exitReason) return;
    this.#exitReason = exitReason;
    this.#observer(exitReason);
  }

  get functions(): readonly ProgramFunctionInfo[] {
    return (this.#opened?.open.start.signatures ?? []).map(({ name, params, result }) => ({
      name,
      params: params.map((param) => fromBytes(param.text)),
      result: fromBytes(result.text),
    }));
  }

  call(name: string, ...args: unknown[]): Promise<never> {
    return new Promise(
      (resolve, reject) => void this.#call(name, args, resolve as (value: unknown) => void, reject),
    );
  }

  callSync(name: string, ...args: unknown[]): never {
    const opened = this.#running();
    const callable = this.#find(opened, name);
    this.#enter(opened);
    let value: unknown;
    try {
      take(args, callable, opened);
      value = opened.calls.call(callable.f, args);
    } finally {
      this.#leave(opened);
    }
    if (value === WAITS) throw waitsError(name);
    try {
      return callable.result.toHost(value) as never;
    } catch (error) {
      throw resultRefused(opened.open.runtime, error);
    }
  }

  /** @throws TypeError, ScriptError */
  #call(
    name: string,
    args: unknown[],
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ): void {
    const opened = this.#running();
    const { open } = opened;
    const callable = this.#find(opened, name);
    this.#enter(opened);
    try {
      take(args, callable, opened);
    } catch (error) {
      this.#leave(opened);
      throw error;
    }
    const waits = beginCall(open.runtime, callable.f, args, {
      done: (value) => callable.result.toHost(value),
      resolve: (value) => {
        this.#leave(opened);
        resolve(value);
      },
      reject: (error) => {
        this.#leave(opened);
        reject(error);
      },
    });
    if (waits) this.#watch(opened);
  }

  /** Restarts the limits if no other call is in progress. */
  #enter(opened: Opened): void {
    if (this.#active++ === 0) opened.open.renew?.();
  }

  /** Ends the program at its time limit, even while it waits. */
  #watch({ open }: Opened): void {
    if (this.#active === 1) this.#stopTime = open.watch();
  }

  #leave(opened: Opened): void {
    // Another instance may have replaced it.
    if (opened !== this.#opened || --this.#active > 0) return;
    this.#stopTime?.();
    this.#stopTime = null;
  }

  #limitsOf(opened: Opened): CallLimits {
    const running = (action: (opened: Opened) => void) => (): void => {
      // Another instance may have replaced it.
      if (opened === this.#opened) action(opened);
    };
    return {
      enter: running((each) => this.#enter(each)),
      watch: running((each) => this.#watch(each)),
      leave: running((each) => this.#leave(each)),
    };
  }

  #find(opened: Opened, name: string): Callable {
    if (this.#last === null || this.#last.name !== name)
      this.#last = this.#callable.get(name) ?? this.#learn(opened, name);
    return this.#last;
  }

  #learn({ open, handover }: Opened, name: string): Callable {
    const index = open.start.signatures!.findIndex((each) => each.name === name);
    const signature = open.start.signatures![index];
    if (signature === undefined)
      throw new TypeError(
        `the program has no function \`${name}\`; it has ${this.functions.map((each) => each.name).join(", ") || "none"}`,
      );
    const converters = convertersOf(open.runtime);
    // Obtaining a function takes steps, and the time since the last call must not count against the program.
    if (this.#active === 0) open.renew?.();
    let f: ScriptFunction;
    try {
      f = handover.take(() => open.start(index));
    } catch (error) {
      throw callFailed(open.runtime, error);
    }
    const callable: Callable = {
      name,
      f,
      params: signature.params.map((param) => converters.of(param)),
      result: converters.of(signature.result),
    };
    this.#callable.set(name, callable);
    return callable;
  }

  async fetch(request: Request, server?: string): Promise<Response> {
    const serves = await this.#connector(server);
    const opened = this.#opened;
    try {
      return await this.#source.system.directHttp.fetch(request, serves);
    } catch (error) {
      // Its connections close with the program.
      if (request.signal.aborted || opened?.calls.ended !== true) throw error;
      throw endedDuring(opened.open.runtime);
    }
  }

  handler(server?: string): (request: unknown, response: unknown) => void {
    return (request, response) => {
      this.#connector(server).then(
        (serves) => this.#source.system.directHttp.forward(request, response, serves),
        () => {
          const to = response as { statusCode: number; end(text: string): void };
          to.statusCode = 503;
          to.end("Service Unavailable");
        },
      );
    };
  }

  /**
   * The function that takes connections for the server `given`. Each instance calls the script once for its
   * server.
   */
  async #connector(given: string | undefined): Promise<(connection: unknown) => void> {
    const opened = this.#running();
    const { open } = opened;
    const names = given === undefined ? ["app", "server"] : [given];
    const name = names.find((each) => open.start.signatures!.some((signature) => signature.name === each));
    if (name === undefined)
      throw new TypeError(
        `the program has no function ${names.map((each) => `\`${each}\``).join(" or ")} that returns a Server`,
      );
    let server = this.#servers.get(name);
    if (server === undefined) this.#servers.set(name, (server = this.call(name) as Promise<object>));
    const { serves } = open.tables["std/http"] ?? {};
    const value = await server;
    if (
      serves === undefined ||
      open.start.signatures!.find((each) => each.name === name)!.result.text !== "Server"
    )
      throw new TypeError(`\`${name}\` does not return a Server of std/http`);
    return (connection) => {
      if (opened !== this.#opened || opened.calls.ended) throw programEnded();
      this.#enter(opened);
      this.#watch(opened);
      (connection as { on(event: string, done: () => void): void }).on("close", () => this.#leave(opened));
      serves(value, connection);
    };
  }

  async instance(): Promise<LocalProgram<never>> {
    if (this.#closed) throw programEnded();
    return LoadedProgram.start(this.#source, this.#code) as Promise<LocalProgram<never>>;
  }

  async reset(): Promise<void> {
    this.#end();
    await this.#changes.run(async () => {
      this.#end();
      await this.#begin();
    });
  }

  reload(entry: { readonly path: string; readonly text?: string } | string): Promise<Reloaded> {
    return this.#reloads.run(async () => {
      const { code, diagnostics, problem } = await this.#source.build(entry);
      if (code === null) return { ok: false, diagnostics, problem, kept: [] };
      return this.#changes.run(async () => {
        const before = this.#code;
        this.#code = code;
        const kept: string[] = [];
        try {
          await this.#begin((after) => {
            const old = this.#opened;
            if (old === null || this.#exitReason !== null || old.calls.ended) return;
            kept.push(...carryOver(old.open, after.open));
            old.fail(new Exit(EXIT_STATUS.ok));
          });
        } catch (error) {
          this.#code = before;
          throw error;
        }
        return { ok: true, diagnostics, problem, kept };
      });
    });
  }

  close(): void {
    this.#closed = true;
    this.#beginning?.fail(new Exit(EXIT_STATUS.ok));
    this.#end();
  }

  /** Ends the running instance. */
  #end(): void {
    const opened = this.#opened;
    if (opened === null || this.#exitReason !== null) return;
    this.#become({ kind: "exit", code: EXIT_STATUS.ok });
    opened.fail(new Exit(EXIT_STATUS.ok));
  }

  #running(): Opened {
    const opened = this.#opened;
    if (opened === null || this.#exitReason !== null || opened.calls.ended) throw this.#notRunning();
    return opened;
  }

  #notRunning(): unknown {
    if (this.#exitReason !== null) return programEnded(howEnded(this.#exitReason));
    return this.#opened === null ? programEnded(null) : endedBy(this.#opened.open.runtime);
  }

  /**
   * Starts an instance and initialises its variables before anything else happens. `ready` is called before it
   * replaces the running one.
   * @throws ScriptError if the program is closed meanwhile, or initialising panics
   */
  async #begin(ready: (opened: Opened) => void = () => {}): Promise<void> {
    if (this.#closed) throw programEnded();
    let over: ExitReason | null = null;
    let own: Opened | null = null;
    const opened = (own = await this.#source.open(this.#code, (exitReason) => {
      over = exitReason;
      if (own !== null && this.#opened === own) this.#become(this.#exitReason ?? exitReason);
    }));
    const { open } = opened;
    if (over !== null) throw errorOfEnd(over, true);
    this.#beginning = opened;
    // The host may have closed the program while its modules were loaded.
    if (this.#closed) opened.fail(new Exit(EXIT_STATUS.ok));
    open.renew?.();
    const stop = open.watch();
    try {
      await startCall(open.runtime, open.start, [-1], () => {});
      if (this.#closed) throw programEnded();
    } catch (error) {
      opened.fail(new Exit(EXIT_STATUS.ok));
      throw error;
    } finally {
      stop();
      this.#beginning = null;
    }
    limitCalls(open.runtime, this.#limitsOf(opened));
    ready(opened);
    this.#opened = opened;
    this.#become(over);
    this.#active = 0;
    this.#callable = new Map();
    this.#last = null;
    this.#servers = new Map();
  }
}

/** Runs tasks one after the other, in the order in which they are given. */
class Sequence {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** Converts `args` in place to values of the script. @throws TypeError, ScriptError */
function take(args: unknown[], callable: Callable, opened: Opened): void {
  const { params } = callable;
  if (args.length !== params.length) throw wrongCount(args, callable);
  try {
    for (let i = 0; i < params.length; i++) args[i] = params[i]!.toScript(args[i]);
  } catch (error) {
    throw argumentRefused(opened.open.runtime, `\`${callable.name}\``, error);
  }
}

// Errors are constructed in separate functions: the callers stay small enough to be inlined.

function wrongCount(args: unknown[], { name, params }: Callable): TypeError {
  return new TypeError(`\`${name}\` takes ${params.length} arguments, not ${args.length}`);
}

function waitsError(name: string): ScriptError {
  return new ScriptError(`\`${name}\` waits: use \`call\`, which returns a promise`, "");
}

/**
 * Copies the values of the variables that both versions have. They are converted to values of the host and
 * back, because their types have other classes in the new version.
 */
function carryOver(from: OpenProgram, to: OpenProgram): string[] {
  const before = new Map((from.start.globals ?? []).map((global) => [global.name, global]));
  const [old, now] = [convertersOf(from.runtime), convertersOf(to.runtime)];
  const kept: string[] = [];
  for (const global of to.start.globals ?? []) {
    const earlier: SharedGlobal | undefined = before.get(global.name);
    if (earlier === undefined || earlier.type.text !== global.type.text || earlier.get() === undefined)
      continue;
    try {
      global.set(now.of(global.type).toScript(old.of(earlier.type).toHost(earlier.get())));
      kept.push(global.name);
    } catch (error) {
      // The definition of the type has changed, or the value exceeds a limit: the variable keeps its initial
      // one.
      if (!isEnd(error)) throw error;
    }
  }
  return kept;
}

/** The declaration of the native through which a host obtains functions of a program. */
export function borderModule(): ModuleDescriptor {
  const declaration = "fun give<T>(value: T)\n";
  return {
    name: "border",
    declaration,
    load: async () => ({ create: () => ({ functions: new Handover().functions }) }),
  };
}
