// The code of a thread of a worker engine: it has its own engine, whose modules and outputs call functions of
// the host by messages. Synchronous calls wait for the answer without the event loop.
import { has } from "./own/index.ts";
import type { Diagnostic, Label } from "./diagnostics/index.ts";
import { budgetOf } from "./compile-budget.ts";
import { npmPackages } from "./npm-packages.ts";
import { engineInThread, type Engine } from "./engine.ts";
import type { EngineOptions } from "./engine-options.ts";
import type { ExitReason } from "./launch/index.ts";
import { defineModule } from "./define-module.ts";
import { nodeSystem } from "./host/node/index.ts";
import { nativeFunctions, readDeclaration } from "./modules/index.ts";
import type { LoadedProgram } from "./loaded-program.ts";
import type { Program } from "./program.ts";
import {
  exhaustsStack,
  HostError,
  monotonicMillis,
  Panic,
  ScriptError,
  StackOverflow,
  thrownText,
  tooDeepForHost,
  type LiteralChecker,
  type ModuleDescriptor,
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

const thread = nodeSystem.threads.inside();
const settings = thread.data as ThreadSettings;
const { flags: shared, deadline } = sharedMemory(settings.shared);
/** The bytes of output that may be pending before programs wait for the host to take them. */
const MOST_PENDING = 1_000_000;

/** An object of the host, known here by its number among the proxies. */
class HostObject {
  readonly classes: readonly string[];
  constructor(classes: readonly string[]) {
    this.classes = classes;
  }
}

/** The class of a module of the host, as programs here see its objects. */
function classOf(name: string): new (...args: never[]) => object {
  const has = (value: unknown): boolean => value instanceof HostObject && value.classes.includes(name);
  return Object.defineProperty(class {}, Symbol.hasInstance, { value: has });
}

const own = new References();
const proxies = new Proxies((number, times) => send({ kind: "released", number, times }));
const programs = new Map<number, Program>();
/** The requests in progress, by the numbers that the host gave them. */
const fetches = new Map<number, AbortController>();
const asked = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
let lastAsk = 0;
let lastProgram = 0;

const ends: Ends = {
  numberOf(value) {
    if (typeof value !== "function") throw new TypeError("an opaque value of a script stays in its thread");
    return own.numberOf(value);
  },
  byNumber: (number) => own.byNumber(number),
  foreignFunction: (number) =>
    proxies.arrived(
      number,
      () =>
        (...args: unknown[]): unknown =>
          askNow(`function ${number}`, args),
    ),
  classesOf: () => [],
  foreignObject: (number, classes) => proxies.arrived(number, () => new HostObject(classes)),
  foreignNumber(value) {
    const number = proxies.numberOf(value);
    if (number === null) return null;
    return { number, kind: value instanceof HostObject ? "object" : "function" };
  },
};

function send(message: FromThread): void {
  thread.post(message);
}

/** @throws ScriptError for a value too deep */
function packedResult(value: unknown): Packed {
  try {
    return pack(value, ends);
  } catch (error) {
    throw exhaustsStack(error) || error instanceof HostError
      ? new ScriptError(tooDeepForHost().message, "")
      : error;
  }
}

/** @throws Panic for a value too deep, StackOverflow if the script has left too little stack */
function packed(args: readonly unknown[]): Packed {
  try {
    return pack(args, ends);
  } catch (error) {
    if (error instanceof HostError) throw tooDeepForHost();
    throw exhaustsStack(error) ? new StackOverflow() : error;
  }
}

function ask(name: string, args: readonly unknown[]): Promise<unknown> {
  const id = ++lastAsk;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    send({ kind: "ask", id, name, args: packed(args), late: true });
  });
}

/**
 * Calls a function of the host and waits for the answer. Other messages are handled later, calls of the
 * program among them: a function that waited for one of these would wait for ever.
 */
function askNow(name: string, args: readonly unknown[], late = false): unknown {
  const id = ++lastAsk;
  let result: { readonly value: unknown } | null = null;
  let failure: { readonly error: unknown } | null = null;
  asked.set(id, {
    resolve: (value) => void (result = { value }),
    reject: (error) => void (failure = { error }),
  });
  send({ kind: "ask", id, name, args: packed(args), late });
  while (result === null && failure === null) {
    const seen = Atomics.load(shared, WAKE);
    const message = thread.receiveNow() as ToThread | undefined;
    if (message === undefined) Atomics.wait(shared, WAKE, seen);
    else if (message.kind === "answer") receive(message);
    else postpone(message);
  }
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return (result as unknown as { readonly value: unknown }).value;
}

