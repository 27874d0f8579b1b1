// The captures in docs/commands.md equal the current output of the tools.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { packageVersion } from "./process/package-version.ts";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "std-captures-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = {
  "oops.std": `enum Shape { Circle(Int), Square(Int) }

struct Point { x: Int, y: Int }

fun half(n: Int) -> Int {
    return n / 2
}

/// The area of a shape.
fun area(s: Shape) -> Int {
    match s {
        Circle(r) -> return 3 * r * r,
    }
}

fun find(name: String) -> Int? {
    if name == "" {
        return 0
    }
    return None
}

fun main() {
    print(Point { x: 1, y: 2 })
    await area(Shape.Square(1))
}
`,
  "shop.std":
    "fun total(prices: List<Int>) -> Int {\n    let sum = 0\n    for price in prices {\n        sum += price\n    }\n    return sum\n}\n",
  "shop_test.std": `import "./shop" { total }
import std/env { exit }
import std/error { Error }
import std/fs
import std/sync { channel, Channel }
import std/test { assert_eq }
import std/time { sleep_millis }

fun test_total() {
    assert_eq(total([3, 4]), 7)
}

fun test_receipt() {
    print("printing a receipt")
    assert_eq("1. tea\\n2. cake", "1. tea\\n2. bread")
}

fun test_load() -> Result<(), Error> {
    let _ = fs.read("orders.txt")?
    return Ok({})
}

fun test_leave() {
    exit(0)
}

fun deliver(orders: Channel<Int>) {
    sleep_millis(60_000)
    orders.send(1)
}

fun test_order() {
    let orders = channel<Int>()
    spawn deliver(orders)
    assert_eq(orders.recv(), 1)
}
`,
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

/** The capture that starts with a text. */
function capture(begin: string): string {
  const page = readFileSync(join(import.meta.dirname, "../../docs/commands.md"), "utf8");
  return [...page.matchAll(/^```text\n([^]*?)^```$/gm)]
    .map(([, text]) => text!)
    .find((text) => text.startsWith(begin))!;
}

const command = ["--stack-size=7200", STD];
const environment = { ...process.env, NO_COLOR: "1" };

/** Standard output, then standard error. */
function std(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [...command, ...args], {
    cwd: folder,
    env: environment,
    encoding: "utf8",
  });
  return stdout + stderr;
}

test("error messages", () => {
  expect(std("check", "oops.std")).toBe(capture("error: "));
});

/** Without times, the time limit, and slow tests of a busy machine. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/, [\d.]+ m?s\]$/gm, "]")
    .replaceAll(/timed out after \d+ s/g, "timed out")
    .replaceAll(/\n(?:slow: .*\n)+/g, "");
}

test("a failing run of tests", () => {
  const report = capture("running 5 tests\n");
  const details = capture("test_receipt (shop_test.std)\n");
  expect(withoutTimes(std("test", "--timeout", "5"))).toBe(withoutTimes(`${report}\n${details}`));
});

/** The session without the parts that need a terminal: prompts, the greeting, Ctrl-C. */
test("a session at the prompt", async () => {
  const lines = capture("std 0.1.0.").replace("> loop { }\ninterrupted\n", "").trimEnd().split("\n");
  expect(lines.shift()).toBe(`std ${packageVersion()}. :help for help, Ctrl-D to leave.`);
  const isInput = (line: string): boolean => /^[>|] /.test(line);
  const output = join(folder, "output");
  const file = openSync(output, "w");
  // Values and errors go to one file, in order.
  const child = spawn(process.execPath, [...command, "repl"], {
    cwd: folder,
    env: environment,
    stdio: ["pipe", file, file],
  });
  child.stdin!.end(
    lines
      .filter(isInput)
      .map((line) => `${line.slice(2)}\n`)
      .join(""),
  );
  await new Promise((resolve) => child.on("close", resolve));
  closeSync(file);
  expect(readFileSync(output, "utf8")).toBe(
    lines
      .filter((line) => !isInput(line))
      .map((line) => `${line}\n`)
      .join(""),
  );
});
