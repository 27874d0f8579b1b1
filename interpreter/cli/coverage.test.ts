// `std test --coverage`: which lines count, and files that tools read.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lcovParser } from "@friedemannsommer/lcov-parser";
import { expect, onTestFinished, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 60_000 });

const SHAPES = `
@derive(ToString)
enum Size { Small, Large(Int) }

struct Box { w: Int, h: Int }

impl Box {
    fun area(self) -> Int = self.w * self.h

    fun never(self) -> Int {
        return 0
    }
}

fun size_of(n: Int) -> Size {
    if n < 10 { return Size.Small }
    match n {
        10 -> Size.Large(10),
        _ -> Size.Large(n),
    }
}

fun pick<T>(xs: List<T>, i: Int) -> Option<T> {
    let last = xs.len() - 1
    let inside = i >= 0 && i <= last
    if !inside {
        return None
    }
    Some(xs[i])
}

fun unused<T>(x: T) -> List<T> {
    [x]
}

fun fails(n: Int) -> Int {
    let half = 1 / n
    return half
}
`;
const TESTS = `import std/error { catch_panic }
import std/test { assert_eq }
import "./shapes" { Box, fails, pick, size_of }

fun test_area() {
    assert_eq(Box { w: 2, h: 3 }.area(), 6)
    print(size_of(3))
}

fun test_generic() {
    assert_eq(pick([1, 2], 0), Some(1))
    assert_eq(pick(["a"], 0), Some("a"))
    let zero = "".len()
    print(catch_panic(fun() = fails(zero)).is_err())
    print(size_of(50))
}
`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "std-coverage-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function std(
  cwd: string,
  ...args: readonly string[]
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [STD, ...args], { cwd, env: { ...process.env, NO_COLOR: "1" } });
    const result = { status: null, stdout: "", stderr: "" };
    child.stdout.on("data", (bytes) => (result.stdout += bytes));
    child.stderr.on("data", (bytes) => (result.stderr += bytes));
    child.on("close", (status) => resolve({ ...result, status }));
  });
}

test("lines that no test reaches are listed, and a tool reads lcov.info", async () => {
  const folder = folderWith({ "shapes.std": SHAPES, "shapes_test.std": TESTS });
  const { status, stdout } = await std(folder, "test", "--coverage=out");
  expect([status, stdout.split("\n").slice(-3, -1)]).toEqual([
    0,
    ["coverage     lines  functions  not reached", "shapes.std  64.3 %        4/6  11, 18, 27, 33, 38"],
  ]);
  const [section, ...others] = await lcovParser({ from: readFileSync(join(folder, "out/lcov.info")) });
  expect(others).toEqual([]);
  expect(section).toMatchObject({
    path: "shapes.std",
    lines: { instrumented: 14, hit: 9 },
    functions: { instrumented: 6, hit: 4 },
    branches: { instrumented: 6, hit: 4 },
  });
  const ways = section!.branches.details.map(({ line, branch, hit }) => [line, Number(branch), hit]);
  expect(ways).toEqual([
    [16, 0, 1],
    [16, 1, 1],
    [17, 0, 0],
    [17, 1, 1],
    [26, 0, 0],
    [26, 1, 2],
  ]);
  const lines = Object.fromEntries(section!.lines.details.map(({ line, hit }) => [line, hit]));
  // Both instances of a generic function count; so do statements that share a counter.
  expect(lines).toMatchObject({
    8: 1,
    11: 0,
    16: 2,
    17: 1,
    18: 0,
    19: 1,
    24: 2,
    25: 2,
    26: 2,
    27: 0,
    37: 1,
    38: 0,
  });
  const html = readFileSync(join(folder, "out/index.html"), "utf8");
  expect(html).toContain('<span class="miss"><b> 0×   11</b>        return 0</span>');
  expect(html).toContain('<span class="hit"><b> 2×   26</b>    if !inside {</span>');
  expect(html).toContain("fun pick&#60;T&#62;(xs");
});

/** Later versions report what they find unusual as errors. */
const GENHTML = /version 1\./.test(spawnSync("genhtml", ["--version"], { encoding: "utf8" }).stdout ?? "");

test.skipIf(!GENHTML)(
  "genhtml of lcov 1 reads lines, functions and branches (skipped without it)",
  async () => {
    const folder = folderWith({ "shapes.std": SHAPES, "shapes_test.std": TESTS });
    await std(folder, "test", "--coverage=out");
    const { status, stdout, stderr } = spawnSync(
      "genhtml",
      ["--branch-coverage", "--output-directory", "html", "out/lcov.info"],
      { cwd: folder, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);
    for (const share of ["9 of 14", "4 of 6"]) expect(stdout).toContain(share);
  },
);

test("a folder that cannot be written to fails, and other reports leave standard output alone", async () => {
  const folder = folderWith({ "shapes.std": SHAPES, "shapes_test.std": TESTS });
  const { status, stdout, stderr } = await std(folder, "test", "--json", "--coverage=shapes.std/out");
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ passed: 2 });
  expect(stderr).toMatch(
    /^coverage .*\nshapes\.std .*\nerror: cannot write the coverage to shapes\.std\/out: /,
  );
});
