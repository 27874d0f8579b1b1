import { expect, test } from "vitest";
import { INT_MAX, INT_MIN, Panic, makeInt } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const functions = create(idleRuntime()).functions as unknown as Readonly<
  Record<string, (...args: unknown[]) => unknown>
>;

test.each<[string, unknown[], unknown]>([
  ["reverse", [[1, 2, 3]], [3, 2, 1]],
  ["slice", [[1, 2, 3], 1, 2], [2]],
  ["slice", [[1, 2, 3], -5, 2], [1, 2]],
  ["slice", [[1, 2, 3], 0, -1], []],
  ["slice", [[1, 2, 3], 2, 1], []],
  ["slice", [[1, 2, 3], INT_MIN, INT_MAX], [1, 2, 3]],
  ["slice", [[1, 2, 3], INT_MAX, INT_MAX], []],
  ["concat", [[1], [2]], [1, 2]],
  ["concat", [[[1]], [[2]]], [[1], [2]]],
  ["flatten", [[[[1]], [], [[2]]]], [[1], [2]]],
  ["insert", [[1, 3], 1, 2], [1, 2, 3]],
  ["insert", [[1], INT_MIN, 2], [2, 1]],
  ["insert", [[1], INT_MAX, 2], [1, 2]],
  ["remove_at", [[1, 2], 0], [2]],
  ["remove_at", [[1, 2], -1], [1, 2]],
  ["remove_at", [[1, 2], INT_MAX], [1, 2]],
  ["repeat", ["x", 2], ["x", "x"]],
  ["repeat", ["x", INT_MIN], []],
  ["range", [3, 6], [3, 4, 5]],
  ["range", [6, 3], []],
  ["range", [INT_MAX, INT_MIN], []],
  [
    "range",
    [9007199254740990, makeInt(0x200000, 1)],
    [9007199254740990, 9007199254740991, makeInt(0x200000, 0)],
  ],
])("%s(%j) is %j", (name, args, result) => {
  const before = structuredClone(args);
  const made = functions[name]!(...args);
  expect(made).toEqual(result);
  expect(args).toEqual(before);
  expect(made).not.toBe(args[0]);
});

test.each<[string, unknown[]]>([
  ["range", [INT_MIN, INT_MAX]],
  ["range", [0, INT_MAX]],
  ["range", [0, 2 ** 40]],
  ["repeat", [0, 2 ** 40]],
  ["repeat", [0, INT_MAX]],
  ["flatten", [new Array<unknown>(300).fill(new Array<number>(1_000_000).fill(0))]],
])("%s panics when the list would be too large (case %#)", (name, args) => {
  expect(() => functions[name]!(...args)).toThrow(new Panic("list too large"));
});
