// Runs the tests of the examples that are services: real servers and clients in one process.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STD } from "../testing/command.ts";

const root = join(import.meta.dirname, "../..");

test.for([
  ["examples/proxy_test.std", "."],
  ["examples/todo", "."],
  ["examples/notes", "."],
  ["examples/bookings", "."],
  ["examples/chat", "."],
  // From different folders.
  [".", "examples/notes"],
  ["chat", "examples"],
] as const)("std test %s in %s", { timeout: 120_000 }, ([path, folder]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [STD, "test", path], {
    cwd: join(root, folder),
    encoding: "utf8",
  });
  expect({
    summary: stdout.trim().split("\n").at(-1),
    stderr: stderr.replace(/^slow: .*\n/gm, "").trim(),
    status,
  }).toEqual({
    summary: expect.stringMatching(/^test result: ok\. [1-9]\d* passed; 0 failed$/),
    stderr: "",
    status: 0,
  });
});

test("the proxy prints its usage", () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [STD, "run", "examples/proxy.std", "127.0.0.1:0"],
    { cwd: root, encoding: "utf8" },
  );
  expect({ stdout, stderr, status }).toEqual({
    stdout: "",
    stderr: "usage: std run proxy.std ADDRESS SERVER…\n",
    status: 2,
  });
});
