// A channel that receives values from outside, such as signals and file changes: natives `push`, scripts
// receive. A receiver waits for the outside, so its wait is not a deadlock.
import { Panic } from "../../interpreter/runtime/index.ts";
import type { Scheduler } from "../../interpreter/runtime/index.ts";
import { ChannelState } from "./channel-state.ts";
import { SEND_ON_CLOSED } from "./channel-waiters.ts";

export interface Source {
  /** The most values that wait to be received. */
  readonly limit: number;
  /** Called once when a script closes the channel. */
  close(): void;
  /** Called when a value that had to wait is received. */
  took?(value: unknown): void;
}

export class SourceChannel extends ChannelState {
  readonly #source: Source;

  constructor(scheduler: Scheduler, source: Source) {
    super(scheduler, source.limit, true);
    this.#source = source;
  }

  /** Passes a value to a receiver, or buffers it, or drops it if there is no room. */
  push(value: unknown): "received" | "waits" | "dropped" {
    if (this.isClosed) return "dropped";
    if (this.isAwaited) {
      this.hand(value);
      return "received";
    }
    if (this.size >= this.#source.limit) return "dropped";
    void super.send(value, "", -1);
    return "waits";
  }

  override takeReady(): unknown {
    const value = super.takeReady();
    this.#source.took?.(value);
    return value;
  }

  override send(): never {
    throw new Panic(this.isClosed ? SEND_ON_CLOSED : "only the system sends to this channel");
  }

  override trySend(): boolean {
    return this.isClosed ? false : this.send();
  }

  override close(): void {
    if (this.isClosed) return;
    super.close();
    this.#source.close();
  }

  /** The alarm wakes nothing: while it is set, a value may still arrive. */
  protected override awaited(): () => void {
    const alarm = this.scheduler.alarm(Infinity, () => {});
    return () => alarm.stop();
  }
}
