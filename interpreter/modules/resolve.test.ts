import { expect, test } from "vitest";
import { memoryReader, decodeSource } from "./reader.ts";
import { resolveImport, type PackageName } from "./resolve.ts";

const packages = ({ host, owner, name }: PackageName): string | null =>
  `${host}/${owner}/${name}` === "github.com/ann/tools" ? "/packages/tools" : null;

function target(path: string, shown = "app/main.std", packageRoot: string | null = null): string {
  const result = resolveImport({ shown, packageRoot }, path, packages);
  return "problem" in result ? `! ${result.problem}` : result.path;
}

test.each([
  ["./util", "app/util.std"],
  ["../lib/geo", "lib/geo.std"],
  ["./util.txt", "app/util.txt"],
  ["./a.b/c", "app/a.b/c.std"],
  ["github.com/ann/tools", "/packages/tools/lib.std"],
  ["github.com/Ann/TOOLS/sub/part", "/packages/tools/sub/part.std"],
])("%s is %s", (path, expected) => expect(target(path)).toBe(expected));

test("a path without extension gets that of the importer", () => {
  expect(target("./util", "main.script")).toBe("util.script");
  expect(target("github.com/ann/tools", "main.script")).toBe("/packages/tools/lib.script");
  expect(target("./util", "main")).toBe("util.std");
});

test.each([
  "util",
  "/abs",
  "",
  ".",
  "..",
  "./",
  "./dir/",
  "github.com/ann",
  "github.com/bob/tools",
  "github.com/ann/tools/../../etc/passwd",
  "http://x/y/z",
])("%j cannot be resolved", (path) => expect(target(path)).toMatch(/^! /));

test("a package file imports its siblings but does not leave the package", () => {
  expect(target("./part", "/packages/tools/sub/lib.std", "/packages/tools")).toBe(
    "/packages/tools/sub/part.std",
  );
  expect(target("../../other/lib", "/packages/tools/sub/lib.std", "/packages/tools")).toMatch(/^! /);
  expect(target("../toolshed", "/packages/tools/lib.std", "/packages/tools")).toMatch(/^! /);
});

test("sources are UTF-8, and a byte-order mark is dropped", () => {
  expect(decodeSource(Buffer.from("\uFEFFlet é = 1"))).toBe("let é = 1");
  expect(decodeSource(Buffer.from("\uFEFF\uFEFFlet é = 1"))).toBe("\uFEFFlet é = 1");
  const utf16 = { problem: "it is UTF-16: save it as UTF-8" };
  expect(decodeSource(Buffer.from("\uFEFFfun main() {}", "utf16le"))).toEqual(utf16);
  expect(decodeSource(Buffer.from("\uFEFFfun main() {}", "utf16le").swap16())).toEqual(utf16);
  expect(decodeSource(Buffer.from("fun main() {}", "utf16le"))).toEqual(utf16);
  expect(decodeSource(Buffer.from("fun main() {}", "utf16le").swap16())).toEqual(utf16);
  expect(decodeSource(Buffer.from("f\0un"))).toBe("f\0un");
  expect(decodeSource(Buffer.from("\0\0"))).toBe("\0\0");
  expect(decodeSource(new Uint8Array([0x66, 0xff]))).toEqual({ problem: "it is not valid UTF-8" });
});

test("files in memory are found by their normalised path", () => {
  const reader = memoryReader({ "./a/b.std": "x" });
  expect(reader.canonical("a/./b.std")).toBe("a/b.std");
  expect(reader.canonical("c.std")).toEqual({ problem: "no such file" });
});
