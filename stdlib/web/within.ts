// Runs a function with a time limit. It continues after the limit, but nothing waits for it any more.
import type { MaybePromise, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { MAX_DELAY_MS } from "../../interpreter/runtime/index.ts";
import { reportHandlerFailure } from "../http/index.ts";

/** Returns the result of `body`, or null after `ms`. */
export function finishSoon<T extends object>(
  runtime: Runtime,
  ms: number,
  body: () => MaybePromise<T>,
  _site: number,
): MaybePromise<Option<T>> {
  const result = body();
  if (!(result instanceof Promise) || ms > MAX_DELAY_MS) return result;
  const finished = new Promise<Option<T>>((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        resolve(null);
      },
      Math.max(0, ms),
    );
    result.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        // Nothing waits for the result any more, but a panic or `exit` must not be lost.
        if (isLate) reportHandlerFailure(runtime, error);
        else reject(error);
      },
    );
  });
  return runtime.scheduler.external(finished);
}
