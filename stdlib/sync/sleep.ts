// Waiting for time to pass, as long as one likes: the host's timers end at 2^31-1 milliseconds. Whoever
// falls asleep in the same millisecond for as long shares a timer and a promise, which the host's timers
// would wake one after the other as well: a million sleepers cost little more than a million goroutines.
import { MAX_DELAY_MS, monotonicMillis } from "../../interpreter/runtime/index.ts";
import type { Int, MaybePromise, Runtime } from "../../interpreter/runtime/index.ts";

interface Group {
  readonly started: number;
  readonly promise: Promise<void>;
}

/** The sleepers of one program. */
export class Sleepers {
  readonly #runtime: Runtime;
  /** By duration, the group that was opened last, until it wakes. */
  readonly #groups = new Map<number, Group>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Suspends the calling goroutine; at once for zero or less (stdlib-a 6 and 10). */
  sleep(ms: Int): MaybePromise<void> {
    const wanted = Number(ms);
    if (!(wanted > 0)) return;
    const now = Math.floor(monotonicMillis());
    const last = this.#groups.get(wanted);
    if (last?.started === now) return last.promise;
    const group: Group = { started: now, promise: this.#runtime.scheduler.external(this.#pass(wanted)) };
    this.#groups.set(wanted, group);
    return group.promise;
  }

  #pass(wanted: number): Promise<void> {
    return new Promise<void>((resolve) => {
      let timer: NodeJS.Timeout;
      const forget = this.#runtime.atEnd(() => clearTimeout(timer));
      const wait = (left: number): void => {
        timer = left <= MAX_DELAY_MS ? setTimeout(wake, left) : setTimeout(wait, MAX_DELAY_MS, left - MAX_DELAY_MS);
      };
      const wake = (): void => {
        forget();
        // A group that was opened since keeps its place: it is only no longer shared.
        this.#groups.delete(wanted);
        resolve();
      };
      wait(wanted);
    });
  }
}
