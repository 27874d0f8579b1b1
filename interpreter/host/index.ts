// Entry point for the machine: its interface, and the machine of this process for code that belongs to no
// program: the grammar's file, the texts of errors, the clock of the scheduler. Code that belongs to a
// program gets it as `runtime.host.system`, so that a test or a host can replace it. Imports no other folder.
// Every start loads it, so it is a single file.
import type { System } from "./system.ts";

export type * from "./clock.ts";
export type * from "./compression.ts";
export type * from "./content.ts";
export type * from "./cryptography.ts";
export type * from "./database.ts";
export type * from "./direct-http.ts";
export type * from "./entropy.ts";
export type * from "./environment.ts";
export type * from "./errors.ts";
export { portableCode } from "./error-codes.ts";
export { escapedText, unescapedBytes } from "./escaped-bytes.ts";
export type * from "./files.ts";
export { READ_ONLY, WRITE_ONLY } from "./files.ts";
export type * from "./javascript.ts";
export type * from "./key-objects.ts";
export type * from "./links.ts";
export type * from "./metrics.ts";
export { MOST_SERIES } from "./metrics.ts";
export type * from "./processes.ts";
export type * from "./signals.ts";
export type * from "./sockets.ts";
export type * from "./sources.ts";
export type * from "./spool.ts";
export type * from "./system.ts";
export type * from "./terminal.ts";
export type * from "./threads.ts";
export type * from "./usage.ts";

let current: System | null = null;

/** The machine of this process (or thread). @throws Error before `setMachine` */
export function machine(): System {
  if (current === null) throw new Error("no machine: import interpreter/host/node first");
  return current;
}

/** Called once, by the implementation when it is loaded, and by tests. */
export function setMachine(system: System): void {
  current = system;
}
