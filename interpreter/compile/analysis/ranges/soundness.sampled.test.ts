// The soundness rule of solve.ts: intervals contain all results, and the code emitted for known bounds
// computes what 64-bit arithmetic does, above all at the ends of the intervals.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sample, share } from "../../../testing/sample.ts";
import { runProgram } from "../../testing/run-program.ts";
import {
  bits,
  difference,
  interval,
  negated,
  product,
  quotient,
  remainder,
  shiftedLeft,
  shiftedRight,
  sum,
  type Range,
} from "./interval.ts";

const SEEDS = sample([1, 2, 3, 4], 4);

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);

function shifted(a: bigint, count: bigint, left: boolean): bigint {
  if (count < 0n || count > 63n) return left ? 0n : a < 0n ? -1n : 0n;
  return left ? wrap(a << count) : a >> count;
}

/** Null for a division by zero, or of the minimum by -1. */
const EXACT: Readonly<Record<string, (a: bigint, b: bigint) => bigint | null>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0n || (b === -1n && a === -(2n ** 63n)) ? null : a / b),
  "%": (a, b) => (b === 0n || (b === -1n && a === -(2n ** 63n)) ? null : a % b),
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": (a, b) => shifted(a, b, true),
  ">>": (a, b) => shifted(a, b, false),
};

const OF_INTERVALS: Readonly<Record<string, (a: Range | null, b: Range | null) => Range | null>> = {
  "+": sum,
  "-": difference,
  "*": product,
  "/": quotient,
  "%": remainder,
  "&": (a, b) => bits("&", a, b),
  "|": (a, b) => bits("|", a, b),
  "^": (a, b) => bits("^", a, b),
  "<<": shiftedLeft,
  ">>": shiftedRight,
};

/** Numbers of all sizes, mostly next to a power of two. */
const number = fc
  .oneof(
    fc.bigInt(-70n, 70n),
    fc
      .tuple(fc.integer({ min: 5, max: 63 }), fc.bigInt(-1100n, 1100n), fc.boolean())
      .map(([k, off, negative]) => wrap((negative ? -(2n ** BigInt(k)) : 2n ** BigInt(k)) + off)),
    fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  )
  .map((value) => (value === -(2n ** 63n) ? value + 1n : value));
/** Sums, and products by small numbers, of these leave the exact range. */
const nearlyInexact = fc
  .tuple(fc.integer({ min: 49, max: 54 }), fc.bigInt(-1100n, 1100n), fc.boolean())
  .map(([k, off, negative]) => (negative ? -(2n ** BigInt(k)) : 2n ** BigInt(k)) + off);
const ends = fc.oneof(
  number.map((one) => [one, one] as const),
  fc.tuple(number, number).map(([a, b]) => (a <= b ? ([a, b] as const) : ([b, a] as const))),
);

/** The interval that the analysis has: constants beyond 2^53 are approximated. */
function known([low, high]: readonly [bigint, bigint]): Range | null {
  const [first, last] = [interval(Number(low), Number(low)), interval(Number(high), Number(high))];
  return first === null || last === null ? null : { low: first.low, high: last.high };
}

function between([low, high]: readonly [bigint, bigint], inner: number): bigint {
  return low + ((high - low) * BigInt(inner)) / 1000n;
}

const places = fc.constantFrom(0, 1, 499, 999, 1000);

describe("intervals", () => {
  test.each(Object.keys(EXACT))("of %s contain all results", (op) => {
    const operand = fc.oneof({ arbitrary: fc.constant(null), weight: 1 }, { arbitrary: ends, weight: 9 });
    fc.assert(
      fc.property(
        operand,
        operand,
        fc.array(fc.tuple(places, places), { minLength: 4, maxLength: 8 }),
        number,
        number,
        (a, b, picks, anyA, anyB) => {
          const found = OF_INTERVALS[op]!(a === null ? null : known(a), b === null ? null : known(b));
          if (found === null) return;
          expect(found.low).toBeLessThanOrEqual(found.high);
          expect(Object.is(found.low, -0) || Object.is(found.high, -0)).toBe(false);
          for (const [pickA, pickB] of picks) {
            const result = EXACT[op]!(
              a === null ? anyA : between(a, pickA),
              b === null ? anyB : between(b, pickB),
            );
            if (result === null) continue;
            expect(
              result >= BigInt(found.low) && result <= BigInt(found.high),
              `${String(result)} in ${found.low}..${found.high}`,
            ).toBe(true);
            expect(wrap(result)).toBe(result);
          }
        },
      ),
      { numRuns: share(2000, 4), seed: 7 },
    );
  });

  test("of - contain all results", () => {
    fc.assert(
      fc.property(ends, places, (a, pick) => {
        const found = negated(known(a));
        if (found === null) return;
        const result = -between(a, pick);
        expect(result >= BigInt(found.low) && result <= BigInt(found.high)).toBe(true);
      }),
      { numRuns: share(500, 4), seed: 7 },
    );
  });
});

