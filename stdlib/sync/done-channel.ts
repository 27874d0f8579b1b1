// The channel that `Cancel.done` gives: closed once the Cancel has rung, and never sent to. It listens to the
// Cancel only while somebody waits in it.
import { Panic } from "../../interpreter/runtime/index.ts";
import type { Scheduler } from "../../interpreter/runtime/index.ts";
import type { Cancel } from "./cancel.ts";
import { ChannelState, type Receiver } from "./channel-state.ts";
import { WaiterList } from "./waiters.ts";

const CALLED_BY_CANCEL = "the channel of a Cancel is closed by the Cancel alone";

class DoneReceivers extends WaiterList<Receiver> {
  readonly #cancel: Cancel;
  readonly #rung: () => void;
  #stop: (() => void) | null = null;

  constructor(cancel: Cancel) {
    super();
    this.#cancel = cancel;
    this.#rung = () => {
      this.#stop = null;
      for (let receiver = this.take(); receiver !== null; receiver = this.take()) receiver.end();
    };
  }

  override append(receiver: Receiver): void {
    super.append(receiver);
    this.#stop ??= this.#cancel.listen(this.#rung);
  }

  override remove(receiver: Receiver): void {
    super.remove(receiver);
    if (!this.isEmpty || this.#stop === null) return;
    this.#stop();
    this.#stop = null;
  }
}

export class DoneChannel extends ChannelState {
  readonly #cancel: Cancel;

  constructor(scheduler: Scheduler, cancel: Cancel) {
    super(scheduler, 0, new DoneReceivers(cancel));
    this.#cancel = cancel;
  }

  override get isClosed(): boolean {
    return this.#cancel.isCancelled;
  }

  override send(): never {
    throw new Panic(this.isClosed ? "send on closed channel" : CALLED_BY_CANCEL);
  }

  override close(): void {
    if (!this.isClosed) throw new Panic(CALLED_BY_CANCEL);
  }
}
