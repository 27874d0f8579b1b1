// Natives of std/sync: channels, choices, locks, tasks and wait groups on the scheduler, timers, yielding.
// Also the API for modules whose natives take a Cancel or return channels.
import { intText, Panic, some } from "../../interpreter/runtime/index.ts";
import type { Int, MaybePromise, NativeTable, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { Cancel } from "./cancel.ts";
import { ChannelState } from "./channel-state.ts";
import { Choice, Chosen, receiveFirst } from "./select.ts";
import { DoneChannel } from "./done-channel.ts";
import { handleClass } from "./handles.ts";
import type { Handle, HandleClass } from "./handles.ts";
import { RwLock, Semaphore } from "./locks.ts";
import { sleep, sleepUnless } from "./sleep.ts";
import { SourceChannel, type Source } from "./source-channel.ts";
import { TaskState, Unheard } from "./task-state.ts";
import { TimerChannel } from "./timer-channel.ts";
import { WaitGroupState } from "./wait-group-state.ts";

export { Cancel } from "./cancel.ts";
export { handleClass } from "./handles.ts";
export type { Handle, HandleClass } from "./handles.ts";
export { sleep, sleepUnless } from "./sleep.ts";
export type { Source, SourceChannel } from "./source-channel.ts";

type Channel = Handle<ChannelState>;
type WaitGroup = Handle<WaitGroupState>;

const channelClasses = new WeakMap<Runtime, HandleClass<ChannelState>>();

/** Returns the struct `Channel` of one program. */
function channelClass(runtime: Runtime): HandleClass<ChannelState> {
  let known = channelClasses.get(runtime);
  if (known === undefined) channelClasses.set(runtime, (known = handleClass<ChannelState>()));
  return known;
}

/** Opens a channel to which natives send: returns the end to push to, and the `Channel` for scripts. */
export function openSource(
  runtime: Runtime,
  source: Source,
): { readonly pushTo: SourceChannel; readonly channel: object } {
  const pushTo = new SourceChannel(runtime.scheduler, source);
  return { pushTo, channel: channelClass(runtime).of(pushTo) };
}

export function create(runtime: Runtime): NativeTable {
  const { scheduler } = runtime;
  const Channel = channelClass(runtime);
  const WaitGroup = handleClass<WaitGroupState>();
  const unheard = new Unheard(runtime);

  const unknown = (channel: Channel): string =>
    `operation on unknown channel ${intText(channel._id)} (it may have been freed or never created)`;

  function channelOf(channel: Channel): ChannelState {
    if (channel.state !== null) return channel.state;
    throw new Panic(unknown(channel));
  }

  function timer(ms: Int, repeats: boolean): Channel {
    const millis = Number(ms);
    if (repeats && millis <= 0) throw new Panic(`the time between ticks must be positive: ${intText(ms)}`);
    return Channel.of(new TimerChannel(scheduler, Math.max(millis, 0), repeats));
  }

  return {
    structs: {
      Channel,
      WaitGroup,
      Cancel,
      Semaphore,
      SelectResult: Chosen,
      __Chosen: Chosen,
      __Choice: Choice,
      __Lock: RwLock,
      __Outcome: TaskState,
    },
    functions: {
      channel: (): Channel => Channel.of(new ChannelState(scheduler, 0)),
      channel_buffered: (capacity: Int): Channel => Channel.of(new ChannelState(scheduler, Number(capacity))),
      after: (ms: Int): Channel => timer(ms, false),
      ticker: (ms: Int): Channel => timer(ms, true),
      "Channel.send": (channel: Channel, value: unknown, site: number) =>
        channelOf(channel).send(value, "channel send", site),
      "Channel.try_send": (channel: Channel, value: unknown): boolean => channelOf(channel).trySend(value),
      "Channel.recv": (channel: Channel, site: number) => channelOf(channel).receive("channel receive", site),
      "Channel.recv_opt": (channel: Channel, site: number): MaybePromise<Option<unknown>> =>
        channelOf(channel).receiveOption(site),
      "Channel.recv_timeout": (channel: Channel, ms: Int, site: number): MaybePromise<Option<unknown>> =>
        channelOf(channel).receiveWithin(Number(ms), site),
      "Channel.try_recv": (channel: Channel): Option<unknown> => {
        const state = channelOf(channel);
        return state.isReady ? some(state.takeReady()) : null;
      },
      "Channel.len": (channel: Channel): Int => channelOf(channel).size,
      "Channel.capacity": (channel: Channel): Int => channelOf(channel).capacity,
      "Channel.is_closed": (channel: Channel): boolean => channelOf(channel).isClosed,
      "Channel.close": (channel: Channel): void => channelOf(channel).close(),
      "Channel.free": (channel: Channel): void => {
        const { state } = channel;
        Channel.free(channel);
        state?.freed(() => unknown(channel));
      },
      __select: (channels: readonly Channel[], site: number) =>
        receiveFirst(scheduler, channels.map(channelOf), site),
      __choice: (): Choice => new Choice(scheduler),
      __choose_recv: (choice: Choice, channel: Channel): void => choice.receive(channelOf(channel)),
      __choose_closed: (choice: Choice, channel: Channel): void => choice.closed(channelOf(channel)),
      __choose_send: (choice: Choice, channel: Channel, value: unknown): void =>
        choice.send(channelOf(channel), value),
      __choose_cancelled: (choice: Choice, cancel: Cancel): void => choice.cancelled(cancel),
      __choose_after: (choice: Choice, ms: Int): void => choice.after(Number(ms)),
      __choose_otherwise: (choice: Choice): void => choice.otherwise(),
      __choose: (choice: Choice, site: number): MaybePromise<Chosen> => choice.wait(site),
      __chosen_value: (chosen: Chosen): unknown => chosen._value,
      "Mutex.lock": (mutex: { readonly _ch: Channel }, site: number) =>
        channelOf(mutex._ch).send(1, "mutex lock", site),
      "Mutex.unlock": (mutex: { readonly _ch: Channel }): void => {
        const channel = channelOf(mutex._ch);
        if (!channel.isReady) throw new Panic("unlock of unlocked mutex");
        channel.takeReady();
      },
      ...lockNatives(runtime),
      wait_group: (): WaitGroup => WaitGroup.of(new WaitGroupState(scheduler)),
      "WaitGroup.add": (group: WaitGroup, n: Int): void => group.state?.add(n),
      "WaitGroup.done": (group: WaitGroup): void => group.state?.add(-1),
      "WaitGroup.wait": (group: WaitGroup, site: number): MaybePromise<void> => group.state?.wait(site),
      "WaitGroup.free": (group: WaitGroup): void => {
        const state = group.state;
        WaitGroup.free(group);
        state?.release();
      },
      __outcome: (): TaskState => new TaskState(scheduler, unheard, null),
      __outcome_until: (cancel: Cancel): TaskState => new TaskState(scheduler, unheard, cancel),
      __run_task: (task: TaskState, f: () => unknown): unknown => task.run(f),
      __task_ended: (task: TaskState): void => task.ended(),
      __task_is_over: (task: TaskState): boolean => task.isOver,
      __task_done: (task: TaskState): object =>
        (task.done ??= Channel.of(new DoneChannel(scheduler, task, "task"))),
      __join_task: (task: TaskState, site: number): MaybePromise<void> => task.join(site),
      __task_failure(task: TaskState): Option<unknown> {
        const failure = task.failure();
        return failure === null ? null : some(failure);
      },
      ...cancelNatives(runtime),
      sleep: (ms: Int, cancel: Cancel, site: number): MaybePromise<boolean> =>
        sleepUnless(scheduler, ms, cancel, site),
      sleep_millis: (ms: Int): MaybePromise<void> => sleep(scheduler, ms),
      yield_now: (): Promise<void> => scheduler.yieldNow(),
    },
  };
}

/** Natives of `Semaphore`, and of the locks that sync.std builds on `__Lock`. */
function lockNatives({ scheduler }: Runtime): NativeTable["functions"] {
  return {
    semaphore: (permits: Int): Semaphore => new Semaphore(scheduler, permits),
    "Semaphore.acquire": (semaphore: Semaphore, site: number): MaybePromise<void> => semaphore.acquire(site),
    "Semaphore.try_acquire": (semaphore: Semaphore): boolean => semaphore.tryAcquire(),
    "Semaphore.release": (semaphore: Semaphore): void => semaphore.release(),
    __lock: (): RwLock => new RwLock(scheduler),
    __lock_read: (lock: RwLock, site: number): MaybePromise<void> => lock.lock(false, "read lock", site),
    __lock_write: (lock: RwLock, site: number): MaybePromise<void> => lock.lock(true, "write lock", site),
    __lock_once: (lock: RwLock, site: number): MaybePromise<void> => lock.lock(true, "once", site),
    __unlock_read: (lock: RwLock): void => lock.unlock(false),
    __unlock_write: (lock: RwLock): void => lock.unlock(true),
  };
}

function cancelNatives(runtime: Runtime): NativeTable["functions"] {
  const { scheduler } = runtime;
  const Channel = channelClass(runtime);
  return {
    "Cancel.new": (): Cancel => new Cancel(scheduler),
    "Cancel.with_timeout": (ms: Int): Cancel => new Cancel(scheduler, Number(ms)),
    "Cancel.child": (cancel: Cancel): Cancel => new Cancel(scheduler, Infinity, cancel),
    "Cancel.child_with_timeout": (cancel: Cancel, ms: Int): Cancel =>
      new Cancel(scheduler, Number(ms), cancel),
    "Cancel.cancel": (cancel: Cancel): void => cancel.cancel(),
    "Cancel.is_cancelled": (cancel: Cancel): boolean => cancel.isCancelled,
    "Cancel.done": (cancel: Cancel): object =>
      (cancel.done ??= Channel.of(new DoneChannel(scheduler, cancel, "Cancel"))),
  };
}
