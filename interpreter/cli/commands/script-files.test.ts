import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scriptFiles } from "./script-files.ts";

const folder = mkdtempSync(join(tmpdir(), "std-files-"));
// The removal of Node fails for paths that are too long.
afterAll(() => execFileSync("rm", ["-rf", folder]));

for (const path of [
  "b_test.std",
  "a/c_test.std",
  "a/d.std",
  "target/x_test.std",
  ".git/x_test.std",
  "a/target/x_test.std",
  "a/.x/y_test.std",
  "a.b/z_test.std",
]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), "");
}
symlinkSync(join(folder, "a"), join(folder, "link"));
symlinkSync(join(folder, "b_test.std"), join(folder, "link_test.std"));

function found(paths: string[], suffix = "_test.std"): string[] {
  return scriptFiles(
    paths.map((path) => join(folder, path)),
    suffix,
  ).map(({ path, named }) => `${path.slice(folder.length + 1)}${named ? "!" : ""}`);
}

test("folders are searched, sorted by path, without target, dots and links", () => {
  expect(found([""])).toEqual(["a.b/z_test.std", "a/c_test.std", "b_test.std"]);
  expect(found([""], ".std")).toEqual(["a.b/z_test.std", "a/c_test.std", "a/d.std", "b_test.std"]);
});

test("named files are kept unchanged, once", () => {
  expect(found(["a/d.std", "a", "a/d.std", "gone.std"], ".std")).toEqual([
    "a/c_test.std",
    "a/d.std!",
    "gone.std!",
  ]);
  expect(found(["target"])).toEqual(["target/x_test.std"]);
});

test("paths that cannot be inspected are kept, so that reading them reports the error", () => {
  symlinkSync("loop2.std", join(folder, "loop1.std"));
  symlinkSync("loop1.std", join(folder, "loop2.std"));
  expect(found(["loop1.std"], ".std")).toEqual(["loop1.std!"]);
  const name = "n".repeat(200);
  // The last of them has a path that is too long.
  const make = `for i in $(seq 30); do mkdir ${name} && cd ${name} 2> /dev/null || break; done`;
  mkdirSync(join(folder, "deep"));
  execFileSync("sh", ["-c", make], { cwd: join(folder, "deep") });
  const [unread, ...others] = found(["deep"], ".std");
  expect(others).toEqual([]);
  expect(unread).toMatch(/^deep\/n{200}\/[n/]+$/);
});
