// `std run --workers N`: several processes of one program that share the ports they listen on (Node's cluster).
// This process runs none of it: it starts the workers, hands signals on, and replaces workers that crash.
import type { Worker } from "node:cluster";
import { EXIT_STATUS } from "../../launch/index.ts";
import { tell } from "../output/terminal.ts";
import { HandedConnections } from "./handed-connections.ts";

/** Tells a worker its number, from 1; a worker takes it out of its environment. */
const VARIABLE = "STD_WORKER_ID";
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that has lived for so long starts again at once. */
const STABLE_MS = 10_000;
const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2"] as const;
/** A panic, or a mistake of ours: anything else is what the program wanted to end with. */
const CRASHES: ReadonlySet<number> = new Set([EXIT_STATUS.panic, EXIT_STATUS.internal]);

/** Of a worker that is not replaced; one that had not begun to serve may be ended by the signal that ends all. */
function statusOf(code: number | null, signal: string | null): number {
  if (signal === null || signal === "SIGTERM" || signal === "SIGINT") return code ?? EXIT_STATUS.ok;
  return 128 + (process.getBuiltinModule("node:os").constants.signals[signal as NodeJS.Signals] ?? 0);
}

/** From 1; 0 in a process that is no worker. */
export const workerId = takeWorkerId();

function takeWorkerId(): number {
  const text = process.env[VARIABLE];
  if (text === undefined) return 0;
  delete process.env[VARIABLE];
  return process.getBuiltinModule("node:cluster").isWorker ? Number(text) : 0;
}

/** Runs them until all have ended; the exit status is 0 when all ended so, else that of the first that did not. */
export function superviseWorkers(count: number): Promise<number> {
  const cluster = process.getBuiltinModule("node:cluster");
  return new Promise((resolve) => {
    const running = new Map<number, Worker>();
    const pausing = new Map<number, NodeJS.Timeout>();
    const pauses = new Map<number, number>();
    const connections = new HandedConnections();
    let stopping = false;
    let status: number = EXIT_STATUS.ok;

    const begin = (id: number): void => {
      pausing.delete(id);
      const began = performance.now();
      const worker = cluster.fork({ [VARIABLE]: String(id) });
      running.set(id, worker);
      connections.watch(worker);
      worker.on("error", () => {});
      worker.on("exit", (code: number | null, signal: string | null) => {
        running.delete(id);
        connections.moveOn(worker);
        const crashed = signal !== null || CRASHES.has(code ?? 0);
        if (crashed && !stopping) replace(id, performance.now() - began, signal ?? `status ${code}`);
        else if (status === EXIT_STATUS.ok) status = statusOf(code, signal);
        endIfAllHave();
      });
    };
    const replace = (id: number, lived: number, how: string): void => {
      const pause =
        lived >= STABLE_MS
          ? FIRST_PAUSE_MS
          : Math.min((pauses.get(id) ?? FIRST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS);
      pauses.set(id, pause);
      tell(`std: worker ${id} crashed (${how}); starting it again in ${pause} ms\n`);
      pausing.set(id, setTimeout(begin, pause, id));
    };
    const endIfAllHave = (): void => {
      if (running.size + pausing.size > 0) return;
      for (const name of FORWARDED) process.off(name, forward);
      resolve(status);
    };
    const forward = (name: NodeJS.Signals): void => {
      if (name === "SIGTERM" || name === "SIGINT") {
        stopping = true;
        for (const timer of pausing.values()) clearTimeout(timer);
        pausing.clear();
      }
      // A key press reaches the whole group of the terminal: the workers have it already.
      const isKey = name === "SIGINT" && process.stdin.isTTY;
      if (!isKey) for (const worker of running.values()) worker.process.kill(name);
      endIfAllHave();
    };
    for (const name of FORWARDED) process.on(name, forward);
    for (let id = 1; id <= count; id++) begin(id);
  });
}
