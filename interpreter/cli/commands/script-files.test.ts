import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { scriptFiles } from "./script-files.ts";

const folder = mkdtempSync(join(tmpdir(), "std-files-"));
// The removal of Node fails for paths that are too long.
afterAll(() => execFileSync("rm", ["-rf", folder]));

for (const path of [
  "b_test.std",
  "a/c_test.std",
  "a/d.std",
  "target/x_test.std",
  ".x/x_test.std",
  "node_modules/money/x_test.std",
  "a/vendor/x_test.std",
  "a/target/x_test.std",
  "a/.x/y_test.std",
  "a.b/z_test.std",
]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), "");
}
symlinkSync(join(folder, "a"), join(folder, "link"));
symlinkSync(join(folder, "b_test.std"), join(folder, "link_test.std"));

/** The paths below a folder; those that were named end with `!`. */
function found(paths: string[], suffix = "_test.std", root = folder): string[] {
  return scriptFiles(
    paths.map((path) => join(root, path)),
    suffix,
  ).map(({ path, named }) => `${path.slice(root.length + 1)}${named ? "!" : ""}`);
}

test("folders are searched, sorted by path, without packages, results of builds, dots and links", () => {
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
  expect(found(["node_modules", "a/vendor"])).toEqual([
    "a/vendor/x_test.std",
    "node_modules/money/x_test.std",
  ]);
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

describe("in a repository", () => {
  const repository = mkdtempSync(join(tmpdir(), "std-repository-"));
  afterAll(() => rmSync(repository, { recursive: true }));
  for (const [path, text] of Object.entries({
    ".git/HEAD": "",
    ".gitignore": "# generated\n/dist/\n*_gen.std\nlogs\n!keep_gen.std\n\\#x.std\n",
    "a.std": "",
    "dist/b.std": "",
    "dist/b_gen.std": "",
    "dist/sub/c.std": "",
    "src/dist/d.std": "",
    "src/e_gen.std": "",
    "src/keep_gen.std": "",
    "src/#x.std": "",
    "src/logs/f.std": "",
    // An inner file wins over the outer one.
    "tools/.gitignore": "!logs/\nmade.std\n",
    "tools/logs/g.std": "",
    "tools/logs/g_gen.std": "",
    "tools/made.std": "",
    "made.std": "",
    // A repository of its own has only its own rules.
    "other/.git": "gitdir: elsewhere",
    "other/dist/h_gen.std": "",
    "other/made.std": "",
  })) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  const below = (...paths: string[]): string[] => found(paths, ".std", repository);

  test("paths that .gitignore excludes are left out", () => {
    expect(below("")).toEqual([
      "a.std",
      "made.std",
      "other/dist/h_gen.std",
      "other/made.std",
      "src/dist/d.std",
      "src/keep_gen.std",
      "tools/logs/g.std",
    ]);
  });

  test("the rules of the outer folders hold for a folder that is named", () => {
    expect(below("src")).toEqual(["src/dist/d.std", "src/keep_gen.std"]);
    expect(below("tools")).toEqual(["tools/logs/g.std"]);
  });

  test("a folder that is excluded is searched when it is named", () => {
    expect(below("dist")).toEqual(["dist/b.std", "dist/sub/c.std"]);
    expect(below("dist/sub")).toEqual(["dist/sub/c.std"]);
    expect(below("src/logs")).toEqual(["src/logs/f.std"]);
  });

  test("a file that is excluded is kept when it is named", () => {
    expect(below("src/e_gen.std", "src")).toEqual(["src/dist/d.std", "src/e_gen.std!", "src/keep_gen.std"]);
  });
});

test("outside a repository, .gitignore has no effect", () => {
  mkdirSync(join(folder, "plain"));
  writeFileSync(join(folder, "plain/.gitignore"), "*.std\n");
  writeFileSync(join(folder, "plain/a.std"), "");
  expect(found(["plain"], ".std")).toEqual(["plain/a.std"]);
});
