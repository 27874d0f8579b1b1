import fc from "fast-check";
import { expect, it } from "vitest";
import { GoroutineScheduler } from "../../interpreter/runtime/host.ts";
import { Cancel } from "./cancel.ts";
import { ChannelState } from "./channel-state.ts";
import { Choice, type Chosen } from "./select.ts";

function run(main: (scheduler: GoroutineScheduler) => unknown): Promise<unknown> {
  const scheduler = new GoroutineScheduler();
  return new Promise((resolve) => scheduler.run(() => main(scheduler), resolve));
}

/** Returns what a plain receive finds in a channel that nothing else uses. */
const left = (channel: ChannelState): unknown => (channel.isReady ? channel.takeReady() : "nothing");

it("takes a waiter out of every queue, whatever ended the wait", async () => {
  const ends = ["receive", "send", "close", "cancel", "time"] as const;
  for (const end of ends) {
    const failure = await run(async (scheduler) => {
      const [a, b, full, ends] = [0, 0, 1, 0].map((capacity) => new ChannelState(scheduler, capacity)) as [
        ChannelState,
        ChannelState,
        ChannelState,
        ChannelState,
      ];
      void full.send(0, "", 0);
      const cancel = new Cancel(scheduler);
      const choice = new Choice(scheduler);
      choice.receive(a);
      choice.receive(b);
      choice.send(full, 1);
      choice.closed(ends);
      choice.cancelled(cancel);
      choice.after(end === "time" ? 1 : 3_600_000);
      const chosen = choice.wait(0) as Promise<Chosen>;
      if (end === "receive") void a.send(7, "", 0);
      if (end === "send") expect(full.takeReady()).toBe(0);
      if (end === "close") ends.close();
      if (end === "cancel") cancel.cancel();
      expect(await chosen).toMatchObject({
        _index: { receive: 0, send: 2, close: 3, cancel: 4, time: 5 }[end],
        _value: end === "receive" ? 7 : undefined,
      });
      expect([a.trySend(1), b.trySend(1)]).toEqual([false, false]);
      expect([left(full), left(full)]).toEqual([end === "send" ? 1 : 0, "nothing"]);
      // Only a remaining timer would keep this from being a deadlock.
      return a.receive("channel receive", 0);
    });
    expect(failure).toMatchObject({ message: "all goroutines are blocked: deadlock" });
  }
});

it("loses and doubles no value among choices and plain operations", async () => {
  const operation = fc.constantFrom("send", "receive", "choose a receive", "choose a send", "choose both");
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 3 }),
      fc.array(operation, { maxLength: 40 }),
      async (capacity, operations) => {
        let failure: unknown;
        await run(async (scheduler) => {
          const channel = new ChannelState(scheduler, capacity);
          const other = new ChannelState(scheduler, 0);
          const sent: number[] = [];
          const received: number[] = [];
          const waits: Promise<unknown>[] = [];
          const then = (waited: unknown, done: (value: unknown) => void): void =>
            void waits.push(Promise.resolve(waited).then(done));
          for (const [n, name] of operations.entries()) {
            const choice = new Choice(scheduler);
            choice.receive(other);
            if (name === "choose a receive" || name === "choose both") choice.receive(channel);
            if (name === "choose a send") choice.receive(other);
            if (name === "choose a send" || name === "choose both") choice.send(channel, n);
            if (name === "send") then(channel.send(n, "", 0), () => sent.push(n));
            else if (name === "receive")
              then(channel.receive("", 0), (value) => received.push(value as number));
            else {
              then(choice.wait(0), (chosen) => {
                const { _index, _value } = chosen as Chosen;
                if (_index === 1) received.push(_value as number);
                else sent.push(n);
              });
            }
          }
          // Remaining waiters are served.
          for (let round = 0; round < operations.length + 1; round++) {
            await new Promise((resolve) => setImmediate(resolve));
            if (channel.isReady) received.push(channel.takeReady() as number);
            else if (channel.trySend(1000 + round)) sent.push(1000 + round);
          }
          await new Promise((resolve) => setImmediate(resolve));
          while (channel.isReady) received.push(channel.takeReady() as number);
          await new Promise((resolve) => setImmediate(resolve));
          try {
            expect(received.toSorted((x, y) => x - y)).toEqual(sent.toSorted((x, y) => x - y));
          } catch (error) {
            failure = error;
          }
        });
        if (failure !== undefined) throw failure as Error;
      },
    ),
  );
});