/** Messages that arrived while a function of the host was awaited; later messages must not overtake them. */
const postponed: ToThread[] = [];

function postpone(message: ToThread): void {
  if (postponed.push(message) > 1) return;
  setImmediate(() => {
    for (let next = postponed[0]; next !== undefined; next = postponed[0]) {
      receive(next);
      postponed.shift();
    }
  });
}

function sink(stream: "stdout" | "stderr"): (bytes: string) => void {
  return (bytes) => {
    Atomics.add(shared, PENDING, bytes.length);
    send({ kind: "output", stream, bytes });
    for (
      let pending = Atomics.load(shared, PENDING);
      pending > MOST_PENDING;
      pending = Atomics.load(shared, PENDING)
    ) {
      if (Atomics.load(shared, ABORT) !== 0) return;
      Atomics.wait(shared, PENDING, pending, 100);
    }
  };
}

function moduleOf({
  name,
  declaration,
  functions,
  classes,
  checkers,
}: ThreadSettings["modules"][number]): ModuleDescriptor {
  const { tree } = readDeclaration({ name, declaration, load: null });
  const natives = nativeFunctions(tree);
  const table = (): Record<string, (...args: never[]) => unknown> =>
    Object.fromEntries(
      functions.map((each) => {
        const blocking =
          natives.get(each)?.attributes.some((attribute) => attribute.name.name === "blocking") === true;
        const call = blocking ? ask : askNow;
        return [each, (...args: unknown[]) => call(`${name} ${each}`, args)];
      }),
    );
  return defineModule({
    name,
    declaration: declaration as string,
    functions: table,
    classes: Object.fromEntries(classes.map((each) => [each, classOf(`${name}.${each}`)])),
    checkers: Object.fromEntries(checkers.map((each) => [each, checkerOf(`checker ${name} ${each}`)])),
  });
}

function checkerOf(name: string): LiteralChecker {
  return (text, { function: called, types, arguments: others }) =>
    askNow(name, [text, { function: called, types, arguments: others }]) as ReturnType<LiteralChecker>;
}

/** Reports when what this thread does now has to be over: the host ends a thread that does not look. */
function allow(until: number): void {
  Atomics.store(deadline, 0, until === Infinity ? MAX_NANOS : BigInt(Math.ceil(until * 1e6)));
}

const MAX_NANOS = 2n ** 63n - 1n;
/** Compiling looks at its limit less often than programs do. */
const COMPILE_GRACE_MILLIS = 300;
const COMPILE_MILLIS = (budgetOf(settings.options.limits)?.millis ?? Infinity) + COMPILE_GRACE_MILLIS;
/** The actions that read and compile before a program starts. */
const COMPILING: ReadonlySet<Action> = new Set(["run", "check", "load", "reload"]);

let engine: Engine;
const control = new AbortController();

async function start(): Promise<void> {
  const standard =
    settings.standard === null
      ? []
      : ((await import(settings.standard)) as { readonly standardModules: readonly ModuleDescriptor[] })
          .standardModules;
  const has = (name: string): boolean => settings.given.includes(name);
  // Read the shared flag, which works while a program computes.
  Object.defineProperty(control.signal, "aborted", { get: () => Atomics.load(shared, ABORT) !== 0 });
  const options = {
    ...settings.options,
    modules: [
      ...standard.filter((module) => settings.names.includes(module.name)),
      ...settings.modules.map(moduleOf),
    ],
    signal: control.signal,
    stdout: has("stdout") ? sink("stdout") : () => {},
    stderr: has("stderr") ? sink("stderr") : () => {},
    ...(has("reader") && {
      reader: {
        canonical: (path: string) => askNow("reader canonical", [path], true) as string,
        read: (path: string) => askNow("reader read", [path], true) as Uint8Array,
        ...(settings.lists && {
          list: (path: string) => askNow("reader list", [path], true) as readonly string[] | null,
        }),
      },
    }),
    ...(has("packages") && { packages: packages() }),
    ...(has("readInput") && { readInput: () => ask("readInput", []) as Promise<Uint8Array | null> }),
    ...(has("now") && { now: () => askNow("now", []) as number }),
  };
  engine = engineInThread(options, allow);
  // Warm up for the first program: reads the standard library and lets V8 compile.
  engine.check([{ path: "first.std", text: "fun main() {}" }]);
}

function packages(): NonNullable<EngineOptions["packages"]> {
  const ask = (name: unknown): string | null => askNow("packages", [name], true) as string | null;
  return settings.npm === null ? ask : npmPackages({ natives: settings.npm, repositories: ask });
}

