import { expect, onTestFinished, test, vi } from "vitest";
import { machine } from "../../host/index.ts";
import { monotonicMillis } from "../clock.ts";
import { GoroutineScheduler } from "./goroutines.ts";
import { Panic } from "../panics/index.ts";
import { Rest } from "./testing/rest.ts";

function run(main: (scheduler: GoroutineScheduler) => unknown): Promise<unknown> {
  const scheduler = new GoroutineScheduler();
  return new Promise((resolve) => scheduler.run(() => main(scheduler), resolve));
}

test("the return of main ends the program immediately", () => {
  let ended = false;
  const scheduler = new GoroutineScheduler();
  scheduler.run(
    () => scheduler.spawn(() => expect.unreachable()),
    () => (ended = true),
  );
  expect(ended).toBe(true);
});

test("goroutines start in order, after their spawn", async () => {
  const log: string[] = [];
  await run(async (s) => {
    s.spawn(() => log.push("a"));
    s.spawn(() => log.push("b"));
    log.push("main");
    await s.yieldNow();
    log.push("end");
  });
  expect(log).toEqual(["main", "a", "b", "end"]);
});

test("yieldNow lets ready goroutines run until they wait, however deep their calls", async () => {
  const log: string[] = [];
  await run(async (s) => {
    const parked = s.park<void>("channel receive", 0);
    const nested = async (depth: number): Promise<void> =>
      depth === 0 ? parked.promise : await nested(depth - 1);
    s.spawn(async () => {
      await nested(20);
      log.push("goroutine");
    });
    await s.yieldNow();
    parked.wake();
    await s.yieldNow();
    log.push("main");
  });
  expect(log).toEqual(["goroutine", "main"]);
});

test("a deadlock names every blocked operation, oldest first", async () => {
  const failure = await run(async (s) => {
    s.spawn(() => s.park("channel receive", 7).promise);
    await s.park("mutex lock", 3).promise;
  });
  expect(failure).toBeInstanceOf(Panic);
  expect((failure as Panic).message).toBe("all goroutines are blocked: deadlock");
  expect((failure as Panic).blocked.map((b) => [b.what, b.site])).toEqual([
    ["mutex lock", 3],
    ["channel receive", 7],
  ]);
});

test("the end of the last free goroutine is found to be a deadlock", async () => {
  const failure = await run(async (s) => {
    s.spawn(() => s.external(new Promise((resolve) => setTimeout(resolve, 5))));
    await s.park("channel receive", 0).promise;
  });
  expect((failure as Panic).message).toContain("deadlock");
});

test("waiting for the outside world is no deadlock", async () => {
  const failure = await run(async (s) => {
    const parked = s.park<number>("channel receive", 0);
    s.spawn(async () => {
      await s.external(new Promise((resolve) => setTimeout(resolve, 20)));
      parked.wake(4);
    });
    expect(await parked.promise).toBe(4);
  });
  expect(failure).toBeUndefined();
});

test("a failure in any goroutine ends the program", async () => {
  const failure = await run(async (s) => {
    s.spawn(async () => {
      await s.yieldNow();
      throw new Panic("boom");
    });
    await s.external(new Promise(() => {}));
  });
  expect((failure as Panic).message).toBe("boom");
});

test("handing values to and fro does not starve timers", async () => {
  const failure = await run(async (s) => {
    let stop = false;
    s.spawn(async () => {
      await s.external(new Promise((resolve) => setTimeout(resolve, 10)));
      stop = true;
    });
    let waiting = s.park<void>("channel receive", 0);
    s.spawn(async () => {
      for (;;) {
        const mine = s.park<void>("channel send", 0);
        waiting.wake();
        waiting = mine;
        await mine.promise;
      }
    });
    while (!stop) {
      await waiting.promise;
      const other = waiting;
      waiting = s.park<void>("channel receive", 0);
      other.wake();
    }
  });
  expect(failure).toBeUndefined();
});

