// The slow paths of list access and reads of globals: what compiled code calls when its inline
// check fails.
import { Panic } from "./panic.ts";

/** `xs[i]` after a read that gave undefined: an element of type Unit, or out of bounds. */
export function listAt(list: readonly unknown[], index: unknown): unknown {
  if (typeof index === "number" && index >= 0 && index < list.length) return list[index];
  throw new Panic("list index out of bounds");
}

/** A global without zero value, read before its turn (language 3.5). */
export function uninitialised(name: string): never {
  throw new Panic(`global ${name} is read before it is initialised`);
}
