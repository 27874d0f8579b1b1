// `std build --js`: one module that runs on Node and, where they are installed, on Deno and Bun.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { STD } from "../testing/command.ts";
import { installed, unlessInstalled } from "../../stdlib/http/testing/installed.ts";

const folder = mkdtempSync(join(tmpdir(), "std-build-js-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `
import std/env { args }
import std/fs { read }
import std/regex { compile }
import std/sync { channel, Channel }
import std/yaml { parse }

fun depth(n: Int) -> Int = if n == 0 { 0 } else { 1 + depth(n - 1) }

fun send(out: Channel<Int>) {
    defer out.close()
    for i in 0..3 { out.send(i) }
}

fun main() {
    let numbers = channel<Int>()
    spawn send(numbers)
    for n in numbers { print(n) }
    print(compile("a+").unwrap().is_match("caat"))
    print(parse("a: [1]").unwrap())
    print(depth(800))
    print(args().slice(1, args().len()))
    match read("/etc/passwd") {
        Ok(_) -> print("read"),
        Err(e) -> print(e.kind),
    }
    panic("at the end")
}
`;
const PRINTED = '0\n1\n2\ntrue\n{"a":[1]}\n800\n[x, --y]\nio\n';

function std(...args: string[]) {
  return spawnSync(process.execPath, [STD, "build", ...args], { cwd: folder, encoding: "utf8" });
}

writeFileSync(join(folder, "app.std"), PROGRAM);

test("a module runs on Node in a folder without anything else, and keeps its sandbox", () => {
  const { status, stdout, stderr } = std("--js", "--sandbox", "app.std");
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^app\.mjs: \d+\.\d MB\n$/);
  expect(status).toBe(0);
  const alone = join(folder, "alone");
  mkdirSync(alone);
  copyFileSync(join(folder, "app.mjs"), join(alone, "app.mjs"));
  const run = spawnSync(process.execPath, ["app.mjs", "x", "--y"], { cwd: alone, encoding: "utf8" });
  expect(run.stdout).toBe(PRINTED);
  expect(run.stderr).toMatch(/^panic: at the end\n\s+at main \(app\.std:27:5\)\n$/);
  expect(run.status).toBe(101);
  expect(statSync(join(folder, "app.mjs")).mode & 0o111).toBe(0o111);
  expect(readdirSync(alone)).toEqual(["app.mjs"]);
});

test.each(["deno", "bun"])("a module runs on %s", { timeout: 120_000 }, (name) => {
  const program = installed(name);
  if (program === null) return void console.log(`std build --js on ${name}${unlessInstalled(name)}`);
  std("--js", "--sandbox", "app.std", "-o", `${name}.mjs`);
  const args = name === "deno" ? ["run", "-A", "deno.mjs"] : ["bun.mjs"];
  const run = spawnSync(program, [...args, "x", "--y"], { cwd: folder, encoding: "utf8" });
  expect(run.stdout).toBe(PRINTED);
  expect(run.stderr).toContain("panic: at the end\n");
  expect(run.status).toBe(101);
});

test("what cannot be built is said in one line", () => {
  writeFileSync(join(folder, "wrong.std"), "fun main() { print(x) }\n");
  expect(std("--js", "wrong.std").stderr).toContain("cannot find `x` in scope [R1]");
  expect(std("--js", "wrong.std").status).toBe(1);
  expect(std("--js").stderr).toBe("std build: expected one file: std build [OPTION...] FILE\n");
  expect(std("--js", "a.std", "b.std").status).toBe(2);
  expect(std("--js", "app.std", "-o", "./app.std")).toMatchObject({
    status: 2,
    stderr: "std build: the output ./app.std is the script itself; name another file with -o\n",
  });
  const { status, stderr } = std("--js", "app.std", "-o", "no/such/app.mjs");
  expect(status).toBe(1);
  expect(stderr).toMatch(/^std build: cannot write no\/such\/app\.mjs: .*\n$/);
  expect(std("--js", "none.std").status).toBe(1);
});