test("busy-waiting with yieldNow lets timers run", async () => {
  await run(async (s) => {
    let done = false;
    setTimeout(() => (done = true), 10);
    while (!done) await s.yieldNow();
  });
});

test("a computing goroutine gives way to those that became ready, in turns with others that compute", async () => {
  const log: string[] = [];
  let rounds = 0;
  await run(async (s) => {
    const compute = (name: string) => async (): Promise<void> => {
      for (let i = 0; i < 3; i++) {
        while (--s.slice.fuel >= 0 || !s.due()) rounds++;
        log.push(name);
        await s.giveWay();
      }
    };
    s.spawn(compute("a"));
    s.spawn(compute("b"));
    const parked = s.park<void>("channel receive", 0);
    s.spawn(() => parked.wake());
    await parked.promise;
    log.push("woken");
    while (log.length < 7) await s.sleep(1);
  });
  expect(rounds).toBeGreaterThan(0);
  // A slice may pass while the machine is busy, so that one of them has two in a row, but not all three.
  const slices = log.filter((name) => name !== "woken");
  expect(slices.toSorted()).toEqual(["a", "a", "a", "b", "b", "b"]);
  expect(slices.slice(0, 3).toSorted()).not.toEqual(["a", "a", "a"]);
  expect(log.indexOf("woken")).toBeLessThan(3);
});

test("ready goroutines get a whole slice when the one that spawned them has used up its own", async () => {
  const log: string[] = [];
  await run((s) => {
    for (const name of ["a", "b", "c"]) s.spawn(() => log.push(name));
    while (--s.slice.fuel >= 0 || !s.due());
    return s.pause(new Rest(s, () => void log.push("main")), s.giveWay());
  });
  expect(log).toEqual(["a", "b", "c", "main"]);
});

test("sleepers wake in the order of their deadlines, those of one deadline in the order of their calls", async () => {
  let now = 0;
  const clock = vi.spyOn(machine().clock, "monotonicMillis").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const log: number[] = [];
  const delays = [180, 60, 140, 60, 20, 180, 100, 40, 160, 80];
  await run(async (s) => {
    delays.forEach((delay, at) =>
      s.spawn(async () => {
        await s.sleep(delay);
        log.push(at);
      }),
    );
    await s.yieldNow();
    const last = s.sleep(200);
    // All are due at the next turn of the event loop.
    now = 200;
    await last;
  });
  expect(log).toEqual([...delays.keys()].toSorted((a, b) => delays[a]! - delays[b]!));
});

test("a slice is used up after a while, also where each step takes long", async () => {
  await run(async (s) => {
    let done = false;
    setTimeout(() => (done = true), 5);
    // The timer fires only if this gives way.
    while (!done) {
      const until = performance.now() + 0.3;
      while (performance.now() < until);
      if (--s.slice.fuel < 0 && s.due()) await s.giveWay();
    }
  });
});

test("a promise that settles after the end wakes no goroutine", async () => {
  const scheduler = new GoroutineScheduler();
  let woken = false;
  let settle = (): void => {};
  await new Promise((resolve) =>
    scheduler.run(async () => {
      scheduler.spawn(async () => {
        await scheduler.external(new Promise<void>((done) => (settle = done)));
        woken = true;
      });
      await scheduler.yieldNow();
    }, resolve),
  );
  settle();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(woken).toBe(false);
});

test("a parked goroutine can be woken with a panic", async () => {
  const failure = await run(async (s) => {
    const parked = s.park<number>("channel receive", 0);
    s.spawn(() => parked.fail(new Panic("receive on closed channel")));
    await parked.promise;
  });
  expect((failure as Panic).message).toBe("receive on closed channel");
});

test("a hundred thousand goroutines start in order, before the one that yields continues", async () => {
  const started: number[] = [];
  await run(async (s) => {
    for (let i = 0; i < 100_000; i++) s.spawn(() => void started.push(i));
    await s.yieldNow();
    expect(started).toHaveLength(100_000);
  });
  expect(started.every((value, index) => value === index)).toBe(true);
});

