// Waits for clients that read slowly, with a simulated clock.
import { expect, it } from "vitest";
import { WriteWait } from "./write-wait.ts";

/**
 * Returns when the wait ends for a client whose queue is `unsent(time)`, with limit 1000, up to 10,000 at
 * most.
 */
function endOf(unsent: (time: number) => number | null): number {
  const wait = new WriteWait();
  let next: number | null = wait.begin(0, 1_000);
  let now = 0;
  while (next !== null && now < 10_000) {
    now = next;
    next = wait.look(now, unsent(now));
  }
  return now;
}

it("ends after the limit for a client that takes nothing", () => {
  expect(endOf(() => 3_000_000)).toBe(1_000);
  expect(endOf(() => null)).toBe(1_000);
});
it("continues while the client takes a slice within each limit", () => {
  expect(endOf((time) => 3_000_000 - time * 80)).toBeGreaterThanOrEqual(10_000);
  expect(endOf((time) => 3_000_000 - Math.floor(time / 900) * 70_000)).toBeGreaterThanOrEqual(10_000);
});
it("counts data that the system accepted as progress", () => {
  expect(endOf((time) => 3_000_000 + Math.floor(time / 900))).toBeGreaterThanOrEqual(10_000);
});
it("ends for a client that takes a byte now and then", () => {
  expect(endOf((time) => 3_000_000 - time)).toBe(1_000);
  expect(endOf((time) => 3_000_000 - Math.min(time, 2_000) * 80)).toBeLessThanOrEqual(3_250);
});
it("may have no limit", () => {
  expect(new WriteWait().begin(5, Infinity)).toBe(Infinity);
});
