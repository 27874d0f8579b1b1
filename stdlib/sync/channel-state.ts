// One channel (stdlib-a 10, beyond 10): a buffer, and the goroutines that wait to send or to receive.
// A value goes straight from one side to the other when the other already waits; never do both sides wait.
import { Panic, some } from "../../interpreter/runtime/index.ts";
import type { Int, MaybePromise, Option, Parked, Scheduler } from "../../interpreter/runtime/index.ts";
import { Ring } from "./ring.ts";
import { Waiter, WaiterList } from "./waiters.ts";

/** The struct `SelectResult`. */
export class Selected {
  _index: Int;
  _value: unknown;

  constructor(index: Int, value: unknown) {
    this._index = index;
    this._value = value;
  }
}

class Sender extends Waiter {
  readonly value: unknown;
  readonly parked: Parked<void>;

  constructor(value: unknown, parked: Parked<void>) {
    super();
    this.value = value;
    this.parked = parked;
  }
}

/** Waits in `recv`, `recv_opt` or `select_recv`. */
abstract class Receiver extends Waiter {
  /** It is in no list any more when this is called. */
  abstract deliver(value: unknown): void;
  /** The channel was closed and is empty. */
  abstract end(): void;
}

class PlainReceiver extends Receiver {
  readonly #parked: Parked<unknown>;

  constructor(parked: Parked<unknown>) {
    super();
    this.#parked = parked;
  }

  override deliver(value: unknown): void {
    this.#parked.wake(value);
  }

  override end(): void {
    // The trace names the receive, not the `close` that runs now.
    this.#parked.fail(new Panic(RECEIVE_ON_CLOSED, [this.#parked]));
  }
}

class OptionReceiver extends Receiver {
  readonly #parked: Parked<Option<unknown>>;

  constructor(parked: Parked<Option<unknown>>) {
    super();
    this.#parked = parked;
  }

  override deliver(value: unknown): void {
    this.#parked.wake(some(value));
  }

  override end(): void {
    this.#parked.wake(null);
  }
}

/** One for each channel of a select; the first that is served takes all of them out. */
class SelectReceiver extends Receiver {
  readonly #index: number;
  readonly #parked: Parked<Selected>;
  readonly #siblings: readonly SelectReceiver[];

  constructor(index: number, parked: Parked<Selected>, siblings: readonly SelectReceiver[]) {
    super();
    this.#index = index;
    this.#parked = parked;
    this.#siblings = siblings;
  }

  override deliver(value: unknown): void {
    for (const sibling of this.#siblings) sibling.list?.remove(sibling);
    this.#parked.wake(new Selected(this.#index, value));
  }

  /** A closed channel is never ready: the select goes on waiting for the others. */
  override end(): void {}
}

const RECEIVE_ON_CLOSED = "receive on closed channel";

export class ChannelState {
  readonly #scheduler: Scheduler;
  readonly #capacity: number;
  /** Made with the first value that has to wait in it. */
  #buffer: Ring<unknown> | null = null;
  readonly #senders = new WaiterList<Sender>();
  readonly #receivers = new WaiterList<Receiver>();
  #closed = false;

  /** Unbuffered when `capacity` is 0 or less. */
  constructor(scheduler: Scheduler, capacity: number) {
    this.#scheduler = scheduler;
    this.#capacity = capacity;
  }

  /** True when a receive would not wait. */
  get isReady(): boolean {
    return !this.#senders.isEmpty || (this.#buffer !== null && this.#buffer.size > 0);
  }

  send(value: unknown, what: string, site: number): MaybePromise<void> {
    if (this.#closed) throw new Panic("send on closed channel");
    const receiver = this.#receivers.take();
    if (receiver !== null) return receiver.deliver(value);
    if (this.#capacity > 0) {
      this.#buffer ??= new Ring();
      if (this.#buffer.size < this.#capacity) return this.#buffer.push(value);
    }
    const parked = this.#scheduler.park<void>(what, site);
    this.#senders.append(new Sender(value, parked));
    return parked.promise;
  }

  receive(what: string, site: number): unknown {
    if (this.isReady) return this.takeReady();
    if (this.#closed) throw new Panic(RECEIVE_ON_CLOSED);
    const parked = this.#scheduler.park<unknown>(what, site);
    this.#receivers.append(new PlainReceiver(parked));
    return parked.promise;
  }

  receiveOption(site: number): MaybePromise<Option<unknown>> {
    if (this.isReady) return some(this.takeReady());
    if (this.#closed) return null;
    const parked = this.#scheduler.park<Option<unknown>>("channel receive", site);
    this.#receivers.append(new OptionReceiver(parked));
    return parked.promise;
  }

  /** The oldest value of a channel that is ready; a waiting sender's value takes the free place. */
  takeReady(): unknown {
    const sender = this.#senders.take();
    const buffered = this.#buffer !== null && this.#buffer.size > 0;
    const value = buffered ? this.#buffer!.shift() : sender!.value;
    if (sender !== null) {
      if (buffered) this.#buffer!.push(sender.value);
      sender.parked.wake();
    }
    return value;
  }

  /** Senders that wait already stay: what they brought is still received. */
  close(): void {
    this.#closed = true;
    for (let receiver = this.#receivers.take(); receiver !== null; receiver = this.#receivers.take()) receiver.end();
  }

  /** Waits until one of `channels`, none of which is ready, gets a value. */
  static select(scheduler: Scheduler, channels: readonly ChannelState[], site: number): Promise<Selected> {
    const parked = scheduler.park<Selected>("select", site);
    const siblings: SelectReceiver[] = [];
    channels.forEach((channel, index) => {
      if (channel.#closed) return;
      const receiver = new SelectReceiver(index, parked, siblings);
      siblings.push(receiver);
      channel.#receivers.append(receiver);
    });
    return parked.promise;
  }
}
