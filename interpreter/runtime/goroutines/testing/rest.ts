// For tests: a frame as compiled code creates it for a call that waits.
import type { Scheduler } from "../scheduler.ts";
import { Frame } from "../waiting.ts";

/** The code of a function after its waiting call. */
export class Rest extends Frame {
  readonly scheduler: Scheduler;
  readonly #rest: (value: unknown) => unknown;

  constructor(scheduler: Scheduler, rest: (value: unknown) => unknown) {
    super(1);
    this.scheduler = scheduler;
    this.#rest = rest;
  }

  override run(value: unknown): unknown {
    return this.#rest(value);
  }

  override site(): number {
    return 7;
  }
}
