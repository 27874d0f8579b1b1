// A function with a time limit. It goes on when the time is over, but nothing waits for it any more.
import type { MaybePromise, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { MAX_DELAY_MS } from "../../interpreter/runtime/index.ts";
import { reportHandlerFailure } from "../http/index.ts";

/** What `body` returns, or null after `ms`. */
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
        // Nothing waits for it any more, but neither a panic nor `exit` may vanish.
        if (isLate) reportHandlerFailure(runtime, error);
        else reject(error);
      },
    );
  });
  return runtime.scheduler.external(finished);
}
