// V8 ends the process with a text of its own when the heap is full. While its debugger is attached it
// stops the program instead, just before that, and we can say so. Attaching takes some 20 ms and slows
// down what follows, so it is done only when the heap is half full (runtime/heap-watch.ts).
import { EXIT_STATUS } from "../launch/index.ts";
import { tell } from "./terminal.ts";

/**
 * Calls `exhausted`, in the middle of the program, when the heap is full. Not in a thread: the heap of
 * one ends with it, and who started it is told.
 */
export function guardMemory(exhausted: () => void): void {
  if (!process.getBuiltinModule("node:worker_threads").isMainThread) return;
  const { Session } = process.getBuiltinModule("node:inspector");
  const session = new Session();
  session.connect();
  session.once("Debugger.paused", () => {
    exhausted();
    // A command that goes on after the program, as `test` does: there is no memory for that.
    tell("error: out of memory\n");
    process.exit(EXIT_STATUS.failed);
  });
  session.post("Debugger.enable", { maxScriptsCacheSize: 0 });
}
