// Runs a compiled program: loads the TypeScript of its native modules, creates its runtime, starts `main` as
// the first goroutine and reports how it ended. Independent of checker and compiler, so that a program from
// the cache starts without them.
import { get, own } from "../own/index.ts";
import {
  HOST_CALL,
  locationOf,
  locationOfSite,
  type CounterTable,
  type PositionMap,
  type ScriptLocation,
} from "../compile/positions.ts";
import { machine } from "../host/index.ts";
import * as generated from "../runtime/generated.ts";
import {
  asPanic,
  describeFailure,
  describeStanding,
  locateStanding,
  Exit,
  Failed,
  FatalPanic,
  GoroutineScheduler,
  HeapWatch,
  HostError,
  Interrupted,
  LimitPanic,
  LineInput,
  MAX_DELAY_MS,
  CallDepth,
  Meter,
  needsMeter,
  OpenSockets,
  OutputAllowance,
  Panic,
  Reserves,
  SignalDesk,
  countedOutput,
  type Comparison,
  type GoroutineState,
  type HeapGuard,
  type Host,
  type Limits,
  type Locator,
  type ModuleDescriptor,
  type NativeModule,
  type NativeTable,
  type Output,
  type Probe,
  type Runtime,
  type TestDesk,
  type TraceLocation,
  thrownText,
} from "../runtime/host.ts";
import { EXIT_STATUS } from "./exit-status.ts";
import { instantiate, type Start } from "./instantiate.ts";

/** A file of a package that declares native functions. */
export interface PackageNatives {
  /** The id of its module. */
  readonly id: string;
  /** Its text, which declares the functions. */
  readonly text: string;
  /** The path of the ES module with the functions. */
  readonly native: string;
  /** Name and version of the package. */
  readonly package: string;
}

/** A compiled program. Plain data, so it can be cached and sent to other threads. */
export interface CompiledProgram {
  /** The JavaScript. */
  readonly code: string;
  /** Maps positions in `code` to locations in the script. */
  readonly positions: PositionMap;
  /** The modules whose TypeScript the program needs. */
  readonly natives: readonly string[];
  /** Whether its calls may nest deeply; absent: unknown. */
  readonly deep?: boolean;
  /** Whether it may fill the memory without ever checking the heap; absent: no. */
  readonly unwatched?: boolean;
  /** Whether it counts its steps, which limits require; absent: no. */
  readonly metered?: boolean;
  /** Whether it counts nested calls, which the limit of their depth requires; absent: no. */
  readonly countsCalls?: boolean;
  /** The number of its entry functions; absent: unknown. */
  readonly entries?: number;
  /** The counters of its statements; absent: it counts none. */
  readonly counters?: CounterTable;
  /** The files of packages whose native functions it calls; absent: none. */
  readonly packages?: readonly PackageNatives[];
  /** V8's compiled form of `code`. */
  readonly codeCache?: Uint8Array;
}

/** The frames of the running goroutine that `Launched.standing` describes. */
const MOST_FRAMES = 50;

/** How long goroutines of a test run after it has returned. */
const LINGER_MS = 100;
/** The bytes of an allocation large enough for a few of them to fill the memory. */
const LARGE = 1_000_000;

/** The options of one run. */
export interface LaunchOptions {
  readonly modules: readonly ModuleDescriptor[];
  /** Makes modules of the native code of packages. @throws HostError */
  readonly packageModules?: (files: readonly PackageNatives[]) => Promise<readonly ModuleDescriptor[]>;
  readonly host: Host;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly limits?: Limits;
  /** Polled by a metered program, with the steps that were granted to it; true ends it. */
  readonly interrupted?: (steps: number) => boolean;
  /** Called with the deadline, by `monotonicMillis`, whenever the limit of time starts. */
  readonly timed?: (deadline: number) => void;
  /** Makes the guard against a full heap. `fail` ends the program from anywhere. */
  readonly guard?: (fail: (error: unknown) => void) => HeapGuard | null;
  /** The index of the entry function; 0 is `main`. */
  readonly index?: number;
  /** Called before the program starts, to observe it while it runs: see `Launched.standing`. */
  readonly starting?: (launched: Launched) => void;
  /**
   * The program is a test: when its entry function has returned, goroutines run until each waits, 100 ms at
   * most. The exit reason names those that still live, and is the panic of a task that was never joined.
   */
  readonly test?: boolean;
  /** What the test asks of its runner. */
  readonly testDesk?: TestDesk;
  /** The debugger, for a program that was compiled to stop. */
  readonly probe?: Probe & { readonly begun: (body: () => unknown) => () => unknown };
  /** Receives how often each statement is reached, from a program with `counters`. */
  readonly hits?: Uint32Array;
  /** Adds JavaScript stacks to reports of internal errors. */
  readonly debug?: boolean;
  /**
   * Called with a program whose functions the host calls, instead of running an entry function. Limits apply
   * to the time between two calls of `renew`.
   */
  readonly opened?: (program: OpenProgram) => void;
}

