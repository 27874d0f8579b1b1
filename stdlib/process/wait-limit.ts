// Waiting for the end of a child with a time limit.
import { monotonicMillis } from "../../interpreter/runtime/index.ts";
import type { MaybePromise, Scheduler } from "../../interpreter/runtime/index.ts";
import type { ChildLike } from "./piped-child.ts";

type Wake = (code: number) => void;

/** The goroutines that wait, in order. A promise would keep those whose time is over. */
const waiting = new WeakMap<ChildLike, Set<Wake>>();

/** Returns the exit code, or null after `ms` milliseconds. */
export function waitWithin(scheduler: Scheduler, child: ChildLike, ms: number): MaybePromise<number | null> {
  if (child.code !== null || ms <= 0) return child.code;
  return new Promise((resolve) => {
    const wakes = wakesOf(child);
    const wake = (code: number): void => {
      alarm.stop();
      resolve(code);
    };
    const alarm = scheduler.alarm(monotonicMillis() + ms, () => {
      // An end that was noticed while the program computed is in time.
      setImmediate(() => {
        if (wakes.delete(wake)) resolve(child.code);
      });
    });
    wakes.add(wake);
  });
}

function wakesOf(child: ChildLike): Set<Wake> {
  let wakes = waiting.get(child);
  if (wakes === undefined) {
    const added = new Set<Wake>();
    waiting.set(child, (wakes = added));
    void child.ended.then((code) => {
      for (const wake of added) wake(code);
      added.clear();
    });
  }
  return wakes;
}
