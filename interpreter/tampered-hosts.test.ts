// Programs do and report the same in hosts that have changed what JavaScript shares: the format and the depth
// of stacks, and prototypes.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

function outputOf(kind: string, when: string): string {
  const file = join(import.meta.dirname, "testing/tampered-host.ts");
  const { stdout, stderr } = spawnSync(process.execPath, [file, kind, when], { encoding: "utf8" });
  return stdout + stderr;
}

describe("a host with", () => {
  let usual = "";
  beforeAll(() => {
    usual = outputOf("nothing", "before");
  });

  test("its usual settings sees what programs do", () => {
    expect(usual).toContain('{"name":"ann"}\n');
    expect(usual).toContain("  at deep (a.std:12:39)\n");
    expect(usual).toContain("stack overflow panic: stack overflow\n  at endless (b.std:3:30)\n");
  });

  test.each([
    ["call sites", "before"],
    ["call sites", "after"],
    ["a format that throws", "after"],
    ["a number", "after"],
    ["no calls", "after"],
    ["no limit", "before"],
    ["frozen call sites", "after"],
    ["frozen prototypes", "before"],
    ["frozen prototypes", "after"],
    ["extended prototypes", "before"],
    ["extended prototypes", "after"],
    ["every name of the sources", "before"],
    ["every name of the sources", "after"],
  ])("%s, %s the import", (kind, when) => {
    expect(outputOf(kind, when)).toBe(usual);
  });
});
