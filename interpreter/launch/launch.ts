// Runs a compiled program: loads the TypeScript of its native modules, gives it a runtime, starts
// `main` as the first goroutine and says how it ended. Knows neither checker nor compiler, so that a
// program from the cache starts without them.
import {
  HOST_CALL,
  locationOf,
  locationOfSite,
  type PositionMap,
  type ScriptLocation,
} from "../compile/positions.ts";
import * as generated from "../runtime/generated.ts";
import {
  asPanic,
  describeFailure,
  describeStanding,
  Exit,
  Failed,
  FatalPanic,
  GoroutineScheduler,
  HeapWatch,
  HostError,
  LimitPanic,
  LineInput,
  MAX_DELAY_MS,
  CallDepth,
  Meter,
  needsMeter,
  OpenSockets,
  OutputAllowance,
  Panic,
  SignalDesk,
  countedOutput,
  type Comparison,
  type HeapGuard,
  type Host,
  type Limits,
  type Locator,
  type ModuleDescriptor,
  type NativeModule,
  type NativeTable,
  type Output,
  type Runtime,
  type TraceLocation,
  thrownText,
} from "../runtime/host.ts";
import { EXIT_STATUS } from "./exit-status.ts";
import { instantiate, type Start } from "./instantiate.ts";

/** Plain data: survives serialization, so it can be cached and sent to other threads. */
export interface CompiledProgram {
  readonly code: string;
  readonly positions: PositionMap;
  /** Modules whose TypeScript the program needs. */
  readonly natives: readonly string[];
  /** Whether its calls may nest deeply; absent: not known. */
  readonly deep?: boolean;
  /** Whether it may fill the memory without ever looking at the heap; absent: no. */
  readonly unwatched?: boolean;
  /** Whether it counts its steps, as limits need; absent: no. */
  readonly metered?: boolean;
  /** Whether it counts calls inside one another, as the limit of their depth needs; absent: no. */
  readonly countsCalls?: boolean;
  /** How many entry functions it has; absent: not known. */
  readonly entries?: number;
  readonly codeCache?: Uint8Array;
}

/** Bytes, of which a few more at a time soon fill the memory. */
const LARGE = 1_000_000;

/** What a program is run with. */
export interface LaunchOptions {
  readonly modules: readonly ModuleDescriptor[];
  readonly host: Host;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly limits?: Limits;
  /** Asked now and then by a metered program; true ends it. */
  readonly interrupted?: () => boolean;
  /** What is done about a heap that fills up. `fail` ends the program, from anywhere. */
  readonly guard?: (fail: (error: unknown) => void) => HeapGuard | null;
  /** Which entry function to run; 0 is `main`. */
  readonly index?: number;
  /** Gets the program just before it starts, to look at it while it runs: see `Launched.standing`. */
  readonly starting?: (launched: Launched) => void;
  /** Show JavaScript stacks of internal errors. */
  readonly debug?: boolean;
  /** Gets a program whose functions the host calls, instead of running one of them. Limits hold for what happens between two calls of `renew`. */
  readonly opened?: (program: OpenProgram) => void;
}

/** A program that waits for calls of the host. */
export interface OpenProgram {
  readonly runtime: Runtime;
  readonly tables: Readonly<Record<string, NativeTable>>;
  readonly start: Start;
  /** Steps and time count from here on; null where nothing counts: reading the clock would be most of a short call. */
  readonly renew: (() => void) | null;
  /** Time counts for what waits as well from here on, until the result is called. */
  watch(): () => void;
}

/** How a program ended. */
export type ExitReason =
  /** `failed` after `Runtime.failAtEnd`. */
  | { readonly kind: "done"; readonly failed?: true }
  | { readonly kind: "exit"; readonly code: number }
  /** Byte strings: the panic's message, and message with trace as standard error got it. */
  | {
      readonly kind: "panic";
      readonly message: string;
      readonly text: string;
      readonly compared?: Comparison /** A limit of the host is used up, or the host has ended the program. */;
      readonly limit?: true;
    }
  /** `main` has returned an `Err`: its text, and what standard error got. */
  | { readonly kind: "failed"; readonly message: string; readonly text: string }
  /** A mistake of the engine (`internal error: …`) or of a host module (`host error: …`). */
  | {
      readonly kind: "internal";
      readonly text: string /** What was thrown, with its JavaScript stack. */;
      readonly cause?: unknown;
    };

/** A program that has been started. */
export interface Launched {
  /** Ends the program from outside: with a Panic, an Exit, or an error that leaked out of a callback. */
  fail(error: unknown): void;
  /** A line for each goroutine: what it is at, and where; of the one that runs only in the middle of it. */
  standing(): string[];
  /** See `Instantiated`. */
  codeCache(): Uint8Array | null;
}

/**
 * Starts the program. `ended` is called once, at the moment the program ends (maybe before the result
 * is there), when output is flushed, failures are reported on standard error and resources are closed.
 * @throws HostError when the program cannot be run with these options, Error when a native module cannot be loaded.
 */
