import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missingDatabases } from "./database.ts";

test("a Node without SQLite says which version is needed", () => {
  expect(missingDatabases("22.12.0", false)).toBe("it needs Node.js 22.16 or newer, this is 22.12.0");
  expect(missingDatabases("22.15.1", true)).toBe("it needs Node.js 22.16 or newer, this is 22.15.1");
  expect(missingDatabases("20.20.2", false)).toContain("22.16 or newer");
  expect(missingDatabases("22.16.0", true)).toBe(null);
  expect(missingDatabases("26.0.0", true)).toBe(null);
});

test("a runtime without SQLite says so", () => {
  expect(missingDatabases("24.3.0", false)).toBe("this runtime has no node:sqlite");
});

test("the package and the command require that version", () => {
  const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  expect(JSON.parse(read("package.json"))).toMatchObject({ engines: { node: ">=22.16.0" } });
  expect(read("interpreter/cli/std.ts")).toContain("version[1]! >= 16");
  expect(read("interpreter/cli/pinned-node.ts")).toContain("22.16 or newer");
  expect(read(".github/workflows/ci.yml")).toContain('"22.16.0"');
});
