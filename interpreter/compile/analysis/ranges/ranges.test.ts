// Bounds of Ints: random programs against 64-bit arithmetic on BigInt, and the operators that must remain in
// programs of well-known shapes.
import { expect, test } from "vitest";
import { randomArithmetic } from "../../testing/random-arithmetic.ts";
import { compileProgram, runProgram } from "../../testing/run-program.ts";

test("random programs compute the results of 64-bit arithmetic", async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { std, js } = randomArithmetic(seed);
    const { stdout, exitReason } = await runProgram(std);
    expect(exitReason.kind, std).toBe("done");
    expect(stdout.trim(), std).toBe(new Function(js)());
  }
}, 180_000);

/** The names of the runtime's Int operators that the generated code may call. */
function slowOperators(source: string): string[] {
  return [...new Set(compileProgram(source).code.match(/\b[a-z]+Int\b/g) ?? [])].sort();
}

test.each([
  [
    "a linear congruential generator",
    "fun main() { let x = 42  for _ in 0..9 { x = (x * 1103515245 + 12345) % 2147483648 }  print(x) }",
  ],
  [
    "a generator modulo a prime",
    "fun main() { let x = 42  for _ in 0..9 { x = x * 16807 % 2147483647 }  print(x) }",
  ],
  [
    "xorshift of 32 bits",
    "fun main() { let x = 7  for _ in 0..9 { x = x ^ ((x << 13) & 0xffffffff)  x = x ^ (x >> 17)  x = x ^ ((x << 5) & 0xffffffff) }  print(x) }",
  ],
  [
    "a hash of 32 bits",
    'import std/string\nfun main() { let h = 2166136261  for i in 0.."abc".len() { h = ((h ^ "abc".byte_at(i)) * 16777619) & 0xffffffff }  print(h) }',
  ],
  [
    "counters in fields",
    "struct C { n: Int }\nimpl C { fun up(self) { self.n += 1 } }\nfun main() { let c = C { n: 0 }  c.up()  print(c.n + 1) }",
  ],
  [
    "counters in parameters",
    "fun down(n: Int) -> Int = if n == 0 { 0 } else { down(n - 1) }\nfun main() { print(down(9)) }",
  ],
  ["counters in globals", "let n = 0\nfun up() { n = n + 1 }\nfun main() { up()  print(n * 2) }"],
  [
    "the bytes of a list",
    "fun sum(xs: List<Int>) -> Int { let n = 0  for x in xs { n = (n + (x << 16)) & 0xffffff }  return n }\nfun main() { let xs: List<Int> = []  xs.push(3)  xs[0] = xs[0] * 2 & 255  print(sum(xs)) }",
  ],
  [
    "a table of 32 bits",
    "fun main() { let t = [0, 3988292384]  let c = 1  for i in 0..9 { c = t[c & 1] ^ (c >> 1) }  print(c) }",
  ],
  [
    "nested lists",
    "fun main() { let g = [[1, 2], [3]]  let n = 0  for row in g { for x in row { n += x + g[0][1] } }  print(n) }",
  ],
  [
    "counters that others are set to",
    "fun main() { let i = 0  let j = 0  let most = 0  while i < 9 { i += 2  j = i - 1  if j > most { most = j }  i = most }  print(i + j + most * 2) }",
  ],
  [
    "a counter to an end that is unknown",
    "import std/env { args }\nfun ends(n: Int) -> Int { let last = 0  for i in 0..n { last = i + 1 }  return last }\nfun main() { print(ends(args().len()) + 1) }",
  ],
  [
    "the payload of a variant",
    "enum E { A(Int), B }\nfun f(e: E) -> Int = match e { A(n) -> n * 2, B -> 0 }\nfun main() { print(f(E.A(7)) + f(E.B)) }",
  ],
  [
    "what options and results hold",
    "fun f(n: Int) -> Result<Int, Int> = if n > 0 { Ok(n & 7) } else { Err(-1) }\nfun g(n: Int) -> Result<Int, Int> = Ok(f(n)? * 3)\nfun main() { match g(5) { Ok(n) -> print(n + 1), Err(e) -> print(e - 1) }  match Some(4) { Some(n) -> print(n * n), None -> {} } }",
  ],
  [
    "elements that natives move",
    "import std/list { repeat, reverse }\nfun main() { let xs = reverse(repeat(7, 3))  print(xs[1] * 9)  print(xs.pop() * 9) }",
  ],
  [
    "values of a map",
    'import std/collections\nfun main() { let m: Map<String, Int> = Map.new()  m.set("a", 4)  print(m.get_or("a", 9) * 3) }',
  ],
])("%s needs no checks", (_name, source) => {
  expect(slowOperators(source)).toEqual([]);
});

