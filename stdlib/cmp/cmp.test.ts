import { expect, test } from "vitest";
import { compareInt, INT_MAX, INT_MIN, makeInt, type Int } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const sorted = (create(idleRuntime()).functions as unknown as { __sorted(list: unknown[]): unknown[] })
  .__sorted;

test.each([
  [
    [3, 1, 2],
    [1, 2, 3],
  ],
  [
    [0, -0, 1, -0, 0],
    [0, -0, -0, 0, 1],
  ],
  [
    [NaN, 1, -Infinity, NaN, Infinity],
    [-Infinity, 1, Infinity, NaN, NaN],
  ],
  [
    ["b", "", "\xff", "a", "ab"],
    ["", "a", "ab", "b", "\xff"],
  ],
  [
    [true, false, true],
    [false, true, true],
  ],
  [
    [INT_MAX, 5, INT_MIN, -5],
    [INT_MIN, -5, 5, INT_MAX],
  ],
  [[], []],
])("%j in order", (list, result) => {
  const before = list.slice();
  const made = sorted(list);
  expect(made.length).toBe(result.length);
  expect(
    made.every((value, i) => Object.is(value, result[i]) || compareInt(value as Int, result[i] as Int) === 0),
  ).toBe(true);
  expect(list).toEqual(before);
});

test("zeros of either sign keep their order, so do wide Ints among narrow ones", () => {
  expect(sorted([0, -0]).map((zero) => Object.is(zero, -0))).toEqual([false, true]);
  const mixed = Array.from({ length: 1000 }, (_, i) => makeInt(((i * 7919) % 64) << 18, i));
  const made = sorted(mixed) as Int[];
  expect(made.every((value, i) => i === 0 || compareInt(made[i - 1]!, value) <= 0)).toBe(true);
});
