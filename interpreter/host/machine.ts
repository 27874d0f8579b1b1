// The machine for what belongs to no program: the grammar's file, the words of errors, the clock of the scheduler. What
// belongs to a program reaches it as `runtime.host.system`, so that a test or a host can give it another one.
import type { System } from "./system.ts";

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
