// Failing reads of globals: compiled code calls these when its inline check fails.
import { Panic } from "../panics/index.ts";

/**
 * Panics for a global without zero value that is read before its initialisation (reference/modules#globals).
 */
export function uninitialised(name: string): never {
  throw new Panic(`global ${name} is read before it is initialised`);
}

/** Panics for a variable of a session whose value was lost with its thread. */
export function lostVariable(name: string): never {
  throw new Panic(`the value of ${name} is gone`);
}
