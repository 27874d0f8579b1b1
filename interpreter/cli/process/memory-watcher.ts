// Recursive functions do not watch the heap while they create objects: a counter in each call would take a
// fifth of their time. Instead, a thread interrupts such a program regularly, once the process has grown, and
// lets it check its heap. It uses the protocol of the debugger, the only access to a thread that computes.
// Starting the thread takes some milliseconds, half of them on another core, so it is only for programs with
// recursion that no scheduler interrupts.
import { closeSync } from "node:fs";

const LOOK = "stdLookAtHeap";
/** The part of the heap's limit up to which the process is not interrupted. */
const SMALL_PART = 0.2;
/** The memory of a process without a program. */
const IDLE_KIB = 48 * 1024;

const looks = new Set<() => void>();
let started = false;

/** Calls `look` in the middle of the program, again and again, until the result is called. */
export function watchMemory(look: () => void): () => void {
  looks.add(look);
  if (!started) startThread();
  started = true;
  return () => void looks.delete(look);
}

function startThread(): void {
  Object.defineProperty(globalThis, LOOK, { value: lookAll });
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  // Node prints that it waits for a debugger, which is not true here.
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const { heap_size_limit: limit } = process.getBuiltinModule("node:v8").getHeapStatistics();
  const worker = new Worker(WATCHER, {
    eval: true,
    env: {},
    execArgv: [],
    workerData: { small: IDLE_KIB + (limit * SMALL_PART) / 1024, connected },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  });
  worker.unref();
  process.once("exit", () => {
    if (connected[0] === 1) closeSync(2);
  });
  // Without the thread, programs end as they would without this file.
  worker.on("error", () => {});
}

function lookAll(): void {
  for (const look of looks) look();
}

/**
 * The code of the thread, as text, which avoids reading a file. Each request waits for the answer to the one
 * before.
 */
const WATCHER = `
const { workerData: { small, connected } } = require("node:worker_threads");
let session = null;
let asked = false;
setInterval(() => {
  if (asked || process.resourceUsage().maxRSS < small) return;
  if (session === null) {
    const { Session } = require("node:inspector");
    session = new Session();
    connected[0] = 1;
    session.connectToMainThread();
  }
  asked = true;
  session.post("Runtime.evaluate", { expression: "${LOOK}()", silent: true }, () => { asked = false; });
}, 25);
`;
