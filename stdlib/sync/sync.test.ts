import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INT_MAX, Panic, Ring, Some } from "../../interpreter/runtime/index.ts";
import type { Parked, Runtime } from "../../interpreter/runtime/index.ts";
import { create } from "./index.ts";

type Native = (...args: unknown[]) => unknown;

function sync() {
  const scheduler = {
    park<T>(what: string, site: number): Parked<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      return { what, site, promise, wake: resolve, fail: reject };
    },
    external: <T>(promise: Promise<T>) => promise,
    yieldNow: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
  };
  const table = create({ scheduler, atEnd: () => () => {} } as unknown as Runtime);
  const call = (name: string, ...args: unknown[]) => (table.functions[name] as Native)(...args, 0);
  return { call, structs: table.structs! };
}

describe("channels", () => {
  it("pass a value to the receiver that has waited longest", async () => {
    const { call } = sync();
    const ch = call("channel");
    const first = call("Channel.recv", ch);
    const second = call("Channel.recv", ch);
    expect(call("Channel.send", ch, 1)).toBeUndefined();
    expect(call("Channel.send", ch, 2)).toBeUndefined();
    expect(await first).toBe(1);
    expect(await second).toBe(2);
  });

  it("without a buffer let the sender wait for a receiver", async () => {
    const { call } = sync();
    const ch = call("channel_buffered", -3);
    const log: string[] = [];
    const sent = (call("Channel.send", ch, 7) as Promise<void>).then(() => log.push("sent"));
    await Promise.resolve();
    expect(log).toEqual([]);
    expect(call("Channel.recv", ch)).toBe(7);
    await sent;
    expect(log).toEqual(["sent"]);
  });

  it("keep the order of buffered values and waiting senders", async () => {
    const { call } = sync();
    const ch = call("channel_buffered", 2);
    expect(call("Channel.send", ch, 1)).toBeUndefined();
    expect(call("Channel.send", ch, 2)).toBeUndefined();
    const third = call("Channel.send", ch, 3);
    const fourth = call("Channel.send", ch, 4);
    const got = [1, 2, 3, 4].map(() => call("Channel.recv", ch));
    await Promise.all([third, fourth]);
    expect(got).toEqual([1, 2, 3, 4]);
  });

  it("drain after close, then end", async () => {
    const { call } = sync();
    const ch = call("channel_buffered", 1);
    call("Channel.send", ch, 1);
    const waiting = call("Channel.send", ch, 2);
    call("Channel.close", ch);
    await expect(waiting).rejects.toThrow("send on closed channel");
    expect(() => call("Channel.send", ch, 3)).toThrow(new Panic("send on closed channel"));
    expect(call("Channel.recv", ch)).toBe(1);
    expect(call("Channel.recv_opt", ch)).toBeNull();
    expect(() => call("Channel.recv", ch)).toThrow(new Panic("receive on closed channel"));
    call("Channel.close", ch);
  });

  it("wake every waiting receiver on close", async () => {
    const { call } = sync();
    const ch = call("channel");
    const plain = call("Channel.recv", ch);
    const option = call("Channel.recv_opt", ch);
    call("Channel.close", ch);
    await expect(plain).rejects.toThrow("receive on closed channel");
    expect(await option).toBeNull();
  });

  it("wrap an option that carries an option", async () => {
    const { call } = sync();
    const ch = call("channel_buffered", 1);
    call("Channel.send", ch, null);
    expect(call("Channel.try_recv", ch)).toEqual(new Some(null));
    const waiting = call("Channel.recv_opt", ch);
    call("Channel.send", ch, null);
    expect(await waiting).toEqual(new Some(null));
    expect(call("Channel.try_recv", ch)).toBeNull();
  });

  it("are unknown after free, for every handle", () => {
    const { call, structs } = sync();
    const ch = call("channel") as { _id: number };
    const id = ch._id;
    const alias = new structs.Channel!(...([id] as never[]));
    call("Channel.free", alias);
    call("Channel.free", alias);
    const text = `operation on unknown channel ${id} (it may have been freed or never created)`;
    expect(() => call("Channel.send", ch, 1)).toThrow(new Panic(text));
    expect(() => call("Channel.recv", alias)).toThrow(new Panic(text));
    expect(() => call("__select", [ch])).toThrow(new Panic(text));
  });

  it("mean the same channel by number", () => {
    const { call, structs } = sync();
    const ch = call("channel_buffered", 1) as { _id: number };
    const alias = new structs.Channel!(...([ch._id] as never[]));
    call("Channel.send", alias, 5);
    expect(call("Channel.recv", ch)).toBe(5);
  });
});

