// A program whose functions the host calls: it keeps its variables between calls, until it is reset or ends.
import type { Diagnostic } from "./diagnostics/index.ts";
import { EXIT_STATUS, type ExitReason, type OpenProgram, type SharedGlobal } from "./launch/index.ts";
import {
  beginCall,
  callFailed,
  convertersOf,
  endedBy,
  Exit,
  fromBytes,
  Handover,
  HostError,
  programEnded,
  ScriptError,
  startCall,
  WAITS,
  type WholeCalls,
  type Converter,
  type ModuleDescriptor,
  type ScriptFunction,
} from "./runtime/host.ts";
import type { System } from "./host/index.ts";

/** A function that the host may call, with its types as text. */
export interface ProgramFunctionInfo {
  readonly name: string;
  readonly params: readonly string[];
  readonly result: string;
}

/** Functions by name, for the types of `Program.call`. */
export type ProgramApi = Readonly<Record<string, (...args: never[]) => unknown>>;
type AnyApi = Record<string, (...args: unknown[]) => unknown>;

/** What checking and compiling a new version came to. Without `ok` the program goes on as it was. */
export interface Reloaded {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly problem: string | null;
  /** Variables that kept their values, as `file name`. */
  readonly kept: readonly string[];
}

/** A loaded program. Calls may overlap; each runs in a goroutine of its own. */
export interface Program<Api extends ProgramApi = AnyApi> {
  /** The functions of the entry file, those with type parameters left aside. */
  readonly functions: readonly ProgramFunctionInfo[];
  /**
   * Calls a function with values of the host, by the table of docs/embedding.md.
   * @throws ScriptError (as a rejection) for a panic, which ends the call alone, and when the program has ended;
   * TypeError for arguments that do not fit.
   */
  call<Name extends keyof Api & string>(
    name: Name,
    ...args: Parameters<Api[Name]>
  ): Promise<Awaited<ReturnType<Api[Name]>>>;
  /** Answers a request by the routes of the `Server` that the function `app` (or `server`) gives. */
  fetch(request: Request, server?: string): Promise<Response>;
  /** The same as a listener of node:http. */
  handler(server?: string): (request: unknown, response: unknown) => void;
  /** One more of the same code, with variables of its own. */
  instance(): Promise<Program<Api>>;
  /** Starts anew: what runs ends, variables get their first values. */
  reset(): Promise<void>;
  /** Goes on with a new version; global variables keep their values where name and type are still the same. */
  reload(entry: { readonly path: string; readonly text?: string } | string): Promise<Reloaded>;
  /** Ends it, with all that it has opened. */
  close(): void;
  /** Null while it can be called. */
  readonly exitReason: ExitReason | null;
}

/** A program in the thread of the host. */
export interface LocalProgram<Api extends ProgramApi = AnyApi> extends Program<Api> {
  /**
   * `call` for a function that does not wait, without a promise: several times as fast.
   * @throws ScriptError also where it waits, which ends the call; TypeError
   */
  callSync<Name extends keyof Api & string>(
    name: Name,
    ...args: Parameters<Api[Name]>
  ): ReturnType<Api[Name]>;
  instance(): Promise<LocalProgram<Api>>;
}

/** A function of an instance, and how its values are converted. */
interface Callable {
  readonly name: string;
  readonly f: ScriptFunction;
  readonly params: readonly Converter[];
  readonly result: Converter;
}

/** A running instance of some code. */
export interface Opened {
  readonly open: OpenProgram;
  readonly handover: Handover;
  readonly calls: WholeCalls;
  fail(error: unknown): void;
}

/** What a program needs of its engine. */
export interface ProgramSource<Code> {
  readonly system: System;
  /** `over` is called when the instance ends. @throws HostError */
  open(code: Code, over: (exitReason: ExitReason) => void): Promise<Opened>;
  build(entry: { readonly path: string; readonly text?: string } | string): Promise<{
    readonly code: Code | null;
    readonly diagnostics: readonly Diagnostic[];
    readonly problem: string | null;
  }>;
}

export class LoadedProgram<Code> implements LocalProgram {
  readonly #source: ProgramSource<Code>;
  /** What is needed to call each function, of the instance that runs. */
  #callable = new Map<string, Callable>();
  /** The one that was called last: mostly it is called again. */
  #last: Callable | null = null;
  #code: Code;
  #opened: Opened | null = null;
  #exitReason: ExitReason | null = null;
  /** Calls under way. */
  #active = 0;
  #stopTime: (() => void) | null = null;
  #servers = new Map<string, Promise<object>>();

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
    take(args, callable);
    this.#enter(opened);
    let value: unknown;
    try {
      value = opened.calls.call(callable.f, args);
    } finally {
      this.#leave(opened);
    }
    if (value === WAITS) throw waitsError(name);
    return callable.result.toHost(value) as never;
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
    take(args, callable);
    this.#enter(opened);
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
    if (waits && this.#active === 1) this.#stopTime = open.watch();
  }

  /** Limits begin anew where no other call is under way. */
  #enter(opened: Opened): void {
    if (this.#active++ === 0) opened.open.renew?.();
  }

