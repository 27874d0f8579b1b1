// Programs that exceed the limits of compiling: each is refused with a single diagnostic.
import { expect, test } from "vitest";
import { run } from "./testing/run.ts";
import { sample } from "./testing/sample.ts";

test("a limit that compiling exceeds is a diagnostic, within the limits", async () => {
  const limits = { steps: 1_000_000, wallMillis: 300, memory: 50_000_000 };
  const doubled = (depth: number): string => (depth === 0 ? "1" : `a!(${doubled(depth - 1)})`);
  const generics = (calls: (next: string) => string, count: number): string =>
    `${Array.from({ length: count }, (_, i) => `fun f${i}<T>(x: T) -> Int { ${calls(`f${i + 1}`)} }\n`).join("")}fun f${count}<T>(x: T) -> Int = 1\nfun main() { print(f0(1)) }`;
  const cases: readonly (readonly [string, string])[] = [
    [
      "macros that double",
      `macro a { ($x:expr) => { [$x, $x, $x, $x, $x, $x, $x, $x] } }\nfun main() { print(${doubled(6)}.len()) }`,
    ],
    ["generic functions that double", generics((next) => `${next}([x]) + ${next}(Some(x))`, 14)],
    [
      "lambdas in them",
      generics(
        (next) =>
          `let g = fun() -> Int { let h = fun() -> Int = ${next}([x]) \n h() }\n let m = fun() -> Int = ${next}(Some(x))\n g() + m()`,
        14,
      ),
    ],
    ["a long literal", `fun main() { print([${"1,".repeat(490_000)}].len()) }`],
    ["a long sum", `fun main() { print(${"1+".repeat(400_000)}1) }`],
    ["many statements", `fun main() {\n${"let a = 1\n".repeat(150_000)}}`],
    ["text in many pieces", `fun main() { print("${"${1}".repeat(200_000)}") }`],
    ["a large file", `fun main() {}\n${"// x\n".repeat(10_000_000)}`],
    [
      "constants that double",
      `const A0: String = "xxxxxxxx"\n${Array.from({ length: 40 }, (_, i) => `const A${i + 1}: String = A${i} + A${i}\n`).join("")}fun main() { print(A40.len()) }`,
    ],
  ];
  for (const [name, text] of sample(cases, 4)) {
    const { exitReason, codes } = await run(text, { limits });
    expect([name, exitReason, codes.length, ["G1", "G3", "P10"].includes(codes[0]!)]).toEqual([
      name,
      null,
      1,
      true,
    ]);
  }
  expect(
    (await run("fun main() {}", { limits: { steps: 10, wallMillis: 1000, memory: 1_000_000 } })).exitReason,
  ).toEqual({ kind: "done" });
});
