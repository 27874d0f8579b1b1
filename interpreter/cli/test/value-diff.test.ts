import { expect, test } from "vitest";
import { valueDiff } from "./value-diff.ts";

test("lists, structs and maps differ part by part; maps whatever their order", () => {
  expect(
    valueDiff("Order { id: 1, drink: tea, sizes: [1, 2] }", "Order { id: 1, drink: tea, sizes: [1, 3] }"),
  ).toEqual(["  …", "    id: 1,", "    drink: tea,", "-   sizes: [1, 2],", "+   sizes: [1, 3],", "  }"]);
  expect(valueDiff("[a: 1, b: 2]", "[b: 2, a: 3]")).toEqual([
    "  [",
    "-   a: 1,",
    "+   a: 3,",
    "    b: 2,",
    "  ]",
  ]);
});

test("brackets without partner are text, and texts of several lines differ by line", () => {
  expect(valueDiff("a (", "a [")).toEqual(["- a (", "+ a ["]);
  expect(valueDiff("one\ntwo", "one\n2")).toEqual(["  one", "- two", "+ 2"]);
});

test("at most 40 lines, and long lines only around their difference", () => {
  const list = (n: number): string => `[${Array.from({ length: 100 }, (_, i) => i * n).join(", ")}]`;
  expect(valueDiff(list(1), list(2))).toHaveLength(40);
  const [got, expected] = valueDiff(`${"x".repeat(5000)}a`, `${"x".repeat(5000)}b`);
  expect([got!.length, expected!.length].every((length) => length < 200)).toBe(true);
  expect([got!.at(-1), expected!.at(-1)]).toEqual(["a", "b"]);
});

test("lists keep their order, also of structs and of texts that look like entries", () => {
  const line = (sku: string, n: number): string => `Line { sku: ${sku}, n: ${n} }`;
  expect(valueDiff(`[${line("b", 1)}, ${line("a", 2)}]`, `[${line("b", 1)}, ${line("z", 2)}]`)).toEqual([
    "  [",
    `    ${line("b", 1)},`,
    `-   ${line("a", 2)},`,
    `+   ${line("z", 2)},`,
    "  ]",
  ]);
  expect(valueDiff("[b: 1, a: 2]", "[a: 2, b: 1]").filter((each) => !each.startsWith("  "))).toHaveLength(2);
  expect(valueDiff("[Key { id: 2 }: 1, Key { id: 1 }: 2]", "[Key { id: 1 }: 2, Key { id: 2 }: 3]")).toEqual([
    "  [",
    "    Key { id: 1 }: 2,",
    "-   Key { id: 2 }: 1,",
    "+   Key { id: 2 }: 3,",
    "  ]",
  ]);
});

test("white space and control characters that differ are visible", () => {
  expect(valueDiff("one\ntwo ", "one\ntwo")).toEqual(["  one", '- "two "', '+ "two"']);
  expect(valueDiff("one\na\rb", "one\nab")).toEqual(["  one", '- "a\\rb"', "+ ab"]);
});
