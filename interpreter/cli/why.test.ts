// `std check --why`: what is not shown, and by which rule.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rules } from "../diagnostics/index.ts";
import { STD } from "../testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-why-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Shown {
  readonly code: string;
  readonly line: number;
  readonly rule?: string;
}

function check(text: string): readonly string[] {
  const path = join(folder, "a.std");
  writeFileSync(path, text);
  const { stdout } = spawnSync(process.execPath, [STD, "check", "--why", "--json", path], {
    encoding: "utf8",
  });
  return (JSON.parse(stdout) as Shown[]).map(({ code, line, rule }) => `${line} ${code} ${rule ?? "shown"}`);
}

test("each rule names what it drops", () => {
  const text = `fun f(a, b int) {}
fun g() {
    h(1, ]
    let x = lost1 +* 2
    print(lost1)
    let unused = 1
    print("abc)
    xs.each(()) = )
}
fun main() {
    print(missing)
    print(missing)
    let b = 1 +* 2
    y = = 2
}
`;
  expect(check(text)).toEqual([
    "1 P1 shown",
    "3 P1 shown",
    "4 P1 shown",
    "7 L2 shown",
    "8 P1 shown",
    "13 P1 shown",
    "14 P1 shown",
    "11 R1 shown",
    "1 P1 line",
    "4 W4 unread",
    "5 R1 lost",
    "6 W2 unread",
    "8 P5 line",
    "8 P1 guess",
    "12 R1 joined",
  ]);
});

test("a declaration with many errors shows twenty", () => {
  const found = check(`fun main() {\n${"    let = 1\n".repeat(30)}}\n`);
  expect(found.filter((one) => one.endsWith("shown"))).toHaveLength(20);
  expect(found.filter((one) => one.endsWith("many"))).toHaveLength(10);
});

test("without dropped diagnostics, it says so", () => {
  const path = join(folder, "b.std");
  writeFileSync(path, "fun main() {}\n");
  const { stderr, status } = spawnSync(process.execPath, [STD, "check", "--why", path], { encoding: "utf8" });
  expect(status).toBe(0);
  // The last line says how much was checked.
  expect(stderr).toMatch(/^not shown: nothing\n\d files read, .* questions asked again\n$/);
  expect(Object.keys(rules)).not.toHaveLength(0);
});
