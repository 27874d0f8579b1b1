// Lets a native observe how a call of the program ends, at less cost than `defer` in its module.
import type { MaybePromise } from "../values/index.ts";
import type { Scheduler } from "./scheduler.ts";
import { Frame } from "./waiting.ts";

type Ended<T> = (value: T | null) => void;

/** A frame that passes on what the call it waits for returns or throws. */
class Observing<T> extends Frame {
  readonly scheduler: Scheduler;
  readonly #ended: Ended<T>;

  constructor(scheduler: Scheduler, ended: Ended<T>) {
    super(0);
    this.scheduler = scheduler;
    this.#ended = ended;
  }

  override run(value: T): T {
    this.#ended(value);
    return value;
  }

  override get handles(): boolean {
    return true;
  }

  override failed(error: unknown): never {
    this.#ended(null);
    throw error;
  }

  override site(): number {
    return -1;
  }
}

/**
 * Returns what `f` returns. When it has ended, also if it had to wait, `ended` is called with the value, or with
 * null if it failed; it must neither fail nor call the program.
 */
export function observed<T>(
  scheduler: Scheduler,
  f: () => MaybePromise<T>,
  ended: Ended<T>,
): MaybePromise<T> {
  let result: MaybePromise<T>;
  try {
    result = f();
  } catch (error) {
    ended(null);
    throw error;
  }
  if (result instanceof Promise)
    return scheduler.pause(new Observing(scheduler, ended), result) as unknown as Promise<T>;
  ended(result);
  return result;
}
