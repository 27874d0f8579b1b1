// What a run is given, and what it gives to those who watch it.
import type {
  GoroutineState,
  HeapGuard,
  Host,
  Limits,
  ModuleDescriptor,
  NativeTable,
  Output,
  Probe,
  Runtime,
  TestDesk,
} from "../runtime/host.ts";
import type { PackageNatives } from "./compiled-program.ts";
import type { Start } from "./instantiate.ts";

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

/** A program that has been started. */
export interface Launched {
  /** Ends the program from outside: with a Panic, an Exit, or an error that escaped from a callback. */
  fail(error: unknown): void;
  /** A line for each goroutine: what it waits for, or that it runs, and where. */
  standing(): string[];
  /** The same as data. */
  goroutines(): GoroutineState[];
  /** Passes buffered output on to the sink, for a host that looks at a program while it computes. */
  passOutputOn(): void;
  /** See `Instantiated`. */
  codeCache(): Uint8Array | null;
  /**
   * The result of code that was compiled to run inside of the program, for debuggers.
   * @throws Error if the program has not loaded one of the modules `natives`
   */
  evaluate(code: string, natives: readonly string[]): unknown;
}
