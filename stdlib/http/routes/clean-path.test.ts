// The clean form of paths (reference/http-server#clean-paths).
import { describe, expect, it } from "vitest";
import { cleanPath, hasDotSegment, hasNeedlessEscape, locationOf } from "./clean-path.ts";

describe("a clean path", () => {
  it.each([
    ["/", "/"],
    ["", "/"],
    ["*", "*"],
    ["a/b", "/a/b"],
    ["/a/b", "/a/b"],
    ["/a/b/", "/a/b/"],
    ["//", "/"],
    ["//a///b//", "/a/b/"],
    ["/%61dmin/%7Ex%2d%2E%5f", "/admin/~x-._"],
    ["/%41%5A%30%39%61%7a", "/AZ09az"],
    ["/%2f%2F%25%20%C3%a9%zz%", "/%2f%2F%25%20%C3%a9%zz%"],
    ["/%2561", "/%2561"],
    ["/%40%5B%60%7B%2c%2F%3A", "/%40%5B%60%7B%2c%2F%3A"],
    ["/a/./b", "/a/b"],
    ["/a/../b", "/b"],
    ["/a/b/..", "/a/"],
    ["/a/.", "/a/"],
    ["/..", "/"],
    ["/../../a", "/a"],
    ["/a//../b", "/b"],
    ["/a/%2e%2E/b", "/b"],
    ["/a/%2e/b/.%2e", "/a/"],
    ["/.../.a/a.", "/.../.a/a."],
    ["/.", "/"],
    ["//..//a/", "/a/"],
    ["/\\a", "/\\a"],
  ])("of %j is %j", (path, clean) => {
    expect(cleanPath(path)).toBe(clean);
    expect(cleanPath(clean)).toBe(clean);
  });

  it("decodes exactly the unreserved characters", () => {
    for (let byte = 0; byte < 256; byte++) {
      const escape = `%${byte.toString(16).padStart(2, "0")}`;
      const character = String.fromCharCode(byte);
      const isUnreserved = /[A-Za-z0-9\-._~]/.test(character);
      expect([escape, cleanPath(`/x${escape}`)]).toEqual([
        escape,
        isUnreserved ? `/x${character}` : `/x${escape}`,
      ]);
      expect(hasNeedlessEscape(`/x${escape.toUpperCase()}`)).toBe(isUnreserved);
    }
  });

  it("knows dot segments in every spelling", () => {
    for (const path of ["/.", "/..", "/a/./b", "/a/../b", "/%2e", "/%2E%2e/", "/a/.%2e", "/%2e./x", ".."])
      expect([path, hasDotSegment(path)]).toEqual([path, true]);
    for (const path of ["/", "/...", "/.a", "/a.", "/a../b", "/%2e%2e%2e", "/%2ea", "/%252e"])
      expect([path, hasDotSegment(path)]).toEqual([path, false]);
  });

  it("is never the location of another host", () => {
    expect(["/a", "/\\a", "//a", "//\\a", "/\\\\a", "///"].map(locationOf)).toEqual([
      "/a",
      "/%5Ca",
      "/a",
      "/%5Ca",
      "/%5C\\a",
      "/",
    ]);
  });
});
