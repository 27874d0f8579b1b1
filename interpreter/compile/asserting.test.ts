// The asserting form of programs: it behaves the same, and fails where a fact does not hold. Here the code is
// changed so that facts become false.
import { expect, test } from "vitest";
import type { Compiled } from "./index.ts";
import { compileProgram, runCompiled } from "./testing/run-program.ts";

const SOURCE = `
import std/sync { yield_now }
fun seven() -> Int = 7
fun word() -> String = "kiwi"
fun count(n: Int) -> Int {
    let sum = 0
    for i in 0..10 { sum += i & n }
    return sum
}
fun main() {
    let xs = [seven(), 2]
    print(xs[0] + count(5))
    word()
    yield_now()
}`;

function changed(compiled: Compiled, from: string, to: string): Compiled {
  expect(compiled.code).toContain(from);
  return { ...compiled, code: compiled.code.replace(from, to) };
}

test("facts that hold change nothing", async () => {
  const { stdout, exitReason } = await runCompiled(compileProgram(SOURCE, { asserting: true }));
  expect({ stdout, exitReason }).toEqual({ stdout: "28\n", exitReason: { kind: "done" } });
});

test.each([
  ["a number outside its bounds", "return 7;", "return 8;", "8 is not within 7 and 7"],
  ["a fraction", "return 7;", "return 7.5;", "7.5 is no Int as a number"],
  ["the negative zero", "return 7;", "return -0;", "0 is the negative zero"],
  ["what is no Int at all", "return 7;", "return undefined;", "undefined is no Int"],
  [
    "a wide number in place of a small one",
    "return 7;",
    "return new $.Wide(1 << 30, 0);",
    "is wide where a number is expected",
  ],
  ["a wide number that is small", "return 7;", "return new $.Wide(0, 1);", "should be a number"],
  [
    "a promise from a call that does not wait",
    "return 7;",
    "return Promise.resolve(7);",
    "a call waits that is said not to",
  ],
  [
    "a call without the value that it has",
    'return "kiwi";',
    "return undefined;",
    "a call returns undefined, which is no String",
  ],
  [
    "text that is no byte string",
    'return "kiwi";',
    'return "\u20ac";',
    "a call returns .*, which is no String",
  ],
])("%s is reported", async (_name, from, to, message) => {
  const { exitReason } = await runCompiled(changed(compileProgram(SOURCE, { asserting: true }), from, to));
  expect(exitReason.kind).toBe("internal");
  expect("text" in exitReason ? exitReason.text : "").toMatch(new RegExp(`asserted: .*${message}`));
});
