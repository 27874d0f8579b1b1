// Sleeping, for std/sync and std/time.
import { monotonicMillis } from "../../interpreter/runtime/index.ts";
import type { Int, MaybePromise, Scheduler } from "../../interpreter/runtime/index.ts";
import type { Cancel } from "./cancel.ts";

/** Parks the calling goroutine; returns immediately for zero or less (std/time, std/sync). */
export function sleep(scheduler: Scheduler, ms: Int): MaybePromise<void> {
  const wanted = Number(ms);
  return wanted > 0 ? scheduler.sleep(wanted) : undefined;
}

/**
 * Sleeps until `cancel` is cancelled at the latest; returns false if that happens before the time is over.
 */
export function sleepUnless(
  scheduler: Scheduler,
  ms: Int,
  cancel: Cancel,
  site: number,
): MaybePromise<boolean> {
  if (cancel.isCancelled) return false;
  const wanted = Number(ms);
  if (wanted <= 0) return true;
  let stop = (): void => {};
  const leave = (): void => {
    alarm.stop();
    stop();
  };
  const parked = scheduler.park<boolean>("sleep", site, { leave });
  const wake = (slept: boolean) => (): void => {
    leave();
    parked.wake(slept);
  };
  const alarm = scheduler.alarm(monotonicMillis() + wanted, wake(true));
  stop = cancel.listen(wake(false));
  return parked.promise;
}