// ---- programs

const literal = (value: bigint): string => (value < 0n ? `(0 - ${-value})` : `${value}`);

interface Tree {
  readonly text: string;
  /** Null for a panic. */
  readonly value: (a: bigint, b: bigint) => bigint | null;
}

const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Tree>({ text: "a", value: (a) => a }, { text: "b", value: (_, b) => b }),
    fc
      .oneof(number, nearlyInexact, fc.bigInt(-9n, 9n))
      .map((constant): Tree => ({ text: literal(constant), value: () => constant })),
    fc.tuple(fc.constantFrom(...Object.keys(EXACT)), tie("tree"), tie("tree")).map(
      ([op, left, right]): Tree => ({
        text: `(${left.text} ${op} ${right.text})`,
        value: (a, b) => {
          const [x, y] = [left.value(a, b), right.value(a, b)];
          const result = x === null || y === null ? null : EXACT[op]!(x, y);
          return result === null ? null : wrap(result);
        },
      }),
    ),
    tie("tree").map(
      (inner): Tree => ({
        text: `(-${inner.text})`,
        value: (a, b) => {
          const x = inner.value(a, b);
          return x === null ? null : wrap(-x);
        },
      }),
    ),
    tie("tree").map(
      (inner): Tree => ({
        text: `(~${inner.text})`,
        value: (a, b) => {
          const x = inner.value(a, b);
          return x === null ? null : ~x;
        },
      }),
    ),
    fc.tuple(tie("tree"), tie("tree")).map(
      ([left, right]): Tree => ({
        text: `(if ${left.text} < ${right.text} { ${left.text} } else { ${right.text} })`,
        value: (a, b) => {
          const [x, y] = [left.value(a, b), right.value(a, b)];
          return x === null || y === null ? null : x < y ? x : y;
        },
      }),
    ),
  ),
})).tree;

/** A sum or product that may wrap, as the operand of an operation whose result is always bounded. */
const hidingTree = fc
  .tuple(fc.constantFrom("+", "-", "*"), tree, tree, fc.constantFrom("%", "&", ">>", "/"), number)
  .map(
    ([inner, left, right, outer, by]): Tree => ({
      text: `((${left.text} ${inner} ${right.text}) ${outer} ${literal(by)})`,
      value: (a, b) => {
        const [x, y] = [left.value(a, b), right.value(a, b)];
        return x === null || y === null ? null : EXACT[outer]!(wrap(EXACT[inner]!(x, y)!), by);
      },
    }),
  );

/**
 * Runs functions of two parameters, each called with the ends of its intervals and with numbers in between.
 */
async function agree(
  cases: readonly { readonly tree: Tree; readonly calls: readonly (readonly [bigint, bigint])[] }[],
  body = (text: string): string => `= ${text}`,
  asserting = false,
): Promise<void> {
  const functions: string[] = [];
  const prints: string[] = [];
  const expected: string[] = [];
  cases.forEach(({ tree: { text, value }, calls }, at) => {
    const defined = calls.map(([a, b]) => [a, b, value(a, b)] as const).filter((call) => call[2] !== null);
    if (defined.length === 0) return;
    functions.push(`fun f${at}(a: Int, b: Int) -> Int ${body(text)}`);
    for (const [a, b, result] of defined) {
      prints.push(`    print(f${at}(${literal(a)}, ${literal(b)}))`);
      expected.push(`f${at}(${a}, ${b}) = ${text} is ${result!}`);
    }
  });
  const { stdout, stderr } = await runProgram(
    `${functions.join("\n")}\nfun main() {\n${prints.join("\n")}\n}`,
    { asserting },
  );
  expect(stderr).toBe("");
  const printed = stdout.trimEnd().split("\n");
  expect(expected.map((line, at) => line.replace(/is \S+$/, `is ${printed[at]}`))).toEqual(expected);
}