test("a woken goroutine keeps its place between spawned ones", async () => {
  const log: string[] = [];
  await run(async (s) => {
    const parked = s.park<void>("channel receive", 0);
    s.spawn(() => s.pause(new Rest(s, () => log.push("woken")), parked.promise));
    await s.yieldNow();
    s.spawn(() => log.push("first"));
    parked.wake();
    s.spawn(() => log.push("second"));
    await s.yieldNow();
  });
  expect(log).toEqual(["first", "woken", "second"]);
});

test("a result goes from frame to frame, and a failure to the start of the chain", async () => {
  const values: unknown[] = [];
  const failure = await run((s) => {
    const parked = s.park<number>("channel receive", 0);
    s.spawn(() => parked.wake(20));
    const inner = s.pause(new Rest(s, (value) => (value as number) + 1), parked.promise);
    const outer = s.pause(new Rest(s, (value) => values.push((value as number) * 2)), inner as never);
    return s.pause(
      new Rest(s, () => {
        throw new Panic("boom");
      }),
      outer as never,
    );
  });
  expect(values).toEqual([42]);
  expect((failure as Panic).message).toBe("boom");
});

test("a panic has the calls that wait for the failed one", async () => {
  const failure = await run((s) => {
    const parked = s.park<number>("channel receive", 0);
    s.spawn(() => parked.fail(new Panic("receive on closed channel")));
    const inner = s.pause(new Rest(s, () => {}), parked.promise);
    return s.pause(new Rest(s, () => {}), inner as never);
  });
  expect((failure as Panic).callers).toEqual([7, 7]);
});

test("calls that wait for each other without end overflow the stack", async () => {
  const failure = await run((s) => {
    let depth = 0;
    const deeper = (): unknown => {
      if (depth++ > 1_000_000) return 0;
      const frame: Rest = new Rest(s, () => {
        const inner = deeper();
        return inner instanceof Promise ? s.again(frame, inner) : inner;
      });
      const parked = s.park<void>("channel receive", 0);
      parked.wake();
      return s.pause(frame, parked.promise);
    };
    return deeper();
  });
  expect((failure as Panic).message).toBe("stack overflow");
});

test("a goroutine of a session that is given up leaves the place where it waits", async () => {
  const scheduler = new GoroutineScheduler();
  const failures: unknown[] = [];
  scheduler.stayOpen((failure) => failures.push(failure));
  let left = 0;
  const end = { done: () => expect.unreachable(), failed: () => expect.unreachable() };
  const { giveUp } = scheduler.start(
    () => scheduler.park("channel receive", 0, { leave: () => left++ }).promise,
    end,
  );
  await expect.poll(() => failures).toHaveLength(1);
  expect(giveUp()).toBe(true);
  expect(left).toBe(1);
  expect(giveUp()).toBe(false);
});

test("alarms ring in the order of their deadlines, whichever of them are stopped", async () => {
  const rung: number[] = [];
  const expected: number[] = [];
  await run(async (s) => {
    const start = monotonicMillis();
    // Each delay once, in scrambled order.
    const alarms = Array.from({ length: 1000 }, (_, i) => ({
      delay: (i * 611) % 1000,
      stops: i % 3 === 0,
    })).map(({ delay, stops }) => ({
      delay,
      stops,
      alarm: s.alarm(start + delay / 50, () => rung.push(delay)),
    }));
    for (const { delay, stops, alarm } of alarms) {
      if (!stops) expected.push(delay);
      else alarm.stop();
      if (stops) alarm.stop();
    }
    expected.sort((a, b) => a - b);
    await s.sleep(21);
  });
  expect(rung).toEqual(expected);
});

test("an alarm that wakes no goroutine may leave a deadlock behind", async () => {
  const failure = await run((s) => {
    s.alarm(monotonicMillis() + 5, () => {});
    return s.park("channel receive", 0).promise;
  });
  expect(failure).toMatchObject({ message: "all goroutines are blocked: deadlock" });
});
