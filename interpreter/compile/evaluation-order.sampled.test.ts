// Random expressions with side effects everywhere: the program prints what a direct evaluation of the same
// tree records. Finds operands that are moved across statements of their neighbours.
import fc from "fast-check";
import { expect, test } from "vitest";
import { share } from "../testing/sample.ts";
import { compileProgram, runCompiled } from "./testing/run-program.ts";

interface World {
  readonly vars: Record<string, number>;
  readonly list: number[];
  readonly said: number[];
}

/** An expression of the language and its meaning. */
interface Piece {
  readonly text: string;
  run(world: World): number;
}

interface Act {
  readonly text: string;
  run(world: World): void;
}

const NAMES = ["a", "b"] as const;

const { expr, act } = fc.letrec<{ expr: Piece; act: Act; cond: Piece }>((tie) => {
  const e = tie("expr");
  const s = tie("act");
  const c = tie("cond");
  const name = fc.constantFrom(...NAMES);
  const leaf = fc.oneof(
    fc.integer({ min: 0, max: 9 }).map((n): Piece => ({ text: `${n}`, run: () => n })),
    name.map((v): Piece => ({ text: v, run: (w) => w.vars[v]! })),
  );
  return {
    expr: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      e.map(
        (x): Piece => ({
          text: `say(${x.text})`,
          run(w) {
            const value = x.run(w);
            w.said.push(value);
            return value;
          },
        }),
      ),
      fc.tuple(e, fc.constantFrom("+", "-"), e).map(
        ([x, op, y]): Piece => ({
          text: `(${x.text} ${op} ${y.text})`,
          run(w) {
            const left = x.run(w);
            const right = y.run(w);
            return op === "+" ? left + right : left - right;
          },
        }),
      ),
      fc.tuple(e, e, e).map(
        ([x, y, z]): Piece => ({
          text: `weigh(${x.text}, ${y.text}, ${z.text})`,
          run(w) {
            const [p, q, r] = [x.run(w), y.run(w), z.run(w)];
            return p + 2 * q + 3 * r;
          },
        }),
      ),
      fc.tuple(fc.array(s, { maxLength: 2 }), e).map(
        ([acts, x]): Piece => ({
          text: `{ ${acts.map((each) => `${each.text}; `).join("")}${x.text} }`,
          run(w) {
            for (const each of acts) each.run(w);
            return x.run(w);
          },
        }),
      ),
      fc.tuple(c, e, e).map(
        ([test, x, y]): Piece => ({
          text: `if ${test.text} { ${x.text} } else { ${y.text} }`,
          run: (w) => (test.run(w) !== 0 ? x.run(w) : y.run(w)),
        }),
      ),
      fc.tuple(e, e, e, e).map(
        ([x, zero, one, other]): Piece => ({
          text: `match ${x.text} { 0 -> ${zero.text}, 1 | 2 -> ${one.text}, n if n > 5 -> n + ${other.text}, _ -> ${other.text} }`,
          run(w) {
            const value = x.run(w);
            if (value === 0) return zero.run(w);
            if (value === 1 || value === 2) return one.run(w);
            return value > 5 ? value + other.run(w) : other.run(w);
          },
        }),
      ),
      fc.tuple(fc.array(s, { maxLength: 2 }), e).map(
        ([acts, x]): Piece => ({
          text: `loop { ${acts.map((each) => `${each.text}; `).join("")}break ${x.text} }`,
          run(w) {
            for (const each of acts) each.run(w);
            return x.run(w);
          },
        }),
      ),
      fc.tuple(e, e, e).map(
        ([x, y, i]): Piece => ({
          text: `[${x.text}, ${y.text}][${i.text} & 1]`,
          run(w) {
            const pair = [x.run(w), y.run(w)];
            return pair[i.run(w) & 1]!;
          },
        }),
      ),
      fc.tuple(e, e).map(
        ([y, x]): Piece => ({
          text: `(P { y: ${y.text}, x: ${x.text} }).x`,
          run(w) {
            const value = x.run(w);
            y.run(w);
            return value;
          },
        }),
      ),
      fc.tuple(fc.array(s, { maxLength: 2 }), e).map(
        ([acts, x]): Piece => ({
          text: `(fun() -> Int { ${acts.map((each) => `${each.text}; `).join("")}${x.text} })()`,
          run(w) {
            const inner: World = { ...w, vars: { ...w.vars } };
            for (const each of acts) each.run(inner);
            return x.run(inner);
          },
        }),
      ),
      e.map(
        (x): Piece => ({
          text: `positive(${x.text}).unwrap_or(7)`,
          run: (w) => ((v) => (v > 0 ? v : 7))(x.run(w)),
        }),
      ),
      fc.tuple(e, e).map(
        ([x, y]): Piece => ({
          text: `"\${${x.text}}\${${y.text}}".len()`,
          run: (w) => `${x.run(w)}${y.run(w)}`.length,
        }),
      ),
    ),
    cond: fc.oneof(
      { depthSize: "small" },
      fc.tuple(e, e).map(
        ([x, y]): Piece => ({
          text: `(${x.text}) < ${y.text}`,
          run(w) {
            const left = x.run(w);
            return left < y.run(w) ? 1 : 0;
          },
        }),
      ),
      fc.tuple(c, c).map(
        ([x, y]): Piece => ({
          text: `(${x.text}) && (${y.text})`,
          run: (w) => (x.run(w) !== 0 && y.run(w) !== 0 ? 1 : 0),
        }),
      ),
      fc.tuple(c, c).map(
        ([x, y]): Piece => ({
          text: `(${x.text}) || !(${y.text})`,
          run: (w) => (x.run(w) !== 0 || y.run(w) === 0 ? 1 : 0),
        }),
      ),
    ),
    act: fc.oneof(
      { depthSize: "small" },
      fc
        .tuple(name, e)
        .map(([v, x]): Act => ({ text: `${v} = ${x.text}`, run: (w) => void (w.vars[v] = x.run(w)) })),
      fc.tuple(name, e).map(
        ([v, x]): Act => ({
          text: `${v} += ${x.text}`,
          run(w) {
            const old = w.vars[v]!;
            w.vars[v] = old + x.run(w);
          },
        }),
      ),
      fc.tuple(e, e).map(
        ([i, x]): Act => ({
          text: `xs[${i.text} & 1] += ${x.text}`,
          run(w) {
            const at = i.run(w) & 1;
            const old = w.list[at]!;
            w.list[at] = old + x.run(w);
          },
        }),
      ),
      fc.tuple(c, s).map(
        ([test, x]): Act => ({
          text: `if ${test.text} { ${x.text} }`,
          run: (w) => void (test.run(w) !== 0 && x.run(w)),
        }),
      ),
      s.map(
        (x): Act => ({
          text: `for _ in 0..2 { ${x.text} }`,
          run(w) {
            x.run(w);
            x.run(w);
          },
        }),
      ),
    ),
  };
});

