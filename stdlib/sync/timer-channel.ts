// The channels of `after` and `ticker`. The clock determines whether a tick is due; an alarm is set only
// while a goroutine waits. So a channel without a receiver uses no resources and hides no deadlock.
import { monotonicMillis, Panic, UNIT } from "../../interpreter/runtime/index.ts";
import type { Alarm, Scheduler } from "../../interpreter/runtime/index.ts";
import { ChannelState } from "./channel-state.ts";
import { SEND_ON_CLOSED } from "./channel-waiters.ts";

export class TimerChannel extends ChannelState {
  /** The time of the next tick; Infinity if there is none. */
  #next: number;
  /** Infinity for a single tick. */
  #period: number;
  #alarm: Alarm | null = null;

  constructor(scheduler: Scheduler, millis: number, repeats: boolean) {
    super(scheduler, 1, true);
    this.#next = monotonicMillis() + millis;
    this.#period = repeats ? millis : Infinity;
  }

  override get isReady(): boolean {
    return this.#next < Infinity && monotonicMillis() >= this.#next;
  }

  override get size(): number {
    return this.isReady ? 1 : 0;
  }

  override takeReady(): unknown {
    this.#advance();
    this.tellEnd();
    return UNIT;
  }

  override send(): never {
    throw new Panic(this.isClosed ? SEND_ON_CLOSED : "nothing can be sent to the channel of a timer");
  }

  override trySend(): boolean {
    return this.isClosed ? false : this.send();
  }

  /** A tick that was due before is still received, also by a goroutine whose alarm has not rung yet. */
  override close(): void {
    if (this.isAwaited && this.isReady) this.#deliver();
    if (!this.isReady) this.#next = Infinity;
    this.#period = Infinity;
    super.close();
  }

  protected override awaited(): () => void {
    this.#setAlarm();
    return () => {
      this.#alarm?.stop();
      this.#alarm = null;
    };
  }

  /** Ticks that were not received in time are dropped. */
  #advance(): void {
    const passed = (monotonicMillis() - this.#next) / this.#period;
    this.#next += (Math.floor(Math.max(passed, 0)) + 1) * this.#period;
  }

  #deliver(): void {
    this.#advance();
    this.hand(UNIT);
  }

  #setAlarm(): void {
    if (this.#next < Infinity) this.#alarm = this.scheduler.alarm(this.#next, () => this.#wake());
  }

  #wake(): void {
    this.#alarm = null;
    // Another receiver may have taken the tick just before.
    if (this.isReady) this.#deliver();
    if (this.isAwaited) this.#setAlarm();
  }
}
