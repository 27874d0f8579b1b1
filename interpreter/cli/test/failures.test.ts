import { expect, test } from "vitest";
import { lineDiff, unifiedDiff } from "../output/line-diff.ts";
import { describeFailures } from "./failures.ts";
import { plainResult, type TestResult } from "./results.ts";

function result(changes: Partial<TestResult>): TestResult {
  return plainResult("a_test.std", "test_a", { milliseconds: 1, ...changes });
}

test("tests that passed quickly are not mentioned", () => {
  expect(describeFailures([result({ passed: true, output: "noise" })])).toBe("");
  expect(describeFailures([result({ passed: true, milliseconds: 1250 })])).toBe(
    "\nslow: test_a took 1.3 s (a_test.std)\n",
  );
});

test("a failure is shown with its location and its output", () => {
  const failure = "panic: assertion failed: 1 != 2";
  expect(
    describeFailures([result({ failure, trace: ["at test_a (a_test.std:3:5)"], output: "one\ntwo\n" })]),
  ).toBe(
    "\ntest_a (a_test.std)\n  panic: assertion failed: 1 != 2\n    at test_a (a_test.std:3:5)\n  it printed:\n    one\n    two\n",
  );
});

test("an exit is reported", () => {
  expect(describeFailures([result({ failure: "it called exit(3)", exit: 3 })])).toBe(
    "\ntest_a (a_test.std)\n  it called exit(3)\n",
  );
});

test("long values are on separate lines, texts of several lines are compared", () => {
  const long = "x".repeat(40);
  const head = "assertion failed";
  const differing = (got: string, expected: string): TestResult =>
    result({ failure: `panic: ${head}: ${got} != ${expected}`, compared: { head, got, expected } });
  expect(describeFailures([differing("a != b", "a")])).toBe(
    "\ntest_a (a_test.std)\n  panic: assertion failed: a != b != a\n",
  );
  expect(describeFailures([differing(long, `${long}y`)])).toBe(
    `\ntest_a (a_test.std)\n  panic: assertion failed\n    got:      ${long}\n    expected: ${long}y\n`,
  );
  expect(describeFailures([differing("a\nb\nc", "a\nB\nc")])).toBe(
    "\ntest_a (a_test.std)\n  panic: assertion failed\n    - got\n    + expected\n      a\n    - b\n    + B\n      c\n",
  );
});

test("the location of a test that did not end, and values that a message omits", () => {
  const trace = [
    "running at f (a_test.std:1:2)",
    "  called at test_a (a_test.std:3:4)",
    "waiting at g (a_test.std:5:6)",
  ];
  expect(describeFailures([result({ failure: "timed out after 30 s", trace, milliseconds: 30_000 })])).toBe(
    "\ntest_a (a_test.std)\n  timed out after 30 s\n    running at f (a_test.std:1:2)\n      called at test_a (a_test.std:3:4)\n    waiting at g (a_test.std:5:6)\n",
  );
  const failure = "panic: assertion failed: expected None, got Some";
  expect(
    describeFailures([result({ failure, compared: { head: "", got: "Some(3)", expected: null } })]),
  ).toBe(`\ntest_a (a_test.std)\n  ${failure}\n    got: Some(3)\n`);
});

test("differences of lines", () => {
  expect(lineDiff("a\nb", "a\nb")).toEqual(["  …"]);
  expect(lineDiff("a\nb\nc\nd\ne\nf", "a\nb\nc\nd\ne\ng")).toEqual(["  …", "  d", "  e", "- f", "+ g"]);
  expect(lineDiff("", "x")).toEqual(["- ", "+ x"]);
  const many = Array.from({ length: 2000 }, (_, i) => `${i}`).join("\n");
  expect(lineDiff(many, `${many}\nlast`)).toEqual(["  …", "  1998", "  1999", "+ last"]);
  expect(lineDiff(many, `first\n${many}\nlast`)).toHaveLength(4002);
});

test("a unified diff", () => {
  expect(unifiedDiff("a", "x\n", "x\n")).toBe("");
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join("");
  expect(unifiedDiff("a", lines(1, 20), `${lines(1, 4)}five\n${lines(6, 20)}end\n`)).toBe(
    "--- a\n+++ a\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n@@ -18,3 +18,4 @@\n 18\n 19\n 20\n+end\n",
  );
});
