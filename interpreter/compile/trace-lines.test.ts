// A panic shows where it happened, even if JavaScript itself gives up: at operators, in interpolation, in
// derived code and in initialisers.
import { expect, test } from "vitest";
import { runProgram } from "./testing/run-program.ts";

const LARGE = 'let large: String = "0123456789abcdef".repeat(30_000_000)';

test.each([
  ["+", "fun main() {\n    print((large + large).len())\n}", "main (/main.std:4:18)"],
  ["+=", "fun main() {\n    let s = large\n    s += s\n}", "main (/main.std:5:5)"],
  [
    "an operand that calls",
    "fun same() -> String = large\nfun main() {\n    print(same() + same())\n}",
    "main (/main.std:5:18)",
  ],
  [
    "interpolation",
    'fun main() {\n    let s = "a${large}${large}"\n    print(s.len())\n}',
    "main (/main.std:4:13)",
  ],
  ["print", "fun main() {\n    print([large, large])\n}", "main (/main.std:4:5)"],
  [
    "derived code",
    "@derive(ToString)\nstruct P { a: String, b: String }\nfun main() {\n    print(P { a: large, b: large }.to_string().len())\n}",
    "P.to_string (/main.std:3:",
  ],
  [
    "an initialiser",
    "let twice: String = large + large\nfun main() {\n    print(twice.len())\n}",
    "twice (/main.std:3:27)",
  ],
  ["a native", "fun main() {\n    print(large.repeat(9).len())\n}", "main (/main.std:4:17)"],
  [
    "a lambda",
    "fun main() {\n    let f = fun() -> String = large + large\n    print(f().len())\n}",
    "main.lambda (/main.std:4:37)",
  ],
])("a result that is too large, of %s", async (_name, source, place) => {
  const { stderr } = await runProgram(`import std/string\n${LARGE}\n${source}`);
  expect(stderr.startsWith(`panic: string too large\n  at ${place}`), stderr).toBe(true);
});
