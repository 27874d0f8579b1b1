// The examples that work on files and streams; and the guarantees for files when a process is killed.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "std-examples-"));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const EXAMPLES = join(import.meta.dirname, "../../examples");
const command = (script: string): string[] => [STD, "run", script];

function run(name: string, args: readonly string[], input = "") {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...command(join(EXAMPLES, name)), ...args],
    { cwd: folder, input, encoding: "utf8" },
  );
  return { stdout, stderr, status };
}

function start(script: string, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [...command(script), ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

test("grep finds lines in files and in standard input", () => {
  writeFileSync(join(folder, "a.txt"), "one\ntwo\r\n\nthree");
  writeFileSync(join(folder, "b.txt"), "two again\n");
  expect(run("grep.std", ["t[wh]", "a.txt", "b.txt"])).toEqual({
    stdout: "a.txt:two\na.txt:three\nb.txt:two again\n",
    stderr: "",
    status: 0,
  });
  expect(run("grep.std", ["^$"], "a\n\nb\n")).toEqual({ stdout: "\n", stderr: "", status: 0 });
  expect(run("grep.std", ["zzz", "a.txt"])).toEqual({ stdout: "", stderr: "", status: 1 });
  expect(run("grep.std", ["x", "none"])).toEqual({
    stdout: "",
    stderr: "grep: io: open: No such file or directory (os error 2) (none)\n",
    status: 2,
  });
});

test("wc counts blank lines, and a last line without end by its words", () => {
  expect(run("wc.std", [], "\n\none two\n\n three").stdout).toBe("4 3 17\n");
  expect(run("wc.std", [], "").stdout).toBe("0 0 0\n");
});

test("the tool stores tasks, and reports errors on standard error", () => {
  expect(run("tasks.std", ["add", "--urgent", "buy tea"]).stdout).toBe("added #1 buy tea\n");
  expect(run("tasks.std", ["add", "sleep"]).stdout).toBe("added #2 sleep\n");
  expect(run("tasks.std", ["list"]).stdout).toBe("#  task\n-  -------\n1  buy tea\n2  sleep\n");
  expect(run("tasks.std", ["done", "1"])).toEqual({ stdout: "", stderr: "", status: 0 });
  expect(run("tasks.std", ["list"]).stdout).toBe("#  task\n-  -----\n1  sleep\n");
  expect(run("tasks.std", ["done", "7"])).toEqual({
    stdout: "",
    stderr: "tasks: there is no task 7\n",
    status: 1,
  });
  expect(run("tasks.std", ["--help"])).toMatchObject({
    stdout: expect.stringContaining("Usage: tasks"),
    status: 0,
  });
  expect(run("tasks.std", ["lits"])).toMatchObject({
    stdout: "",
    stderr: expect.stringContaining("did you mean list?"),
    status: 2,
  });
});

test("the counter continues where it stopped", () => {
  expect(run("counter.std", ["n.txt"]).stdout).toBe("1\n");
  expect(run("counter.std", ["n.txt"]).stdout).toBe("2\n");
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("the site is built again while its pages change", async () => {
  mkdirSync(join(folder, "pages/deep"), { recursive: true });
  writeFileSync(join(folder, "pages/a.txt"), "one\n\ntwo & three\n");
  const site = start(join(EXAMPLES, "site.std"), ["pages", "out"]);
  const shows = (path: string, text: string): Promise<void> =>
    vi.waitFor(() => expect(readFileSync(join(folder, "out", path), "utf8")).toContain(text), {
      timeout: 60_000,
    });
  await shows("a.html", "<p>one</p>\n<p>two &amp; three</p>");
  writeFileSync(join(folder, "pages/a.txt"), "changed");
  await shows("a.html", "<p>changed</p>");
  writeFileSync(join(folder, "pages/deep/b.txt"), "new");
  await shows("deep/b.html", "<p>new</p>");
  rmSync(join(folder, "pages/a.txt"));
  await vi.waitFor(() => expect(readdirSync(join(folder, "out"))).toEqual(["deep"]), { timeout: 60_000 });
  site.kill("SIGKILL");
});

test("a file that is being replaced is complete whenever the program is killed", async () => {
  const script = join(folder, "save.std");
  writeFileSync(
    script,
    `import std/fs { write_atomic }

fun main() {
    let round = 0
    loop {
        round += 1
        let digit = "\${round % 10}"
        write_atomic("saved.txt", digit.repeat(300000)).unwrap()
        if round == 1 {
            print("ready")
        }
    }
}
`,
  );
  for (let times = 0; times < 3; times++) {
    const saver = start(script, []);
    await new Promise((resolve) => saver.stdout!.once("data", resolve));
    // At a different point of a save each time.
    await new Promise((resolve) => setTimeout(resolve, 3 + 11 * times));
    const ended = new Promise((resolve) => saver.once("exit", resolve));
    saver.kill("SIGKILL");
    await ended;
    const saved = readFileSync(join(folder, "saved.txt"), "latin1");
    expect(saved).toBe(saved[0]!.repeat(300_000));
  }
});
