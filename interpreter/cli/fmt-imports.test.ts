// `std fmt --imports`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "std-imports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function formatted(files: Readonly<Record<string, string>>, ...args: string[]) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const command = [join(import.meta.dirname, "std.ts"), "fmt", "--imports", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

const read = (name: string): string => readFileSync(join(folder, name), "utf8");

test("imports that are not used go, missing ones come, the rest is sorted", () => {
  const lib = "fun twice(n: Int) -> Int {\n    n * 2\n}\n";
  const main =
    'import std/time\nimport std/fs\nimport std/json { stringify, parse }\n\nfun main() {\n    time.sleep_millis(1)\n    print(parse("1").is_ok())\n    print(twice(2))\n}\n';
  expect(formatted({ "lib.std": lib, "main.std": main }, "lib.std", "main.std")).toEqual({
    status: 0,
    stdout: "",
    stderr: "1 of 2 files changed\n",
  });
  expect(read("main.std")).toBe(
    main.replace(/^[^]*?\n\n/, 'import std/json { parse }\nimport std/time\nimport "./lib" { twice }\n\n'),
  );
  expect(read("lib.std")).toBe(lib);
});

test("a file with another error keeps its imports", () => {
  const text = "import std/fs\n\nfun main() {\n    print(no_such_name)\n}\n";
  expect(formatted({ "broken.std": text }, "broken.std").status).toBe(0);
  expect(read("broken.std")).toBe(text);
});

test("with --check, nothing is written", () => {
  const text = "import std/fs\n\nfun main() {}\n";
  const { status, stdout } = formatted({ "unused.std": text }, "--check", "unused.std");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "unused.std\n" });
  expect(read("unused.std")).toBe(text);
});
