// `select()` (std/sync, reference/concurrency#choosing): a list of arms, and the goroutines that wait for one
// of them. Arms are tried in one pass; of those that are ready, a random one is taken. If none is, the
// goroutine waits in the queues of all arms, and the first event removes it from the others.
import { monotonicMillis, Panic } from "../../interpreter/runtime/index.ts";
import type {
  Alarm,
  Int,
  MaybePromise,
  Parked,
  QueueEntry,
  Scheduler,
} from "../../interpreter/runtime/index.ts";
import type { Cancel } from "./cancel.ts";
import type { ChannelState } from "./channel-state.ts";
import { EndWaiter, Receiver, Sender } from "./channel-waiters.ts";

/** The result of a wait: the arm, and the value that a receive got. Also the struct `SelectResult`. */
export class Chosen {
  _index: Int;
  _value: unknown;

  constructor(index: Int, value: unknown) {
    this._index = index;
    this._value = value;
  }
}

/** An event that a goroutine may wait for among others. */
interface Arm {
  /** Whether it need not be waited for. */
  readonly isReady: boolean;
  /** Performs the operation, which is ready, and returns its value. */
  take(): unknown;
  /** Adds `wait` to its queue. The returned function removes it. */
  await(wait: Wait, index: number): () => void;
}

/** The arms of one `select()`. */
export class Choice {
  readonly #scheduler: Scheduler;
  readonly #arms: Arm[] = [];
  /** The shortest time-out. */
  #millis = Infinity;
  #lateArm = -1;
  #otherwise = -1;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  receive(channel: ChannelState): void {
    this.#arms.push(new ReceiveArm(channel));
  }

  closed(channel: ChannelState): void {
    this.#arms.push(new ClosedArm(channel));
  }

  send(channel: ChannelState, value: unknown): void {
    this.#arms.push(new SendArm(channel, value));
  }

  cancelled(cancel: Cancel): void {
    this.#arms.push(new CancelArm(cancel));
  }

  after(millis: number): void {
    if (millis < this.#millis) {
      this.#millis = millis;
      this.#lateArm = this.#arms.length;
    }
    this.#arms.push(NEVER);
  }

  otherwise(): void {
    if (this.#otherwise < 0) this.#otherwise = this.#arms.length;
    this.#arms.push(NEVER);
  }

  wait(site: number): MaybePromise<Chosen> {
    const arms = this.#arms;
    let ready = 0;
    let index = -1;
    for (let i = 0; i < arms.length; i++)
      if (arms[i]!.isReady && (++ready === 1 || pick(ready) === 0)) index = i;
    if (index >= 0) return new Chosen(index, arms[index]!.take());
    if (this.#otherwise >= 0) return new Chosen(this.#otherwise, undefined);
    if (this.#millis <= 0) return new Chosen(this.#lateArm, undefined);
    const wait = new Wait(this.#scheduler, site);
    for (let i = 0; i < arms.length && !wait.isOver; i++) wait.add(arms[i]!, i);
    if (this.#millis < Infinity && !wait.isOver)
      wait.alarm = this.#scheduler.alarm(monotonicMillis() + this.#millis, () =>
        wait.choose(this.#lateArm, undefined),
      );
    return wait.parked.promise;
  }
}

/** `select_recv`: receives from the first channel that is ready. */
export function receiveFirst(
  scheduler: Scheduler,
  channels: readonly ChannelState[],
  site: number,
): MaybePromise<Chosen> {
  const index = channels.findIndex((channel) => channel.isReady);
  if (index >= 0) return new Chosen(index, channels[index]!.takeReady());
  const wait = new Wait(scheduler, site);
  channels.forEach((channel, i) => wait.add(new ReceiveArm(channel), i));
  return wait.parked.promise;
}

/** A goroutine that waits for one of several arms. */
class Wait implements QueueEntry {
  readonly parked: Parked<Chosen>;
  readonly #leaves: (() => void)[] = [];
  alarm: Alarm | null = null;
  isOver = false;

  constructor(scheduler: Scheduler, site: number) {
    this.parked = scheduler.park("select", site, this);
  }

  add(arm: Arm, index: number): void {
    const leave = arm.await(this, index);
    if (this.isOver) leave();
    else this.#leaves.push(leave);
  }

  leave(): void {
    this.isOver = true;
    this.alarm?.stop();
    for (const leave of this.#leaves) leave();
  }

  choose(arm: number, value: unknown): void {
    if (this.isOver) return;
    this.leave();
    this.parked.wake(new Chosen(arm, value));
  }

  fail(message: string): void {
    if (this.isOver) return;
    this.leave();
    this.parked.fail(new Panic(message, [this.parked]));
  }
}

/** For arms that only the clock, or the lack of ready arms, chooses. */
const NEVER: Arm = {
  isReady: false,
  take: () => undefined,
  await: () => () => {},
};

class ReceiveArm implements Arm {
  readonly #channel: ChannelState;

  constructor(channel: ChannelState) {
    this.#channel = channel;
  }

  get isReady(): boolean {
    return this.#channel.isReady;
  }

  take(): unknown {
    return this.#channel.takeReady();
  }

  await(wait: Wait, index: number): () => void {
    // A closed channel is never ready.
    if (this.#channel.isClosed) return () => {};
    const receiver = new ChoosingReceiver(wait, index);
    this.#channel.awaitValue(receiver);
    return () => receiver.leave();
  }
}

class SendArm implements Arm {
  readonly #channel: ChannelState;
  readonly #value: unknown;

  constructor(channel: ChannelState, value: unknown) {
    this.#channel = channel;
    this.#value = value;
  }

  get isReady(): boolean {
    return this.#channel.takes;
  }

  take(): unknown {
    return this.#channel.send(this.#value, "select", -1);
  }

  await(wait: Wait, index: number): () => void {
    const sender = new ChoosingSender(wait, index);
    sender.value = this.#value;
    this.#channel.awaitTaker(sender);
    return () => sender.leave();
  }
}

class ClosedArm implements Arm {
  readonly #channel: ChannelState;

  constructor(channel: ChannelState) {
    this.#channel = channel;
  }

  get isReady(): boolean {
    return this.#channel.isClosed && !this.#channel.isReady;
  }

  take(): undefined {}

  await(wait: Wait, index: number): () => void {
    const waiter = new ChoosingEndWaiter(wait, index);
    this.#channel.awaitEnd(waiter);
    return () => waiter.leave();
  }
}

class CancelArm implements Arm {
  readonly #cancel: Cancel;

  constructor(cancel: Cancel) {
    this.#cancel = cancel;
  }

  get isReady(): boolean {
    return this.#cancel.isCancelled;
  }

  take(): undefined {}

  await(wait: Wait, index: number): () => void {
    return this.#cancel.listen(() => wait.choose(index, undefined));
  }
}

class ChoosingReceiver extends Receiver {
  readonly #wait: Wait;
  readonly #index: number;

  constructor(wait: Wait, index: number) {
    super();
    this.#wait = wait;
    this.#index = index;
  }

  override deliver(value: unknown): void {
    this.#wait.choose(this.#index, value);
  }

  override abort(message: string): void {
    this.#wait.fail(message);
  }

  override end(): void {}
}

class ChoosingSender extends Sender {
  readonly #wait: Wait;
  readonly #index: number;

  constructor(wait: Wait, index: number) {
    super();
    this.#wait = wait;
    this.#index = index;
  }

  override taken(): void {
    this.#wait.choose(this.#index, undefined);
  }

  override abort(message: string): void {
    this.#wait.fail(message);
  }
}

class ChoosingEndWaiter extends EndWaiter {
  readonly #wait: Wait;
  readonly #index: number;

  constructor(wait: Wait, index: number) {
    super();
    this.#wait = wait;
    this.#index = index;
  }

  override end(): void {
    this.#wait.choose(this.#index, undefined);
  }

  override abort(message: string): void {
    this.#wait.fail(message);
  }
}

let seed = 0x9e3779b9;

/** Returns a number from 0 to below `count`: xorshift, the same in each run. */
function pick(count: number): number {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % count;
}
