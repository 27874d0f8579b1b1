// Runs the programs of a session one after another on one runtime: goroutines, variables, sockets and
// channels of earlier inputs stay alive. A panic or deadlock ends an evaluation, never the session.
import * as generated from "../runtime/generated.ts";
import {
  CODE_NAME,
  describeFailure,
  type Exit,
  FatalPanic,
  GoroutineScheduler,
  LineInput,
  Panic,
  SessionStore,
  SignalDesk,
  type Started,
  type Host,
  type Locator,
  type ModuleDescriptor,
  type NativeTable,
  type Output,
  type Runtime,
} from "../runtime/host.ts";
import type { CompiledProgram } from "./compiled-program.ts";
import { exitReasonOf, type ExitReason } from "./exit-reason.ts";
import { instantiate } from "./instantiate.ts";
import type { LaunchOptions } from "./launch-options.ts";
import { locatorOf } from "./locator.ts";
import { idOf, loadNatives, modulesFor } from "./natives.ts";

/** The options of a session. */
export interface SessionOptions {
  readonly modules: readonly ModuleDescriptor[];
  readonly packageModules?: NonNullable<LaunchOptions["packageModules"]>;
  readonly host: Host;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Called at loop ends and function entries of metered programs; throws to interrupt. */
  readonly step: () => void;
  /** Called for `exit(n)` in any goroutine. */
  readonly exited: (code: number) => void;
}

/** A check only reads shared memory. */
const STEPS_BETWEEN_LOOKS = 256;

/** The outcome of an input: its value, or how it failed. */
export type Evaluated =
  | { readonly kind: "value"; readonly value: unknown }
  | Exclude<ExitReason, { kind: "done" }>;

/** A runtime that outlives the programs it runs. */
export interface Session {
  readonly store: SessionStore;
  /** Runs entry function 0 of a program compiled with `session`. One evaluation at a time. */
  evaluate(program: CompiledProgram): Promise<Evaluated>;
  /** Reports what callbacks of Node throw outside all goroutines. */
  fail(failure: unknown): void;
  /**
   * Settles the running evaluation. If it waits for a goroutine, it stops waiting; if it waits for the host,
   * it ends when that answers.
   */
  abandon(): void;
  /** Whether the code that runs now belongs to the running evaluation; for `step`. */
  runsForeground(): boolean;
}

const UNLIMITED = {
  isLimited: false,
  lookAtHeap: () => {},
  made: () => {},
  joined: () => {},
  arrived: () => {},
  memory: Infinity,
  reserve: () => {},
  atEnd: () => () => {},
};

/** Opens a session; it holds no resources before its first evaluation. */
export function openSession(options: SessionOptions): Session {
  const { host, stdout, stderr } = options;
  const scheduler = new GoroutineScheduler();
  const store = new SessionStore();
  const locators: Locator[] = [];
  // Position indexes of waiting operations are relative to their program, which is not known here, so their
  // locations are not reported.
  const locator: Locator = {
    frame: (line, column, program) => locators[program]?.frame(line, column, 0) ?? null,
    site: () => null,
  };
  const stdin = new LineInput(() => host.readInput(), scheduler, stdout, {
    descriptor: host.inputDescriptor ?? null,
  });
  const runtime: Runtime = {
    host,
    scheduler,
    stdout,
    stderr,
    signals: new SignalDesk(host.system.signals, false, scheduler),
    session: store,
    stdin,
    failAtEnd() {},
    describePanic: (error) => describeFailure(scheduler.panicOf(error) ?? error, locator),
    step() {
      options.step();
      return STEPS_BETWEEN_LOOKS;
    },
    worked: options.step,
    foresee: options.step,
    ...UNLIMITED,
  };
  const tables: Record<string, NativeTable> = {};
  let settle: ((outcome: Evaluated) => void) | null = null;
  let release = waitForInput();
  let foreground: Started | null = null;
  /** Abandoned inputs that still wait for the host: they end when they resume. */
  const left = new Set<Started>();

  /** An idle prompt is not a deadlock: the next input may wake any goroutine. */
  function waitForInput(): () => void {
    let release!: () => void;
    void scheduler.external(new Promise<void>((resolve) => (release = resolve)));
    return release;
  }

  function finish(outcome: Evaluated): void {
    const current = settle;
    if (current === null) return;
    settle = null;
    // The following lines are inputs of the session.
    stdin.dropReaders();
    release = waitForInput();
    stdout.flush();
    current(outcome);
  }

  /** Drops the outcome of an abandoned input. */
  function ended(started: Started, report: () => void): void {
    if (!left.delete(started)) report();
  }

  function failed(failure: unknown): void {
    const exitReason = exitReasonOf(failure, runtime.describePanic);
    if (exitReason.kind === "done") return;
    if (exitReason.kind === "exit") {
      stdout.flush();
      for (const panic of (failure as Exit).earlier) stderr.write(runtime.describePanic(panic));
      options.exited(exitReason.code);
    } else if (failure instanceof Panic && failure.blocked.length > 0 && settle !== null) {
      foreground?.giveUp();
      finish(exitReason);
    } else stderr.write(exitReason.text);
  }

  scheduler.stayOpen(failed);

  return {
    store,
    async evaluate(program) {
      const modules = await modulesFor(program, options);
      for (const [id, module] of await loadNatives(
        program.natives.filter((id) => !Object.hasOwn(tables, id)),
        modules,
      )) {
        const table = module.create(runtime);
        const { holdsState } = modules.find((each) => idOf(each) === id)!;
        tables[id] = holdsState === true ? scheduler.reserves.keptFor(table) : table;
      }
      const number = locators.push(locatorOf(program.positions)) - 1;
      const { program: create } = instantiate(program.code, undefined, `${CODE_NAME}@${number}`);
      return new Promise<Evaluated>((resolve) => {
        settle = resolve;
        release();
        const started = scheduler.start(() => create(generated, runtime, tables)(0), {
          done: (value) => ended(started, () => finish({ kind: "value", value })),
          failed: (error) =>
            ended(started, () => {
              const exitReason = exitReasonOf(error, runtime.describePanic);
              if (exitReason.kind === "exit") failed(error);
              else if (exitReason.kind !== "done") finish(exitReason);
            }),
        });
        foreground = started;
      });
    },
    fail: failed,
    runsForeground: () => foreground?.runs() ?? false,
    abandon() {
      if (foreground === null) return;
      if (!foreground.giveUp()) {
        left.add(foreground);
        foreground.failLater(new FatalPanic("interrupted"));
      }
      finish({ kind: "panic", message: "interrupted", text: "interrupted\n" });
    },
  };
}
