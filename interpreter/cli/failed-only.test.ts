// `std test --failed`: what is remembered of earlier runs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 120_000 });

const PASSING = "fun test_a() {}\n";
const TESTS = `import std/test { assert_eq }

fun test_a() { assert_eq(1, 1) }
fun test_b() { assert_eq(1, 2) }
fun test_c() { assert_eq(1, 3) }
`;

test("runs of some tests keep the failures of others; files that check again and new names leave none", () => {
  const folder = mkdtempSync(join(tmpdir(), "std-failed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (text: string): void => writeFileSync(join(folder, "x_test.std"), text);
  const run = (...args: readonly string[]) => {
    const env = { ...process.env, NO_COLOR: "1", XDG_STATE_HOME: join(folder, "state") };
    const options = { cwd: folder, env, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [STD, "test", ...args], options);
    return { status, ran: [...stdout.matchAll(/^ {2}\w+ +(\w+) /gm)].map(([, name]) => name), stderr };
  };
  write(TESTS.replace("1, 1", "1, x"));
  expect(run().status).toBe(1);
  // Which tests fail is not known while the file does not check.
  write(TESTS);
  expect(run("--failed").ran).toEqual(["test_a", "test_b", "test_c"]);
  expect(run("x_test.std::test_a").status).toBe(0);
  expect(run("--failed").ran).toEqual(["test_b", "test_c"]);
  write(TESTS.replace("1, 2", "2, 2"));
  expect(run("x_test.std::test_b").status).toBe(0);
  expect(run("--failed").ran).toEqual(["test_c"]);
  write(PASSING);
  expect(run("--failed")).toEqual({ status: 0, ran: [], stderr: "no test failed in the last run\n" });
});
