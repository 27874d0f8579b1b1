// One run of a program: the runtime that it receives, how it begins, and how it ends.
import { get, own } from "../own/index.ts";
import { machine } from "../host/index.ts";
import * as generated from "../runtime/generated.ts";
import {
  CallDepth,
  countedOutput,
  describeFailure,
  describeStanding,
  Exit,
  FatalPanic,
  GoroutineScheduler,
  HeapWatch,
  HostError,
  LineInput,
  locateStanding,
  MAX_DELAY_MS,
  Meter,
  needsMeter,
  OpenSockets,
  OutputAllowance,
  Panic,
  Reserves,
  SignalDesk,
  thrownText,
  type HeapGuard,
  type Limits,
  type Locator,
  type NativeModule,
  type NativeTable,
  type Output,
  type Runtime,
} from "../runtime/host.ts";
import type { CompiledProgram } from "./compiled-program.ts";
import { exitReasonOf, failureText, type ExitReason } from "./exit-reason.ts";
import { EXIT_STATUS } from "./exit-status.ts";
import { instantiate, type Instantiated, type Start } from "./instantiate.ts";
import type { Launched, LaunchOptions } from "./launch-options.ts";
import { locatorOf } from "./locator.ts";

/** The frames of the running goroutine that `Launched.standing` describes. */
const MOST_FRAMES = 50;
/** How long goroutines of a test run after it has returned. */
const LINGER_MS = 100;
/** The bytes of an allocation large enough for a few of them to fill the memory. */
const LARGE = 1_000_000;

/** The natives of a program: the ids of modules, and what creates their tables. */
export type LoadedNatives = readonly (readonly [id: string, module: NativeModule])[];

export class ProgramRun implements Launched {
  readonly #program: CompiledProgram;
  readonly #options: LaunchOptions;
  readonly #natives: LoadedNatives;
  readonly #ended: (exitReason: ExitReason, launched: Launched) => void;
  readonly #scheduler: GoroutineScheduler;
  readonly #meter: Meter;
  readonly #heap: HeapWatch;
  readonly #guard: HeapGuard | null;
  readonly #signals: SignalDesk;
  readonly #locator: Locator;
  readonly #runtime: Runtime;
  readonly #instance: Instantiated;
  readonly #tables: Record<string, NativeTable> = {};
  /** What closes the resources that the program still holds when it ends. */
  readonly #closers = new Set<() => void>();
  /** Whether the host may call functions of the program, or its own calls nest, deep in the stack. */
  readonly #deep: boolean;
  /** Whether a failure that did not end the program changes its exit status. */
  #failed = false;
  /** The first panic of a task that a test has never joined. */
  #unjoined: Panic | null = null;
  #stopTimer: () => void;
  #stopWatching: (() => void) | undefined;