function callsOf(a: readonly [bigint, bigint], b: readonly [bigint, bigint]): [bigint, bigint][] {
  return [0, 500, 1000].flatMap((x) =>
    [0, 500, 1000].map((y): [bigint, bigint] => [between(a, x), between(b, y)]),
  );
}

describe("programs", () => {
  const bound = fc.oneof(
    ends,
    nearlyInexact.map((end) => (end < 0n ? ([end, 0n] as const) : ([0n, end] as const))),
    ends
      .map(([a, b]) => [a % 64n, b % 64n] as const)
      .map(([a, b]) => (a <= b ? ([a, b] as const) : ([b, a] as const))),
  );
  test("with every operator give the results of 64-bit arithmetic at the ends of intervals", async () => {
    const operators = Object.keys(EXACT).flatMap((op) =>
      fc.sample(fc.tuple(bound, bound), { numRuns: share(30, 3), seed: 11 }).map(([a, b]) => ({
        tree: {
          text: `a ${op} b`,
          value: (x: bigint, y: bigint) => {
            const z = EXACT[op]!(x, y);
            return z === null ? null : wrap(z);
          },
        },
        calls: callsOf(a, b),
      })),
    );
    await agree(operators);
  }, 60_000);

  test.each(SEEDS)(
    "of nested operators give what 64-bit arithmetic gives (%i)",
    async (seed) => {
      const cases = fc
        .sample(fc.tuple(tree, bound, bound), { numRuns: share(60, 2), seed })
        .map(([of, a, b]) => ({ tree: of, calls: callsOf(a, b) }));
      await agree(cases);
    },
    60_000,
  );

  test.each(SEEDS)(
    "with variables that grow from what nested operators give (%i)",
    async (seed) => {
      // A parameter with a single value is a constant factor, and wrapping may be hidden by the following
      // operation.
      const single = fc.oneof(fc.bigInt(-9n, 9n), number).map((one) => [one, one] as const);
      const cases = fc
        .sample(fc.tuple(hidingTree, single, fc.oneof(single, bound)), { numRuns: share(200, 4), seed })
        .map(([of, a, b]) => ({ tree: of, calls: callsOf(a, b) }));
      const body = (text: string): string =>
        `{ let x = ${text}  for _ in 0..2 { x += 1 }  for _ in 0..2 { x -= 1 }  return x }`;
      await agree(cases, body);
      await agree(cases, body, true);
    },
    60_000,
  );

  test("with variables that grow give the results of 64-bit arithmetic", async () => {
    const loops = fc.sample(
      fc.tuple(
        number,
        fc.oneof(fc.bigInt(-1100n, 1100n), number),
        fc.constantFrom("+", "-", "*", "|", ">>"),
        fc.integer({ min: 1, max: 5 }),
        number,
        number,
      ),
      { numRuns: share(120, 3), seed: 5 },
    );
    await growing(
      loops.map(([start, step, op, iterations, factor, off]) => ({
        start,
        step,
        op,
        iterations,
        factor,
        off,
      })),
    );
  }, 60_000);

  test("with variables that grow beyond the exact range give the results of 64-bit arithmetic", async () => {
    const size = fc.constantFrom(44, 48, 49, 50, 51, 51, 51, 52);
    const loops = fc.sample(
      fc.tuple(
        size,
        fc.bigInt(-1100n, 9n),
        fc.bigInt(-99n, 1100n),
        fc.integer({ min: 1, max: 5 }),
        fc.bigInt(1n, 5n),
        fc.bigInt(-20n, 4n),
        fc.boolean(),
      ),
      { numRuns: share(400, 5), seed: 6 },
    );
    await growing(
      loops.map(([k, near, step, iterations, factor, little, negative]) => {
        const [start, edge] = negative
          ? [-(2n ** BigInt(k)) - near, -(2n ** 53n)]
          : [2n ** BigInt(k) + near, 2n ** 53n];
        // Just inside the range for a power of two, which the variable may have passed.
        return {
          start,
          step: negative ? -step : step,
          op: "+",
          iterations,
          factor,
          off:
            edge - factor * (negative ? -(2n ** BigInt(k)) : 2n ** BigInt(k)) + (negative ? -little : little),
        };
      }),
    );
  }, 60_000);

  /** Each variable grows with every iteration, and is then the operand of a multiplication and a sum. */
  async function growing(
    loops: readonly {
      start: bigint;
      step: bigint;
      op: string;
      iterations: number;
      factor: bigint;
      off: bigint;
    }[],
  ): Promise<void> {
    const functions: string[] = [];
    const expected: string[] = [];
    loops.forEach(({ start, step, op, iterations, factor, off }, at) => {
      const last = `x * ${literal(factor)} + ${literal(off)}`;
      const next = `x = x ${op} ${literal(step)}`;
      functions.push(
        `fun g${at}() {\n    let x = ${literal(start)}\n    for _ in 0..${iterations} {\n        ${next}\n    }\n    print(${last})\n}`,
      );
      functions.push(
        `fun s${at}() {\n    let x = ${literal(start)}\n${`    ${next}\n`.repeat(iterations)}    print(${last})\n}`,
      );
      functions.push(
        `fun m${at}(n: Int, m: Int) {\n    let x = n & ${literal(start)}\n    ${next}\n    print(x * ${literal(factor)} + (m & ${literal(off)}))\n}`,
      );
      let x = start;
      for (let i = 0; i < iterations; i++) x = wrap(EXACT[op]!(x, step)!);
      const result = wrap(x * factor + off);
      expected.push(`${result}`, `${result}`, `${wrap(wrap(EXACT[op]!(start, step)!) * factor + off)}`);
    });
    const calls = loops.map(
      ({ start, off }, at) => `    g${at}()\n    s${at}()\n    m${at}(${literal(start)}, ${literal(off)})`,
    );
    const { stdout } = await runProgram(`${functions.join("\n")}\nfun main() {\n${calls.join("\n")}\n}`);
    const printed = stdout.trimEnd().split("\n");
    expect(
      expected.map(
        (_, at) =>
          `${JSON.stringify(loops[Math.floor(at / 3)], (_, value) => (typeof value === "bigint" ? `${value}` : value))} ${printed[at]}`,
      ),
    ).toEqual(
      expected.map(
        (result, at) =>
          `${JSON.stringify(loops[Math.floor(at / 3)], (_, value) => (typeof value === "bigint" ? `${value}` : value))} ${result}`,
      ),
    );
  }

  test("with counters of any start give the results of 64-bit arithmetic", async () => {
    const loops = fc.sample(
      fc.tuple(
        fc.oneof(number, nearlyInexact),
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 3 }),
        fc.oneof(number, fc.bigInt(-9n, 9n)),
        fc.boolean(),
      ),
      { numRuns: share(200, 4), seed: 3 },
    );
    const functions: string[] = [];
    const expected: string[] = [];
    loops.forEach(([from, length, inclusive, leave, factor, assigned], at) => {
      const to = wrap(from + BigInt(length)) < from ? from : from + BigInt(length);
      const body = assigned
        ? `        i = i * ${literal(factor)} + 1\n        last = i`
        : `        last = i * ${literal(factor)} + 1`;
      functions.push(
        `fun h${at}(from: Int, to: Int) {\n    let last = 0\n    let all = 0\n    let n = 0\n    for i in from..${inclusive ? "=" : ""}to {\n        all += i\n${body}\n        if n == ${leave} { break }\n        n += 1\n    }\n    print("\${last} \${all} \${n}")\n}`,
      );
      let [last, all, n] = [0n, 0n, 0];
      for (let i = from; inclusive ? i <= to : i < to; i++) {
        all = wrap(all + i);
        last = wrap(i * factor + 1n);
        if (n === leave) break;
        n++;
      }
      expected.push(`h${at} ${last} ${all} ${n}`);
    });
    const calls = loops.map(
      ([from, length], at) =>
        `    h${at}(${literal(from)}, ${literal(wrap(from + BigInt(length)) < from ? from : from + BigInt(length))})`,
    );
    const { stdout, stderr } = await runProgram(
      `${functions.join("\n")}\nfun main() {\n${calls.join("\n")}\n}`,
    );
    expect(stderr).toBe("");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line, at) => `h${at} ${line}`),
    ).toEqual(expected);
  }, 60_000);
});
