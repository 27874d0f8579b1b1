// The interface of a loaded program, whose functions the host calls. It keeps its variables between calls,
// until it is reset or ends. Implemented by loaded-program.ts and, in threads, by worker-program.ts.
import type { Diagnostic } from "./diagnostics/index.ts";
import { EXIT_STATUS, type ExitReason } from "./launch/index.ts";
import { fromBytes, programEnded, ScriptError } from "./runtime/host.ts";

/** A function that the host can call, with its types as the script writes them. */
export interface ProgramFunctionInfo {
  /** The name to pass to `Program.call`. */
  readonly name: string;
  /** The types of the parameters, in order. */
  readonly params: readonly string[];
  /** The type of the result, `()` for none. */
  readonly result: string;
}

/** Functions by name, for the types of `Program.call`. */
export type ProgramApi = Readonly<Record<string, (...args: never[]) => unknown>>;
type AnyApi = Record<string, (...args: unknown[]) => unknown>;

/** The result of `Program.reload`. */
export interface Reloaded {
  /** Whether the program now runs the new version. Otherwise the old one continues unchanged. */
  readonly ok: boolean;
  /** Errors and warnings of the new version. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why the entry cannot be read; null if it can. */
  readonly problem: string | null;
  /** The variables that kept their values, each as `file name`. */
  readonly kept: readonly string[];
}

/**
 * A loaded program. Calls may overlap; each runs in its own goroutine. See docs/embedding.md#call-a-script.
 */
export interface Program<Api extends ProgramApi = AnyApi> {
  /** The functions of the entry file without type parameters. */
  readonly functions: readonly ProgramFunctionInfo[];
  /**
   * Calls a function. Arguments and result are converted by the table of
   * docs/embedding.md#modules-of-your-own.
   * @throws ScriptError (as a rejection) for a panic, which affects no other call, and after the program has
   * ended; TypeError for an unknown function or arguments of the wrong type
   */
  call<Name extends keyof Api & string>(
    name: Name,
    ...args: Parameters<Api[Name]>
  ): Promise<Awaited<ReturnType<Api[Name]>>>;
  /**
   * Answers a request by the routes of the `Server` that the function `server` returns, by default `app` or
   * `server`.
   * @throws TypeError (as a rejection) if no function returns a `Server`, ScriptError after the program has
   * ended
   */
  fetch(request: Request, server?: string): Promise<Response>;
  /** The same as a listener for node:http. It answers 503 where `fetch` would reject. */
  handler(server?: string): (request: unknown, response: unknown) => void;
  /**
   * Starts another instance of the same code, with its own variables.
   * @throws ScriptError (as a rejection) if initialising them panics
   */
  instance(): Promise<Program<Api>>;
  /**
   * Ends running calls and goroutines, and initialises the variables again.
   * @throws ScriptError (as a rejection) if that panics, or the program is closed
   */
  reset(): Promise<void>;
  /**
   * Checks a new version and continues with it. Global variables with the same name and type keep their
   * values.
   * @throws ScriptError (as a rejection) if initialising the variables panics; the old version continues; or
   * if the program is closed
   */
  reload(entry: { readonly path: string; readonly text?: string } | string): Promise<Reloaded>;
  /** Ends the program permanently and closes everything it has opened. */
  close(): void;
  /** How the program ended; null while it can be called. */
  readonly exitReason: ExitReason | null;
}

/** A program in the thread of the host. */
export interface LocalProgram<Api extends ProgramApi = AnyApi> extends Program<Api> {
  /**
   * As `call`, without a promise, for functions that do not wait: several times as fast.
   * @throws ScriptError for a panic, if the function waits, which ends the call, and after the program has
   * ended; TypeError for an unknown function or arguments of the wrong type
   */
  callSync<Name extends keyof Api & string>(
    name: Name,
    ...args: Parameters<Api[Name]>
  ): ReturnType<Api[Name]>;
  instance(): Promise<LocalProgram<Api>>;
}

/**
 * The error of a call by the host when its program has ended. `during`: the call was in progress; after a limit
 * its error does not depend on which side of the border noticed that first.
 */
export function errorOfEnd(exitReason: ExitReason, during: boolean): ScriptError {
  if (during && exitReason.kind === "panic" && exitReason.limit === true && exitReason.interrupted !== true)
    return new ScriptError(fromBytes(exitReason.message), fromBytes(exitReason.text));
  return programEnded(howEnded(exitReason));
}

/** The reason for errors of later calls; null if there is none to report. */
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
