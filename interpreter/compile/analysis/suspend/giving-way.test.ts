// Which loops and calls check the time slice (reference/concurrency#scheduling), as seen in the generated
// code.
import { expect, test } from "vitest";
import { compileProgram } from "../../testing/run-program.ts";

/** The generated text of a function of the program. */
function codeOf(body: string, others: string): string {
  const { code } = compileProgram(`
    import std/collections { Map }
    ${others}
    fun work(n: Int, xs: List<Int>, m: Map<String, Int>) -> Int {
        let sum = 0
        ${body}
        return sum
    }
    fun main() {
        spawn print("another")
        print(work(args_count(), [1, 2], ["a": 1]))
    }
    fun args_count() -> Int = [1, 2, 3].len()`);
  const start = code.search(/^ *(?:async )?function _work\(/m);
  expect(start, code).toBeGreaterThan(0);
  return code.slice(start, code.indexOf("\n  }\n", start));
}

const LOOKS = /\bfuel\b/;

test.each([
  ["loop { if sum > n { break }  sum += 1 }", true],
  ["while sum < n { sum += 1 }", true],
  ["for i in 0..n { sum += i }", true],
  ["for x in xs { sum += x }", true],
  ["for entry in m { sum += entry.value }", true],
  ["for i in 0..n { for j in 0..n { sum += j } }", true],
  ["for i in 0..n { if i > 3 { return i }  sum += i }", true],
  ["for i in 0..n { sum += helper(i) }", true],
  ["for i in 0..4 { sum += i }", false],
  ["for i in 0..4 { sum += helper(i) }", false],
  ["sum = helper(n)", false],
  ["if n > 2 { sum = n }", false],
  ["sum = match n { 1 -> 2, _ -> n }", false],
] as const)("%s gives way: %s", (body, gives) => {
  expect(LOOKS.test(codeOf(body, "fun helper(n: Int) -> Int = n + 1"))).toBe(gives);
});

test.each([
  ["fun down(n: Int) -> Int = if n == 0 { 0 } else { 1 + down(n - 1) }", true],
  [
    "fun even(n: Int) -> Bool = if n == 0 { true } else { odd(n - 1) }\nfun odd(n: Int) -> Bool = if n == 0 { false } else { even(n - 1) }",
    true,
  ],
  ["fun once(n: Int) -> Int = n * 2", false],
] as const)("calls in circles give way, others do not: %s", (functions, gives) => {
  const name = /fun (\w+)/.exec(functions)![1]!;
  const { code } = compileProgram(
    `${functions}\nfun main() { spawn print("another")\n print(${name}([1, 2].len())) }`,
  );
  const start = code.search(new RegExp(`^ *(?:async )?function _${name}\\(`, "m"));
  const text = start < 0 ? "" : code.slice(start, code.indexOf("\n  }\n", start));
  expect(LOOKS.test(text), text).toBe(gives);
});

test("in a program of one goroutine without limits no loop checks the clock", () => {
  const { code } = compileProgram(
    "fun main() { let sum = 0\n for i in 0..[1].len() { sum += i }\n print(sum) }",
  );
  const start = code.search(/function _main\(/);
  expect(LOOKS.test(code.slice(start, code.indexOf("\n  }\n", start)))).toBe(false);
});
