// V8 ends the process with a text of its own when the heap is full. While its debugger is attached it
// stops the program instead, just before that, and we can say so. Attaching takes some 20 ms and slows
// down what follows, so it is done only when the heap is half full (runtime/limits/heap-watch.ts).
//
// Recursion and finite loops of small objects look at nothing, so V8 still ends these with its own text
// and SIGABRT. What was weighed: a counter at each call and round takes a fifth of their time (fib 20 to 25
// ms, trees 14 to 17, lists of objects 94 to 113); nothing of Node's runs in the middle of such code, as
// timers and observers of collections wait for the event loop; a worker, whose heap ends in an error, or
// one that watches this thread, costs each start 20 ms, and a parent that translates the end a whole start.
import { EXIT_STATUS } from "../../launch/index.ts";
import { tell } from "../output/terminal.ts";

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