/** A part of a diagnostic at a location. */
type Located = Pick<Label, "source">;

/**
 * Converts the result of an action to plain data. Sources are sent once and referred to by number, since a
 * script may have many errors.
 */
function sent<T extends { readonly diagnostics: readonly Diagnostic[] }>(outcome: T): object {
  const sources = new Map<Label["source"], number>();
  const label = ({ source, ...rest }: Located): object => {
    if (!sources.has(source)) sources.set(source, sources.size);
    return { ...rest, source: sources.get(source) };
  };
  const diagnostics = outcome.diagnostics.map((one) => ({
    ...one,
    primary: label(one.primary),
    related: one.related.map(label),
    ...(one.fixes && { fixes: one.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(label) })) }),
  }));
  return {
    ...outcome,
    diagnostics,
    sources: [...sources.keys()].map(({ name, text }) => ({ name, text })),
    ...(has(outcome, "exitReason") && { exitReason: ended(outcome.exitReason as ExitReason | null) }),
  };
}

function ended(exitReason: ExitReason | null): object | null {
  if (exitReason?.kind !== "internal" || !(exitReason.cause instanceof Error)) return exitReason;
  return {
    ...exitReason,
    cause: { name: exitReason.cause.name, message: exitReason.cause.message, stack: exitReason.cause.stack },
  };
}

async function act(message: ToThread & { kind: "do" }): Promise<unknown> {
  const { action, program: number } = message;
  const args = unpack(message.args, ends) as readonly unknown[];
  if (COMPILING.has(action)) allow(monotonicMillis() + COMPILE_MILLIS);
  const program = programs.get(number)!;
  switch (action) {
    case "run":
      return sent(await engine.run(args[0] as string, args[1] as readonly string[]));
    case "check":
      return sent(await engine.checkAsync(args[0] as Parameters<Engine["check"]>[0]));
    case "load": {
      const { program: loaded, ...outcome } = await engine.load(args[0] as string);
      return { ...sent(outcome), program: loaded === null ? null : kept(loaded) };
    }
    case "instance":
      return kept(await program.instance());
    case "call":
      return program.call(args[0] as string, ...(args[1] as unknown[]));
    case "functions":
      return program.functions;
    case "fetch": {
      const [key, url, init, server] = args as [number, string, RequestInit, string | undefined];
      const aborts = new AbortController();
      fetches.set(key, aborts);
      try {
        const response = await program.fetch(new Request(url, { ...init, signal: aborts.signal }), server);
        return {
          status: response.status,
          statusText: response.statusText,
          headers: [...response.headers],
          body: new Uint8Array(await response.arrayBuffer()),
        };
      } finally {
        fetches.delete(key);
      }
    }
    case "abortFetch":
      return fetches.get(args[0] as number)?.abort();
    case "reset":
      return program.reset();
    case "reload":
      return sent(await program.reload(args[0] as string));
    case "close":
      program.close();
      programs.delete(number);
      return undefined;
    case "abort":
      return control.signal.dispatchEvent(new Event("abort"));
    case "callback":
      return (ends.byNumber(number) as (...args: unknown[]) => unknown)(...args);
  }
}

function kept(program: Program): number {
  const number = ++lastProgram;
  programs.set(number, program);
  (program as LoadedProgram<unknown>).observe((exitReason) =>
    send({ kind: "ended", program: number, exitReason: pack(ended(exitReason), ends) }),
  );
  return number;
}

function receive(message: ToThread): void {
  if (message.kind === "answer") {
    const waiting = asked.get(message.id);
    asked.delete(message.id);
    if (message.error !== null) {
      const { text, panic } = message.error;
      waiting?.reject(panic ? new Panic(text) : new HostError(text));
    } else waiting?.resolve(unpack(message.value, ends));
    return;
  }
  // In turn: an action before it may refer to the number.
  if (message.kind === "released") return void ready.then(() => own.release(message.number, message.times));
  const { id } = message;
  ready
    .then(() => act(message))
    .then((value) => send({ kind: "done", id, value: packedResult(value) }))
    .catch((error: unknown) => {
      const { name, message: text } =
        error instanceof Error ? error : { name: "Error", message: thrownText(error) };
      const trace = error instanceof ScriptError ? error.trace : "";
      send({ kind: "failed", id, name, message: text, trace });
    });
}

const ready = start().then(() => send({ kind: "ready" }));
thread.listen((message) => {
  if (postponed.length > 0) postponed.push(message as ToThread);
  else receive(message as ToThread);
});
