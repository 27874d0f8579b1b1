// `std run` with the compile cache: what a program was compiled from may change in other ways than by the
// contents of its files.
import { execFile, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), "std-cached-")))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function link(target: string, name: string): void {
  rmSync(join(folder, name), { force: true });
  symlinkSync(target, join(folder, name));
}

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, XDG_CACHE_HOME: join(folder, "cache"), ...more };
}

function printed(file: string, more: Record<string, string> = {}): string {
  const env = environment(more);
  const { stdout, stderr } = spawnSync(process.execPath, [STD, "run", file], { cwd: folder, env, encoding: "utf8" }); // biome-ignore format: one line
  return stdout + stderr;
}

test("a link that leads to a file with the same text imports what is beside that file", () => {
  for (const [release, n] of [
    ["one", 1],
    ["two", 2],
  ] as const) {
    // biome-ignore format: a table
    write(`${release}/app.std`, 'import "./lib" { x }\nfun main() = print(x())\n');
    write(`${release}/lib.std`, `fun x() -> Int = ${n}\n`);
  }
  link("one/app.std", "app.std");
  expect([printed("app.std"), printed("app.std")]).toEqual(["1\n", "1\n"]);
  link("two/app.std", "app.std");
  expect(printed("app.std")).toBe("2\n");
});

test("two links to one file that lead to two files are two modules", () => {
  write("one.std", "fun x() -> Int = 1\n");
  write("two.std", "fun x() -> Int = 2\n");
  write("app.std", 'import "./a"\nimport "./b"\nfun main() = print("${a.x()} ${b.x()}")\n');
  for (const name of ["a.std", "b.std"]) link("one.std", name);
  expect([printed("app.std"), printed("app.std")]).toEqual(["1 1\n", "1 1\n"]);
  link("two.std", "b.std");
  expect(printed("app.std")).toBe("1 2\n");
});

test("a package that is installed in an earlier folder is used", () => {
  const folders = { STD_PACKAGES: `${join(folder, "first")}:${join(folder, "second")}` };
  write("second/example.com/o/n/lib.std", "fun x() -> Int = 2\n");
  write("app.std", 'import "example.com/o/n" { x }\nfun main() = print(x())\n');
  expect([printed("app.std", folders), printed("app.std", folders)]).toEqual(["2\n", "2\n"]);
  write("first/example.com/o/n/lib.std", "fun x() -> Int = 1\n");
  expect(printed("app.std", folders)).toBe("1\n");
});

test.skipIf(process.platform === "win32")("programs of a pipe are read from it each time", () => {
  const shell = `printf %s "$TEXT" | "$0" "$1" run /dev/stdin`;
  const run = (n: number): string => {
    const env = environment({ TEXT: `fun main() = print(${n})` });
    return spawnSync("sh", ["-c", shell, process.execPath, STD], { env, encoding: "utf8" }).stdout;
  };
  expect([run(1), run(2), run(2)]).toEqual(["1\n", "2\n", "2\n"]);
});

test("the working folder is no cache, whatever the folders of the user are", () => {
  write("app.std", "fun main() = print(1)\n");
  const before = readdirSync(folder);
  expect(printed("app.std", { XDG_CACHE_HOME: "cache", HOME: "" })).toBe("1\n");
  expect(printed("app.std", { XDG_CACHE_HOME: "", HOME: "home" })).toBe("1\n");
  expect(readdirSync(folder)).toEqual(before);
});

test("processes that start together with an empty cache all run, and leave a usable one", async () => {
  write("app.std", "fun main() = print(1)\n");
  const options = { cwd: folder, env: environment() };
  const run = () => promisify(execFile)(process.execPath, [STD, "run", "app.std"], options);
  for (const { stdout, stderr } of await Promise.all([run(), run(), run(), run()]))
    expect(stdout + stderr).toBe("1\n");
  expect(printed("app.std")).toBe("1\n");
  expect(existsSync(join(folder, "cache/stdlang/secret"))).toBe(true);
  expect(readdirSync(join(folder, "cache/stdlang")).toSorted()).toEqual([
    expect.any(String),
    "code",
    "secret",
  ]);
});