describe("select", () => {
  it("takes the first ready channel and leaves the others alone", () => {
    const { call } = sync();
    const [quiet, busy, later] = [call("channel"), call("channel_buffered", 1), call("channel_buffered", 1)];
    call("Channel.send", busy, 41);
    call("Channel.send", later, 42);
    expect(call("__select", [quiet, busy, later])).toMatchObject({ _index: 1, _value: 41 });
    expect(call("Channel.recv", later)).toBe(42);
  });

  it("sees a sender that waits", async () => {
    const { call } = sync();
    const ch = call("channel");
    const sent = call("Channel.send", ch, 3);
    expect(call("__select", [ch])).toMatchObject({ _index: 0, _value: 3 });
    await sent;
  });

  it("leaves the queues of channels it did not choose", async () => {
    const { call } = sync();
    const [a, b] = [call("channel"), call("channel")];
    const chosen = call("__select", [a, b, a]);
    const plain = call("Channel.recv", a);
    expect(call("Channel.send", b, 1)).toBeUndefined();
    expect(await chosen).toMatchObject({ _index: 1, _value: 1 });
    expect(call("Channel.send", a, 2)).toBeUndefined();
    expect(await plain).toBe(2);
  });

  it("never finds a closed, empty channel ready", async () => {
    const { call } = sync();
    const [closed, open, closedLater] = [call("channel"), call("channel"), call("channel")];
    call("Channel.close", closed);
    const chosen = call("__select", [closed, open, closedLater]);
    call("Channel.close", closedLater);
    call("Channel.send", open, 9);
    expect(await chosen).toMatchObject({ _index: 1, _value: 9 });
  });
});

describe("mutex", () => {
  it("is handed over in order", async () => {
    const { call } = sync();
    const mutex = { _ch: call("channel_buffered", 1) };
    const log: number[] = [];
    expect(call("Mutex.lock", mutex)).toBeUndefined();
    const second = (call("Mutex.lock", mutex) as Promise<void>).then(() => log.push(2));
    const third = (call("Mutex.lock", mutex) as Promise<void>).then(() => log.push(3));
    call("Mutex.unlock", mutex);
    await second;
    expect(log).toEqual([2]);
    call("Mutex.unlock", mutex);
    await third;
    expect(log).toEqual([2, 3]);
  });

  it("refuses to be unlocked while it is free", () => {
    const { call } = sync();
    const mutex = { _ch: call("channel_buffered", 1) };
    const refusal = new Panic("unlock of unlocked mutex");
    expect(() => call("Mutex.unlock", mutex)).toThrow(refusal);
    call("Mutex.lock", mutex);
    call("Mutex.unlock", mutex);
    expect(() => call("Mutex.unlock", mutex)).toThrow(refusal);
  });
});

describe("wait groups", () => {
  it("wake everyone at 0 and refuse to go below", async () => {
    const { call } = sync();
    const group = call("wait_group");
    expect(() => call("WaitGroup.done", group)).toThrow(new Panic("negative wait group"));
    expect(call("WaitGroup.wait", group)).toBeUndefined();
    call("WaitGroup.add", group, 2);
    const waits = [call("WaitGroup.wait", group), call("WaitGroup.wait", group)];
    call("WaitGroup.done", group);
    call("WaitGroup.done", group);
    await Promise.all(waits);
  });

  it("saturate at the largest Int", () => {
    const { call } = sync();
    const group = call("wait_group");
    call("WaitGroup.add", group, INT_MAX);
    call("WaitGroup.add", group, INT_MAX);
    expect(call("WaitGroup.wait", group)).toBeInstanceOf(Promise);
    call("WaitGroup.free", group);
    call("WaitGroup.add", group, 1);
    expect(call("WaitGroup.wait", group)).toBeUndefined();
  });
});

it("returns immediately from a sleep of 0 ms", () => {
  const { call } = sync();
  expect(call("sleep_millis", 0)).toBeUndefined();
  expect(call("sleep_millis", -5)).toBeUndefined();
  expect(call("sleep_millis", 1)).toBeInstanceOf(Promise);
});

it("keeps a ring's order while it grows and wraps", () => {
  const ring = new Ring<number>();
  const out: number[] = [];
  for (let i = 0; i < 1000; i++) {
    ring.push(i);
    if (i % 3 === 2) out.push(ring.shift());
  }
  while (ring.size > 0) out.push(ring.shift());
  expect(out).toEqual(Array.from({ length: 1000 }, (_, i) => i));
});

it("delivers every value once and in order, whichever side waits", async () => {
  const operation = fc.constantFrom("send", "recv", "recv_opt", "try_recv", "select");
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -1, max: 4 }),
      fc.array(operation, { maxLength: 60 }),
      async (capacity, operations) => {
        const { call } = sync();
        const ch = call("channel_buffered", capacity);
        const other = call("channel");
        let sent = 0;
        const received: unknown[] = [];
        for (const name of operations) {
          if (name === "send") void call("Channel.send", ch, ++sent);
          else if (name === "try_recv") received.push(call("Channel.try_recv", ch) ?? undefined);
          else if (name === "select")
            received.push(
              Promise.resolve(call("__select", [other, ch])).then(
                (got) => (got as { _value: unknown })._value,
              ),
            );
          else received.push(call(`Channel.${name}`, ch));
        }
        for (let i = 0; i < operations.length; i++) void call("Channel.send", ch, ++sent);
        const values = (await Promise.all(received)).filter((value) => value !== undefined);
        expect(values).toEqual(Array.from({ length: values.length }, (_, i) => i + 1));
      },
    ),
  );
});
