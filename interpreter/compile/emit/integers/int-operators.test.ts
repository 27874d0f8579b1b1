// Every inline form of every Int operator against 64-bit arithmetic on BigInt, for values around all limits,
// with and without known ranges of the operands.
import { runInThisContext } from "node:vm";
import { describe, expect, test } from "vitest";
import * as generated from "../../../runtime/generated.ts";
import { intFromBigInt, intToBigInt, Panic } from "../../../runtime/host.ts";
import { bitwise, shiftLeft, shiftRight } from "./bit-operators.ts";
import {
  additive,
  divide,
  equal,
  less,
  multiply,
  multiplyRemainder,
  negate,
  remainder,
  type Scratch,
} from "./int-operators.ts";
import { fixed, variable, type Value } from "../values/value.ts";

const SAMPLES: bigint[] = [
  0n,
  1n,
  -1n,
  2n,
  -2n,
  3n,
  7n,
  -7n,
  31n,
  32n,
  33n,
  63n,
  64n,
  255n,
  -256n,
  65535n,
  2147483647n,
  2147483648n,
  -2147483648n,
  -2147483649n,
  4294967295n,
  4294967296n,
  -4294967297n,
  2n ** 52n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2n ** 53n) + 1n,
  -(2n ** 53n),
  2n ** 62n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  -(2n ** 63n) + 1n,
  123456789012345678n,
  -987654321098765432n,
];

type Make = (a: Value, b: Value, scratch: Scratch) => Value;
type Exact = (a: bigint, b: bigint) => bigint | boolean | "panic";

const wrap = (value: bigint) => BigInt.asIntN(64, value);
const MIN = -(2n ** 63n);
const OPERATORS: Record<string, [Make, Exact]> = {
  add: [(a, b, s) => additive("+", a, b, s), (a, b) => wrap(a + b)],
  sub: [(a, b, s) => additive("-", a, b, s), (a, b) => wrap(a - b)],
  mul: [multiply, (a, b) => wrap(a * b)],
  div: [divide, (a, b) => (b === 0n || (a === MIN && b === -1n) ? "panic" : wrap(a / b))],
  rem: [remainder, (a, b) => (b === 0n || (a === MIN && b === -1n) ? "panic" : wrap(a % b))],
  "times 1000003 %": [
    (a, b, s) => multiplyRemainder(a, fixed("1000003", { low: 1000003, high: 1000003 }), b, s),
    (a, b) =>
      b === 0n || (wrap(a * 1000003n) === MIN && b === -1n) ? "panic" : wrap(wrap(a * 1000003n) % b),
  ],
  "% 998244353 of products": [
    (a, b, s) => multiplyRemainder(a, b, fixed("998244353", { low: 998244353, high: 998244353 }), s),
    (a, b) => wrap(a * b) % 998244353n,
  ],
  "% 7 of products": [
    (a, b, s) => multiplyRemainder(a, b, fixed("7", { low: 7, high: 7 }), s),
    (a, b) => wrap(a * b) % 7n,
  ],
  neg: [(a, _b, s) => negate(a, s), (a) => wrap(-a)],
  and: [(a, b, s) => bitwise("&", a, b, s), (a, b) => wrap(a & b)],
  or: [(a, b, s) => bitwise("|", a, b, s), (a, b) => wrap(a | b)],
  xor: [(a, b, s) => bitwise("^", a, b, s), (a, b) => wrap(a ^ b)],
  shl: [shiftLeft, (a, b) => (b < 0n || b > 63n ? 0n : wrap(a << b))],
  shr: [shiftRight, (a, b) => (b < 0n || b > 63n ? (a < 0n ? -1n : 0n) : a >> b)],
  lt: [(a, b, s) => less("<", a, b, s), (a, b) => a < b],
  le: [(a, b, s) => less("<=", a, b, s), (a, b) => a <= b],
  gt: [(a, b, s) => less(">", a, b, s), (a, b) => a > b],
  ge: [(a, b, s) => less(">=", a, b, s), (a, b) => a >= b],
  eq: [(a, b, s) => equal(false, a, b, s), (a, b) => a === b],
  ne: [(a, b, s) => equal(true, a, b, s), (a, b) => a !== b],
};

function emitted(make: Make, a: Value, b: Value): string {
  const temps: string[] = [];
  const scratch: Scratch = {
    temp: () => temps[temps.push(`t${temps.length}`) - 1]!,
    runtimeName: (name) => `$.${name}`,
    mark: "",
  };
  const { text } = make(a, b, scratch);
  return `($, get) => { ${temps.length === 0 ? "" : `let ${temps.join(", ")};`} const a = get(0), b = get(1); return ${text}; }`;
}

type Compiled = (runtime: typeof generated, get: (index: number) => unknown) => unknown;

function exact(value: bigint): boolean {
  return value >= -9007199254740991n && value <= 9007199254740991n;
}

/** The forms that an operand with a value can take: unknown bounds, exact bounds, a literal, a call. */
function forms(name: string, index: number, value: bigint): Value[] {
  const call: Value = { ...variable(`get(${index})`), repeatable: false, fixed: false };
  if (!exact(value)) return [variable(name), call];
  const n = Number(value);
  const literal: Value = { ...fixed(`${n}`, { low: n, high: n }), atom: n >= 0 };
  return [variable(name), call, variable(name, { low: Math.min(n, 0), high: Math.max(n, 0) }), literal];
}

describe("inline Int operators", () => {
  for (const [name, [make, reference]] of Object.entries(OPERATORS)) {
    test(name, () => {
      const cache = new Map<string, Compiled>();
      for (const a of SAMPLES) {
        for (const b of SAMPLES) {
          const inputs = [intFromBigInt(a), intFromBigInt(b)];
          for (const left of forms("a", 0, a)) {
            for (const right of forms("b", 1, b)) {
              const text = emitted(make, left, right);
              let code = cache.get(text);
              if (code === undefined) cache.set(text, (code = runInThisContext(`(${text})`) as Compiled));
              let result: unknown;
              try {
                result = code(generated, (index) => inputs[index]);
              } catch (error) {
                if (!(error instanceof Panic)) throw error;
                result = "panic";
              }
              const wanted = reference(a, b);
              const shown =
                typeof result === "number" || result instanceof generated.Wide ? intToBigInt(result) : result;
              if (
                shown !== wanted ||
                Object.is(result, -0) ||
                (typeof wanted === "bigint" && exact(wanted) !== (typeof result === "number"))
              ) {
                expect.fail(`${a} ${name} ${b}: got ${String(shown)}, wanted ${String(wanted)} from ${text}`);
              }
            }
          }
        }
      }
    });
  }
});