/** A program ready for calls of the host. */
export interface OpenProgram {
  readonly runtime: Runtime;
  readonly tables: Readonly<Record<string, NativeTable>>;
  readonly start: Start;
  /**
   * Restarts the counting of steps and time; null if nothing is counted, since reading the clock would
   * dominate a short call.
   */
  readonly renew: (() => void) | null;
  /** Starts counting time for waiting code as well, until the result is called. */
  watch(): () => void;
}

/** How a program ended. Strings are byte strings: `fromBytes` converts them to text. */
export type ExitReason =
  | {
      /** `main` has returned. */
      readonly kind: "done";
      /** A failure that did not end the program makes its exit status 1: see `Runtime.failAtEnd`. */
      readonly failed?: true;
      /** Of a test: what each goroutine that it has left does, and where. */
      readonly living?: readonly string[];
    }
  | {
      /** The script has called `exit`. */
      readonly kind: "exit";
      readonly code: number;
    }
  | {
      /** The script has panicked, exceeded a limit of the host or been interrupted. */
      readonly kind: "panic";
      readonly message: string;
      /** Message and trace, as standard error shows them. */
      readonly text: string;
      /** The values that a failed assertion compared. */
      readonly compared?: Comparison;
      /** A limit of the host was exceeded, or the host has ended the program. */
      readonly limit?: true;
      /** The host has ended the program by its signal; then `limit` is true, too. */
      readonly interrupted?: true;
    }
  | {
      /** `main` has returned an `Err`. */
      readonly kind: "failed";
      /** The text of the `Err`. */
      readonly message: string;
      /** The report on standard error. */
      readonly text: string;
    }
  | {
      /** A host module, another function of the host, or the engine has failed. */
      readonly kind: "internal";
      /** Begins with `host error: ` for failures of the host, otherwise with `internal error: `. */
      readonly text: string;
      /** What was thrown, with its JavaScript stack. */
      readonly cause?: unknown;
    };

/** A program that has been started. */
export interface Launched {
  /** Ends the program from outside: with a Panic, an Exit, or an error that escaped from a callback. */
  fail(error: unknown): void;
  /** A line for each goroutine: what it waits for, or that it runs, and where. */
  standing(): string[];
  /** The same as data. */
  goroutines(): GoroutineState[];
  /** See `Instantiated`. */
  codeCache(): Uint8Array | null;
  /**
   * The result of code that was compiled to run inside of the program, for debuggers.
   * @throws Error if the program has not loaded one of the modules `natives`
   */
  evaluate(code: string, natives: readonly string[]): unknown;
}

/**
 * Starts the program. `ended` is called once, when the program has ended, its output is flushed, failures are
 * reported on standard error and resources are closed; that may be before the promise resolves.
 * @throws HostError if the program cannot be run with these options, Error if a native module cannot be
 * loaded
 */