  /** `ended` is called once. @throws SyntaxError for a program that is not JavaScript, a bug of the compiler */
  constructor(
    program: CompiledProgram,
    options: LaunchOptions,
    natives: LoadedNatives,
    ended: (exitReason: ExitReason, launched: Launched) => void,
  ) {
    this.#program = program;
    this.#options = options;
    this.#natives = natives;
    this.#ended = ended;
    const { host } = options;
    const limits = own(options.limits ?? {});
    const [stdout, stderr] = countedOutputs(options, limits);
    this.#guard = options.guard?.((error) => this.fail(error)) ?? null;
    this.#heap = new HeapWatch(this.#guard);
    const calls = limits.depth === undefined ? null : new CallDepth(limits.depth);
    const ownsProcess = get(host, "ownsProcess") === true;
    this.#scheduler = new GoroutineScheduler(
      () => this.#heap.look(),
      () => !ownsProcess || this.#closers.size > 0 || this.#signals.isListening,
      limits.goroutines,
      calls,
      () => stdout.idle?.(),
    );
    this.#deep = program.deep !== false || options.opened !== undefined;
    this.#scheduler.reserves = new Reserves(this.#deep);
    this.#locator = locatorOf(program.positions);
    this.#meter = new Meter(limits, options.interrupted, options.timed);
    if (limits.memory !== undefined) this.#scheduler.whenTurnBegins(() => this.#meter.begin());
    this.#signals = new SignalDesk(host.system.signals, ownsProcess, this.#scheduler);
    if (options.test === true) this.#scheduler.lingerFor(LINGER_MS);
    this.#follow(stdout);
    this.#runtime = this.#runtimeWith(stdout, stderr, calls, limits);
    this.#stopTimer = this.watch();
    this.#instance = instantiate(program.code, program.codeCache);
  }

  /** Starts the entry function, or hands the program to the host that calls its functions. */
  begin(): void {
    const { probe, starting, opened, index = 0 } = this.#options;
    const scheduler = this.#scheduler;
    if (probe !== undefined) noteGoroutines(scheduler, probe.begun);
    if (starting !== undefined) {
      scheduler.observe();
      starting(this);
    }
    if (this.#program.unwatched === true) this.#stopWatching = this.#guard?.watch(() => this.#heap.look());
    if (opened === undefined)
      scheduler.run(
        () => this.#load()(index),
        (failure, reported) => this.#finish(failure, reported),
      );
    else this.#open(opened);
  }

  /** Limits the time of waiting code as well, which takes no steps, until the result is called. */
  watch(): () => void {
    const wallMillis = this.#options.limits?.wallMillis;
    // Limits of several weeks exceed the range of timers.
    if (wallMillis === undefined || wallMillis >= MAX_DELAY_MS) return () => {};
    const timer = setTimeout(() => {
      try {
        this.#meter.look();
      } catch (error) {
        this.fail(error);
      }
    }, wallMillis + 1);
    return () => clearTimeout(timer);
  }

  fail(error: unknown): void {
    this.#scheduler.fail(error);
  }

  standing(): string[] {
    return describeStanding(
      this.#scheduler.standing(),
      machine().javascript.currentStack(MOST_FRAMES),
      this.#locator,
    );
  }

  goroutines() {
    return locateStanding(
      this.#scheduler.standing(),
      machine().javascript.currentStack(MOST_FRAMES),
      this.#locator,
    );
  }

  passOutputOn(): void {
    this.#runtime.stdout.idle?.();
  }

  codeCache(): Uint8Array | null {
    return this.#instance.codeCache();
  }

  evaluate(code: string, natives: readonly string[]): unknown {
    const missing = natives.find((id) => this.#tables[id] === undefined);
    if (missing !== undefined)
      throw new Error(`the expression needs ${missing}, which the program does not import`);
    return instantiate(code, undefined, "expression").program(generated, this.#runtime, this.#tables)();
  }

  /** Ends programs without a reader, and lets none print far ahead of its reader. */
  #follow(stdout: Output): void {
    // A program that only writes may never end. A server does other things than print.
    stdout.whenGone?.(() => {
      if (!this.#signals.hasServers) this.fail(new Exit(EXIT_STATUS.ok));
    });
    for (const output of [this.#options.stdout, this.#options.stderr])
      output.whenAhead?.((taken) => this.#scheduler.holdUntil(taken));
  }

  #runtimeWith(stdout: Output, stderr: Output, calls: CallDepth | null, limits: Limits): Runtime {
    const { host, test, testDesk, probe, hits, interrupted, debug = false } = this.#options;
    const [scheduler, meter, heap, closers] = [this.#scheduler, this.#meter, this.#heap, this.#closers];
    return {
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
      signals: this.#signals,
      session: null,
      failAtEnd: () => void (this.#failed = true),
      test: testDesk,
      probe,
      hits: hits ?? new Uint32Array(get(this.#program, "counters")?.count ?? 0),
      neverJoined: test === true ? (panic: Panic) => void (this.#unjoined ??= panic) : undefined,
      describePanic: (error) => describeFailure(scheduler.panicOf(error) ?? error, this.#locator, debug),
      // V8 would inline a function at every check, and optimize for twice as long.
      step: new Proxy((left: number) => meter.step(left), own({})),
      isLimited: needsMeter(limits) || interrupted !== undefined,
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
  }

  /** Creates the natives, and loads the code with them. */
  #load(): Start {
    const { modules } = this.#options;
    const idsOf = (flag: "host" | "holdsState"): Set<string> =>
      new Set(modules.filter((module) => module[flag] === true).map((module) => `std/${module.name}`));
    const [ofHost, holdState] = [idsOf("host"), idsOf("holdsState")];
    for (const [id, module] of this.#natives) {
      const made = module.create(this.#runtime);
      const table: NativeTable = { ...made, structs: own(get(made, "structs") ?? {}) };
      // Compiled code counts calls of natives of the library by their types.
      if (ofHost.has(id)) this.#tables[id] = { ...table, functions: this.#meter.watched(table.functions) };
      else
        this.#tables[id] = this.#deep && holdState.has(id) ? this.#scheduler.reserves.keptFor(table) : table;
    }
    return this.#instance.program(generated, this.#runtime, this.#tables);
  }

  #open(opened: NonNullable<LaunchOptions["opened"]>): void {
    const [scheduler, meter] = [this.#scheduler, this.#meter];
    this.#stopTimer();
    scheduler.stayOpen((failure) => {
      // A goroutine other than a call has panicked: the others continue, as in a server.
      if (failure instanceof Panic && !(failure instanceof FatalPanic))
        this.#runtime.stderr.write(this.#runtime.describePanic(failure));
      else scheduler.close(failure, (last, reported) => this.#finish(last, reported));
    });
    // The next call may wake waiting goroutines, so idling is no deadlock.
    void scheduler.external(new Promise(() => {}));
    opened({
      runtime: this.#runtime,
      tables: this.#tables,
      start: this.#load(),
      renew: meter.counts ? () => meter.renew() : null,
      watch: () => (this.#stopTimer = this.watch()),
    });
  }

  /** Writes the last output and the reports, closes what is open, and hands over the exit reason. */
  #finish(failure: unknown, reported: readonly unknown[]): void {
    const describe = (error: unknown): string => this.#runtime.describePanic(error);
    const texts = reported.map((each) => failureText(each, describe)).join("");
    let exitReason = exitReasonOf(failure, () => texts);
    if (exitReason.kind === "done" && this.#failed) exitReason = { kind: "done", failed: true };
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
          exitReason = exitReasonOf(mistake, describe);
      }
    };
    attempt("stdout", () => this.#runtime.stdout.flush());
    // Reports do not count against the program's limit of output.
    if (texts !== "") attempt("stderr", () => this.#options.stderr.write(texts));
    this.#stopTimer();
    this.#stopWatching?.();
    this.#meter.end();
    this.#signals.close();
    const living = this.#scheduler.left;
    for (const close of this.#closers) attempt("a closer", close);
    if (exitReason.kind === "done" && this.#unjoined !== null)
      exitReason = exitReasonOf(this.#unjoined, describe);
    if (exitReason.kind === "done" && living.length > 0) {
      const lines = living.map((each) => describeStanding([each], "", this.#locator)[0] ?? each.what);
      exitReason = { ...exitReason, living: lines };
    }
    this.#ended(exitReason, this);
  }
}

/** Standard output and standard error, which share the limit of output. */
function countedOutputs({ stdout, stderr }: LaunchOptions, limits: Limits): [Output, Output] {
  if (limits.output === undefined) return [stdout, stderr];
  const allowance = new OutputAllowance(limits.output);
  return [countedOutput(stdout, allowance), countedOutput(stderr, allowance)];
}

/** Lets a debugger know where goroutines begin. */
function noteGoroutines(
  scheduler: GoroutineScheduler,
  begun: NonNullable<LaunchOptions["probe"]>["begun"],
): void {
  const [spawn, startOne] = [scheduler.spawn.bind(scheduler), scheduler.start.bind(scheduler)];
  scheduler.spawn = (body) => spawn(begun(body));
  scheduler.start = (body, ended) => startOne(begun(body), ended);
}
