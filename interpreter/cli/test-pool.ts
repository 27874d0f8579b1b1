// Spreads test files over worker threads; results come back in the order of the files.
import { Worker } from "node:worker_threads";
import type { TestJob, TestResult } from "./test-job.ts";
import type { FromWorker } from "./test-worker.ts";

/** Deep recursion in tests needs what the launcher gives to the main thread (language 15). */
const STACK_MB = 16;

/** Modules through which test files of one package meet: the same ports, files, programs. */
const OUTSIDE: ReadonlySet<string> = new Set(["std/net", "std/http", "std/fs", "std/process"]);

export function reachesOutside({ program }: TestJob): boolean {
  return program.natives.some((id) => OUTSIDE.has(id));
}

/**
 * Calls `report` for every test, file by file, as soon as the files before are complete. Files for
 * which `exclusive` holds run one after the other, in one of the threads.
 */
export async function runInParallel(
  jobs: readonly TestJob[],
  threads: number,
  exclusive: (job: TestJob) => boolean,
  report: (result: TestResult) => void,
): Promise<void> {
  const results: TestResult[][] = jobs.map(() => []);
  const complete = jobs.map(() => false);
  const all = [...jobs.keys()];
  const lane = all.filter((i) => exclusive(jobs[i]!));
  const free = all.filter((i) => !exclusive(jobs[i]!));
  let reported = 0;
  const deliver = (): void => {
    for (; reported < jobs.length && complete[reported] === true; reported++) results[reported]!.forEach(report);
  };
  const thread = async (_: unknown, number: number): Promise<void> => {
    let worker: Worker | undefined;
    const take = (): number | undefined => (number === 0 ? lane.shift() : undefined) ?? free.shift();
    for (let i = take(); i !== undefined; i = take()) {
      worker ??= startWorker();
      const alive = await runIn(worker, jobs[i]!, results[i]!);
      if (!alive) worker = undefined;
      complete[i] = true;
      deliver();
    }
    await worker?.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }).map(thread));
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
        results.push({ file: job.file, name, passed: false, failure, exit: null, trace: [], output: "", milliseconds: 0 });
      }
      finish(false);
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onError);
    worker.postMessage(job);
  });
}
