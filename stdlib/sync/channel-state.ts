// One channel (std/sync, reference/concurrency#concurrency): a buffer, and the goroutines that wait to send or to receive.
// A value goes straight from one side to the other when the other already waits; never do both sides wait.
import { Panic, some } from "../../interpreter/runtime/index.ts";
import type { Int, MaybePromise, Option, Parked, Scheduler } from "../../interpreter/runtime/index.ts";
import { Ring } from "../../interpreter/runtime/index.ts";
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
  value: unknown = undefined;
}

/** Waits in `recv`, `recv_opt` or `select_recv`. */
export abstract class Receiver extends Waiter {
  /** It is in no list any more when this is called. */
  abstract deliver(value: unknown): void;
  /** The channel was closed and is empty. */
  abstract end(): void;
}

class PlainReceiver extends Receiver {
  override deliver(value: unknown): void {
    this.parked.wake(value as never);
  }

  override end(): void {
    // The trace names the receive, not the `close` that runs now.
    this.parked.fail(new Panic(RECEIVE_ON_CLOSED, [this.parked]));
  }
}

class OptionReceiver extends Receiver {
  override deliver(value: unknown): void {
    this.parked.wake(some(value) as never);
  }

  override end(): void {
    this.parked.wake(null as never);
  }
}

/** One for each channel of a select; the first that is served takes all of them out. */
class SelectReceiver extends Receiver {
  readonly #index: number;
  readonly #siblings: readonly SelectReceiver[];

  constructor(index: number, siblings: readonly SelectReceiver[]) {
    super();
    this.#index = index;
    this.#siblings = siblings;
  }

  override leave(): void {
    for (const sibling of this.#siblings) sibling.list?.remove(sibling);
  }

  override deliver(value: unknown): void {
    this.leave();
    this.parked.wake(new Selected(this.#index, value) as never);
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
  readonly #receivers: WaiterList<Receiver>;
  #closed = false;

  /** Unbuffered when `capacity` is 0 or less. */
  constructor(scheduler: Scheduler, capacity: number, receivers = new WaiterList<Receiver>()) {
    this.#scheduler = scheduler;
    this.#capacity = capacity;
    this.#receivers = receivers;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** True when a receive would not wait. */
  get isReady(): boolean {
    return !this.#senders.isEmpty || (this.#buffer !== null && this.#buffer.size > 0);
  }

  send(value: unknown, what: string, site: number): MaybePromise<void> {
    if (this.isClosed) throw new Panic("send on closed channel");
    const receiver = this.#receivers.take();
    if (receiver !== null) return receiver.deliver(value);
    if (this.#capacity > 0) {
      this.#buffer ??= new Ring();
      if (this.#buffer.size < this.#capacity) return this.#buffer.push(value);
    }
    const sender = new Sender();
    sender.value = value;
    return this.#park(sender, this.#senders, what, site);
  }

  #park<W extends Waiter>(waiter: W, list: WaiterList<W>, what: string, site: number): Promise<never> {
    waiter.parked = this.#scheduler.park(what, site, waiter);
    list.append(waiter);
    return waiter.parked.promise;
  }

  receive(what: string, site: number): unknown {
    if (this.isReady) return this.takeReady();
    if (this.isClosed) throw new Panic(RECEIVE_ON_CLOSED);
    return this.#park(new PlainReceiver(), this.#receivers, what, site);
  }

  receiveOption(site: number): MaybePromise<Option<unknown>> {
    if (this.isReady) return some(this.takeReady());
    if (this.isClosed) return null;
    return this.#park(new OptionReceiver(), this.#receivers, "channel receive", site);
  }

  /** The oldest value of a channel that is ready; a waiting sender's value takes the free place. */
  takeReady(): unknown {
    const sender = this.#senders.take();
    const buffered = this.#buffer !== null && this.#buffer.size > 0;
    const value = buffered ? this.#buffer!.shift() : sender!.value;
    if (sender !== null) {
      if (buffered) this.#buffer!.push(sender.value);
      sender.parked.wake(undefined as never);
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
    const siblings: SelectReceiver[] = [];
    const receivers = channels.map((channel, index) => {
      const receiver = new SelectReceiver(index, siblings);
      if (channel.isClosed) return receiver;
      siblings.push(receiver);
      channel.#receivers.append(receiver);
      return receiver;
    });
    const parked = scheduler.park<Selected>("select", site, receivers[0]);
    for (const receiver of receivers) receiver.parked = parked as Parked<never>;
    return parked.promise;
  }
}
