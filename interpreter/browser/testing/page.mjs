// The page in which tests drive the engine in Chromium: it runs cases in workers, which it replaces when one does
// not answer.
const MOST_MILLIS = 40_000;

/** Runs cases on `count` workers; resolves with their outcomes. */
async function runCases(requests, count) {
  const outcomes = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: count }, async () => {
      let worker = null;
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
        worker ??= new Worker("/testing/page-worker.mjs", { type: "module" });
        const outcome = await ask(worker, request);
        if (outcome.failure !== undefined) {
          worker.terminate();
          worker = null;
        }
        outcomes.push(outcome);
      }
      worker?.terminate();
    }),
  );
  return outcomes;
}

function ask(worker, request) {
  return new Promise((resolve) => {
    const failed = (failure) =>
      resolve({ name: request.name, stdout: "", stderr: "", exit: -1, diagnostics: [], failure });
    const timer = setTimeout(() => failed(`no answer after ${MOST_MILLIS} ms`), MOST_MILLIS);
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      failed(`the worker failed: ${event.message}`);
    };
    worker.postMessage(request);
  });
}

globalThis.runCases = runCases;
