// The messages between the program that is debugged and the thread that serves debuggers: plain data.
import type { CounterTable, PositionMap } from "../../compile/positions.ts";

/** The indexes of the flags that the threads share. */
export const FLAG = {
  /** Stop at the next statement. */
  pause: 0,
  /** Breakpoints are active. */
  active: 1,
  /** Stop at panics, and when `main` fails. */
  exceptions: 2,
  /** Stop at the first statement of `main`. */
  entry: 3,
} as const;

/** A program as the server knows it. */
export interface DebuggedProgram {
  readonly table: CounterTable;
  readonly positions: PositionMap;
  readonly breaks: SharedArrayBuffer;
}

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  readonly flags: SharedArrayBuffer;
  /** The name of the program, as debuggers list it. */
  readonly title: string;
  /** Whether the program waits until a debugger lets it start. */
  readonly waits: boolean;
}

export interface ToServer {
  readonly program: DebuggedProgram;
}
export type FromServer =
  | { readonly listening: string }
  | { readonly problem: string }
  /** The server knows the program. */
  | { readonly ready: true }
  /** A debugger lets the program start. */
  | { readonly run: true };

/** Where and why a program has stopped. */
export interface Stop {
  readonly reason: "breakpoint" | "step" | "pause" | "entry" | "failed";
  readonly statement: number;
  /** What `main` or a test returned, if the program stopped for that. */
  readonly failure: string;
  /** The calls that wait for the function at the bottom of the stack, innermost first. */
  readonly calls: readonly SuspendedCall[];
  readonly goroutines: readonly string[];
}

export interface SuspendedCall {
  readonly site: number;
  readonly activation: number;
}

/** A value as the language prints it. */
export interface Shown {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  /** How debuggers show it. */
  readonly raw: "number" | "boolean" | "string" | "text";
  /** The number by which its parts are asked for until the program goes on; absent for a value without parts. */
  readonly held?: number;
}
