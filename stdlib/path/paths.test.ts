import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { basename, components, dirname, extension, join, normalize, stem, withExtension } from "./paths.ts";

const table = <T>(
  name: string,
  f: (...args: string[]) => T,
  rows: readonly (readonly [readonly string[], T])[],
) =>
  describe(name, () => {
    it.each(rows)(`${name} %j is %j`, (args, expected) => expect(f(...args)).toEqual(expected));
  });

table("join", (a, b) => join(a!, b!), [
  [["a", "b"], "a/b"],
  [["", "b"], "b"],
  [["a", ""], "a"],
  [["", ""], ""],
  [["a/", "/b"], "a/b"],
  [["a", "/b"], "a/b"],
  [["a/", "b"], "a/b"],
  [["a//", "//b"], "a///b"],
  [["/", "/"], "/"],
]);
table("basename", (p) => basename(p!), [
  [["a/b"], "b"],
  [["a"], "a"],
  [["a/"], ""],
  [[""], ""],
  [["/"], ""],
]);
table("dirname", (p) => dirname(p!), [
  [["a/b"], "a"],
  [["a"], "."],
  [["/a"], "/"],
  [["a/"], "a"],
  [[""], "."],
  [["/"], "/"],
  [["a//b"], "a/"],
]);
table("extension", (p) => extension(p!), [
  [["a.txt"], "txt"],
  [["a"], ""],
  [[".profile"], ""],
  [["x."], ""],
  [["a.b/c"], ""],
  [["d/.p"], ""],
  [["a.tar.gz"], "gz"],
  [["..a"], "a"],
]);
table("stem", (p) => stem(p!), [
  [["d/a.txt"], "a"],
  [[".profile"], ".profile"],
  [["x."], "x"],
  [["a.tar.gz"], "a.tar"],
  [["a.b/c"], "c"],
  [["a/"], ""],
]);
table("with_extension", (p, e) => withExtension(p!, e!), [
  [["x.", "md"], "x.md"],
  [[".profile", "md"], ".profile.md"],
  [["v1.2/notes", "txt"], "v1.2/notes.txt"],
  [["a.txt", ""], "a"],
  [["a.txt", "md"], "a.md"],
  [["x.", ""], "x"],
  [["a", ""], "a"],
]);
table("components", (p) => components(p!), [
  [["/"], []],
  [[""], []],
  [["/a//./b/../"], ["a", ".", "b", ".."]],
]);
table("normalize", (p) => normalize(p!), [
  [["/srv//www/./img/../css/"], "/srv/www/css"],
  [["../x/../.."], "../.."],
  [["a/../../b"], "../b"],
  [[""], "."],
  [["."], "."],
  [["/"], "/"],
  [["/.."], "/"],
  [["/../a"], "/a"],
  [["a/.."], "."],
  [["./a/"], "a"],
]);

const path = fc.string({
  unit: fc.constantFrom("/", ".", "..", "a", "b.c", "\xff", "\0", "é"),
  maxLength: 12,
});

describe("any path", () => {
  it("is normal after normalising once", () => {
    fc.assert(
      fc.property(path, (p) => {
        const normal = normalize(p);
        expect(normalize(normal)).toBe(normal);
        expect(normal.startsWith("/")).toBe(p.startsWith("/"));
        expect(normal).not.toMatch(/\/\/|(^|\/)\.\/|.\/$/);
      }),
    );
  });

  it("is its parts", () => {
    fc.assert(
      fc.property(path, path, (a, b) => {
        const base = basename(a);
        expect(a.endsWith(base)).toBe(true);
        expect(extension(a) === "" ? base.startsWith(stem(a)) : base === `${stem(a)}.${extension(a)}`).toBe(
          true,
        );
        expect(components(join(a, b))).toEqual([...components(a), ...components(b)]);
        if (!a.endsWith("/") && base !== "") expect(basename(withExtension(a, "x"))).toBe(`${stem(a)}.x`);
      }),
    );
  });
});
