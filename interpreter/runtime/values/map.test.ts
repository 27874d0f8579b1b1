import { describe, expect, test } from "vitest";
import { makeInt, ScriptMap, ScriptSet, UNIT, type Int, type Unit } from "../index.ts";

describe("ScriptMap", () => {
  test("keeps the first place and takes the last value of a key", () => {
    const map = new ScriptMap<string, number>();
    for (const [key, value] of [
      ["a", 1],
      ["b", 2],
      ["a", 3],
    ] as const)
      map.set(key, value);
    expect([...map.pairs()]).toEqual([
      ["a", 3],
      ["b", 2],
    ]);
    expect(map.delete("a")).toBe(true);
    map.set("a", 4);
    expect(map.keys()).toEqual(["b", "a"]);
  });

  test("finds wide keys by value and gives them back as Ints", () => {
    const map = new ScriptMap<Int, string>() as ScriptMap<never, string>;
    map.set(makeInt(0x7fffffff, -1) as never, "max");
    expect(map.get(makeInt(0x7fffffff, -1) as never)).toBe("max");
    expect(map.keys()).toEqual([makeInt(0x7fffffff, -1)]);
  });

  test("shares entries with the program after they were requested", () => {
    const map = new ScriptMap<string, number>();
    map.set("a", 1);
    const entry = map.entries()[0]!;
    entry._value = 7;
    expect(map.get("a")).toBe(7);
    map.set("a", 8);
    expect(entry._value).toBe(8);
    map.set("b", 9);
    expect(map.values()).toEqual([8, 9]);
    expect(map.entries()[0]).toBe(entry);
    map.delete("a");
    entry._value = 1;
    expect(map.find("a")).toBeNull();
    map.clear();
    map.set("c", 1);
    expect([...map.pairs()]).toEqual([["c", 1]]);
  });

  test("distinguishes a Unit value from an absent key", () => {
    const map = new ScriptMap<string, Unit>();
    map.set("a", UNIT);
    expect(map.find("a")).toBe(UNIT);
    expect(map.find("b")).toBeNull();
    expect(map.getOr("a", UNIT)).toBe(UNIT);
    map.entries();
    expect(map.find("a")).toBe(UNIT);
  });
});

describe("ScriptSet", () => {
  test("keeps the order of insertion, wide Ints included", () => {
    const set = new ScriptSet<never>();
    const values = [3, makeInt(-0x80000000, 0), 1, makeInt(-0x80000000, 0), 3] as never[];
    for (const value of values) set.add(value);
    expect(set.values()).toEqual([3, makeInt(-0x80000000, 0), 1]);
    expect(set.delete(makeInt(-0x80000000, 0) as never)).toBe(true);
    expect(set.size).toBe(2);
  });
});

test("sets combine by value, Ints past 2^53 included, in the order of the receiver", () => {
  const INT_MAX = makeInt(0x7fffffff, 0xffffffff | 0);
  const setOf = (...keys: Int[]) => {
    const set = new ScriptSet<Int>();
    for (const key of keys) set.add(key);
    return set;
  };
  const a = setOf(3, INT_MAX, 1);
  const b = setOf(1, 2, INT_MAX);
  expect(a.union(b).values()).toEqual([3, INT_MAX, 1, 2]);
  expect(a.filtered(b, true).values()).toEqual([INT_MAX, 1]);
  expect(a.filtered(b, false).values()).toEqual([3]);
  expect(a.values()).toEqual([3, INT_MAX, 1]);
});
