// Values made by an iteration are released at its end, except those that outlive it.
import { expect, test } from "vitest";
import { compileProgram, runProgram } from "./testing/run-program.ts";
import { sameInAllModes } from "./testing/modes.ts";

/** The released names as the script writes them, in the first form of each function. */
function released(source: string): string[] {
  const begun = compileProgram(source)
    .code.split(/^ {2}function _/m)
    .slice(1)
    .join();
  const lines = [...begun.matchAll(/^ *([\w$ =]+) = undefined;$/gm)].map((found) => found[1]!);
  return lines.flatMap((line) => line.split(" = ")).map((name) => name.replace(/^_|\$.*/g, ""));
}

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

test("so are they and the values of calls where goroutines may give way", async () => {
  const source = `${MADE}
    fun main() {
      spawn(fun() {})
      let total = 0
      for n in 0..5 {
        let few = made(n)
        total += few.len() + made(n + 1).len()
      }
      print(total)
    }`;
  expect(released(source)).toEqual(["k", "few", "k"]);
  expect(await sameInAllModes(source)).toBeNull();
});

test("an iteration that calls nothing releases nothing", () => {
  const source = `fun main() { let xs = [1, 2, 3]
    for n in 0..5 { let pair = (n, xs[n % 3]) xs[n % 3] = pair.0 + pair.1 } print(xs) }`;
  expect(released(source)).toEqual([]);
});

test("variables that lambdas capture are not released", async () => {
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