export async function launch(
  program: CompiledProgram,
  options: LaunchOptions,
  ended: (exitReason: ExitReason, launched: Launched) => void,
): Promise<Launched> {
  const problem = launchProblem(program, options);
  if (problem !== null) throw new HostError(problem);
  const modules = await loadNatives(program.natives, options.modules);
  const { host, limits = {}, debug = false } = options;
  const allowance = limits.output === undefined ? null : new OutputAllowance(limits.output);
  const [stdout, stderr] = [options.stdout, options.stderr].map((output) =>
    allowance === null ? output : countedOutput(output, allowance),
  ) as [Output, Output];
  const guard = options.guard?.((error) => scheduler.fail(error)) ?? null;
  const heap = new HeapWatch(guard);
  const calls = limits.depth === undefined ? null : new CallDepth(limits.depth);
  const scheduler = new GoroutineScheduler(
    () => heap.look(),
    () => host.ownsProcess !== true || closers.size > 0 || signals.isListening,
    limits.goroutines,
    calls,
    () => stdout.idle?.(),
  );
  const locator = locatorOf(program.positions);
  const closers = new Set<() => void>();
  const meter = new Meter(limits, options.interrupted);
  const signals = new SignalDesk(host.system.signals, host.ownsProcess === true, scheduler);
  let failed = false;
  // A program that goes on writing without a reader may never end. A server does more than it prints.
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
    ...(calls !== null && { calls }),
    ...(limits.sockets !== undefined && { sockets: new OpenSockets(limits.sockets) }),
    stdin: new LineInput(() => host.readInput(), scheduler, stdout, {
      descriptor: host.inputDescriptor ?? null,
      reserve: (bytes) => meter.reserve(bytes),
    }),
    signals,
    session: null,
    failAtEnd: () => void (failed = true),
    describePanic: (error) => describeFailure(scheduler.panicOf(error) ?? error, locator, debug),
    step: (left) => meter.step(left),
    isLimited: needsMeter(limits) || options.interrupted !== undefined,
    worked: () => meter.worked(),
    lookAtHeap: () => heap.look(),
    handled: (read, made) => meter.handled(read, made),
    joined: (text) => meter.joined(text),
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
    /** What the host throws here is one more way to end, unless the program has failed already. */
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
    // Beyond what the program may write itself.
    if (texts !== "") attempt("stderr", () => options.stderr.write(texts));
    stopTimer();
    stopWatching?.();
    signals.close();
    for (const close of closers) attempt("a closer", close);
    ended(exitReason, launched);
  };
  const watch = (): (() => void) => watchTime(options.limits, meter, (error) => scheduler.fail(error));
  let stopTimer = watch();
  const instance = instantiate(program.code, program.codeCache);
  const launched: Launched = {
    fail: (error) => scheduler.fail(error),
    standing: () => describeStanding(scheduler.standing(), deepStack(), locator),
    codeCache: () => instance.codeCache(),
  };
  if (options.starting !== undefined) {
    scheduler.observe();
    options.starting(launched);
  }
  const stopWatching = program.unwatched === true ? guard?.watch(() => heap.look()) : undefined;
  const tables: Record<string, NativeTable> = {};
  const ofHost = new Set(
    options.modules.filter((module) => module.host === true).map((module) => `std/${module.name}`),
  );
  const begin = (): Start => {
    for (const [id, module] of modules) {
      const table = module.create(runtime);
      // Compiled code watches those of the library by their types.
      tables[id] = ofHost.has(id) ? { ...table, functions: meter.watched(table.functions) } : table;
    }
    return instance.program(generated, runtime, tables);
  };
  if (options.opened === undefined) scheduler.run(() => begin()(options.index ?? 0), finish);
  else {
    stopTimer();
    scheduler.stayOpen((failure) => {
      // A goroutine of its own has panicked: the others go on, as in a server.
      if (failure instanceof Panic && !(failure instanceof FatalPanic))
        stderr.write(runtime.describePanic(failure));
      else scheduler.close(failure, finish);
    });
    // The next call may wake goroutines that wait.
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

/** Why a program cannot be run like this: a mistake of the host. */
function launchProblem(
  { metered = false, countsCalls = false, entries = Infinity }: CompiledProgram,
  { limits, index = 0 }: LaunchOptions,
): string | null {
  if (!Number.isInteger(index) || index < 0 || index >= entries)
    return `launch: there is no function ${index}, the program has ${entries}`;
  const uncounted = limits?.depth !== undefined && !countsCalls;
  if (uncounted || (limits !== undefined && needsMeter(limits) && !metered))
    return "launch: the program was built without limits, so none can hold: build it by an engine that has some";
  return null;
}

/** The TypeScript of the modules with these ids. @throws Error for one that does not exist. */
export async function loadNatives(ids: readonly string[], descriptors: readonly ModuleDescriptor[]) {
  const byId = new Map(descriptors.map((descriptor) => [`std/${descriptor.name}`, descriptor]));
  const found = ids.map((id) => {
    const descriptor = byId.get(id);
    if (descriptor === undefined) throw new Error(`there is no module ${id}`);
    return [id, descriptor] as const;
  });
  const missing = found.filter(([, descriptor]) => descriptor.load !== null && !loaded.has(descriptor));
  await Promise.all(missing.map(async ([, descriptor]) => loaded.set(descriptor, await descriptor.load!())));
  return found.map(([id, descriptor]) => [id, loaded.get(descriptor) ?? WITHOUT_NATIVES] as const);
}

/** Importing costs the more, the more modules there are, also when they are there already. */
const loaded = new WeakMap<ModuleDescriptor, NativeModule>();

/** A module that is written in the language alone. */
const WITHOUT_NATIVES: NativeModule = { create: () => ({ functions: {} }) };

/** A program that waits takes no steps, so its time is watched from outside as well; not for weeks. */
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

/** The exit reason that what a program threw (undefined: nothing) means; `describe` words failures. */
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
      };
}

function deepStack(): string {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = usual;
  return stack;
}

/** What standard error gets of something thrown. */
function failureText(failure: unknown, describe: (error: unknown) => string): string {
  if (failure instanceof Exit) return "";
  return failure instanceof Failed ? `error: ${failure.text}\n` : describe(failure);
}

/** Finds script places for traces by the positions of a compiled program. */
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