export async function launch(
  compiled: CompiledProgram,
  given: LaunchOptions,
  ended: (exitReason: ExitReason, launched: Launched) => void,
): Promise<Launched> {
  const [program, options] = [own(compiled), own(given)];
  const problem = launchProblem(program, options);
  if (problem !== null) throw new HostError(problem);
  const modules = await loadNatives(program.natives, await modulesFor(program, options));
  const { host, debug = false } = options;
  const limits = own(options.limits ?? {});
  const allowance = limits.output === undefined ? null : new OutputAllowance(limits.output);
  const [stdout, stderr] = [options.stdout, options.stderr].map((output) =>
    allowance === null ? output : countedOutput(output, allowance),
  ) as [Output, Output];
  const guard = options.guard?.((error) => scheduler.fail(error)) ?? null;
  const heap = new HeapWatch(guard);
  const calls = limits.depth === undefined ? null : new CallDepth(limits.depth);
  const scheduler = new GoroutineScheduler(
    () => heap.look(),
    () => get(host, "ownsProcess") !== true || closers.size > 0 || signals.isListening,
    limits.goroutines,
    calls,
    () => stdout.idle?.(),
  );
  // The host may call functions of the program from deep in its own stack.
  const deep = program.deep !== false || options.opened !== undefined;
  scheduler.reserves = new Reserves(deep);
  const locator = locatorOf(program.positions);
  const closers = new Set<() => void>();
  const meter = new Meter(limits, options.interrupted, options.timed);
  if (limits.memory !== undefined) scheduler.whenTurnBegins(() => meter.begin());
  const signals = new SignalDesk(host.system.signals, get(host, "ownsProcess") === true, scheduler);
  let failed = false;
  let unjoined: Panic | null = null;
  if (options.test === true) scheduler.lingerFor(LINGER_MS);
  // Without a reader, a program that only writes may never end. A server does other things than print.
  stdout.whenGone?.(() => {
    if (!signals.hasServers) scheduler.fail(new Exit(EXIT_STATUS.ok));
  });
  for (const output of [options.stdout, options.stderr])
    output.whenAhead?.((taken) => scheduler.holdUntil(taken));
  const runtime: Runtime = {
    host,
    scheduler,
    stdout,
    stderr,
    calls: calls ?? undefined,
    sockets: limits.sockets === undefined ? undefined : new OpenSockets(limits.sockets),
    stdin: new LineInput(() => host.readInput(), scheduler, stdout, {
      descriptor: get(host, "inputDescriptor") ?? null,
      reserve: (bytes) => meter.reserve(bytes),
    }),
    signals,
    session: null,
    failAtEnd: () => void (failed = true),
    test: options.testDesk,
    probe: options.probe,
    hits: options.hits ?? new Uint32Array(get(program, "counters")?.count ?? 0),
    neverJoined: options.test === true ? (panic: Panic) => void (unjoined ??= panic) : undefined,
    describePanic: (error) => describeFailure(scheduler.panicOf(error) ?? error, locator, debug),
    // V8 would inline a function at every check, and optimize for twice as long.
    step: new Proxy((left: number) => meter.step(left), own({})),
    isLimited: needsMeter(limits) || options.interrupted !== undefined,
    worked: (bytes) => meter.worked(bytes),
    foresee: (millis) => meter.foresee(millis),
    lookAtHeap: () => heap.look(),
    made: (bytes) => meter.made(bytes),
    arrived(bytes, outside = 0) {
      try {
        meter.made(bytes);
        if (outside > 0) meter.made(outside);
      } catch (error) {
        scheduler.fail(error);
      }
    },
    joined: (text) => meter.joined(text),
    memory: limits.memory ?? Infinity,
    reserve(bytes) {
      meter.reserve(bytes);
      if (bytes > LARGE) heap.look();
    },
    atEnd(close) {
      closers.add(close);
      return () => void closers.delete(close);
    },
  };
  const finish = (failure: unknown, reported: readonly unknown[]): void => {
    const texts = reported.map((each) => failureText(each, (error) => runtime.describePanic(error))).join("");
    const reason = exitReasonOf(failure, () => texts);
    let exitReason: ExitReason = reason.kind === "done" && failed ? { kind: "done", failed } : reason;
    /** An exception of the host here becomes the exit reason, unless the program has failed already. */
    const attempt = (what: string, action: () => void): void => {
      try {
        action();
      } catch (error) {
        const mistake =
          error instanceof HostError
            ? error
            : new HostError(`${what} threw ${thrownText(error)}`, { cause: error });
        if (exitReason.kind === "done" || exitReason.kind === "exit")
          exitReason = exitReasonOf(mistake, (each) => runtime.describePanic(each));
      }
    };
    attempt("stdout", () => stdout.flush());
    // Reports do not count against the program's limit of output.
    if (texts !== "") attempt("stderr", () => options.stderr.write(texts));
    stopTimer();
    stopWatching?.();
    meter.end();
    signals.close();
    const living = scheduler.left;
    for (const close of closers) attempt("a closer", close);
    if (exitReason.kind === "done" && unjoined !== null)
      exitReason = exitReasonOf(unjoined, (each) => runtime.describePanic(each));
    if (exitReason.kind === "done" && living.length > 0) {
      const lines = living.map((each) => describeStanding([each], "", locator)[0] ?? each.what);
      exitReason = { ...exitReason, living: lines };
    }
    ended(exitReason, launched);
  };
  const watch = (): (() => void) => watchTime(options.limits, meter, (error) => scheduler.fail(error));
  let stopTimer = watch();
  const instance = instantiate(program.code, program.codeCache);
  const tables: Record<string, NativeTable> = {};
  const launched: Launched = {
    fail: (error) => scheduler.fail(error),
    standing: () =>
      describeStanding(scheduler.standing(), machine().javascript.currentStack(MOST_FRAMES), locator),
    goroutines: () =>
      locateStanding(scheduler.standing(), machine().javascript.currentStack(MOST_FRAMES), locator),
    codeCache: () => instance.codeCache(),
    evaluate(code, natives) {
      const missing = natives.find((id) => tables[id] === undefined);
      if (missing !== undefined)
        throw new Error(`the expression needs ${missing}, which the program does not import`);
      return instantiate(code, undefined, "expression").program(generated, runtime, tables)();
    },
  };
  if (options.probe !== undefined) noteGoroutines(scheduler, options.probe.begun);
  if (options.starting !== undefined) {
    scheduler.observe();
    options.starting(launched);
  }
  const stopWatching = program.unwatched === true ? guard?.watch(() => heap.look()) : undefined;
  const ofHost = new Set(
    options.modules.filter((module) => module.host === true).map((module) => `std/${module.name}`),
  );
  const holdState = new Set(
    options.modules.filter((module) => module.holdsState === true).map((module) => `std/${module.name}`),
  );
  const begin = (): Start => {
    for (const [id, module] of modules) {
      const made = module.create(runtime);
      const table: NativeTable = { ...made, structs: own(get(made, "structs") ?? {}) };
      // Compiled code counts calls of natives of the library by their types.
      if (ofHost.has(id)) tables[id] = { ...table, functions: meter.watched(table.functions) };
      else tables[id] = deep && holdState.has(id) ? scheduler.reserves.keptFor(table) : table;
    }
    return instance.program(generated, runtime, tables);
  };
  if (options.opened === undefined) scheduler.run(() => begin()(options.index ?? 0), finish);
  else {
    stopTimer();
    scheduler.stayOpen((failure) => {
      // A goroutine other than a call has panicked: the others continue, as in a server.
      if (failure instanceof Panic && !(failure instanceof FatalPanic))
        stderr.write(runtime.describePanic(failure));
      else scheduler.close(failure, finish);
    });
    // The next call may wake waiting goroutines, so idling is no deadlock.
    void scheduler.external(new Promise(() => {}));
    options.opened({
      runtime,
      tables,
      start: begin(),
      renew: meter.counts ? () => meter.renew() : null,
      watch: () => (stopTimer = watch()),
    });
  }
  return launched;
}

