// The second half of the driver: runs compiled programs with the output, input and limits of the host.
import { own } from "./own/index.ts";
import type { System } from "./host/index.ts";
import {
  exitReasonOf,
  launch,
  type CompiledProgram,
  type ExitReason,
  type LaunchOptions,
  type OpenProgram,
} from "./launch/index.ts";
import { packageModules } from "./packages-on-demand.ts";
import { turnOfEventLoop } from "./event-loop.ts";
import { guardedClock, guardedInput, guardedSink, untilAborted } from "./guarded-host.ts";
import type { EngineOptions } from "./engine-options.ts";
import { ObservedRun, type GoroutineObserver } from "./observed-run.ts";
import type { Opened } from "./loaded-program.ts";
import { errorOfEnd } from "./program.ts";
import {
  BufferedOutput,
  describeFailure,
  DirectOutput,
  fromBytes,
  Handover,
  HostError,
  Interrupted,
  LimitPanic,
  toBytes,
  WholeCalls,
  type Capabilities,
  type ModuleDescriptor,
} from "./runtime/host.ts";

/** The program of one run and its arguments. */
export interface RunRequest {
  readonly program: CompiledProgram;
  readonly path: string;
  readonly args?: readonly string[];
  /** The index of the entry function; default: 0. */
  readonly index?: number;
  /** Called as soon as the program ends, before the host has taken its last output. */
  readonly ended?: (exitReason: ExitReason) => void;
}

export class Runner {
  readonly #options: EngineOptions;
  readonly #border: ModuleDescriptor;
  readonly #capabilities: Capabilities;
  readonly #system: System;
  readonly #timed: LaunchOptions["timed"];
  readonly #observer: GoroutineObserver | undefined;

  constructor(
    options: EngineOptions,
    border: ModuleDescriptor,
    capabilities: Capabilities,
    system: System,
    { timed, observer }: { timed?: LaunchOptions["timed"]; observer?: GoroutineObserver | undefined },
  ) {
    this.#options = options;
    this.#timed = timed;
    this.#observer = observer;
    this.#border = border;
    this.#capabilities = capabilities;
    this.#system = system;
  }

  /** Runs a program to its end. */
  async run(request: RunRequest, more: Partial<LaunchOptions> = {}): Promise<ExitReason> {
    const { program, path, args = [], index = 0, ended: endedWith } = own(request);
    const { limits, signal, modules, debug = false } = this.#options;
    const turn = turnOfEventLoop();
    if (turn !== null) await turn;
    // A program without a counted step would not notice the signal.
    const isAborted = (): boolean => signal?.aborted === true;
    if (isAborted()) return endedFromOutside(new Interrupted());
    let fail: (error: unknown) => void = () => {};
    const host = {
      args: [path, ...args].map(toBytes),
      capabilities: this.#capabilities,
      system: this.#system,
      readInput: guardedInput(this.#options.readInput),
      now: guardedClock(this.#options.now),
    };
    let sinkFailed: Error | null = null;
    const failed = (error: Error): void => {
      sinkFailed ??= error;
      fail(error);
    };
    const sinks = {
      stdout: guardedSink("stdout", this.#options.stdout, failed),
      stderr: guardedSink("stderr", this.#options.stderr, failed),
    };
    const stdout = new BufferedOutput(sinks.stdout);
    const stderr = new DirectOutput(sinks.stderr);
    const { promise: ended, resolve } = Promise.withResolvers<ExitReason>();
    const interrupt = (): void => fail(new Interrupted());
    const observed =
      this.#observer === undefined || more.opened !== undefined ? null : new ObservedRun(this.#observer);
    try {
      const settings: LaunchOptions = {
        modules,
        packageModules,
        host,
        stdout,
        stderr,
        index,
        debug,
        ...(limits && { limits }),
        ...(signal && { interrupted: isAborted }),
        ...(this.#timed && { timed: this.#timed }),
        ...(observed && {
          starting: (launched) => observed.start(launched),
          interrupted() {
            observed.poll();
            return isAborted();
          },
        }),
        ...more,
      };
      const launched = await launch(program, settings, (exitReason) => {
        observed?.end();
        endedWith?.(exitReason);
        resolve(exitReason);
      });
      fail = (error) => launched.fail(error);
      signal?.addEventListener("abort", interrupt);
      // The program has begun by then: its first output may have failed, or have made the host abort.
      if (sinkFailed !== null) fail(sinkFailed);
      if (isAborted()) interrupt();
      const exitReason = await ended;
      for (const { drained } of [sinks.stdout, sinks.stderr]) {
        const underWay = drained();
        // Awaiting without need would delay the exit reason past the rejection of a call that fails with the
        // program.
        if (underWay === null || (await untilAborted(underWay, signal, limits?.wallMillis))) continue;
        return exitReason.kind === "done"
          ? endedFromOutside(new LimitPanic("time limit exceeded"))
          : exitReason;
      }
      // The sink failed on the last output, after the program had ended.
      if (sinkFailed !== null && (exitReason.kind === "done" || exitReason.kind === "exit")) throw sinkFailed;
      return exitReason;
    } catch (error) {
      // The program has not started, so nothing of it has a place.
      const locator = { frame: () => null, site: () => null };
      return exitReasonOf(error, (each) => describeFailure(each, locator, debug));
    } finally {
      signal?.removeEventListener("abort", interrupt);
    }
  }

  /** Starts a program for calls by the host; `over` is called when it ends. @throws HostError, ScriptError */
  async open(request: RunRequest, over: (exitReason: ExitReason) => void): Promise<Opened> {
    const handover = new Handover();
    const own = {
      ...this.#border,
      load: async () => ({ create: () => ({ functions: handover.functions }) }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<OpenProgram>();
    // An exception while natives are created ends the run before `opened` is called.
    this.run({ ...request, ended: over }, { modules: [...this.#options.modules, own], opened: resolve }).then(
      (exitReason) => {
        reject(
          exitReason.kind === "internal"
            ? new HostError(fromBytes(exitReason.text).trim(), { cause: exitReason.cause })
            : errorOfEnd(exitReason, true),
        );
        over(exitReason);
      },
      reject,
    );
    const opened = await promise;
    const { runtime } = opened;
    const calls = new WholeCalls(runtime);
    return { open: opened, handover, calls, fail: (error) => runtime.scheduler.fail(error) };
  }
}

/** The exit reason of a program that ends from outside its code. */
function endedFromOutside(panic: LimitPanic): ExitReason {
  return exitReasonOf(panic, () => `panic: ${panic.message}\n`);
}