test.each([
  [
    "a binary search",
    "fun find(xs: List<Int>, x: Int) -> Int { let low = 0  let high = xs.len() - 1  while low <= high { let mid = (low + high) / 2  if xs[mid] == x { return mid }  if xs[mid] < x { low = mid + 1 } else { high = mid - 1 } }  return -1 }\nfun main() { print(find([1, 3, 5], 3) + 1) }",
    ["divInt"],
  ],
  [
    "a sum of bytes",
    "fun main() { let xs = [1, 255]  let n = 0  for x in xs { n += x }  print(n) }",
    ["addInt"],
  ],
  [
    "a counter by more than a little",
    "fun main() { let n = 0  while n < 9 { n += 1000 }  print(n) }",
    ["addInt"],
  ],
  ["a number that doubles", "fun main() { let n = 1  while n < 9 { n = n + n }  print(n) }", ["addInt"]],
  [
    "a number next to 2^51",
    "fun main() { let x = 2251799813685248  x = x + 1001  x = x + 1001  print(x * 3 + 2251799813685246) }",
    ["addInt", "mulInt"],
  ],
])("%s is checked where necessary", (_name, source, operators) => {
  expect(slowOperators(source)).toEqual(operators);
});

test.each([
  [
    "a parameter of a function value",
    "fun twice(n: Int) -> Int = n * 2\nfun main() { let f = twice  print(f(9223372036854775807)) }",
    "-2",
  ],
  [
    "a parameter of a trait object's method",
    "trait T { fun f(self, n: Int) -> Int }\nstruct S { a: Int }\nimpl T for S { fun f(self, n: Int) -> Int = n + 1 }\nfun main() { let t: dyn T = S { a: 0 }  print(S { a: 0 }.f(1))  print(t.f(9223372036854775807)) }",
    "2 -9223372036854775808",
  ],
  [
    "a field written by name",
    'struct S { n: Int }\nfun main() { let s = S { n: 1 }  let a = to_any<S>(s)  let _ok = set_field(a, "n", to_any<Int>(9223372036854775807))  print(s.n * 2) }',
    "-2",
  ],
  [
    "a difference of numbers past 2^53",
    "fun main() { let a = 9007199254740993  print(a - 1 == 9007199254740992)  print(a - 2) }",
    "true 9007199254740991",
  ],
  [
    "a variable that a closure changed",
    "fun main() { let n = 9007199254740991  let f = fun() -> Int { n += 1  return n * 3 }  print(f()) }",
    "27021597764222976",
  ],
  [
    "an element that a function value wrote",
    "fun big(xs: List<Int>) { xs[0] = 9223372036854775807 }\nfun main() { let xs = [1]  let f = big  f(xs)  print(xs[0] * 2) }",
    "-2",
  ],
  [
    "an element that a closure wrote",
    "fun main() { let xs = [1]  let f = fun() -> Unit { xs[0] = 9223372036854775807 }  f()  print(xs[0] * 2) }",
    "-2",
  ],
  [
    "an element of a list that was an Any",
    'struct S { xs: List<Int> }\nfun main() { let s = S { xs: [1] }  match get_field(to_any<S>(s), "xs") { Some(a) -> match cast<List<Int>>(a) { Some(l) -> { l[0] = 9223372036854775807 }, None -> {} }, None -> {} }  print(s.xs[0] * 2) }',
    "-2",
  ],
  [
    "a value of a map with keys of a struct",
    "import std/collections\n@derive(Eq, Hash)\nstruct K { n: Int }\nfun main() { let m: Map<K, List<Int>> = Map.new()  let l = [1]  m.set(K { n: 1 }, l)  for e in m.entries() { e.value[0] = 9223372036854775807 }  print(l[0] * 2) }",
    "-2",
  ],
  [
    "what a channel brings",
    "import std/sync { channel_buffered }\nfun main() { let ch = channel_buffered<List<Int>>(1)  let l = [1]  ch.send(l)  let r = ch.recv()  r[0] = 9223372036854775807  print(l[0] * 2) }",
    "-2",
  ],
  [
    "what a loop breaks with",
    "fun main() { let l = [1]  let r = loop { break l }  r[0] = 9223372036854775807  print(l[0] * 2) }",
    "-2",
  ],
  [
    "what an iterator gives",
    "import std/iter\nfun main() { let l = [[1]]  for r in l.iter() { r[0] = 9223372036854775807 }  print(l[0][0] * 2) }",
    "-2",
  ],
])("%s may be anything", async (_name, source, prints) => {
  const { stdout } = await runProgram(source);
  expect(stdout.trim().replaceAll("\n", " ")).toBe(prints);
});
