// V8 ends the process with a text of its own when the heap is full. While its debugger is attached it
// raises its limit to the fourfold instead and stops the program, and we can say so. Attaching takes some 20 ms and
// slows down what follows, so it is done only when the heap is half full (runtime/limits/heap-watch.ts).
//
// That V8 stops the program is not to be relied on: on a busy machine it has been seen to raise the limit
// and to run on until that was reached, too. So the looks at the heap go on, and end a program whose limit is found raised.
import { EXIT_STATUS } from "../../launch/index.ts";
import type { HeapGuard } from "../../runtime/host.ts";
import { tell } from "../output/terminal.ts";
import { watchMemory } from "./memory-watcher.ts";

/**
 * Calls `exhausted`, in the middle of the program, when the heap is full. Null in a thread: the heap of
 * one ends with it, and the thread that started it gets the reason.
 */
export function memoryGuard(exhausted: () => void): HeapGuard | null {
  if (!process.getBuiltinModule("node:worker_threads").isMainThread) return null;
  const full = (): never => {
    exhausted();
    // A command that goes on after the program, as `test` does: there is no memory for that.
    tell("error: out of memory\n");
    process.exit(EXIT_STATUS.failed);
  };
  const scarce = (): void => {
    const { Session } = process.getBuiltinModule("node:inspector");
    const session = new Session();
    session.connect();
    session.once("Debugger.paused", full);
    session.post("Debugger.enable", { maxScriptsCacheSize: 0 });
  };
  return { scarce, full, watch: watchMemory };
}
