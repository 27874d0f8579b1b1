// A channel that the outside world sends to, such as signals and changes of files: natives `push`, scripts receive.
// A receiver waits for the outside world, so that it is not a deadlock.
import { Panic } from "../../interpreter/runtime/index.ts";
import type { Scheduler } from "../../interpreter/runtime/index.ts";
import { ChannelState } from "./channel-state.ts";
import { SEND_ON_CLOSED } from "./channel-waiters.ts";

export interface Source {
  /** At most so many values wait to be received. */
  readonly limit: number;
  /** Called once when a script closes the channel. */
  close(): void;
  /** A value that had to wait is received. */
  took?(value: unknown): void;
}

export class SourceChannel extends ChannelState {
  readonly #source: Source;

  constructor(scheduler: Scheduler, source: Source) {
    super(scheduler, source.limit, true);
    this.#source = source;
  }

  /** What becomes of a value: a receiver takes it, or it is buffered, or there is no room. */
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

  /** It wakes nothing: as long as it is set, something may still come. */
  protected override awaited(): () => void {
    const alarm = this.scheduler.alarm(Infinity, () => {});
    return () => alarm.stop();
  }
}
