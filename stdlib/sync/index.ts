// Natives of std/sync: channels and wait groups on the scheduler, timers, yielding.
import { intText, Panic, some } from "../../interpreter/runtime/index.ts";
import type { Int, MaybePromise, NativeTable, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { Cancel } from "./cancel.ts";
import { ChannelState, Selected } from "./channel-state.ts";
import { DoneChannel } from "./done-channel.ts";
import { handleClass } from "./handles.ts";
import type { Handle } from "./handles.ts";
import { sleep, sleepUnless } from "./sleep.ts";
import { WaitGroupState } from "./wait-group-state.ts";

export { Cancel } from "./cancel.ts";
export { handleClass } from "./handles.ts";
export type { Handle, HandleClass } from "./handles.ts";
export { sleep, sleepUnless } from "./sleep.ts";

type Channel = Handle<ChannelState>;
type WaitGroup = Handle<WaitGroupState>;

export function create(runtime: Runtime): NativeTable {
  const { scheduler } = runtime;
  const Channel = handleClass<ChannelState>();
  const WaitGroup = handleClass<WaitGroupState>();

  function channelOf(channel: Channel): ChannelState {
    if (channel.state !== null) return channel.state;
    throw new Panic(`operation on unknown channel ${intText(channel._id)} (it may have been freed or never created)`);
  }

  function select(channels: readonly Channel[], site: number): MaybePromise<Selected> {
    const states = channels.map(channelOf);
    const index = states.findIndex((state) => state.isReady);
    if (index >= 0) return new Selected(index, states[index]!.takeReady());
    return ChannelState.select(scheduler, states, site);
  }

  return {
    structs: { Channel, WaitGroup, SelectResult: Selected, Cancel },
    functions: {
      channel: (): Channel => Channel.of(new ChannelState(scheduler, 0)),
      channel_buffered: (capacity: Int): Channel => Channel.of(new ChannelState(scheduler, Number(capacity))),
      "Channel.send": (channel: Channel, value: unknown, site: number) => channelOf(channel).send(value, "channel send", site),
      "Channel.recv": (channel: Channel, site: number) => channelOf(channel).receive("channel receive", site),
      "Channel.recv_opt": (channel: Channel, site: number): MaybePromise<Option<unknown>> =>
        channelOf(channel).receiveOption(site),
      "Channel.try_recv": (channel: Channel): Option<unknown> => {
        const state = channelOf(channel);
        return state.isReady ? some(state.takeReady()) : null;
      },
      "Channel.close": (channel: Channel): void => channelOf(channel).close(),
      "Channel.free": (channel: Channel): void => Channel.free(channel),
      __select: select,
      "Mutex.lock": (mutex: { readonly _ch: Channel }, site: number) => channelOf(mutex._ch).send(1, "mutex lock", site),
      "Mutex.unlock": (mutex: { readonly _ch: Channel }, site: number) => channelOf(mutex._ch).receive("mutex unlock", site),
      wait_group: (): WaitGroup => WaitGroup.of(new WaitGroupState(scheduler)),
      "WaitGroup.add": (group: WaitGroup, n: Int): void => group.state?.add(n),
      "WaitGroup.done": (group: WaitGroup): void => group.state?.add(-1),
      "WaitGroup.wait": (group: WaitGroup, site: number): MaybePromise<void> => group.state?.wait(site),
      "WaitGroup.free": (group: WaitGroup): void => {
        const state = group.state;
        WaitGroup.free(group);
        state?.release();
      },
      "Cancel.new": (): Cancel => new Cancel(scheduler),
      "Cancel.with_timeout": (ms: Int): Cancel => new Cancel(scheduler, Number(ms)),
      "Cancel.child": (cancel: Cancel): Cancel => new Cancel(scheduler, Infinity, cancel),
      "Cancel.child_with_timeout": (cancel: Cancel, ms: Int): Cancel => new Cancel(scheduler, Number(ms), cancel),
      "Cancel.cancel": (cancel: Cancel): void => cancel.cancel(),
      "Cancel.is_cancelled": (cancel: Cancel): boolean => cancel.isCancelled,
      "Cancel.done": (cancel: Cancel): object => (cancel.done ??= Channel.of(new DoneChannel(scheduler, cancel))),
      sleep: (ms: Int, cancel: Cancel, site: number): MaybePromise<boolean> => sleepUnless(scheduler, ms, cancel, site),
      sleep_millis: (ms: Int): MaybePromise<void> => sleep(scheduler, ms),
      yield_now: (): Promise<void> => scheduler.yieldNow(),
    },
  };
}