/** Lets a debugger know where goroutines begin. */
function noteGoroutines(scheduler: GoroutineScheduler, begun: (body: () => unknown) => () => unknown): void {
  const [spawn, startOne] = [scheduler.spawn.bind(scheduler), scheduler.start.bind(scheduler)];
  scheduler.spawn = (body) => spawn(begun(body));
  scheduler.start = (body, ended) => startOne(begun(body), ended);
}

/** Why a program cannot be run with these options, a mistake of the host; null if it can. */
function launchProblem(
  { metered = false, countsCalls = false, entries = Infinity }: CompiledProgram,
  { limits, index = 0 }: LaunchOptions,
): string | null {
  if (!Number.isInteger(index) || index < 0 || index >= entries)
    return `launch: there is no function ${index}, the program has ${entries}`;
  const uncounted = limits?.depth !== undefined && !countsCalls;
  if (uncounted || (limits !== undefined && needsMeter(limits) && !metered))
    return "launch: the program was built without limits, so they cannot be enforced: build it with an engine that has limits";
  return null;
}

/** The modules of the host and those of the packages of a program. @throws HostError */
export async function modulesFor(
  { packages = [] }: CompiledProgram,
  { modules, packageModules }: Pick<LaunchOptions, "modules" | "packageModules">,
): Promise<readonly ModuleDescriptor[]> {
  if (packages.length === 0) return modules;
  if (packageModules === undefined)
    throw new HostError("the program has native code of packages, which cannot be loaded here");
  return [...modules, ...(await packageModules(packages))];
}

