// Waiting for time to pass, as long as one likes: the host's timers end at 2^31-1 milliseconds.
import type { Int, MaybePromise, Runtime } from "../../interpreter/runtime/index.ts";

const LONGEST_TIMER = 2_147_483_647;

/** Suspends the calling goroutine; at once for zero or less (stdlib-a 6 and 10). */
export function sleepMillis(runtime: Runtime, ms: Int): MaybePromise<void> {
  const wanted = Number(ms);
  if (!(wanted > 0)) return;
  return runtime.scheduler.external(
    new Promise<void>((resolve) => {
      let timer: NodeJS.Timeout;
      const forget = runtime.atEnd(() => clearTimeout(timer));
      const sleep = (left: number): void => {
        timer = left <= LONGEST_TIMER ? setTimeout(wake, left) : setTimeout(sleep, LONGEST_TIMER, left - LONGEST_TIMER);
      };
      const wake = (): void => {
        forget();
        resolve();
      };
      sleep(wanted);
    }),
  );
}
