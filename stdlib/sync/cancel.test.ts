import { expect, it, test } from "vitest";
import type { Alarm, Scheduler } from "../../interpreter/runtime/index.ts";
import { Cancel } from "./cancel.ts";

/** The alarms that are set, by deadline; they ring when a test says so. */
function clock() {
  const alarms = new Map<Alarm, () => void>();
  const scheduler = {
    alarm(_deadline: number, ring: () => void): Alarm {
      const alarm: Alarm = { stop: () => void alarms.delete(alarm) };
      alarms.set(alarm, ring);
      return alarm;
    },
  } as unknown as Scheduler;
  return { alarms, scheduler };
}

test("listeners are called once, in order, and none that has left", () => {
  const { scheduler } = clock();
  const cancel = new Cancel(scheduler);
  const log: string[] = [];
  cancel.listen(() => {
    log.push("a");
    leaveC();
  });
  const leaveB = cancel.listen(() => log.push("b"));
  const leaveC = cancel.listen(() => log.push("c"));
  new Cancel(scheduler, Infinity, cancel).listen(() => log.push("child"));
  leaveB();
  cancel.cancel();
  cancel.cancel();
  expect(log).toEqual(["a", "child"]);
  new Cancel(scheduler, Infinity, cancel).listen(() => log.push("late"));
  expect(log).toEqual(["a", "child", "late"]);
});

it("sets its alarm only while it or a child has listeners", () => {
  const { alarms, scheduler } = clock();
  const top = new Cancel(scheduler, 60_000);
  const same = new Cancel(scheduler, 70_000, top);
  const sooner = new Cancel(scheduler, 50_000, same);
  expect(alarms.size).toBe(0);
  const leave = sooner.listen(() => {});
  expect(alarms.size).toBe(2);
  leave();
  leave();
  expect(alarms.size).toBe(0);
  let rung = 0;
  same.listen(() => rung++);
  expect(alarms.size).toBe(1);
  for (const ring of [...alarms.values()]) ring();
  expect([rung, alarms.size]).toEqual([1, 0]);
  expect([top, same, sooner].map((each) => each.isCancelled)).toEqual([true, true, true]);
});

it("keeps nothing of a million children that were listened to", () => {
  const { alarms, scheduler } = clock();
  const top = new Cancel(scheduler);
  for (let i = 0; i < 1_000_000; i++) {
    const child = new Cancel(scheduler, 60_000, top);
    const leave = child.listen(() => {});
    if (i % 2 === 0) leave();
    else child.cancel();
  }
  expect(alarms.size).toBe(0);
  let rung = 0;
  top.listen(() => rung++);
  top.cancel();
  expect(rung).toBe(1);
});

it("may be nested as deep as it likes", () => {
  const { scheduler } = clock();
  const top = new Cancel(scheduler);
  let low = top;
  for (let i = 0; i < 200_000; i++) low = new Cancel(scheduler, Infinity, low);
  let rung = 0;
  const leave = low.listen(() => rung++);
  leave();
  low.listen(() => rung++);
  top.cancel();
  expect([rung, low.isCancelled]).toEqual([1, true]);
});
