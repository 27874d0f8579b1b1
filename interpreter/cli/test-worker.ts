// A thread of `std test --jobs`: takes one file's tests after the other and posts the results.
import { parentPort } from "node:worker_threads";
import { runJob, type TestJob, type TestResult } from "./test-job.ts";

export type FromWorker = { readonly result: TestResult } | { readonly done: true };

parentPort!.on("message", (job: TestJob) => {
  const post = (message: FromWorker): void => parentPort!.postMessage(message);
  void runJob(job, (result) => post({ result })).then(() => post({ done: true }));
});
