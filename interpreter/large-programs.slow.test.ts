// Programs of more parts than a call of JavaScript may have arguments: their size is no nesting.
import { expect, test } from "vitest";
import { run } from "./testing/run.ts";

const COUNT = 150_000;
const each = (part: (i: number) => string): string =>
  Array.from({ length: COUNT }, (_, i) => part(i)).join("");

test.each([
  ["statements", `let x = 0\n${each(() => "x += 1\n")}print(x)`],
  ["statements before a wait", `let x = 0\n${each(() => "x += 1\n")}yield_now()\nprint(x)`],
  ["entries of a map", `let x = [${each((i) => `"k${i}": ${i}, `)}]\nprint(x.len())`],
  ["or-patterns", `match 5 {\n${each((i) => `${i ? "|" : ""} ${i}`)} -> print(${COUNT}),\n_ -> {}\n}`],
])(
  "%s in one function",
  async (_, body) => {
    const text = `import std/sync { yield_now }\nfun main() {\n${body}\n}`;
    expect(await run(text)).toMatchObject({ stdout: `${COUNT}\n`, exitReason: { kind: "done" } });
  },
  120_000,
);

test("operators in one constant", async () => {
  const text = `const SUM: Int = 0${each(() => " + 1")}\nfun main() {\nprint(SUM)\n}`;
  expect(await run(text)).toMatchObject({ stdout: `${COUNT}\n`, exitReason: { kind: "done" } });
}, 120_000);

test.each(["ToString", "Eq, Ord", "Eq, Hash"])(
  "variants of one enum that derives %s",
  async (traits) => {
    const text = `@derive(${traits})\nenum E { ${each((i) => `V${i}, `)} }\nfun main() {\nlet all = [E.V7, E.V${COUNT - 1}]\nprint(all.len() + ${COUNT - 2})\n}`;
    expect(await run(text)).toMatchObject({ stdout: `${COUNT}\n`, exitReason: { kind: "done" } });
  },
  120_000,
);
