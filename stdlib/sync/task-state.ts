// The outcome of a task (std/sync, reference/concurrency#tasks), and the goroutines that wait for its end. A
// panic that no `join` has reported is reported when the program ends.
import { catchPanic, ErrorValue, Outstanding, Panic } from "../../interpreter/runtime/index.ts";
import type { MaybePromise, Runtime, Scheduler } from "../../interpreter/runtime/index.ts";
import type { Cancel } from "./cancel.ts";
import { parkIn, Waiter, WaiterList } from "./waiters.ts";

/** The most panics that are reported in full; further ones are counted. */
const SHOWN = 20;

/** The panics of one program's tasks that no `join` has reported, in order. */
export class Unheard {
  readonly #panics: Outstanding<Panic>;

  constructor(runtime: Runtime) {
    this.#panics = new Outstanding(runtime, (left) => {
      const panics = [...left];
      if (runtime.neverJoined !== undefined)
        return void panics.forEach((panic) => runtime.neverJoined!(panic));
      const texts = panics
        .slice(0, SHOWN)
        .map((panic) => `task that was never joined: ${runtime.describePanic(panic)}`);
      const more = panics.length - texts.length;
      if (more > 0) texts.push(`and ${more} more\n`);
      if (texts.length > 0) runtime.stderr.write(texts.join(""));
    });
  }

  add(panic: Panic): void {
    this.#panics.add(panic);
  }

  heard(panic: Panic): void {
    this.#panics.delete(panic);
  }
}

/** The outcome of a task that was cancelled before it ended. */
const CANCELLED = Symbol("cancelled");

class Joiner extends Waiter {
  /** Stops listening to the Cancel. */
  stop = (): void => {};

  override leave(): void {
    super.leave();
    this.stop();
  }
}

export class TaskState {
  readonly #scheduler: Scheduler;
  readonly #unheard: Unheard;
  readonly #cancel: Cancel | null;
  /** `undefined` while it runs, null when it has ended normally. */
  #outcome: Panic | typeof CANCELLED | null | undefined;
  readonly #joiners = new WaiterList<Joiner>();
  /** Called when the task is over. */
  readonly #listeners = new Set<() => void>();
  /** The handle of the channel that `done` returns, once it has been requested. */
  done: object | null = null;

  constructor(scheduler: Scheduler, unheard: Unheard, cancel: Cancel | null) {
    this.#scheduler = scheduler;
    this.#unheard = unheard;
    this.#cancel = cancel;
  }

  get isOver(): boolean {
    if (this.#outcome === undefined && this.#cancel?.isCancelled === true) this.#outcome = CANCELLED;
    return this.#outcome !== undefined;
  }

  /** Calls `f`, the task, unless it has been cancelled; it calls `ended` unless it panics. */
  run(f: () => unknown): unknown {
    if (this.isOver) return;
    return catchPanic(this.#scheduler, f, (panic) => {
      this.#unheard.add(panic);
      this.#end(panic);
    });
  }

  ended(): void {
    this.#end(null);
  }

  /** Waits until the task ends or is cancelled. */
  join(site: number): MaybePromise<void> {
    if (this.isOver) return;
    const joiner = new Joiner();
    const joined = parkIn(this.#scheduler, joiner, this.#joiners, "task join", site);
    // It does not listen while nothing waits: its time-out would hide a deadlock.
    if (this.#cancel !== null) joiner.stop = this.#cancel.listen(() => this.#end(CANCELLED));
    return joined;
  }

  /** Calls `ended` once, at once if the task is over. The returned function removes the listener. */
  listen(ended: () => void): () => void {
    if (this.isOver) {
      ended();
      return () => {};
    }
    const listener = (): void => {
      forget();
      ended();
    };
    let stop = (): void => {};
    const forget = (): void => {
      this.#listeners.delete(listener);
      stop();
    };
    this.#listeners.add(listener);
    // It may be cancelled by now, and then ends here: last, so that the listener is called.
    if (this.#cancel !== null) stop = this.#cancel.listen(() => this.#end(CANCELLED));
    return forget;
  }

  /** Returns the failure after a join; null if the task has ended normally. */
  failure(): ErrorValue | null {
    const outcome = this.#outcome;
    if (outcome === CANCELLED) return new ErrorValue("cancelled", "the task was cancelled", "cancelled");
    if (!(outcome instanceof Panic)) return null;
    this.#unheard.heard(outcome);
    return new ErrorValue("panic", outcome.message);
  }

  #end(outcome: Panic | typeof CANCELLED | null): void {
    if (!this.isOver) this.#outcome = outcome;
    for (let joiner = this.#joiners.take(); joiner !== null; joiner = this.#joiners.take()) {
      joiner.stop();
      joiner.parked.wake(undefined as never);
    }
    for (const listener of this.#listeners) listener();
  }
}
