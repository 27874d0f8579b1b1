// Channels, mutexes, wait groups and sleep (std/sync, reference/concurrency#concurrency), on the FIFO
// scheduler. A handle is the struct of the module, associated with an object by its number.
import type { FunctionSymbol, StructSymbol, Type } from "../../check/index.ts";
import { Panic } from "../../runtime/host.ts";
import { Channel } from "./channel.ts";
import type { Evaluation } from "./evaluation.ts";
import { panic } from "./functions.ts";
import type { OwnNative } from "./natives.ts";
import { Parked, type Steps } from "./scheduler.ts";
import { StructValue } from "./values.ts";

class WaitGroup {
  count = 0n;
  waiting: Parked[] = [];

  add(n: bigint): void {
    const sum = this.count + n;
    if (sum < 0n) throw new Panic("negative wait group");
    this.count = sum > 2n ** 63n - 1n ? 2n ** 63n - 1n : sum;
    if (this.count === 0n) this.release();
  }

  release(): void {
    for (const parked of this.waiting.splice(0)) parked.wake(undefined);
  }
}

/** The objects of a program by the numbers of their handles. */
class Handles<T extends object> {
  readonly #byId = new Map<bigint, T>();
  #last = 0n;

  make(evaluation: Evaluation, maker: string, object: T): StructValue {
    this.#byId.set(++this.#last, object);
    return new StructValue(structOf(functionOf(evaluation, maker).result), [this.#last]);
  }

  find(handle: StructValue): T | undefined {
    return this.#byId.get(handle.fields[0] as bigint);
  }

  free(handle: StructValue): void {
    this.#byId.delete(handle.fields[0] as bigint);
  }
}

const channels = new WeakMap<Evaluation, Handles<Channel>>();
const groups = new WeakMap<Evaluation, Handles<WaitGroup>>();

function handlesOf<T extends object>(
  tables: WeakMap<Evaluation, Handles<T>>,
  evaluation: Evaluation,
): Handles<T> {
  let handles = tables.get(evaluation);
  if (handles === undefined) tables.set(evaluation, (handles = new Handles<T>()));
  return handles;
}

function functionOf(evaluation: Evaluation, name: string): FunctionSymbol {
  return evaluation.program.modules.get("std/sync")!.functions.get(name)!;
}

function structOf(type: Type): StructSymbol {
  if (type.kind !== "Named" || type.symbol.kind !== "Struct") throw new Error("no struct");
  return type.symbol;
}

function channelOf(evaluation: Evaluation, handle: StructValue): Channel {
  return handlesOf(channels, evaluation).find(handle) ?? panic(unknown(handle));
}

const unknown = (handle: StructValue): string =>
  `operation on unknown channel ${String(handle.fields[0])} (it may have been freed or never created)`;

function groupOf(evaluation: Evaluation, handle: StructValue): WaitGroup | undefined {
  return handlesOf(groups, evaluation).find(handle);
}

function* select(evaluation: Evaluation, handles: readonly StructValue[]): Steps<unknown> {
  const all = handles.map((handle) => channelOf(evaluation, handle));
  const [index, value] = yield* Channel.select(evaluation.scheduler, all);
  return new StructValue(structOf(functionOf(evaluation, "__select").result), [BigInt(index), value]);
}

const mutexChannel = (evaluation: Evaluation, mutex: StructValue): Channel =>
  channelOf(evaluation, mutex.fields[0] as StructValue);

export const syncNatives: Readonly<Record<string, OwnNative>> = {
  "std/sync:channel": (evaluation: Evaluation) =>
    handlesOf(channels, evaluation).make(evaluation, "channel", new Channel(evaluation.scheduler, 0n)),
  "std/sync:channel_buffered": (evaluation: Evaluation, capacity: bigint) =>
    handlesOf(channels, evaluation).make(
      evaluation,
      "channel_buffered",
      new Channel(evaluation.scheduler, capacity),
    ),
  "std/sync:Channel.send": (evaluation: Evaluation, handle: StructValue, value: unknown) =>
    channelOf(evaluation, handle).send(value),
  *"std/sync:Channel.recv"(evaluation: Evaluation, handle: StructValue): Steps<unknown> {
    const got = yield* channelOf(evaluation, handle).receive();
    if (got.length === 0) throw new Panic("receive on closed channel");
    return got[0];
  },
  *"std/sync:Channel.recv_opt"(evaluation: Evaluation, handle: StructValue): Steps<unknown> {
    const got = yield* channelOf(evaluation, handle).receive();
    return evaluation.option(got[0], got.length > 0);
  },
  "std/sync:Channel.try_recv": (evaluation: Evaluation, handle: StructValue) => {
    const got = channelOf(evaluation, handle).takeReady();
    return evaluation.option(got[0], got.length > 0);
  },
  "std/sync:Channel.len": (evaluation: Evaluation, handle: StructValue) => channelOf(evaluation, handle).size,
  "std/sync:Channel.capacity": (evaluation: Evaluation, handle: StructValue) =>
    channelOf(evaluation, handle).capacity,
  "std/sync:Channel.is_closed": (evaluation: Evaluation, handle: StructValue) =>
    channelOf(evaluation, handle).isClosed,
  "std/sync:Channel.close": (evaluation: Evaluation, handle: StructValue) =>
    channelOf(evaluation, handle).close(),
  "std/sync:Channel.free": (evaluation: Evaluation, handle: StructValue) => {
    const channel = handlesOf(channels, evaluation).find(handle);
    handlesOf(channels, evaluation).free(handle);
    channel?.free(unknown(handle));
  },
  "std/sync:__select": select,
  "std/sync:Mutex.lock": (evaluation: Evaluation, mutex: StructValue) =>
    mutexChannel(evaluation, mutex).send(1n),
  "std/sync:Mutex.unlock": (evaluation: Evaluation, mutex: StructValue) => {
    if (mutexChannel(evaluation, mutex).takeReady().length === 0) throw new Panic("unlock of unlocked mutex");
  },
  "std/sync:wait_group": (evaluation: Evaluation) =>
    handlesOf(groups, evaluation).make(evaluation, "wait_group", new WaitGroup()),
  "std/sync:WaitGroup.add": (evaluation: Evaluation, handle: StructValue, n: bigint) =>
    groupOf(evaluation, handle)?.add(n),
  "std/sync:WaitGroup.done": (evaluation: Evaluation, handle: StructValue) =>
    groupOf(evaluation, handle)?.add(-1n),
  *"std/sync:WaitGroup.wait"(evaluation: Evaluation, handle: StructValue): Steps<void> {
    const group = groupOf(evaluation, handle);
    if (group === undefined || group.count === 0n) return;
    const parked = new Parked(evaluation.scheduler);
    group.waiting.push(parked);
    yield parked;
  },
  "std/sync:WaitGroup.free": (evaluation: Evaluation, handle: StructValue) => {
    groupOf(evaluation, handle)?.release();
    handlesOf(groups, evaluation).free(handle);
  },
  "std/sync:sleep_millis": sleep,
  "std/time:sleep_millis": sleep,
  "std/sync:yield_now": (evaluation: Evaluation) => evaluation.scheduler.yieldNow(),
};

function sleep(evaluation: Evaluation, millis: bigint): Steps<void> | undefined {
  return millis > 0n ? evaluation.scheduler.sleep(Number(millis)) : undefined;
}
