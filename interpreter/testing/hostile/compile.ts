// Programs that take long to check and compile, or much memory. None of them starts.
import type { HostileScript, HostileTable } from "./script.ts";

/** G1: a limit of the compiler; G3: one of the host; P10: nested too deeply. */
const REFUSED = ["refused: G1", "refused: G3", "refused: P10"];

const doubled = (depth: number): string => (depth === 0 ? "1" : `a!(${doubled(depth - 1)})`);

function generics(calls: (next: string) => string, count: number): string {
  const functions = Array.from(
    { length: count },
    (_, i) => `fun f${i}<T>(x: T) -> Int { ${calls(`f${i + 1}`)} }\n`,
  );
  return `${functions.join("")}fun f${count}<T>(x: T) -> Int = 1\nfun main() { print(f0(1)) }`;
}

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

const PROGRAMS: readonly (readonly [does: string, text: string])[] = [
  ["is a long literal", `fun main() { print([${"1,".repeat(490_000)}].len()) }`],
  ["is a long sum", `fun main() { print(${"1+".repeat(400_000)}1) }`],
  ["has many statements", `fun main() {\n${"let a = 1\n".repeat(150_000)}}`],
  ["has text in many pieces", `fun main() { print("${"${1}".repeat(200_000)}") }`],
  ["is a large file", `fun main() {}\n${"// x\n".repeat(2_000_000)}`],
  ["nests parentheses", `fun main() { print(${"(".repeat(100_000)}1${")".repeat(100_000)}) }`],
  ["nests lists", `fun main() { print(${"[".repeat(100_000)}1${"]".repeat(100_000)}) }`],
  ["nests blocks", `fun main() { ${"if true { ".repeat(50_000)}${"}".repeat(50_000)} }`],
  ["nests types", `fun f(x: ${"List<".repeat(50_000)}Int${">".repeat(50_000)}) {}\nfun main() {}`],
  [
    "has macros that double",
    `macro a { ($x:expr) => { [$x, $x, $x, $x, $x, $x, $x, $x] } }\nfun main() { print(${doubled(7)}.len()) }`,
  ],
  [
    "has macros that call themselves",
    "macro a { ($x:expr) => { a!($x + $x) } }\nfun main() { print(a!(1)) }",
  ],
  ["has generic functions that double", generics((next) => `${next}([x]) + ${next}(Some(x))`, 16)],
  [
    "has constants that double",
    `const A0: String = "xxxxxxxx"\n${lines(40, (i) => `const A${i + 1}: String = A${i} + A${i}`)}\nfun main() { print(A40.len()) }`,
  ],
  [
    "has aliases that double",
    `type A0 = (Int, Int)\n${lines(40, (i) => `type A${i + 1} = (A${i}, A${i})`)}\nfun f(x: A40) {}\nfun main() {}`,
  ],
  ["has many functions", `${lines(60_000, (i) => `fun f${i}(x: Int) -> Int = x + ${i}`)}\nfun main() {}`],
  [
    "has many calls of methods",
    `fun main() { let xs = [1]\nprint(xs${".map(fun(x: Int) -> Int = x + 1)".repeat(20_000)}) }`,
  ],
  ["has many parameters", `fun f(${lines(20_000, (i) => `a${i}: Int,`)}) {}\nfun main() {}`],
];

const SCRIPTS: readonly HostileScript[] = [
  ...PROGRAMS.map(([does, script]): HostileScript => ({ does, script, ends: REFUSED })),
  {
    does: "has a generic function that grows",
    script:
      "fun f<T>(x: T, n: Int) -> Int = if n == 0 { 0 } else { f([x], n - 1) }\nfun main() { print(f(1, 3)) }",
    ends: ["refused: T29", "refused: G3"],
  },
  {
    does: "has a long name",
    script: `fun ${"a".repeat(1_000_000)}() {}\nfun main() { print(1) }`,
    ends: ["done", ...REFUSED],
  },
  {
    does: "is not text",
    script: `fun main() { print("\0\u{2028}") }`,
    ends: /^(?:done|refused: [A-Z]\d+)/,
  },
];

export const COMPILE: HostileTable = {
  kind: "compile",
  imports: "",
  options: { limits: { compileMillis: 300, memory: 50_000_000 } },
  scripts: SCRIPTS,
};
