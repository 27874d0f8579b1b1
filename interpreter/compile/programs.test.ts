// Small programs end to end, each compiled in three modes: as inferred, with every function suspending, and
// metered. All must print the same.
import { expect, test } from "vitest";
import { locationOf } from "./index.ts";
import { compileProgram, runProgram } from "./testing/run-program.ts";

const SAY = 'fun say(n: Int) -> Int {\n    print("s${n}")\n    return n\n}\n';

const PROGRAMS: Record<string, { source: string; prints: string }> = {
  "operands are evaluated in order, whatever needs statements": {
    source: `${SAY}
      fun opt(n: Int) -> Option<Int> = if n > 0 { Some(n) } else { None }
      fun sum(n: Int) -> Option<Int> { let a = say(1) + opt(n)? + say(2)  return Some(a) }
      fun main() {
          let x = 1
          let y = x + { x = 5  x } + x
          print(y)
          print("\${sum(3)} \${sum(0)}")
          let xs = [1, 2, 3]
          xs[say(1)] += say(10)
          print(xs)
          let b = true && { print("a")  false } || { print("b")  true }
          print(b)
      }`,
    prints: "11 s1 s2 s1 Some(6) None s1 s10 [1, 12, 3] a b true",
  },
  "options and results nest without losing a level": {
    source: `
      fun nested(n: Int) -> Option<Option<Int>> = if n == 0 { None } else if n == 1 { Some(None) } else { Some(Some(n)) }
      fun result(n: Int) -> Result<Option<Int>, String> = if n == 0 { Err("e") } else if n == 1 { Ok(None) } else { Ok(Some(n)) }
      fun both(n: Int) -> Option<Result<Int, Int>> = if n == 0 { None } else if n == 1 { Some(Err(1)) } else { Some(Ok(n)) }
      fun twice(n: Int) -> Result<Result<Int, Int>, Int> = if n == 0 { Err(0) } else if n == 1 { Ok(Err(1)) } else { Ok(Ok(n)) }
      fun unit(b: Bool) -> Option<Unit> = if b { Some({}) } else { None }
      fun main() {
          for n in 0..3 { print("\${nested(n)} \${result(n)} \${both(n)} \${twice(n)}") }
          print("\${unit(true).is_some()} \${unit(false).is_some()}")
          match nested(1) { Some(None) -> print("inner"), Some(Some(_)) -> print("deep"), None -> print("outer") }
      }`,
    prints:
      "None Err(e) None Err(0) Some(None) Ok(None) Some(Err(1)) Ok(Err(1)) Some(Some(2)) Ok(Some(2)) Some(Ok(2)) Ok(Ok(2)) true false inner",
  },
  "closures capture by value and start again in each call": {
    source: `
      fun main() {
          let fs: List<fun() -> Int> = []
          let acc = 0
          for i in 0..3 {
              acc += i
              fs.push(fun() -> Int { acc += 10  acc + i })
          }
          print("\${fs[0]()} \${fs[0]()} \${fs[1]()} \${fs[2]()} \${acc}")
          let k = 1
          let outer = fun(x: Int) -> fun() -> Int {
              x += k
              fun() -> Int { x += 1  x }
          }
          k = 100
          let inner = outer(5)
          print("\${inner()} \${inner()}")
      }`,
    prints: "10 10 12 15 3 7 7",
  },
  "deferred expressions run last, captured when registered": {
    source: `${SAY}
      struct Cell { v: Int }
      fun job(c: Cell, early: Bool) -> Int {
          for i in 0..2 { defer print("d\${i}") }
          if early { return say(c.v) }
          defer { c.v = 9 }
          return c.v + 1
      }
      fun main() {
          let c = Cell { v: 1 }
          print(job(c, true))
          print(job(c, false))
          print(c.v)
      }`,
    prints: "s1 d1 d0 1 d1 d0 2 9",
  },
  "breaks and continues leave the right loop from within arms": {
    source: `
      fun total() -> Int {
          let sum = 0
          for i in 0..10 {
              match i { 0 -> continue, 1 -> { sum += 100 }, 2 -> { sum += 200 }, 3 -> { sum += 300 }, 7 -> break, _ -> { sum += 1 } }
          }
          return sum
      }
      fun found() -> String {
          let n = 0
          return loop {
              n += 1
              match n { 1 | 2 -> continue, x if x > 5 -> break "got \${x}", _ -> {} }
          }
      }
      fun main() { print("\${total()} \${found()}") }`,
    prints: "603 got 6",
  },
  "patterns with alternatives, guards and wide limits": {
    source: `
      enum E { A(Int), B(Int, String), C }
      fun pick(e: E) -> Int = match e {
          A(n) | B(n, _) if n > 3 -> n,
          A(1 | 2) -> 12,
          B(x, "hi") | A(x) -> x + 1000,
          _ -> -1
      }
      fun size(n: Int) -> String = match n {
          9223372036854775807 -> "max",
          -9223372036854775808 -> "min",
          9007199254740993..9007199254740999 -> "big",
          -5..=-1 -> "negative",
          _ -> "other"
      }
      fun main() {
          print("\${pick(E.A(9))} \${pick(E.B(8, ""))} \${pick(E.A(2))} \${pick(E.B(2, "hi"))} \${pick(E.A(3))} \${pick(E.C)} \${pick(E.B(1, "x"))}")
          print("\${size(9223372036854775807)} \${size(-9223372036854775808)} \${size(9007199254740995)} \${size(-3)} \${size(5)}")
          for Some(A(n) | B(n, _)) in [Some(E.A(1)), None, Some(E.C), Some(E.B(2, ""))] { print(n) }
      }`,
    prints: "9 8 12 1002 1003 -1 -1 max min big negative other 1 2",
  },
  "ints leave 53 bits and wrap at 64": {
    source: `
      struct Cell { v: Int }
      fun main() {
          let c = Cell { v: 9007199254740990 }
          for i in 0..3 { c.v += 1  print(c.v) }
          c.v *= c.v
          print(c.v)
          for i in 9223372036854775806..=9223372036854775807 { print(i) }
          let h = 1
          for i in 0..10 { h = (h * 6364136223846793005 + 1442695040888963407) ^ (h >> 29) }
          print("\${h} \${h == h + 0} \${h < 0} \${-7 / 2} \${-7 % 7 == 0}")
      }`,
    prints:
      "9007199254740991 9007199254740992 9007199254740993 18014398509481985 9223372036854775806 9223372036854775807 -8936601210358379054 true true -3 true",
  },
  "globals are set in order, their zero values seen before": {
    source: `
      let first: Int = later + 1
      let later: Int = read() + 40
      let names: List<String> = ["a"]
      fun read() -> Int = first + 1
      fun main() { print("\${first} \${later} \${names}") }`,
    prints: "1 42 [a]",
  },
};

