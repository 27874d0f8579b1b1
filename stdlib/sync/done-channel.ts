// The channel that `Cancel.done` returns: closed once the Cancel is cancelled, and never sent to. It listens
// to the Cancel only while a goroutine waits in it.
import { Panic } from "../../interpreter/runtime/index.ts";
import type { Scheduler } from "../../interpreter/runtime/index.ts";
import type { Cancel } from "./cancel.ts";
import { ChannelState } from "./channel-state.ts";
import { SEND_ON_CLOSED, type EndWaiter } from "./channel-waiters.ts";
import { WatchedList, type WaiterList } from "./waiters.ts";

const CLOSED_BY_CANCEL = "only a Cancel closes its channel";

export class DoneChannel extends ChannelState {
  readonly #cancel: Cancel;

  constructor(scheduler: Scheduler, cancel: Cancel) {
    super(scheduler, 0, true);
    this.#cancel = cancel;
  }

  override get isClosed(): boolean {
    return this.#cancel.isCancelled;
  }

  override send(): never {
    throw new Panic(this.isClosed ? SEND_ON_CLOSED : CLOSED_BY_CANCEL);
  }

  override trySend(): boolean {
    return this.isClosed ? false : this.send();
  }

  override close(): void {
    if (!this.isClosed) throw new Panic(CLOSED_BY_CANCEL);
  }

  protected override awaited(): () => void {
    return this.#cancel.listen(() => this.ended());
  }

  protected override endWaiters(): WaiterList<EndWaiter> {
    return new WatchedList(() => this.awaited());
  }
}
