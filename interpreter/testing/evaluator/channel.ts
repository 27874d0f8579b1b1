// A channel: a buffer, and queues of the goroutines that wait to send or receive.
import { Panic } from "../../runtime/host.ts";
import { type FifoScheduler, Parked, type Steps } from "./scheduler.ts";

/** The result of a receive: one value, or none if the channel is closed and empty. */
export type Received = readonly [] | readonly [unknown];

interface Receiver {
  readonly parked: Parked;
  /** The value with which the parked goroutine is woken. */
  readonly result: (got: Received) => unknown;
  /** For a select, in which a closed channel is never ready. */
  readonly ignoresEnd: boolean;
  /** Removes the goroutine from the queues of other channels. */
  readonly leave: () => void;
}

export class Channel {
  readonly #scheduler: FifoScheduler;
  readonly #capacity: bigint;
  readonly #buffer: unknown[] = [];
  readonly #senders: { readonly value: unknown; readonly parked: Parked }[] = [];
  #receivers: Receiver[] = [];
  #closed = false;

  /** Unbuffered if `capacity` is 0 or less. */
  constructor(scheduler: FifoScheduler, capacity: bigint) {
    this.#scheduler = scheduler;
    this.#capacity = capacity;
  }

  /** The number of buffered values. */
  get size(): bigint {
    return BigInt(this.#buffer.length);
  }

  get capacity(): bigint {
    return this.#capacity;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  *send(value: unknown): Steps<void> {
    if (this.#closed) throw new Panic("send on closed channel");
    const receiver = this.#receivers[0];
    if (receiver !== undefined) {
      receiver.leave();
      receiver.parked.wake(receiver.result([value]));
    } else if (BigInt(this.#buffer.length) < this.#capacity) this.#buffer.push(value);
    else {
      const parked = new Parked(this.#scheduler);
      this.#senders.push({ value, parked });
      yield parked;
    }
  }

  *receive(): Steps<Received> {
    const got = this.takeReady();
    if (got.length > 0 || this.#closed) return got;
    const parked = new Parked(this.#scheduler);
    const receiver: Receiver = {
      parked,
      result: (value) => value,
      ignoresEnd: false,
      leave: () => this.#remove(receiver),
    };
    this.#receivers.push(receiver);
    return (yield parked) as Received;
  }

  /** Takes the oldest value; that of a waiting sender moves into the buffer. */
  takeReady(): Received {
    const sender = this.#senders.shift();
    if (sender !== undefined) {
      this.#buffer.push(sender.value);
      sender.parked.wake(undefined);
    }
    return this.#buffer.length === 0 ? [] : [this.#buffer.shift()];
  }

  close(): void {
    this.#closed = true;
    for (const receiver of this.#receivers.filter((each) => !each.ignoresEnd)) {
      receiver.leave();
      receiver.parked.wake([]);
    }
    this.#failSenders("send on closed channel");
  }

  /** Fails everything that waits, since the channel has been freed. */
  free(message: string): void {
    for (const receiver of this.#receivers) {
      receiver.leave();
      receiver.parked.fail(new Panic(message));
    }
    this.#failSenders(message);
  }

  #failSenders(message: string): void {
    for (const { parked } of this.#senders.splice(0)) parked.fail(new Panic(message));
  }

  /**
   * Waits until a channel has a value; returns the index of the first such channel in the list, and the
   * value.
   */
  static *select(scheduler: FifoScheduler, channels: readonly Channel[]): Steps<readonly [number, unknown]> {
    for (const [index, channel] of channels.entries()) {
      const got = channel.takeReady();
      if (got.length > 0) return [index, got[0]];
    }
    const parked = new Parked(scheduler);
    const leave = (): void => {
      for (const [i, channel] of channels.entries()) channel.#remove(receivers[i]!);
    };
    const receivers = channels.map(
      (_, index): Receiver => ({ parked, result: (got) => [index, got[0]], ignoresEnd: true, leave }),
    );
    for (const [i, channel] of channels.entries())
      if (!channel.#closed) channel.#receivers.push(receivers[i]!);
    return (yield parked) as readonly [number, unknown];
  }

  #remove(receiver: Receiver): void {
    this.#receivers = this.#receivers.filter((each) => each !== receiver);
  }
}
