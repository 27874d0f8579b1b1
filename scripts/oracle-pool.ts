// Sends requests to several threads. A request that is not answered in time ends only its thread.
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Comparison } from "../interpreter/testing/compare.ts";
import { dropPrepared, prepareModules } from "../interpreter/testing/prepared-modules.ts";
import type { OracleRequest } from "./oracle-worker.ts";

const LIMITS = { stackSizeMb: 256, maxOldGenerationSizeMb: 2000, maxYoungGenerationSizeMb: 64 };
const WORKER = join(import.meta.dirname, "oracle-worker.ts");

/** Calls `done` with each request when it is answered; resolves when all are. */
export async function ask<R extends OracleRequest>(
  requests: Iterable<R>,
  threads: number,
  limitMs: number,
  done: (request: R, comparison: Comparison) => void,
): Promise<void> {
  const rest = requests[Symbol.iterator]();
  const prepared = prepareModules();
  await Promise.all(
    Array.from({ length: threads }, async () => {
      let worker: Worker | null = null;
      for (let next = rest.next(); next.done !== true; next = rest.next()) {
        worker ??= new Worker(WORKER, { resourceLimits: LIMITS, workerData: prepared });
        const comparison = await askOne(worker, next.value, limitMs);
        if (comparison === null) {
          await worker.terminate();
          worker = null;
        }
        done(
          next.value,
          comparison ?? { difference: `no end after ${limitMs} ms, or the thread died`, skipped: null },
        );
      }
      await worker?.terminate();
    }),
  );
  dropPrepared(prepared);
}

/** Null when the thread died or did not answer in time. */
function askOne(worker: Worker, request: OracleRequest, limitMs: number): Promise<Comparison | null> {
  return new Promise((resolve) => {
    const finish = (comparison: Comparison | null): void => {
      clearTimeout(timer);
      worker.off("message", finish).off("error", died).off("exit", died);
      // A thread that is ended may still report an error.
      if (comparison === null) worker.on("error", () => {});
      resolve(comparison);
    };
    const died = (): void => finish(null);
    const timer = setTimeout(died, limitMs);
    worker.on("message", finish).on("error", died).on("exit", died);
    worker.postMessage(request);
  });
}
