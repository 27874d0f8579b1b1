// Paths without links.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { links } from "./links.ts";

describe("the real path", () => {
  let folder = "";
  const real = (path: string): string => links.realPath(`${folder}/${path}`).slice(folder.length + 1);
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "std-links-")));
    mkdirSync(join(folder, "a/b"), { recursive: true });
    writeFileSync(join(folder, "a/file"), "x");
    symlinkSync("b", join(folder, "a/link"));
    symlinkSync(join(folder, "a"), join(folder, "absolute"));
    symlinkSync("missing/deep", join(folder, "a/dangling"));
    symlinkSync("dangling", join(folder, "a/twice"));
    symlinkSync("../..", join(folder, "a/b/up"));
    symlinkSync("loop", join(folder, "loop"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ["a/b", "a/b"],
    ["a/link", "a/b"],
    ["absolute/link/x", "a/b/x"],
    ["a/file", "a/file"],
    ["a/none", "a/none"],
    ["a/none/deeper/still", "a/none/deeper/still"],
    ["a/link/none/x", "a/b/none/x"],
    ["a/dangling", "a/missing/deep"],
    ["a/twice/x", "a/missing/deep/x"],
    ["a/link/../file", "a/file"],
    ["absolute/link/../none/x", "a/none/x"],
    ["a/none/../link/x", "a/b/x"],
    ["a/b/up/a/none", "a/none"],
    ["a//none/./x/", "a/none/x"],
    ["loop/x", "loop/x"],
    ["a/file/below", "a/file/below"],
  ])("of %s is %s", (path, expected) => {
    expect(real(path)).toBe(expected);
  });

  it("takes `..` behind a link as the system does", () => {
    const before = process.cwd();
    process.chdir(join(folder, "a"));
    try {
      // `b/up` leads to the folder itself, so `b/up/..` is its parent.
      expect(links.realPath("b/up/../secret")).toBe(join(folder, "..", "secret"));
      expect(links.realPath("link/../file")).toBe(join(folder, "a/file"));
      expect(links.realPath("none")).toBe(join(folder, "a/none"));
    } finally {
      process.chdir(before);
    }
  });

  it("needs no stack for each component", () => {
    const long = `a/${"none/".repeat(100_000)}x`;
    expect(real(long)).toBe(long);
    expect(real(`a/${"none/../".repeat(10_000)}link`)).toBe("a/b");
  });
});
