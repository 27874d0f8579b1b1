// Which Ints are kept in halves, and published test vectors for computations with them.
import { expect, test } from "vitest";
import { compileProgram, runProgram } from "../../testing/run-program.ts";

const FNV = `fun fnv(s: String) -> Int {
    let h = 0xcbf29ce484222325
    for i in 0..s.len() { h = (h ^ s.byte_at(i)) * 0x100000001b3 }
    return h
}
`;
const SPLITMIX = `struct Rng { state: Int }
impl Rng {
    fun next(self) -> Int {
        self.state += 0x9e3779b97f4a7c15
        let z = self.state
        z = (z ^ ((z >> 30) & 0x3ffffffff)) * 0xbf58476d1ce4e5b9
        z = (z ^ ((z >> 27) & 0x1fffffffff)) * 0x94d049bb133111eb
        return z ^ ((z >> 31) & 0x1ffffffff)
    }
}
`;

/** A 64-bit number as Stdlang prints it. */
function signed(hex: string): string {
  return `${BigInt.asIntN(64, BigInt(`0x${hex}`))}`;
}

test.each([
  [
    "FNV-1a of no bytes",
    `import std/string\n${FNV}fun main() { print(fnv("")) }`,
    signed("cbf29ce484222325"),
  ],
  ["FNV-1a", `import std/string\n${FNV}fun main() { print(fnv("foobar")) }`, signed("85944171f73967e8")],
  [
    "splitmix64",
    `${SPLITMIX}fun main() { let r = Rng { state: 0 }  let a = r.next()  print("\${a} \${r.next()}") }`,
    `${signed("e220a8397b1dcdaf")} ${signed("6e789e6aa1b965f4")}`,
  ],
])("%s", async (_name, source, prints) => {
  expect(compileProgram(source).code).toMatch(/\$hi/);
  const { stdout } = await runProgram(source);
  expect(stdout.trim()).toBe(prints);
});

test.each([
  [
    "a generator without modulus",
    "fun main() { let x = 1  for _ in 0..9 { x = x * 6364136223846793005 + 1 }  print(x) }",
  ],
  [
    "a hash in a parameter",
    "fun h(acc: Int, n: Int) -> Int = if n == 0 { acc } else { h(acc * 31 + n, n - 1) }\nfun main() { print(h(0, 9)) }",
  ],
  [
    "a state that goes round through several variables",
    "fun main() { let x = 7  for _ in 0..9 { let a = x ^ (x << 13)  let b = a ^ (a >> 7)  x = b ^ (b << 17) }  print(x) }",
  ],
])("%s is kept in halves", (_name, source) => {
  expect(compileProgram(source).code).toMatch(/\$hi/);
});

test.each([
  ["a sum", "fun main() { let n = 0  for i in 0..9 { n += i * i * 1000000 }  print(n) }"],
  [
    "a factorial",
    "fun f(n: Int) -> Int = if n == 0 { 1 } else { n * f(n - 1) }\nfun main() { print(f(20)) }",
  ],
  [
    "a Fibonacci number",
    "fun main() { let a = 0  let b = 1  for _ in 0..9 { let c = a + b  a = b  b = c }  print(a) }",
  ],
  [
    "a Collatz number",
    "fun main() { let n = 27  while n != 1 { n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 } }  print(n) }",
  ],
  [
    "a number that is read",
    'fun main() { let n = 0  for c in "123" { n = n * 10 + c.to_string().len() }  print(n) }',
  ],
  [
    "the smallest so far",
    "fun main() { let least = 9223372036854775807  for x in [3, 1, 2] { if x < least { least = x } }  print(least) }",
  ],
  ["a remainder", "fun main() { let x = 1  for _ in 0..9 { x = x * 48271 % 2147483647 }  print(x) }"],
  [
    "a hash that a closure captured",
    "fun main() { let h = 7  for _ in 0..9 { h = h * 6364136223846793005 }  let f = fun() -> Int = h  print(f()) }",
  ],
])("%s is not", (_name, source) => {
  expect(compileProgram(source).code).not.toMatch(/\$hi/);
});