const PRELUDE = `struct P { x: Int, y: Int }
fun say(n: Int) -> Int { print(n)  return n }
fun weigh(a: Int, b: Int, c: Int) -> Int = a + 2 * b + 3 * c
fun positive(n: Int) -> Option<Int> = if n > 0 { Some(n) } else { None }
`;

test("everything is evaluated left to right, once", async () => {
  const programs = fc.tuple(fc.array(act, { maxLength: 3 }), expr);
  await fc.assert(
    fc.asyncProperty(programs, async ([acts, last]) => {
      const body = `let a = 1\nlet b = 2\nlet xs = [3, 4]\n${acts.map((each) => `${each.text}\n`).join("")}`;
      const source = `${PRELUDE}fun main() {\n${body}let end = ${last.text}\nprint(end)\nprint("\${a} \${b} \${xs}")\n}\n`;
      const world: World = { vars: { a: 1, b: 2 }, list: [3, 4], said: [] };
      for (const each of acts) each.run(world);
      const end = last.run(world);
      const wanted = [...world.said, end, `${world.vars.a} ${world.vars.b} [${world.list.join(", ")}]`].join(
        "\n",
      );
      for (const suspendAll of [false, true]) {
        const { stdout } = await runCompiled(compileProgram(source, { suspendAll }));
        expect(stdout.trimEnd()).toBe(wanted);
      }
    }),
    { numRuns: share(100, 8) },
  );
}, 60_000);
