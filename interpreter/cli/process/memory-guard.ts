// When the heap is full, V8 ends the process with its own message. With an attached debugger, it raises its
// limit fourfold instead and pauses the program, so that the command can report the error. Attaching takes
// about 20 ms and slows the program down, so it is done only when the heap is half full
// (runtime/limits/heap-watch.ts).
//
// The pause is not reliable: on a busy machine, V8 has raised the limit and continued until that was reached,
// too. So the heap is still watched, and a program whose limit was raised is ended.
import { EXIT_STATUS } from "../../launch/index.ts";
import type { HeapGuard } from "../../runtime/host.ts";
import { printError } from "../output/terminal.ts";
import { watchMemory } from "./memory-watcher.ts";

/**
 * Calls `exhausted`, in the middle of the program, when the heap is full. Null in a thread: its heap ends
 * with it, and the thread that started it gets the reason.
 */
export function memoryGuard(exhausted: () => void): HeapGuard | null {
  if (!process.getBuiltinModule("node:worker_threads").isMainThread) return null;
  const full = (): never => {
    exhausted();
    // A command such as `test` continues after the program, but there is no memory for that.
    printError("error: out of memory\n");
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
