import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { floatText, intFromText, intText } from "./number-text.ts";
import * as operators from "./operators.ts";
import * as wide from "./wide.ts";
import { intFromBigInt, intToBigInt, Wide, type Int } from "./wide.ts";

const edges = [
  0n,
  1n,
  -1n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n,
  -(2n ** 53n),
  1n - 2n ** 53n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  2n ** 62n,
];
const value = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -100n, max: 100n }),
  fc.bigInt({ min: -(2n ** 33n), max: 2n ** 33n }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
  fc.constantFrom(...edges),
);

function expectInt(actual: Int, exact: bigint): void {
  const expected = BigInt.asIntN(64, exact);
  const canonical = expected >= -9007199254740991n && expected <= 9007199254740991n;
  if (canonical) expect(Object.is(actual, Number(expected)), `${String(actual)} for ${expected}`).toBe(true);
  else {
    expect(actual).toBeInstanceOf(Wide);
    expect(intToBigInt(actual)).toBe(expected);
    expect((actual as Wide).hi | 0).toBe((actual as Wide).hi);
    expect((actual as Wide).lo | 0).toBe((actual as Wide).lo);
  }
}

const binary: [string, (a: Int, b: Int) => Int, (a: bigint, b: bigint) => bigint][] = [
  ["addInt", operators.addInt, (a, b) => a + b],
  ["subInt", operators.subInt, (a, b) => a - b],
  ["mulInt", operators.mulInt, (a, b) => a * b],
  ["andInt", operators.andInt, (a, b) => a & b],
  ["orInt", operators.orInt, (a, b) => a | b],
  ["xorInt", operators.xorInt, (a, b) => a ^ b],
];

describe("Int operators agree with 64-bit BigInt arithmetic", () => {
  test.each(binary)("%s", (_name, operation, exact) => {
    fc.assert(
      fc.property(value, value, (a, b) =>
        expectInt(operation(intFromBigInt(a), intFromBigInt(b)), exact(a, b)),
      ),
      { numRuns: 2000 },
    );
  });

  test("divInt and remInt", () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        fc.pre(b !== 0n && !(b === -1n && a === -(2n ** 63n)));
        expectInt(operators.divInt(intFromBigInt(a), intFromBigInt(b)), a / b);
        expectInt(operators.remInt(intFromBigInt(a), intFromBigInt(b)), a % b);
      }),
      { numRuns: 4000 },
    );
  });

  test("negInt", () => {
    fc.assert(
      fc.property(value, (a) => {
        expectInt(operators.negInt(intFromBigInt(a)), -a);
      }),
    );
  });

  test("shifts take the whole count", () => {
    fc.assert(
      fc.property(value, fc.oneof(fc.bigInt({ min: -2n, max: 66n }), value), (a, n) => {
        const outside = n < 0n || n > 63n;
        expectInt(operators.shlInt(intFromBigInt(a), intFromBigInt(n)), outside ? 0n : a << n);
        expectInt(
          operators.shrInt(intFromBigInt(a), intFromBigInt(n)),
          outside ? (a < 0n ? -1n : 0n) : a >> n,
        );
      }),
      { numRuns: 2000 },
    );
  });

  test("comparisons", () => {
    fc.assert(
      fc.property(value, fc.oneof(value, fc.constant(null)), (a, other) => {
        const b = other ?? a;
        const [left, right] = [intFromBigInt(a), intFromBigInt(b)];
        expect(wide.eqInt(left, right)).toBe(a === b);
        expect(wide.ltInt(left, right)).toBe(a < b);
        expect(wide.leInt(left, right)).toBe(a <= b);
        expect(wide.compareInt(left, right)).toBe(a < b ? -1 : a > b ? 1 : 0);
        if (a === b) expect(wide.hashInt(left)).toBe(wide.hashInt(right));
      }),
      { numRuns: 1000 },
    );
  });

  test("failures are panics with the words of reference/errors#panics", () => {
    expect(() => operators.divInt(1, 0)).toThrow("division by zero");
    expect(() => operators.remInt(wide.INT_MAX, 0)).toThrow("modulo by zero");
    const message = "integer overflow: dividing the minimum value by -1";
    expect(() => operators.divInt(wide.INT_MIN, -1)).toThrow(message);
    expect(() => operators.remInt(wide.INT_MIN, -1)).toThrow(message);
  });
});

