// Waiting for time to pass, for std/sync and std/time.
import type { Int, MaybePromise, Scheduler } from "../../interpreter/runtime/index.ts";

/** Suspends the calling goroutine; at once for zero or less (std/time, std/sync). */
export function sleep(scheduler: Scheduler, ms: Int): MaybePromise<void> {
  const wanted = Number(ms);
  return wanted > 0 ? scheduler.sleep(wanted) : undefined;
}
