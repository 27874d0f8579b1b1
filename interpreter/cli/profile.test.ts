// `std run --profile` and `--heap-profile`.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 120_000 });

const APP = `import std/sync { channel }
import std/time { sleep_millis }

fun fib(n: Int) -> Int {
    if n < 2 { return n }
    return fib(n - 1) + fib(n - 2)
}

fun build(n: Int) -> List<String> {
    let xs: List<String> = []
    for i in 0..n { xs.push("item \${i}") }
    return xs
}

fun main() {
    let answers = channel<Int>()
    spawn (fun() {
        sleep_millis(300)
        answers.send(fib(30))
    })()
    print(answers.recv() + build(100000).len())
}
`;

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "std-profile-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "app.std"), text);
  return folder;
}

function std(folder: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [STD, ...args], { cwd: folder, encoding: "utf8", timeout: 60_000 });
}

test("a profile shows lines, and waiting apart from them", () => {
  const folder = folderWith(APP);
  const { status, stdout, stderr } = std(folder, "run", "--profile", "app.std");
  expect([status, stdout]).toEqual([0, "932040\n"]);
  expect(stderr).toMatch(/^\d+ ms: \d+ ms computing, \d+ ms waiting\n/);
  expect(stderr).toMatch(/ ms {2}fib app\.std:[56]\n/);
  expect(stderr).toMatch(/ms {2}channel receive at main \(app\.std:21:/);
  expect(stderr).toMatch(/ms {2}waiting at main\.lambda \(app\.std:18:/);
  expect(stderr).not.toMatch(/dist|node:|\.js\b/);
  expect(stderr).toContain("wrote app.profile.html\n");
  const page = readFileSync(join(folder, "app.profile.html"), "utf8");
  expect(page).toContain("<h2>Waiting</h2>");
  expect(page).toMatch(/title="main\.lambda app\.std: [\d.]+ ms/);
  expect(page).toMatch(/<td>fib<\/td><td>app\.std:[56]<\/td>/);
});

test("a profile of the heap shows which function allocates", () => {
  const folder = folderWith(APP);
  const { status, stderr } = std(folder, "run", "--heap-profile=memory.html", "app.std");
  expect(status).toBe(0);
  expect(stderr).toMatch(/MB allocated\n *[\d.]+ MB {2}build app\.std\n/);
  expect(readFileSync(join(folder, "memory.html"), "utf8")).toContain("build app.std");
});

test("a signal ends a program with its profile, and a panic keeps its status", async () => {
  const folder = folderWith(`import std/time { sleep_millis }

fun main() {
    print("ready")
    sleep_millis(3600000)
}
`);
  const child = spawn(process.execPath, [STD, "run", "--profile", "app.std"], { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdout.once("data", () => child.kill("SIGTERM"));
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(143);
  expect(readFileSync(join(folder, "app.profile.html"), "utf8")).toContain("app.std");

  writeFileSync(join(folder, "app.std"), 'fun main() { panic("no") }\n');
  const { status, stderr } = std(folder, "run", "--profile", "app.std");
  expect([status, stderr.includes("wrote app.profile.html")]).toEqual([101, true]);
});

test("a profile that cannot be written fails, and wrong options are reported", () => {
  const folder = folderWith("fun main() { print(1) }\n");
  const unwritable = std(folder, "run", "--profile=none/app.html", "app.std");
  expect([unwritable.status, unwritable.stdout]).toEqual([1, "1\n"]);
  expect(unwritable.stderr).toContain("cannot write none/app.html");
  for (const args of [
    ["--profile", "--heap-profile"],
    ["--profile", "--inspect"],
    ["--profile", "--watch"],
    ["--heap-profile", "--workers", "2"],
  ])
    expect([args, std(folder, "run", ...args, "app.std").status]).toEqual([args, 2]);
});
