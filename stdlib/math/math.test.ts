import { expect, test } from "vitest";
import { INT_MAX, INT_MIN, intFromBigInt } from "../../interpreter/runtime/index.ts";
import { create } from "./index.ts";

const functions = create().functions as unknown as Readonly<Record<string, (...args: unknown[]) => unknown>>;

test.each<[string, unknown[], unknown]>([
  ["tau", [], 6.283185307179586],
  ["abs_int", [-3], 3],
  ["abs_int", [intFromBigInt(-9223372036854775807n)], INT_MAX],
  ["pow_int", [2, 10], 1024],
  ["pow_int", [-2, 63], INT_MIN],
  ["pow_int", [7, -1], 0],
  ["pow_int", [0, 0], 1],
  ["pow_int", [INT_MIN, 0], 1],
  ["pow_int", [INT_MIN, 1], INT_MIN],
  ["pow_int", [1, INT_MAX], 1],
  ["pow_int", [-1, INT_MAX], -1],
  ["pow_int", [-1, INT_MIN], 0],
  ["pow_int", [0, INT_MAX], 0],
  ["gcd", [-84, 36], 12],
  ["gcd", [0, 0], 0],
  ["gcd", [0, -5], 5],
  ["gcd", [INT_MAX, 7], 7],
  ["lcm", [4, 6], 12],
  ["lcm", [0, INT_MIN], 0],
  ["lcm", [-3, 7], 21],
  ["lcm", [INT_MAX, INT_MAX], INT_MAX],
  ["round", [2.5], 3],
  ["round", [-2.5], -3],
  ["round", [-0.4], -0],
  ["round", [0.49999999999999994], 0],
  ["round", [4503599627370495.5], 4503599627370496],
  ["round", [NaN], NaN],
  ["ceil", [-0.4], -0],
  ["fmod", [-7.5, 2], -1.5],
  ["fmod", [1, 0], NaN],
  ["pow", [1, NaN], 1],
  ["pow", [NaN, 0], 1],
  ["pow", [-1, -Infinity], 1],
  ["pow", [-8, 1 / 3], NaN],
  ["hypot", [3 * 2 ** 600, 4 * 2 ** 600], 5 * 2 ** 600],
  ["hypot", [3e-200, 4e-200], 5e-200],
  ["hypot", [Infinity, NaN], Infinity],
  ["hypot", [NaN, 1], NaN],
  ["hypot", [0, -0], 0],
  ["cbrt", [-27], -3],
  ["ln", [0], -Infinity],
  ["ln", [-1], NaN],
  ["log10", [0], -Infinity],
  ["log10", [-1], NaN],
  ["log10", [Infinity], Infinity],
  ["log10", [Number.MAX_VALUE], 308.25471555991675],
  ["log10", [5e-324], -323.3062153431158],
  ["sinh", [-0], -0],
  ["sinh", [-Infinity], -Infinity],
  ["sinh", [710.4758600739439], 1.7976931348621744e308],
  ["sinh", [711], Infinity],
  ["cosh", [NaN], NaN],
  ["cosh", [-711], Infinity],
  ["tanh", [-0], -0],
  ["tanh", [-1000], -1],
  ["tanh", [NaN], NaN],
])("%s(%j) is %j", (name, args, result) => {
  expect(functions[name]!(...args)).toEqual(result);
});

test.each<[string, unknown[], RegExp]>([
  ["abs_int", [INT_MIN], /^abs_int overflow/],
  ["gcd", [INT_MIN, 3], /^abs_int overflow/],
  ["lcm", [INT_MIN, 1], /overflow/],
  ["lcm", [INT_MAX, 2], /^lcm overflow/],
  ["pow_int", [2, 63], /^pow_int overflow/],
  ["pow_int", [10, INT_MAX], /^pow_int overflow/],
  ["pow_int", [INT_MIN, 2], /^pow_int overflow/],
])("%s(%j) panics", (name, args, message) => {
  expect(() => functions[name]!(...args)).toThrow(message);
});

test("logarithms of exact powers are exact", () => {
  for (let k = -1074; k < 1024; k++) expect(functions["log2"]!(2 ** k)).toBe(k);
  for (let k = 0; k <= 22; k++) expect(functions["log10"]!(Number(`1e${k}`))).toBe(k);
});

// Sums of series in 200 bits, as an independent reference.
const ONE = 1n << 200n;
const fixed = (x: number) => (BigInt(x * 2 ** 60) * ONE) >> 60n;
const float = (x: bigint) => Number(x >> 130n) / 2 ** 70;

function series(x: bigint, first: number): bigint {
  let term = ONE;
  let sum = 0n;
  for (let n = 1; term !== 0n; n++) {
    if (n % 2 === first) sum += term;
    term = (term * x) / ONE / BigInt(n);
  }
  return sum;
}

test("hyperbolic functions are within one unit in the last place", () => {
  for (let i = 1; i < 400; i++) {
    const x = i / 128;
    const sinh = series(fixed(x), 0);
    const cosh = series(fixed(x), 1);
    for (const [name, truth] of [
      ["sinh", sinh],
      ["cosh", cosh],
      ["tanh", (sinh * ONE) / cosh],
    ] as const) {
      const expected = float(truth);
      expect(Math.abs((functions[name]!(x) as number) - expected), `${name}(${x})`).toBeLessThanOrEqual(
        2 ** (Math.floor(Math.log2(expected)) - 52),
      );
      expect(functions[name]!(-x)).toBe(
        name === "cosh" ? functions[name]!(x) : -(functions[name]!(x) as number),
      );
    }
  }
});
