// A function with a time limit. It goes on when the time is over, but nothing waits for it any more.
import type { MaybePromise, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { MAX_DELAY_MS } from "../../interpreter/runtime/index.ts";

/** What `body` returns, or null after `ms`. */
export function finishSoon<T extends object>(
  runtime: Runtime,
  ms: number,
  body: () => MaybePromise<T>,
  _site: number,
): MaybePromise<Option<T>> {
  const result = body();
  if (!(result instanceof Promise)) return result;
  if (ms > MAX_DELAY_MS) return result;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), Math.max(0, ms))));
  // A later failure no longer matters.
  return runtime.scheduler.external(
    Promise.race([result.then((value) => value), late]).finally(() => clearTimeout(timer)),
  );
}
