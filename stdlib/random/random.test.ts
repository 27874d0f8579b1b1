import { expect, test } from "vitest";
import {
  compareInt,
  INT_MAX,
  INT_MIN,
  intFromBigInt,
  intText,
  intToBigInt,
  type Int,
} from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";
import { Rng } from "./splitmix64.ts";

const functions = create(idleRuntime()).functions as unknown as {
  __entropy(): Int;
  __weighted_index(rng: Rng, length: number, weights: readonly Int[]): number;
  "Rng.next_int"(rng: Rng): Int;
  "Rng.next_float"(rng: Rng): number;
  "Rng.next_bool"(rng: Rng): boolean;
  "Rng.gen_range"(rng: Rng, lo: Int, hi: Int): Int;
  "Rng.gen_range_float"(rng: Rng, lo: number, hi: number): number;
  "Rng.shuffle"(rng: Rng, list: unknown[]): void;
  "Rng.sample"(rng: Rng, list: readonly unknown[], count: Int): unknown[];
};

const seeded = (seed: Int) => new Rng(seed);

function draws<T>(seed: Int, count: number, draw: (rng: Rng) => T): T[] {
  const rng = seeded(seed);
  return Array.from({ length: count }, () => draw(rng));
}

test.each([
  [
    0,
    "-2152535657050944081 7960286522194355700 487617019471545679",
    "7 0 9 2 3 5 6 0",
    [0.8833108082136426, 0.43152799704850997],
    "TFTFTF",
    "ebcfad",
    "zzxzxz",
  ],
  [
    1,
    "-7995527694508729151 -4689498862643123097 -534904783426661026",
    "2 9 5 7 0 4 2 6",
    [0.5665615751722809, 0.7457817572627011],
    "TTFTTF",
    "bafdec",
    "zzzzzz",
  ],
  [
    -1,
    "-1956407806741107680 -1612297016619662647 4048727598324417001",
    "8 4 0 1 3 7 2 8",
    [0.8939429202831845, 0.9125972035944532],
    "FTTFFT",
    "cbdafe",
    "zzxzzz",
  ],
] as const)("seed %d has its tabled sequences", (...row) => {
  const [seed, ints, ranges, floats, bools, order, choices] = row;
  expect(draws(seed, 3, functions["Rng.next_int"]).map(intText).join(" ")).toBe(ints);
  expect(draws(seed, 8, (rng) => functions["Rng.gen_range"](rng, 0, 10)).join(" ")).toBe(ranges);
  expect(draws(seed, 2, functions["Rng.next_float"])).toEqual(floats);
  expect(draws(seed, 6, (rng) => (functions["Rng.next_bool"](rng) ? "T" : "F")).join("")).toBe(bools);
  const letters = [..."abcdef"];
  functions["Rng.shuffle"](seeded(seed), letters);
  expect(letters.join("")).toBe(order);
  expect(draws(seed, 6, (rng) => "xyz"[functions.__weighted_index(rng, 3, [1, 0, 3])]).join("")).toBe(
    choices,
  );
});

test("raw draws agree with big integers", () => {
  let state = 0x123456789abcdefn;
  const rng = seeded(intFromBigInt(state));
  for (let i = 0; i < 1000; i++) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    expect(intToBigInt(functions["Rng.next_int"](rng))).toBe(BigInt.asIntN(64, z ^ (z >> 31n)));
  }
});

test("ranges hold at every width", () => {
  for (const [lo, hi] of [
    [INT_MIN, INT_MAX],
    [0, INT_MAX],
    [-5, INT_MAX],
    [INT_MIN, 0],
    [-3, -2],
    [2 ** 52, 2 ** 53 - 1],
  ] as const) {
    for (const value of draws(3, 200, (rng) => functions["Rng.gen_range"](rng, lo, hi))) {
      expect(compareInt(lo, value) <= 0 && compareInt(value, hi) < 0).toBe(true);
    }
  }
});

test("empty ranges take no draw", () => {
  const rng = seeded(7);
  expect(functions["Rng.gen_range"](rng, 5, 5)).toBe(5);
  expect(functions["Rng.gen_range"](rng, INT_MAX, INT_MIN)).toEqual(INT_MAX);
  expect(functions["Rng.gen_range_float"](rng, 2, 1)).toBe(2);
  expect(functions.__weighted_index(rng, 3, [0, -1, INT_MIN])).toBe(-1);
  expect(functions.__weighted_index(rng, 0, [1])).toBe(-1);
  expect(rng._state).toBe(7);
  expect(functions["Rng.gen_range_float"](rng, 0, NaN)).toBe(0);
});

test("samples and weights at their limits", () => {
  expect(functions["Rng.sample"](seeded(1), [1, 2, 3], INT_MIN)).toEqual([]);
  expect(functions["Rng.sample"](seeded(1), [1, 2, 3], INT_MAX).length).toBe(3);
  const huge = Array.from({ length: 50 }, () => INT_MAX);
  expect(
    draws(1, 50, (rng) => functions.__weighted_index(rng, 50, huge)).every(
      (index) => index >= 0 && index < 50,
    ),
  ).toBe(true);
});

test("small and large widths take the same remainder", () => {
  for (const width of [1, 3, 2 ** 21 - 1, 2 ** 21, 2 ** 21 + 1, 2 ** 40 + 7, INT_MAX]) {
    const plain = draws(9, 100, functions["Rng.next_int"]).map(
      (value) => BigInt.asUintN(64, intToBigInt(value)) >> 1n,
    );
    const ranged = draws(9, 100, (rng) => functions["Rng.gen_range"](rng, 0, width));
    expect(ranged.map(intToBigInt)).toEqual(plain.map((value) => value % intToBigInt(width)));
  }
});

test("the state can be read and set", () => {
  const rng = seeded(INT_MIN);
  expect(rng._state).toEqual(INT_MIN);
  functions["Rng.next_int"](rng);
  const copy = seeded(0);
  copy._state = rng._state;
  expect(functions["Rng.next_int"](copy)).toEqual(functions["Rng.next_int"](rng));
});

test("a seed is eight random bytes of the machine", () => {
  const idle = idleRuntime();
  const system = {
    ...idle.host.system,
    entropy: { randomBytes: (count: number) => new Uint8Array(count).fill(1) },
  };
  const { __entropy } = create({ ...idle, host: { ...idle.host, system } }).functions as unknown as {
    __entropy(): Int;
  };
  expect(intText(__entropy())).toBe("72340172838076673");
});
