import { expect, test } from "vitest";
import { INT_MAX, INT_MIN, Panic } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";

const functions = create(idleRuntime()).functions as unknown as Readonly<
  Record<string, (...args: unknown[]) => unknown>
>;

test.each<[string, unknown[], unknown]>([
  ["pad_left", ["x", 4, "=-"], "=-=-x"],
  ["pad_left", ["abc", 2, "-"], "abc"],
  ["pad_left", ["abc", INT_MIN, "-"], "abc"],
  ["pad_left", ["abc", 9, ""], "abc"],
  ["pad_left", ["abc", INT_MAX, ""], "abc"],
  ["pad_right", ["tea", 6, "."], "tea..."],
  ["center", ["x", 4, "-"], "-x--"],
  ["center", ["x", 0, "-"], "x"],
  ["center", ["x", INT_MIN, "-"], "x"],
  ["center", ["", 3, "ab"], "abab"],
  ["join", [["a", "b"], ", "], "a, b"],
  ["join", [[], ", "], ""],
  ["to_radix", [INT_MIN, 16], "-8000000000000000"],
  ["to_radix", [INT_MAX, 2], "1".repeat(63)],
  ["to_radix", [0, 7], "0"],
  ["to_radix", [5, 1], ""],
  ["to_radix", [5, 17], ""],
  ["to_radix", [5, INT_MAX], ""],
  ["from_radix", ["-8000000000000000", 16], INT_MIN],
  ["from_radix", ["8000000000000000", 16], null],
  ["from_radix", ["ffffffffffffffff", 16], null],
  ["from_radix", ["+Ff", 16], 255],
  ["from_radix", ["-0", 10], 0],
  ["from_radix", ["", 10], null],
  ["from_radix", ["-", 10], null],
  ["from_radix", ["0x1f", 16], null],
  ["from_radix", [" 1", 10], null],
  ["from_radix", ["2", 2], null],
  ["from_radix", ["1", INT_MIN], null],
  ["from_radix", [`${"0".repeat(100000)}7`, 8], 7],
  ["from_radix", [`${"7".repeat(1000000)}x`, 8], null],
  ["pad_int", [-38, 6], "-00038"],
  ["pad_int", [38, 2], "38"],
  ["pad_int", [INT_MIN, 21], "-09223372036854775808"],
  ["pad_int", [5, INT_MIN], "5"],
  ["format_float", [2.675, 2], "2.68"],
  ["format_float", [1.005, 2], "1.00"],
  ["format_float", [1.45, 1], "1.5"],
  ["format_float", [0.15, 1], "0.2"],
  ["format_float", [19.999, 2], "20.00"],
  ["format_float", [-0.004, 2], "-0.00"],
  ["format_float", [-0, 1], "0.0"],
  ["format_float", [1234.5, 0], "1235"],
  ["format_float", [-2.5, 0], "-3"],
  ["format_float", [6, -3], "6"],
  ["format_float", [6, INT_MIN], "6"],
  ["format_float", [NaN, 2], "NaN"],
  ["format_float", [-Infinity, 2], "-inf"],
  ["format_float", [0.3, 20], "0.29999999999999998890"],
  ["format_float", [4503599627370497, 0], "4503599627370497"],
  ["format_float", [0.49999999999999994, 0], "0"],
  ["format_float", [1e40, 2], "10000000000000000303786028427003666890752.00"],
  ["format_float", [5e-324, 400], `0.${"0".repeat(308)}`],
])("%s(%j) is %j", (name, args, result) => {
  expect(functions[name]!(...args)).toEqual(result);
});

test("format_float ends for every size and number of places", () => {
  for (const value of [1.7976931348623157e308, 5e-324, 1e22, 123456789012345680000, 0]) {
    for (const places of [0, 1, 17, 400, 2 ** 40, INT_MAX]) {
      expect(functions["format_float"]!(value, places)).toMatch(/^[0-9]+(\.[0-9]{1,308})?$/);
    }
  }
  expect(functions["format_float"]!(0, INT_MAX)).toBe(`0.${"0".repeat(308)}`);
});

test("digits are those of the exact value where binary64 has no fraction", () => {
  for (let i = 1; i < 3000; i++) {
    const value = (i * 0.7310585786300049) ** (1 + (i % 7)) * 2 ** ((i % 61) - 20);
    const places = i % 25;
    if (value * 10 ** places >= 2 ** 52 && value < 1e21)
      expect(functions["format_float"]!(value, places), `${value}`).toBe(value.toFixed(places));
    const whole = value * 1e21;
    expect(functions["format_float"]!(whole, 0)).toBe(`${BigInt(Math.round(whole))}`);
  }
});

test("a result that is too large is a panic", () => {
  for (const [name, args] of [
    ["repeat", ["ab", INT_MAX]],
    ["pad_left", ["a", INT_MAX, "b"]],
    ["center", ["a", 2 ** 50, "b"]],
    ["pad_int", [1, INT_MAX]],
  ] as const) {
    expect(() => functions[name]!(...args)).toThrow(new Panic("string too large"));
  }
});
