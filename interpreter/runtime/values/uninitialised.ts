// The slow path of reads of globals: what compiled code calls when its inline check fails.
import { Panic } from "../panics/index.ts";

/** A global without zero value, read before its turn (reference/modules#globals). */
export function uninitialised(name: string): never {
  throw new Panic(`global ${name} is read before it is initialised`);
}

/** A variable of a session whose value went with the thread that held it. */
export function lostVariable(name: string): never {
  throw new Panic(`the value of ${name} is gone`);
}
