// Recursion with main-thread stacks of all sizes, for all ways to start the command.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compileProgram } from "../compile/testing/run-program.ts";
import { STD } from "../testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-stack-"));
afterAll(() => rmSync(folder, { recursive: true }));

const nested = (n: number) =>
  `fun main() {\n    print(${"(".repeat(n)}1${")".repeat(n)})\n    ${"if true { ".repeat(n)}print(2)${" }".repeat(n)}\n}\n`;
writeFileSync(
  join(folder, "deep.std"),
  "fun deep(n: Int) -> Int = if n == 0 { 0 } else { 1 + deep(n - 1) }\n\nfun main() {\n    print(deep(10_000))\n    print(deep(100_000_000))\n}\n",
);
writeFileSync(join(folder, "nested.std"), nested(250));

/** Runs `std` with a limit for the stack of the main thread, in KB. */
function std(limit: string, ...command: string[]): { status: number | null; stdout: string; stderr: string } {
  const line = `ulimit -s ${limit} && exec "$@"`;
  return spawnSync("sh", ["-c", line, "sh", process.execPath, "--no-warnings", ...command], {
    cwd: folder,
    encoding: "utf8",
  });
}

describe.skipIf(process.platform !== "linux")("the stack", () => {
  test.each(["1024", "2048", "4096", "8192", "unlimited"])(
    "of %s KB ends recursion in a panic",
    (limit) => {
      for (const flags of [[], ["--stack-size=7200"]]) {
        const { status, stdout, stderr } = std(limit, ...flags, STD, "run", "--no-cache", "deep.std");
        expect([status, stderr.split("\n")[0]]).toEqual([101, "panic: stack overflow"]);
        if (limit !== "1024") expect(stdout).toBe("10000\n");
      }
    },
    60_000,
  );

  test.each([
    ["run", "1\n2\n", ""],
    ["check", "", ""],
    ["fmt", "", "1 of 1 file changed\n"],
  ])(
    "is large enough for %s of 250 levels of source text",
    (command, stdout, stderr) => {
      expect(std("8192", STD, command, "nested.std")).toMatchObject({ status: 0, stdout, stderr });
    },
    60_000,
  );

  test("is requested by a plain first line", () => {
    const first = spawnSync("head", ["-1", STD], { encoding: "utf8" }).stdout;
    expect(first).toBe("#!/usr/bin/env node\n");
  });

  test("is found through a link, with unchanged arguments", () => {
    writeFileSync(
      join(folder, "args.std"),
      "import std/env { args }\n\nfun deep(n: Int) -> Int = if n == 0 { 0 } else { 1 + deep(n - 1) }\n\nfun main() {\n    print(deep(9_000))\n    print(args().len())\n    print(args()[2])\n}\n",
    );
    const link = join(folder, "link.ts");
    symlinkSync(STD, link);
    expect(std("8192", link, "run", "args.std", "a b", "--stack-size=1").stdout).toBe(
      "9000\n3\n--stack-size=1\n",
    );
  });
});

test.each([
  ["a loop", "fun main() { for i in 0..9 { print(i) } }", false],
  [
    "calls and lambdas",
    "import std/iter { for_each }\nfun f(n: Int) -> Int = n + 1\nfun main() { for_each([1].iter(), fun(n: Int) { print(f(n)) }) }",
    false,
  ],
  ["recursion", "fun f(n: Int) -> Int = if n < 1 { 0 } else { f(n - 1) }\nfun main() { print(f(3)) }", true],
  [
    "recursion of two",
    "fun f(n: Int) -> Int = if n < 1 { 0 } else { g(n - 1) }\nfun g(n: Int) -> Int = f(n)\nfun main() { print(f(3)) }",
    true,
  ],
  [
    "recursion through a value",
    "struct S { f: fun(Int) -> Int }\nfun main() {\n    let s = S { f: fun(n: Int) -> Int = n }\n    s.f = fun(n: Int) -> Int = if n < 1 { 0 } else { (s.f)(n - 1) }\n    print((s.f)(3))\n}",
    true,
  ],
  [
    "recursion through a trait",
    "trait T { fun go(self, n: Int) -> Int }\nstruct S { next: List<dyn T> }\nimpl T for S { fun go(self, n: Int) -> Int = if n < 1 { 0 } else { self.next[0].go(n - 1) } }\nfun main() { print(S { next: [S { next: [] }] }.go(0)) }",
    true,
  ],
  [
    "recursion through a deferred call",
    "fun f(n: Int) { if n > 0 { defer f(n - 1) } }\nfun main() { f(3) }",
    true,
  ],
  [
    "recursion through a caught panic",
    "import std/error { catch_panic }\nfun f(n: Int) { if n > 0 { catch_panic(fun() { f(n - 1) }) } }\nfun main() { f(3) }",
    true,
  ],
  [
    "recursion of derived code",
    "@derive(ToString)\nstruct Tree { parts: List<Tree> }\nfun main() { print(Tree { parts: [] }) }",
    true,
  ],
  [
    "a long chain of functions",
    `${Array.from({ length: 3000 }, (_, i) => `fun f${i}(n: Int) -> Int = f${i + 1}(n) + 1`).join("\n")}\nfun f3000(n: Int) -> Int = n\nfun main() { print(f0(1)) }`,
    true,
  ],
  [
    "a goroutine that starts its like",
    "fun f(n: Int) { if n > 0 { spawn(fun() { f(n - 1) }) } }\nfun main() { f(3) }",
    false,
  ],
])("whether %s nests deeply", (_name, source, deep) => {
  expect(compileProgram(source).deep).toBe(deep);
});
