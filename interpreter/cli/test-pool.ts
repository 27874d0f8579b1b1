// Spreads test files over worker threads; results come back in the order of the files.
import { Worker } from "node:worker_threads";
import type { TestJob, TestResult } from "./test-job.ts";
import type { FromWorker } from "./test-worker.ts";

/** Deep recursion in tests needs what the launcher gives to the main thread (language 15). */
const STACK_MB = 16;

/** Calls `report` for every test, file by file, as soon as the files before are complete. */
export async function runInParallel(jobs: readonly TestJob[], threads: number, report: (result: TestResult) => void): Promise<void> {
  const results: TestResult[][] = jobs.map(() => []);
  const complete = jobs.map(() => false);
  let taken = 0;
  let reported = 0;
  const deliver = (): void => {
    for (; reported < jobs.length && complete[reported] === true; reported++) results[reported]!.forEach(report);
  };
  const thread = async (): Promise<void> => {
    let worker: Worker | undefined;
    for (let i = taken++; i < jobs.length; i = taken++) {
      worker ??= startWorker();
      const alive = await runIn(worker, jobs[i]!, results[i]!);
      if (!alive) worker = undefined;
      complete[i] = true;
      deliver();
    }
    await worker?.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, thread));
}

function startWorker(): Worker {
  const here = import.meta.url;
  return new Worker(new URL(`./test-worker${here.slice(here.lastIndexOf("."))}`, here), { resourceLimits: { stackSizeMb: STACK_MB } });
}

/** False when the thread died, out of memory say: the test it was at and those after it have failed. */
function runIn(worker: Worker, job: TestJob, results: TestResult[]): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (alive: boolean): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onError);
      resolve(alive);
    };
    const onMessage = (message: FromWorker): void => {
      if ("result" in message) results.push(message.result);
      else finish(true);
    };
    const onError = (error: unknown): void => {
      const failure = error instanceof Error ? `the test's thread died: ${error.message}` : "the test's thread died";
      for (const { name } of job.tests.slice(results.length)) {
        results.push({ file: job.file, name, passed: false, failure, trace: [], output: "", milliseconds: 0 });
      }
      finish(false);
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onError);
    worker.postMessage(job);
  });
}