/** The id of a module in programs. */
export function idOf(module: ModuleDescriptor): string {
  return get(module, "id") ?? `std/${module.name}`;
}

/** Loads the TypeScript of modules by their ids. @throws Error for an unknown module */
export async function loadNatives(ids: readonly string[], descriptors: readonly ModuleDescriptor[]) {
  const byId = new Map(descriptors.map((descriptor) => [idOf(descriptor), descriptor]));
  const found = ids.map((id) => {
    const descriptor = byId.get(id);
    if (descriptor === undefined) throw new Error(`there is no module ${id}`);
    return [id, descriptor] as const;
  });
  const missing = found.filter(([, descriptor]) => descriptor.load !== null && !loaded.has(descriptor));
  await Promise.all(missing.map(async ([, descriptor]) => loaded.set(descriptor, await descriptor.load!())));
  return found.map(([id, descriptor]) => [id, loaded.get(descriptor) ?? WITHOUT_NATIVES] as const);
}

/** The modules loaded so far: a repeated `import()` of many modules is slow as well. */
const loaded = new WeakMap<ModuleDescriptor, NativeModule>();

/** A module that is written in the language alone. */
const WITHOUT_NATIVES: NativeModule = { create: () => ({ functions: {} }) };

/**
 * Checks the time from outside, since a waiting program takes no steps. Limits of several weeks exceed the
 * range of timers.
 */
function watchTime(limits: Limits | undefined, meter: Meter, fail: (error: unknown) => void): () => void {
  if (limits?.wallMillis === undefined || limits.wallMillis >= MAX_DELAY_MS) return () => {};
  const timer = setTimeout(() => {
    try {
      meter.look();
    } catch (error) {
      fail(error);
    }
  }, limits.wallMillis + 1);
  return () => clearTimeout(timer);
}

/** The exit reason for what a program threw, undefined for nothing; `describe` formats failures. */
export function exitReasonOf(failure: unknown, describe: (error: unknown) => string): ExitReason {
  if (failure === undefined) return { kind: "done" };
  if (failure instanceof Exit) return { kind: "exit", code: failure.code };
  if (failure instanceof Failed) return { kind: "failed", message: failure.text, text: describe(failure) };
  const panic = asPanic(failure);
  return panic === null
    ? {
        kind: "internal",
        text: describe(failure),
        cause: failure instanceof HostError && failure.cause !== undefined ? failure.cause : failure,
      }
    : {
        kind: "panic",
        message: panic.message,
        text: describe(failure),
        ...(panic.compared && { compared: panic.compared }),
        ...(panic instanceof LimitPanic && { limit: true as const }),
        ...(panic instanceof Interrupted && { interrupted: true as const }),
      };
}

/** The report of a failure on standard error. */
function failureText(failure: unknown, describe: (error: unknown) => string): string {
  if (failure instanceof Exit) return "";
  return failure instanceof Failed ? `error: ${failure.text}\n` : describe(failure);
}

/** Finds script locations for traces by the positions of a compiled program. */
export function locatorOf(positions: PositionMap): Locator {
  return {
    frame: (line, column) => traceLocation(locationOf(positions, line, column)),
    site: (index) => traceLocation(locationOfSite(positions, index)),
  };
}

function traceLocation(place: ScriptLocation | null): TraceLocation | null {
  return place === null || place.function.startsWith(HOST_CALL)
    ? null
    : { function: place.function, file: place.source, line: place.line, column: place.column };
}
