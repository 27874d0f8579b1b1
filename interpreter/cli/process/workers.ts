// `std run --workers N`: several processes of one program that share their listening ports. This process does
// not run the program: it starts the workers, passes connections and signals on, and replaces workers that
// crash.
import type { ChildProcess } from "node:child_process";
import { EXIT_STATUS } from "../../launch/index.ts";
import { printError } from "../output/terminal.ts";
import { SharedMetrics } from "./shared-metrics.ts";
import { SharedPorts } from "./shared-ports.ts";
import { optionsWithLargeStack } from "./stack.ts";

/** The variable with the number of a worker, from 1; a worker removes it from its environment. */
const VARIABLE = "STD_WORKER_ID";
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A worker that has run for this time is restarted immediately. */
const STABLE_MS = 10_000;
const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2"] as const;
/** Panics and internal errors; the program chose any other status. */
const CRASHES: ReadonlySet<number> = new Set([EXIT_STATUS.panic, EXIT_STATUS.internal]);

/**
 * The status of a worker that is not replaced. The signal that ends all may end one that did not yet serve.
 */
function statusOf(code: number | null, signal: string | null): number {
  if (signal === null || signal === "SIGTERM" || signal === "SIGINT") return code ?? EXIT_STATUS.ok;
  return 128 + (process.getBuiltinModule("node:os").constants.signals[signal as NodeJS.Signals] ?? 0);
}

/** The number of this worker, from 1; 0 in other processes. */
export const workerId = takeWorkerId();

function takeWorkerId(): number {
  const text = process.env[VARIABLE];
  if (text === undefined) return 0;
  delete process.env[VARIABLE];
  if (process.channel === undefined || process.channel === null) return 0;
  // A worker without its parent gets no connections.
  process.once("disconnect", () => process.exit(EXIT_STATUS.ok));
  // The channel keeps a process alive only while it listens (host/node/shared-ports.ts).
  process.channel.unref();
  return Number(text);
}

/**
 * Runs the workers until all have ended; the exit status is that of the first that did not end with 0, or 0.
 */
export function superviseWorkers(count: number): Promise<number> {
  const { fork } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve) => {
    const running = new Map<number, ChildProcess>();
    const pausing = new Map<number, NodeJS.Timeout>();
    const pauses = new Map<number, number>();
    const ports = new SharedPorts();
    const metrics = new SharedMetrics();
    let stopping = false;
    let status: number = EXIT_STATUS.ok;

    const begin = (id: number): void => {
      pausing.delete(id);
      const began = performance.now();
      const worker = fork(process.argv[1]!, process.argv.slice(2), {
        env: { ...process.env, [VARIABLE]: String(id) },
        execArgv: optionsWithLargeStack(),
      });
      running.set(id, worker);
      ports.serve(worker);
      metrics.serve(worker);
      worker.on("error", () => {});
      worker.on("close", (code: number | null, signal: string | null) => {
        running.delete(id);
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
      printError(`std: worker ${id} crashed (${how}); starting it again in ${pause} ms\n`);
      pausing.set(id, setTimeout(begin, pause, id));
    };
    const end = (): void => {
      for (const name of FORWARDED) process.off(name, forward);
      resolve(status);
    };
    const endIfAllHave = (): void => {
      if (running.size + pausing.size === 0) void ports.finished().then(end);
    };
    const forward = (name: NodeJS.Signals): void => {
      if (name === "SIGTERM" || name === "SIGINT") {
        if (running.size + pausing.size === 0) return end();
        stopping = true;
        ports.stopping = true;
        for (const timer of pausing.values()) clearTimeout(timer);
        pausing.clear();
      }
      for (const worker of running.values()) worker.kill(name);
      endIfAllHave();
    };
    for (const name of FORWARDED) process.on(name, forward);
    for (let id = 1; id <= count; id++) begin(id);
  });
}
