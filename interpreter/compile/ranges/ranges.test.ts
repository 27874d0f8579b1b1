// Bounds of Ints: random programs against 64-bit arithmetic on BigInt, and the operators that must be
// left in programs of well-known shapes.
import { expect, test } from "vitest";
import { compileProgram, runProgram } from "../testing/run-program.ts";

/** A sequence of numbers below `limit`, the same in every run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * limit);
  };
}

const NAMES = ["x", "y", "z", "i", "box.n", "total"];
const CONSTANTS = ["0", "1", "2", "3", "7", "16", "31", "33", "255", "1000", "65536", "1103515245", "2147483647", "4294967295", "4294967296", "9007199254740991", "9007199254740993", "1099511628211", "88172645463325252"];

interface Text {
  readonly std: string;
  readonly js: string;
}

function constant(text: string): Text {
  return { std: text, js: `${text}n` };
}

function expression(next: (limit: number) => number, depth: number): Text {
  if (depth === 0 || next(6) === 0) {
    if (next(3) === 0) return constant(CONSTANTS[next(CONSTANTS.length)]!);
    const name = NAMES[next(NAMES.length)]!;
    return { std: name, js: name };
  }
  const a = expression(next, depth - 1);
  const kind = next(12);
  if (kind === 0) return { std: `(-${a.std})`, js: `wrap(-${a.js})` };
  if (kind === 1) return { std: `(~${a.std})`, js: `(~${a.js})` };
  if (kind === 2) return { std: `twist(${a.std})`, js: `twist(${a.js})` };
  if (kind === 3 || kind === 4) {
    const op = kind === 3 ? "%" : "/";
    const b = constant(CONSTANTS[1 + next(CONSTANTS.length - 1)]!);
    return { std: `(${a.std} ${op} ${b.std})`, js: `(${a.js} ${op} ${b.js})` };
  }
  if (kind === 5 || kind === 6) {
    const op = kind === 5 ? "<<" : ">>";
    const count = `${next(40)}`;
    return { std: `(${a.std} ${op} ${count})`, js: `wrap(${a.js} ${op} ${count}n)` };
  }
  const op = ["+", "-", "*", "&", "^", "|"][next(6)]!;
  const b = expression(next, depth - 1);
  return { std: `(${a.std} ${op} ${b.std})`, js: `wrap(${a.js} ${op} ${b.js})` };
}

function program(seed: number): Text {
  const next = randomNumbers(seed);
  const updates = Array.from({ length: 4 }, () => ({ name: NAMES.filter((name) => name !== "i")[next(5)]!, value: expression(next, 3) }));
  const twisted = expression(randomNumbers(seed + 99), 0).std === "0" ? "n & 255" : `n * 31 + ${CONSTANTS[next(CONSTANTS.length)]}`;
  const body = updates.map(({ name, value }) => `        ${name} = ${value.std}`).join("\n");
  const std = `
struct Box { n: Int }
let total = 0
fun twist(n: Int) -> Int = ${twisted}
fun main() {
    let x = 1
    let y = 5
    let z = -3
    let box = Box { n: 2 }
    for i in 0..30 {
${body}
    }
    print("\${x} \${y} \${z} \${box.n} \${total}")
}`;
  const js = `
const wrap = (n) => BigInt.asIntN(64, n);
let total = 0n;
const twist = (n) => wrap(${twisted.replace(/\d+/g, "$&n")});
let x = 1n, y = 5n, z = -3n;
const box = { n: 2n };
for (let i = 0n; i < 30n; i++) {
${updates.map(({ name, value }) => `${name} = ${value.js};`).join("\n")}
}
return \`\${x} \${y} \${z} \${box.n} \${total}\`;`;
  return { std, js };
}

test("random programs compute what 64-bit arithmetic gives", async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { std, js } = program(seed);
    const { stdout, ending } = await runProgram(std);
    expect(ending.kind, std).toBe("done");
    expect(stdout.trim(), std).toBe(new Function(js)());
  }
}, 30_000);

/** Names of the runtime's Int operators that the generated code may call. */
function slowOperators(source: string): string[] {
  return [...new Set(compileProgram(source).code.match(/\b[a-z]+Int\b/g) ?? [])].sort();
}

test.each([
  ["a linear congruential generator", "fun main() { let x = 42  for _ in 0..9 { x = (x * 1103515245 + 12345) % 2147483648 }  print(x) }"],
  ["a generator modulo a prime", "fun main() { let x = 42  for _ in 0..9 { x = x * 16807 % 2147483647 }  print(x) }"],
  ["xorshift of 32 bits", "fun main() { let x = 7  for _ in 0..9 { x = x ^ ((x << 13) & 0xffffffff)  x = x ^ (x >> 17)  x = x ^ ((x << 5) & 0xffffffff) }  print(x) }"],
  ["a hash of 32 bits", 'import std/string\nfun main() { let h = 2166136261  for i in 0.."abc".len() { h = ((h ^ "abc".byte_at(i)) * 16777619) & 0xffffffff }  print(h) }'],
  ["counters in fields", "struct C { n: Int }\nimpl C { fun up(self) { self.n += 1 } }\nfun main() { let c = C { n: 0 }  c.up()  print(c.n + 1) }"],
  ["counters in parameters", "fun down(n: Int) -> Int = if n == 0 { 0 } else { down(n - 1) }\nfun main() { print(down(9)) }"],
  ["counters in globals", "let n = 0\nfun up() { n = n + 1 }\nfun main() { up()  print(n * 2) }"],
])("%s needs no look at its numbers", (_name, source) => {
  expect(slowOperators(source)).toEqual([]);
});

test.each([
  ["a parameter of a function value", "fun twice(n: Int) -> Int = n * 2\nfun main() { let f = twice  print(f(9223372036854775807)) }", "-2"],
  ["a parameter of a trait object's method", "trait T { fun f(self, n: Int) -> Int }\nstruct S { a: Int }\nimpl T for S { fun f(self, n: Int) -> Int = n + 1 }\nfun main() { let t: dyn T = S { a: 0 }  print(S { a: 0 }.f(1))  print(t.f(9223372036854775807)) }", "2 -9223372036854775808"],
  ["a field written by name", 'struct S { n: Int }\nfun main() { let s = S { n: 1 }  let a = to_any<S>(s)  let _ok = set_field(a, "n", to_any<Int>(9223372036854775807))  print(s.n * 2) }', "-2"],
  ["a difference of numbers past 2^53", "fun main() { let a = 9007199254740993  print(a - 1 == 9007199254740992)  print(a - 2) }", "true 9007199254740991"],
  ["a variable that a closure changed", "fun main() { let n = 9007199254740991  let f = fun() -> Int { n += 1  return n * 3 }  print(f()) }", "27021597764222976"],
])("%s may be anything", async (_name, source, prints) => {
  const { stdout } = await runProgram(source);
  expect(stdout.trim().replaceAll("\n", " ")).toBe(prints);
});
