// Public API: what the machine offers, and the machine itself for what belongs to no program: the grammar's file, the words of
// errors, the clock of the scheduler. What belongs to a program reaches it as `runtime.host.system`, so that a test or a
// host can give it another one. Imports no other folder; as it is part of every start, it stands in this one file.
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
export type * from "./files.ts";
export { READ_ONLY, WRITE_ONLY } from "./files.ts";
export type * from "./javascript.ts";
export type * from "./links.ts";
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

/** Of this process (or thread). @throws Error before anything has said which it is */
export function machine(): System {
  if (current === null) throw new Error("no machine: import interpreter/host/node first");
  return current;
}

/** Said once, by the implementation when it is loaded; tests may say it again. */
export function setMachine(system: System): void {
  current = system;
}
