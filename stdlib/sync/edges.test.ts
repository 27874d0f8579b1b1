// Events between two steps of one operation, and goroutines that give up.
import { expect, it, vi } from "vitest";
import type { Alarm, Parked, QueueEntry, Runtime, Scheduler } from "../../interpreter/runtime/index.ts";
import type { Cancel } from "./cancel.ts";
import { RwLock } from "./locks.ts";
import { TaskState, Unheard } from "./task-state.ts";
import { TimerChannel } from "./timer-channel.ts";

/** A scheduler whose alarms never ring; `entries` are the goroutines that it has parked. */
function idle() {
  const entries: (QueueEntry | null)[] = [];
  const scheduler = {
    park<T>(what: string, site: number, entry: QueueEntry | null): Parked<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      entries.push(entry);
      return { what, site, promise, wake: resolve, fail: reject };
    },
    alarm: (): Alarm => ({ stop: () => {} }),
  } as unknown as Scheduler;
  return { scheduler, entries };
}

it("reports the end of a task whose time is over just when something begins to wait for it", () => {
  const { scheduler } = idle();
  const cancel = {
    isCancelled: false,
    listen(ring: () => void) {
      ring();
      return () => {};
    },
  } as Cancel;
  const task = new TaskState(scheduler, new Unheard({ atEnd: () => () => {} } as unknown as Runtime), cancel);
  const ended = vi.fn<() => void>();
  task.listen(ended);
  expect(ended).toHaveBeenCalledOnce();
  expect(task.isOver).toBe(true);
});

it("gives a tick that is due when a timer is closed to the goroutine that waits for it", async () => {
  vi.useFakeTimers({ toFake: ["hrtime"] });
  try {
    const timer = new TimerChannel(idle().scheduler, 100, true);
    const [first, second] = [timer.receiveOption(0), timer.receiveOption(0)];
    vi.advanceTimersByTime(100);
    timer.close();
    expect(await first).not.toBeNull();
    expect(await second).toBeNull();
    expect(timer.receiveOption(0)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it("admits readers behind a writer that gives up", async () => {
  const { scheduler, entries } = idle();
  const lock = new RwLock(scheduler);
  expect(lock.lock(false, "read lock", 0)).toBeUndefined();
  const log: string[] = [];
  void lock.lock(true, "write lock", 0);
  const readers = [1, 2].map((n) =>
    Promise.resolve(lock.lock(false, "read lock", 0)).then(() => log.push(`reader ${n}`)),
  );
  entries[0]!.leave();
  await Promise.all(readers);
  expect(log).toEqual(["reader 1", "reader 2"]);
});
