// Goroutines that run above one that computes.
import { expect, test } from "vitest";
import { monotonicMillis } from "../clock.ts";
import { Panic } from "../panics/index.ts";
import { GoroutineScheduler } from "./goroutines.ts";
import type { Scheduler } from "./scheduler.ts";
import { Rest } from "./testing/rest.ts";

interface Busy {
  value: boolean;
}

/** Runs a program for which the event loop delivers nothing, unless the host is set busy. */
function run(main: (s: GoroutineScheduler, busy: Busy) => unknown, idle?: () => void): Promise<unknown> {
  const busy = { value: false };
  const scheduler = new GoroutineScheduler(
    () => {},
    () => busy.value,
    Infinity,
    null,
    idle,
  );
  return new Promise((resolve) => scheduler.run(() => main(scheduler, busy), resolve));
}

/** Computes until `done`; returns whether it had to give way. */
function compute(s: Scheduler, done: () => boolean): boolean {
  while (!done()) if (--s.slice.fuel < 0 && s.due()) return true;
  return false;
}

test("spawned goroutines and sleepers run while main computes and never gives way", async () => {
  const log: string[] = [];
  let idled = 0;
  await run(
    (s) => {
      s.spawn(() => void log.push("spawned"));
      s.spawn(() => {
        const deadline = monotonicMillis() + 20;
        const again = (): unknown => {
          log.push(monotonicMillis() >= deadline ? "slept" : "too early");
          return undefined;
        };
        return s.pause(new Rest(s, again), s.sleep(20));
      });
      expect(compute(s, () => log.length === 2)).toBe(false);
    },
    () => idled++,
  );
  expect(log).toEqual(["spawned", "slept"]);
  expect(idled).toBeGreaterThan(0);
});

test("two that compute have slices in turns, and the one above gives way", async () => {
  const slices: string[] = [];
  let gaveWay = 0;
  const note = (name: string): void => void (slices.at(-1) !== name && slices.push(name));
  await run((s) => {
    const other = (): unknown => {
      if (!compute(s, () => (note("other"), slices.length > 8))) return undefined;
      gaveWay++;
      return s.pause(new Rest(s, other), s.giveWay());
    };
    s.spawn(other);
    expect(compute(s, () => (note("main"), slices.length > 8))).toBe(false);
  });
  expect(slices.length).toBeGreaterThan(8);
  expect(gaveWay).toBeGreaterThan(2);
});

test("goroutines that hand values to each other forever leave a computing goroutine its time slices", async () => {
  let handed = 0;
  await run((s) => {
    let parked = s.park<void>("channel receive", 0);
    const hand = (): unknown => {
      handed++;
      parked.wake();
      parked = s.park<void>("channel receive", 0);
      return s.pause(new Rest(s, hand), parked.promise);
    };
    s.spawn(hand);
    s.spawn(hand);
    // Each time that it sees more of them, it has a time slice after theirs.
    let slices = 0;
    let seen = 0;
    const hasThree = (): boolean => {
      if (handed !== seen) slices++;
      seen = handed;
      return slices === 3;
    };
    expect(compute(s, hasThree)).toBe(false);
  });
});

test.each(["a promise of the host", "the outside world", "a native that waits by a promise", "a busy host"])(
  "a computing goroutine gives way as soon as another needs the event loop: %s",
  async (what) => {
    let isDone = false;
    let gaveWay = false;
    await run((s, busy) => {
      const later = new Promise<void>((resolve) => setTimeout(resolve, 1));
      s.spawn(() => {
        const done = (): void => void (isDone = true);
        if (what === "a promise of the host") return s.pause(new Rest(s, done), later);
        if (what === "the outside world") return s.pause(new Rest(s, done), s.external(later));
        if (what === "a native that waits by a promise")
          return s.pause(
            new Rest(s, done),
            (async () => {
              await s.sleep(1);
            })(),
          );
        busy.value = true;
        return void setTimeout(done, 1);
      });
      const on = (): unknown => {
        if (!compute(s, () => isDone)) return undefined;
        gaveWay = true;
        return s.pause(new Rest(s, on), s.giveWay());
      };
      return on();
    });
    expect([isDone, gaveWay]).toEqual([true, true]);
  },
);

test("a panic above ends the program, and the goroutines below do not continue", async () => {
  let gaveWay = false;
  const failure = await run((s) => {
    s.spawn(() => {
      throw new Panic("above");
    });
    gaveWay = compute(s, () => false);
    return s.pause(new Rest(s, () => expect.unreachable()), s.giveWay());
  });
  expect((failure as Panic).message).toBe("above");
  expect(gaveWay).toBe(true);
});

test("main may end above one that computes", async () => {
  let gaveWay = false;
  const failure = await run((s) => {
    s.spawn(() => {
      gaveWay = compute(s, () => false);
      return s.pause(new Rest(s, () => expect.unreachable()), s.giveWay());
    });
    return s.pause(new Rest(s, () => {}), s.sleep(5));
  });
  expect(failure).toBeUndefined();
  expect(gaveWay).toBe(true);
});

test("a goroutine that computes deep down in calls gives way, so that others have the whole stack", async () => {
  const deep = (s: Scheduler, calls: number): boolean =>
    calls === 0 ? compute(s, () => false) : [deep(s, calls - 1)][0]!;
  let ran = false;
  await run((s) => {
    s.spawn(() => void (ran = true));
    expect(deep(s, 200)).toBe(true);
    return s.pause(new Rest(s, () => {}), s.giveWay());
  });
  expect(ran).toBe(true);
});
