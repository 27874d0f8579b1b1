// The channels that `Cancel.done` and `Task.done` return: closed once the Cancel is cancelled or the task is
// over, and never sent to. They listen to it only while a goroutine waits in them.
import { Panic } from "../../interpreter/runtime/index.ts";
import type { Scheduler } from "../../interpreter/runtime/index.ts";
import { ChannelState } from "./channel-state.ts";
import { SEND_ON_CLOSED, type EndWaiter } from "./channel-waiters.ts";
import { WatchedList, type WaiterList } from "./waiters.ts";

/** A Cancel or a task. */
export interface Ending {
  readonly isOver: boolean;
  /** Calls `ended` once, at once if it is over. The returned function removes the listener. */
  listen(ended: () => void): () => void;
}

export class DoneChannel extends ChannelState {
  readonly #ending: Ending;
  readonly #refusal: string;

  /** @param name what closes it, for panics */
  constructor(scheduler: Scheduler, ending: Ending, name: "Cancel" | "task") {
    super(scheduler, 0, true);
    this.#ending = ending;
    this.#refusal = `only a ${name} closes its channel`;
  }

  override get isClosed(): boolean {
    return this.#ending.isOver;
  }

  override send(): never {
    throw new Panic(this.isClosed ? SEND_ON_CLOSED : this.#refusal);
  }

  override trySend(): boolean {
    return this.isClosed ? false : this.send();
  }

  override close(): void {
    if (!this.isClosed) throw new Panic(this.#refusal);
  }

  protected override awaited(): () => void {
    return this.#ending.listen(() => this.ended());
  }

  protected override endWaiters(): WaiterList<EndWaiter> {
    return new WatchedList(() => this.awaited());
  }
}
