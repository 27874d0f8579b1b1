// The waiters of a channel: to send, to receive, or for its end.
import { some } from "../../interpreter/runtime/index.ts";
import type { Alarm } from "../../interpreter/runtime/index.ts";
import { Waiter } from "./waiters.ts";

export const RECEIVE_ON_CLOSED = "receive on closed channel";
export const SEND_ON_CLOSED = "send on closed channel";

export class Sender extends Waiter {
  value: unknown = undefined;

  /** Called when a receiver has taken the value and removed the sender from the list. */
  taken(): void {
    this.parked.wake(undefined as never);
  }
}

/** In no list any more when one of its methods is called. */
export abstract class Receiver extends Waiter {
  abstract deliver(value: unknown): void;
  /** Called when the channel is closed and empty. */
  abstract end(): void;
}

export class PlainReceiver extends Receiver {
  override deliver(value: unknown): void {
    this.parked.wake(value as never);
  }

  override end(): void {
    this.abort(RECEIVE_ON_CLOSED);
  }
}

export class OptionReceiver extends Receiver {
  override deliver(value: unknown): void {
    this.parked.wake(some(value) as never);
  }

  override end(): void {
    this.parked.wake(null as never);
  }
}

/** Waits until its alarm rings at the latest. */
export class TimedReceiver extends OptionReceiver {
  alarm!: Alarm;

  override leave(): void {
    super.leave();
    this.alarm.stop();
  }

  override deliver(value: unknown): void {
    this.alarm.stop();
    super.deliver(value);
  }

  override end(): void {
    this.alarm.stop();
    super.end();
  }

  late(): void {
    super.leave();
    this.parked.wake(null as never);
  }
}

/** Waits until the channel is closed and empty. */
export abstract class EndWaiter extends Waiter {
  abstract end(): void;
}