  #leave(opened: Opened): void {
    // Another instance may have taken its place.
    if (opened !== this.#opened || --this.#active > 0) return;
    this.#stopTime?.();
    this.#stopTime = null;
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
    // Getting hold of a function counts steps; the time since the last call is not the program's.
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
    return this.#source.system.directHttp.fetch(request, serves);
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

  /** What takes connections for the server of that name. It is made once for each instance. */
  async #connector(given: string | undefined): Promise<(connection: unknown) => void> {
    const opened = this.#running();
    const { open } = opened;
    const names = given === undefined ? ["app", "server"] : [given];
    const name = names.find((each) => open.start.signatures!.some((signature) => signature.name === each));
    if (name === undefined)
      throw new TypeError(
        `the program has no function ${names.map((each) => `\`${each}\``).join(" or ")} that gives a Server`,
      );
    let server = this.#servers.get(name);
    if (server === undefined) this.#servers.set(name, (server = this.call(name) as Promise<object>));
    const { serves } = open.tables["std/http"] ?? {};
    const value = await server;
    if (
      serves === undefined ||
      open.start.signatures!.find((each) => each.name === name)!.result.text !== "Server"
    )
      throw new TypeError(`\`${name}\` gives no Server of std/http`);
    return (connection) => {
      this.#enter(opened);
      if (this.#active === 1) this.#stopTime = open.watch();
      (connection as { on(event: string, done: () => void): void }).on("close", () => this.#leave(opened));
      serves(value, connection);
    };
  }

  instance(): Promise<LocalProgram<never>> {
    return LoadedProgram.start(this.#source, this.#code) as Promise<LocalProgram<never>>;
  }

  async reset(): Promise<void> {
    this.close();
    await this.#begin();
  }

  async reload(entry: { readonly path: string; readonly text?: string } | string): Promise<Reloaded> {
    const { code, diagnostics, problem } = await this.#source.build(entry);
    if (code === null) return { ok: false, diagnostics, problem, kept: [] };
    const before = this.#opened;
    const ended = this.#exitReason !== null;
    const [oldCode, oldOpened] = [this.#code, before];
    this.#code = code;
    const kept: string[] = [];
    try {
      await this.#begin((after) => {
        if (oldOpened !== null && !ended) kept.push(...carryOver(oldOpened.open, after.open));
      });
    } catch (error) {
      this.#code = oldCode;
      this.#opened = oldOpened;
      this.#exitReason = ended ? this.#exitReason : null;
      throw error;
    }
    if (!ended) before?.fail(new Exit(EXIT_STATUS.ok));
    return { ok: true, diagnostics, problem, kept };
  }

  close(): void {
    const opened = this.#opened;
    if (opened === null || this.#exitReason !== null) return;
    this.#exitReason = { kind: "exit", code: EXIT_STATUS.ok };
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

  /** A new instance; its variables are initialised before anything else happens. */
  async #begin(ready: (opened: Opened) => void = () => {}): Promise<void> {
    let over: ExitReason | null = null;
    let own: Opened | null = null;
    const opened = (own = await this.#source.open(this.#code, (exitReason) => {
      over = exitReason;
      if (own !== null && this.#opened === own) this.#exitReason ??= exitReason;
    }));
    const { open } = opened;
    if (over !== null) throw programEnded(howEnded(over));
    open.renew?.();
    const stop = open.watch();
    try {
      await startCall(open.runtime, open.start, [-1], () => {});
    } catch (error) {
      opened.fail(new Exit(EXIT_STATUS.ok));
      throw error;
    } finally {
      stop();
    }
    ready(opened);
    this.#opened = opened;
    this.#exitReason = over;
    this.#active = 0;
    this.#callable = new Map();
    this.#last = null;
    this.#servers = new Map();
  }
}

/** Values of the host become those of the script, in their places. @throws TypeError */
function take(args: unknown[], callable: Callable): void {
  const { params } = callable;
  if (args.length !== params.length) throw wrongCount(args, callable);
  try {
    for (let i = 0; i < params.length; i++) args[i] = params[i]!.toScript(args[i]);
  } catch (error) {
    throw refused(error, callable);
  }
}

// Errors are made apart from the calls: those stay small enough to be inlined.

function wrongCount(args: unknown[], { name, params }: Callable): TypeError {
  return new TypeError(`\`${name}\` takes ${params.length} arguments, not ${args.length}`);
}

function refused(error: unknown, { name }: Callable): unknown {
  if (!(error instanceof HostError)) return error;
  return new TypeError(`\`${name}\` got ${error.message}`, { cause: error });
}

function waitsError(name: string): ScriptError {
  return new ScriptError(`\`${name}\` waits: \`call\` gives a promise for what it comes to`, "");
}

/** In words for calls that come later; null: nothing to tell. */
export function howEnded(exitReason: ExitReason): string | null {
  switch (exitReason.kind) {
    case "done":
      return null;
    case "exit":
      return exitReason.code === EXIT_STATUS.ok ? null : `exit(${exitReason.code})`;
    case "panic":
    case "failed":
      return fromBytes(exitReason.message);
    case "internal":
      return fromBytes(exitReason.text).split("\n")[0]!;
  }
}

/** Values of variables that both versions have, by way of the host: their types have other classes now. */
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
      // A type of that name has become another one: its new first value stands.
      if (!(error instanceof HostError)) throw error;
    }
  }
  return kept;
}

/** The native by which a host gets the functions of a program. */
export function borderModule(): ModuleDescriptor {
  const declaration = "fun give<T>(value: T)\n";
  return {
    name: "border",
    declaration,
    load: async () => ({ create: () => ({ functions: new Handover().functions }) }),
  };
}
