// What an iteration has made is released at its end, but for what outlives it.
import { expect, test } from "vitest";
import { compileProgram, runProgram } from "./testing/run-program.ts";
import { sameInAllModes } from "./testing/modes.ts";

const released = (source: string): string[] =>
  [...compileProgram(source).code.matchAll(/^ *_([\w$]+) = undefined;$/gm)].map((found) => found[1]!);

const MADE = `
    fun made(n: Int) -> List<Int> {
      let list: List<Int> = []
      for i in 0..n { list.push(i) }
      list
    }`;

test("variables of an iteration that calls others are released at its end", () => {
  const source = `${MADE}
    fun main() {
      for n in 0..5 {
        let few = made(n)
        let text = "\${few}"
        let count = few.len()
        print("\${text} \${count}")
      }
    }`;
  expect(released(source)).toEqual(["few", "text"]);
});

test("an iteration that calls nothing releases nothing", () => {
  const source = `fun main() { let xs = [1, 2, 3]
    for n in 0..5 { let pair = (n, xs[n % 3]) xs[n % 3] = pair.0 + pair.1 } print(xs) }`;
  expect(released(source)).toEqual([]);
});

test("what lambdas mention stays", async () => {
  const source = `${MADE}
    fun kept() -> List<fun() -> Int> {
      let later: List<fun() -> Int> = []
      for n in 0..3 {
        let stored = made(n)
        let deferred = made(n + 1)
        later.push(fun() -> Int {
          let inner = fun() -> Int { stored.len() }
          inner()
        })
        defer print(deferred)
        let gone = made(n + 2)
        print(gone)
      }
      later
    }
    fun main() { for f in kept() { print(f()) } }`;
  expect(released(source)).toEqual(["gone"]);
  expect(await sameInAllModes(source)).toBeNull();
  const { stdout } = await runProgram(source);
  const lists = ["[0, 1]", "[0, 1, 2]", "[0, 1, 2, 3]", "[0, 1, 2]", "[0, 1]", "[0]"];
  expect(stdout.split("\n").slice(0, 9)).toEqual([...lists, "0", "1", "2"]);
});