describe("a Wide among numbers", () => {
  test("leaves the exact range in arithmetic and compares by its sign", () => {
    const big = wide.INT_MAX as unknown as number;
    const small = wide.INT_MIN as unknown as number;
    expect(big + 1 <= 9007199254740991).toBe(false);
    expect(small * 2 >= -9007199254740991).toBe(false);
    expect(big - big).toBeNaN();
    expect(big > 5 && small < 5).toBe(true);
  });
});

describe("conversions", () => {
  test("text round trips", () => {
    fc.assert(
      fc.property(value, (a) => {
        expect(intText(intFromBigInt(a))).toBe(`${a}`);
        expectInt(intFromText(`${a}`)!, a);
      }),
      { numRuns: 2000 },
    );
    expect(intFromText("9223372036854775808")).toBeNull();
    expect(intFromText("-9223372036854775808")).toEqual(wide.INT_MIN);
    expect(intFromText(`${"0".repeat(50)}7`)).toBe(7);
    expect(intFromText("-0")).toBe(0);
    expect(Object.is(intFromText("-0"), -0)).toBe(false);
    for (const bad of ["", "-", "1.5", " 1", "1_000"]) expect(intFromText(bad)).toBeNull();
  });

  test("to Float rounds to nearest", () => {
    fc.assert(
      fc.property(value, (a) => void expect(wide.intToFloat(intFromBigInt(a))).toBe(Number(a))),
      { numRuns: 2000 },
    );
  });

  test("from Float truncates and saturates", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -9.2e18, max: 9.2e18 }), (x) => {
        expectInt(wide.floatToInt(x), BigInt(Math.trunc(x)));
      }),
      { numRuns: 2000 },
    );
    expect(wide.floatToInt(NaN)).toBe(0);
    expect(wide.floatToInt(1e300)).toEqual(wide.INT_MAX);
    expect(wide.floatToInt(9223372036854775808)).toEqual(wide.INT_MAX);
    expect(wide.floatToInt(-Infinity)).toEqual(wide.INT_MIN);
    expect(wide.floatToInt(-9223372036854775808)).toEqual(wide.INT_MIN);
  });

  test.each([
    [1, "1"],
    [-2.5, "-2.5"],
    [0.1 + 0.2, "0.30000000000000004"],
    [1e21, "1000000000000000000000"],
    [1.5e-7, "0.00000015"],
    [-1.5e-7, "-0.00000015"],
    [-0, "-0"],
    [0, "0"],
    [NaN, "NaN"],
    [1 / 0, "inf"],
    [-1 / 0, "-inf"],
    [5e-324, `0.${"0".repeat(323)}5`],
    [Number.MAX_VALUE, `17976931348623157${"0".repeat(292)}`],
    [1.25e22, `125${"0".repeat(20)}`],
    [123456789.125, "123456789.125"],
    [1e-7, "0.0000001"],
  ])("%d is written positionally", (x, text) => expect(floatText(x)).toBe(text));
});

test("remainders of products around all limits", () => {
  const divisors = [
    1,
    2,
    7,
    1000003,
    998244353,
    1000000007,
    2 ** 30,
    2 ** 31 - 1025,
    2 ** 31 - 1024,
    2 ** 31 - 1,
    2 ** 33 + 1,
  ];
  let state = 1;
  const next = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0);
  for (let round = 0; round < 20_000; round++) {
    const c = divisors[round % divisors.length]!;
    // Next to multiples of the divisor, where a quotient is easily off by one, and anywhere.
    const a = round % 3 === 0 ? c * (1 + (next() % 1000)) : next();
    const b = (round % 2 === 0 ? 1 : -1) * (next() % 2 ** (1 + (round % 32)));
    expect(operators.mulRemInt(a, b, c)).toBe(Number(BigInt.asIntN(64, BigInt(a) * BigInt(b)) % BigInt(c)));
  }
});
