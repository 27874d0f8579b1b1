// Files and folders that cannot be read, listed or written, and a current folder that was removed.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

// Every test starts processes.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-paths-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return text;
}

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `std ARGS...` in the folder, after a command of the shell. */
function std(first: string, ...args: string[]): Result {
  const script = `${first} exec "$0" "$@"`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, process.execPath, STD, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a file that cannot be written completely is unchanged", () => {
  const text = file("full.std", `fun main() {\n${"if true {\n".repeat(30)}print(1)\n${"}\n".repeat(30)}}\n`);
  // Files of more than 1,024 bytes cannot be written.
  expect(std("ulimit -f 2;", "fmt", "full.std")).toEqual({
    status: 1,
    stdout: "",
    stderr: "error: cannot format full.std: it cannot be written (EFBIG)\n",
  });
  expect(readFileSync(join(folder, "full.std"), "utf8")).toBe(text);
});

test("a folder without scripts is reported", () => {
  mkdirSync(join(folder, "empty"));
  for (const command of ["check", "fmt"])
    expect(std("", command, "empty")).toEqual({ status: 0, stdout: "", stderr: "no *.std files found\n" });
});

test("a link that leads to itself cannot be read", () => {
  symlinkSync("itself.std", join(folder, "itself.std"));
  for (const command of ["run", "check", "fmt", "test"]) {
    const { status, stderr } = std("", command, "itself.std");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("itself.std: too many levels of symbolic links\n"),
    ]);
  }
});

test("a current folder that has been removed is not an internal error", () => {
  file(
    "rooted.std",
    'import std/fs\nfun main() {\n    print(fs.read("x").is_err())\n    print(fs.cwd().is_err())\n}\n',
  );
  const removed = "mkdir removed && cd removed && rmdir ../removed &&";
  const path = join(folder, "rooted.std");
  const ok = { status: 0, stdout: "true\ntrue\n", stderr: "" };
  expect(std(removed, "run", path)).toEqual(ok);
  expect(std(removed, "run", "--allow-fs=/nowhere", path)).toEqual(ok);
  expect(std(removed, "check", path)).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(std(removed, "run", "rooted.std")).toEqual({
    status: 1,
    stdout: "",
    stderr: "error: cannot read rooted.std: no such file\n",
  });
  expect(std(removed, "repl")).toEqual({
    status: 1,
    stdout: "",
    stderr: "error: the current folder has been removed\n",
  });
});