for (const [name, { source, prints }] of Object.entries(PROGRAMS)) {
  test(name, async () => {
    for (const options of [{}, { suspendAll: true }, { metered: true }]) {
      const { stdout, stderr, exitReason } = await runProgram(source, options);
      expect(stderr).toBe("");
      expect(exitReason.kind).toBe("done");
      expect(stdout.trimEnd().split("\n").join(" ")).toBe(prints);
    }
  });
}

test("recursion with ever larger types is refused", () => {
  const { diagnostics } = compileProgram(`
    struct Box<T> { v: T }
    fun grow<T>(x: T, n: Int) { if n > 0 { grow(Box { v: x }, n - 1) } }
    fun main() { grow(1, 3) }`);
  expect(diagnostics.map((each) => each.code)).toEqual(["T29"]);
});

test("places in generated code lead back to the script", () => {
  const { code, positions } = compileProgram(
    "fun at(xs: List<Int>) -> Int {\n    return xs[3]\n}\nfun main() {\n    print(at([1]))\n}",
  );
  const line = code.split("\n").findIndex((text) => text.includes("outOfBounds), t)")) + 1;
  const column = code.split("\n")[line - 1]!.indexOf("outOfBounds") + 1;
  expect(locationOf(positions, line, column)).toEqual({
    source: "/main.std",
    line: 2,
    column: 12,
    function: "at",
  });
  expect(locationOf(positions, 1, 1)).toBeNull();
});

test("a waiting recursion that runs out of stack ends in a panic", async () => {
  const { exitReason } = await runProgram(`
    import std/sync { yield_now }
    fun deep(n: Int) -> Int { if n < 0 { yield_now() }  return deep(n + 1) + 1 }
    fun main() { print(deep(0)) }`);
  expect(exitReason).toMatchObject({ kind: "panic", message: "stack overflow" });
});

const chain = (operand: string, operator: string, length = 10_000): string =>
  Array<string>(length).fill(operand).join(` ${operator} `);

// A program for each: V8 13 compiles chains recursively, and all of them in one function exceed its stack.
test.each([
  ["sum", chain("a", "+"), "10000"],
  ["text", `(${chain("s", "+")}).len()`, "10000"],
  ["conjunction", chain("t", "&&"), "true"],
  ["disjunction", chain("!t", "||"), "false"],
  ["sum of blocks", chain("{ a += 1  a }", "+", 1000), "501500"],
])("a %s may be as long as one likes", async (_name, value, printed) => {
  const source = `fun main() {
    let a = 1  let s = "x"  let t = true
    print(${value})
  }`;
  expect((await runProgram(source)).stdout).toBe(`${printed}\n`);
});

test.each([
  ["reading", "print(xs[xs.len()])", "list index out of bounds: index 1, length 1"],
  ["writing", "xs[-1] = 3", "list index out of bounds: index -1, length 1"],
  ["popping", "let _a = xs.pop()  print(xs.pop())", "pop from empty list"],
  ["popping units", "let us = [{}]  us.pop()  us.pop()", "pop from empty list"],
])("%s what a list does not have is a panic at that place", async (_name, statements, message) => {
  const { exitReason, stderr } = await runProgram(`fun main() {\n    let xs = [1]\n    ${statements}\n}`);
  expect(exitReason).toMatchObject({ kind: "panic", message });
  expect(stderr).toMatch(/^panic: .*\n {2}at main \(\/main\.std:3:\d+\)\n$/);
});
