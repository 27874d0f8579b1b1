// Recursion looks at nothing while it makes objects, since a counter in each call would take a fifth of its time. A thread
// beside such a program interrupts it now and then, once the process has grown, and makes it look at its heap: by the
// debugger's protocol, the one way into a thread that computes. To start it takes some milliseconds of the start, half of
// them on another core, so it is for programs with recursion that no scheduler interrupts.
import { closeSync } from "node:fs";

const LOOK = "stdLookAtHeap";
/** Part of the heap's limit up to which the process is left alone. */
const SMALL_PART = 0.2;
/** For a process without a program. */
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
  // Node prints for people who debug that it waits for them. It does not, and no one debugs here.
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
  // Programs then end as they would without it.
  worker.on("error", () => {});
}

function lookAll(): void {
  for (const look of looks) look();
}

/** What the thread runs, as text: a thread for a file would cost reading it. No look before the one before has been answered. */
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
