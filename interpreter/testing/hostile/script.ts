// The format of the tables of hostile scripts: what each script attempts, where it runs, how it must end, and
// what its host sees of it. run-hostile.ts runs them.
import type { EngineOptions, LocalProgram, Program } from "../../index.ts";

/** What a script attacks; each kind has a table of its own, in the file of that name. */
export type Kind =
  | "time"
  | "memory"
  | "stack"
  | "output"
  | "sockets"
  | "goroutines"
  | "compile"
  | "border"
  | "tampering";

/** The options of its engine, besides `modules` and the sinks for its output, which may be replaced. */
export type HostileOptions = Partial<Omit<EngineOptions, "stderr">>;

export interface HostileScript {
  /** What the script does; the name of its test. */
  readonly does: string;
  /** The whole program, or the statements of its `main`; `imports` of the table precede these. */
  readonly script: string;
  /**
   * How it ends: `done`, `exit: 3`, `failed: TEXT`, `panic: MESSAGE`, `internal: FIRST LINE`, or `refused: G3
   * T1` with the codes of its errors; with `act`, the value or rejection that `act` produces. Several, if
   * either limit may be reached first.
   */
  readonly ends: string | RegExp | readonly string[];
  /** What standard output receives, or its shape; default: anything. */
  readonly prints?: string | RegExp;
  /** Where it runs; default: in the process of the host and in a thread. */
  readonly where?: "process" | "thread";
  /** In place of or besides those of the table. */
  readonly options?: HostileOptions;
  /**
   * What the host does with the loaded program, in place of running it. A value is described as JSON, a
   * rejection or exception by `Class: message`.
   */
  readonly act?: (program: Program) => unknown;
  /** As `act`, with functions that only programs in the process have. */
  readonly actInProcess?: (program: LocalProgram) => unknown;
  /** Prepares the host, before its engine is created; the result restores it. */
  readonly prepare?: () => (() => void) | Promise<() => void>;
}

/** The scripts of one kind. */
export interface HostileTable {
  readonly kind: Kind;
  /** Precedes the scripts that are only statements of `main`. */
  readonly imports: string;
  readonly options: HostileOptions;
  readonly scripts: readonly HostileScript[];
}
