// A channel (std/sync, reference/concurrency#concurrency): a buffer, and the goroutines that wait to send or
// to receive. If the other side waits already, a value goes straight to it; both sides never wait at the same
// time.
import { monotonicMillis, Panic, Ring, some } from "../../interpreter/runtime/index.ts";
import type { MaybePromise, Option, Scheduler } from "../../interpreter/runtime/index.ts";
import {
  OptionReceiver,
  PlainReceiver,
  RECEIVE_ON_CLOSED,
  SEND_ON_CLOSED,
  Sender,
  TimedReceiver,
  type EndWaiter,
  type Receiver,
} from "./channel-waiters.ts";
import { parkIn, WaiterList, WatchedList } from "./waiters.ts";

export class ChannelState {
  protected readonly scheduler: Scheduler;
  readonly #capacity: number;
  /** Created with the first value that is buffered. */
  #buffer: Ring<unknown> | null = null;
  readonly #senders = new WaiterList<Sender>();
  readonly #receivers: WaiterList<Receiver>;
  /** Null until a goroutine waits for the end. */
  #enders: WaiterList<EndWaiter> | null = null;
  #closed = false;

  /**
   * @param capacity 0 or less for no buffer
   * @param watched whether values arrive from outside, see `awaited`
   */
  constructor(scheduler: Scheduler, capacity: number, watched = false) {
    this.scheduler = scheduler;
    this.#capacity = capacity;
    this.#receivers = watched ? new WatchedList(() => this.awaited()) : new WaiterList();
  }

  /**
   * Called on a watched channel when a goroutine waits for a value, until the returned function is called.
   */
  protected awaited(): () => void {
    return () => {};
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Whether a receive would not wait. */
  get isReady(): boolean {
    return !this.#senders.isEmpty || (this.#buffer !== null && this.#buffer.size > 0);
  }

  /** Whether a send would not wait; it may panic. */
  get takes(): boolean {
    return !this.#receivers.isEmpty || this.isClosed || this.size < this.#capacity;
  }

  /** The number of values in the buffer. */
  get size(): number {
    return this.#buffer === null ? 0 : this.#buffer.size;
  }

  get capacity(): number {
    return Math.min(Math.max(this.#capacity, 0), Number.MAX_SAFE_INTEGER);
  }

  send(value: unknown, what: string, site: number): MaybePromise<void> {
    if (this.isClosed) throw new Panic(SEND_ON_CLOSED);
    const receiver = this.#receivers.take();
    if (receiver !== null) return receiver.deliver(value);
    if (this.#capacity > 0) {
      this.#buffer ??= new Ring();
      if (this.#buffer.size < this.#capacity) return this.#buffer.push(value);
    }
    const sender = new Sender();
    sender.value = value;
    return parkIn(this.scheduler, sender, this.#senders, what, site);
  }

  /** Returns false if the channel is closed or the send would wait. */
  trySend(value: unknown): boolean {
    if (this.isClosed || !this.takes) return false;
    void this.send(value, "", -1);
    return true;
  }

  receive(what: string, site: number): unknown {
    if (this.isReady) return this.takeReady();
    if (this.isClosed) throw new Panic(RECEIVE_ON_CLOSED);
    return parkIn(this.scheduler, new PlainReceiver(), this.#receivers, what, site);
  }

  receiveOption(site: number): MaybePromise<Option<unknown>> {
    if (this.isReady) return some(this.takeReady());
    if (this.isClosed) return null;
    return parkIn(this.scheduler, new OptionReceiver(), this.#receivers, "channel receive", site);
  }

  /** Returns null after `millis` at the latest. */
  receiveWithin(millis: number, site: number): MaybePromise<Option<unknown>> {
    if (this.isReady) return some(this.takeReady());
    if (this.isClosed || millis <= 0) return null;
    const receiver = new TimedReceiver();
    receiver.alarm = this.scheduler.alarm(monotonicMillis() + millis, () => receiver.late());
    return parkIn(this.scheduler, receiver, this.#receivers, "channel receive", site);
  }

  /** Takes the oldest value of a channel that is ready; a waiting sender's value takes the free slot. */
  takeReady(): unknown {
    const sender = this.#senders.take();
    const buffered = this.#buffer !== null && this.#buffer.size > 0;
    const value = buffered ? this.#buffer!.shift() : sender!.value;
    if (sender !== null) {
      if (buffered) this.#buffer!.push(sender.value);
      sender.taken();
    }
    if (this.#enders !== null) this.tellEnd();
    return value;
  }

  /** Closes the channel. Values in the buffer are still received, those of senders that wait are not. */
  close(): void {
    this.#closed = true;
    this.ended();
  }

  /** The channel has been freed: wakes all goroutines that wait in it. */
  freed(message: () => string): void {
    for (const waiters of [this.#receivers, this.#senders, this.#enders])
      if (waiters !== null && !waiters.isEmpty) waiters.abort(message());
  }

  /** Called when a channel has been closed from outside. */
  protected ended(): void {
    for (let receiver = this.#receivers.take(); receiver !== null; receiver = this.#receivers.take())
      receiver.end();
    this.#senders.abort(SEND_ON_CLOSED);
    this.tellEnd();
  }

  protected get isAwaited(): boolean {
    return !this.#receivers.isEmpty;
  }

  /** Gives a value to the goroutine that has waited longest. */
  protected hand(value: unknown): void {
    this.#receivers.take()?.deliver(value);
  }

  /** For a select: waits for a value, for a receiver of its value, or for the end. */
  awaitValue(receiver: Receiver): void {
    this.#receivers.append(receiver);
  }

  awaitTaker(sender: Sender): void {
    this.#senders.append(sender);
  }

  awaitEnd(waiter: EndWaiter): void {
    this.#enders ??= this.endWaiters();
    this.#enders.append(waiter);
  }

  protected endWaiters(): WaiterList<EndWaiter> {
    return new WaiterList();
  }

  protected tellEnd(): void {
    if (this.#enders === null || !this.isClosed || this.isReady) return;
    for (let waiter = this.#enders.take(); waiter !== null; waiter = this.#enders.take()) waiter.end();
  }
}
