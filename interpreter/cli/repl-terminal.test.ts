// The REPL in a terminal inside tmux. Skipped if tmux is not installed.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 120_000 });

/**
 * The number of the tmux server, a new one for each terminal: a server that is ending accepts no new ones.
 */
let server = 0;
const home = mkdtempSync(join(tmpdir(), "std-repl-terminal-"));

afterAll(() => rmSync(home, { recursive: true, force: true }));

const configuration = join(home, "tmux.conf");
writeFileSync(configuration, "");

function tmux(...args: string[]): string {
  return execFileSync("tmux", ["-L", `std-repl-${process.pid}-${server}`, "-f", configuration, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** The text on the screen, without blank lines. */
function screen(): string {
  return shown(tmux("capture-pane", "-p", "-t", "repl"));
}

/** The text on the screen with the sequences of its colours. */
function coloredScreen(): string {
  return shown(tmux("capture-pane", "-p", "-e", "-t", "repl"));
}

function shown(lines: string): string {
  return lines
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}

function type(...keys: string[]): void {
  tmux("send-keys", "-t", "repl", ...keys);
}

async function shows(expected: string | RegExp): Promise<void> {
  await vi.waitFor(() => expect(screen()).toMatch(expected), { timeout: 30_000, interval: 100 });
}

/** A word of a shell command. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function start(color = false): void {
  server++;
  const command = [process.execPath, "--stack-size=7200", STD, "repl"].map(word).join(" ");
  tmux(
    "new-session",
    "-d",
    "-s",
    "repl",
    "-x",
    "80",
    "-y",
    "40",
    `cd ${word(home)} && env ${color ? "-u NO_COLOR" : "NO_COLOR=1"} XDG_STATE_HOME=${word(home)} ${command}; echo ended; sleep 60`,
  );
}

describe.skipIf(spawnSync("tmux", ["-V"]).error !== undefined)("on a terminal", () => {
  beforeEach(() => start());
  afterEach(() => {
    tmux("kill-server");
    rmSync(join(home, "stdlang"), { recursive: true, force: true });
  });

  test("an input continues until it is complete", async () => {
    await shows(/^> *$/m);
    type("fun f(n: Int) -> Int {", "Enter");
    await shows(/^\| *$/m);
    type("n + 1", "Enter", "}", "Enter", "f(41)", "Enter");
    await shows("42 : Int");
  });

  test("Ctrl-C interrupts loops and waits and keeps the session", async () => {
    await shows(/^> *$/m);
    type("let kept = 7", "Enter", "import std/time", "Enter");
    // Output is written when the program waits.
    type('{ print("loops") time.sleep_millis(1) loop { } }', "Enter");
    await shows(/^loops$/m);
    type("C-c");
    await shows(/interrupted\n>/);
    type('{ print("sleeps") time.sleep_millis(1000000) }', "Enter");
    await shows(/^sleeps$/m);
    type("C-c");
    await shows(/interrupted[^]*interrupted\n>/);
    type("kept", "Enter");
    await shows("7 : Int");
  });

  test("background goroutines print above the line that is being typed", async () => {
    await shows(/^> *$/m);
    type(
      "import std/time",
      "Enter",
      'spawn(fun() { time.sleep_millis(1500) print("tick") })',
      "Enter",
      "let half",
    );
    await shows(/^tick\n> let half$/m);
    type(" = 3", "Enter", "half", "Enter");
    await shows("3 : Int");
  });

  test("names are completed; lines are remembered by the next session", async () => {
    await shows(/^> *$/m);
    type("let remembered = 5", "Enter");
    await shows(/= 5\n> *$/);
    type("remem");
    await shows(/^> remem$/m);
    type("Tab");
    await shows(/^> remembered$/m);
    type("Enter");
    await shows("5 : Int");
    type("C-d");
    await shows(/^ended$/m);
    tmux("kill-server");
    start();
    await shows(/^> *$/m);
    type("Up", "Up");
    await shows(/^> let remembered = 5$/m);
  });

  test("pasted lines follow prompts; an input of several lines is one entry of the history", async () => {
    await shows(/^> *$/m);
    const pasted = join(home, "pasted");
    writeFileSync(
      pasted,
      "let xs = [1, 2]\nlet n = xs\n    .len()\nif n == 1 {\n    3\n}\nelse {\n    4\n}\nit + n\n",
    );
    tmux("load-buffer", pasted);
    tmux("paste-buffer", "-t", "repl");
    await shows(
      "> let xs = [1, 2]\n> let n = xs\n|     .len()\n> if n == 1 {\n|     3\n| }\n| else {\n|     4\n| }\n4 : Int\n> it + n\n6 : Int\n>",
    );
    // Node 22 edits single lines.
    if (Number(process.versions.node.split(".")[0]) < 24) return;
    type("Up", "Up");
    await shows(/6 : Int\n> if n == 1 \{\n\| {5}3\n\| \}\n\| else \{\n\| {5}4\n\| \}$/);
    type("Enter");
    await shows(/\| \}\n4 : Int\n>$/);
  });

  test("further lines are indented, and a closing bracket ends the indentation", async () => {
    await shows(/^> *$/m);
    type("fun f(n: Int) -> Int {", "Enter");
    await shows(/^\| *$/m);
    // Keys that arrive together are pasted text.
    type("n");
    await shows(/^\| {5}n$/m);
    type("Enter");
    await shows(/^\| {5}n\n\| *$/m);
    type("}");
    await shows(/^\| \}$/m);
    type("Enter", "f(41)", "Enter");
    await shows("41 : Int");
  });

  test("`else` may follow an `if` on the next line", async () => {
    await shows(/^> *$/m);
    type("let n = 3", "Enter", "if n == 1 { 10 }", "Enter");
    await shows(/n == 1 \{ 10 \}\n\| *$/);
    type("else { 20 }", "Enter");
    await shows(/20 : Int\n> *$/);
    type('if n == 3 { print("once") }', "Enter");
    await shows(/"once"\) \}\n\| *$/);
    type("Enter");
    await shows(/^once\n> *$/m);
    // The line after an `if` is an input of its own.
    type('if n == 3 { print("twice") }', "Enter");
    await shows(/"twice"\) \}\n\| *$/);
    type("n + 4", "Enter");
    await shows(/^twice\n7 : Int\n> *$/m);
  });

  test("Ctrl-R finds an earlier input by a part of its text", async () => {
    await shows(/^> *$/m);
    type("let first = 11", "Enter", "let second = 22", "Enter", "let third = 33", "Enter");
    await shows(/third = 33\n> *$/);
    type("kept", "C-r");
    await shows(/^\(search\) : *$/m);
    type("let");
    await shows(/^\(search\) let: let third = 33$/m);
    type("C-r");
    await shows(/^\(search\) let: let second = 22$/m);
    type("C-r", "C-r");
    await shows(/^\(failed search\) let: let first = 11$/m);
    type("Escape");
    await shows(/^> kept$/m);
    type("C-u", "C-r", "second", "Enter");
    await shows(/^> let second = 22\n> *$/m);
    type("second", "Enter");
    await shows("22 : Int");
  });

  test("a big value is shown screen by screen", async () => {
    await shows(/^> *$/m);
    type("import std/list", "Enter", "list.range(1000, 1300)", "Enter");
    await shows(/… 250 more\]/);
    type(":more", "Enter");
    await shows(/-- more: .*--$/);
    expect(screen()).toContain("\n  1030,\n");
    expect(screen()).not.toContain("\n  1040,");
    type("Enter");
    await shows(/1038,\n-- more/);
    type("Space");
    await shows(/1077,\n-- more/);
    type("q");
    await shows(/1077,\n> *$/);
    type("it.len()", "Enter");
    await shows("300 : Int");
  });

  test("files, fields and earlier lines are completed", async () => {
    writeFileSync(join(home, "loadable.std"), "let loaded = 5\n");
    await shows(/^> *$/m);
    type(":load load", "Tab");
    await shows(/^> :load loadable\.std$/m);
    type("Enter", "loaded", "Enter");
    await shows("5 : Int");
    type("struct Point { across: Int, down: Int }", "Enter", "let p = Point { acr", "Tab");
    await shows(/Point \{ across$/);
    type(": 1, do", "Tab");
    await shows(/across: 1, down$/);
    type(": 2 }", "Enter", "p.acr", "Tab");
    await shows(/^> p\.across$/m);
    type("Enter", "fun g() -> Int {", "Enter", "let unusual = 1", "Enter", "unu", "Tab");
    await shows(/unusual$/);
    type("Enter", "}", "Enter", "g()", "Enter");
    await shows(/1 : Int\n> *$/);
  });

  test("code has colours", async () => {
    tmux("kill-server");
    start(true);
    await vi.waitFor(() => expect(screen()).toMatch(/^> *$/m), { timeout: 30_000, interval: 100 });
    type('let greeting = "hi ${1}" // note');
    await shows(/note$/);
    await vi.waitFor(
      () => {
        const text = coloredScreen();
        expect(text).toMatch(/\x1b\[35mlet/);
        expect(text).toMatch(/\x1b\[32m"hi \$\{/);
        expect(text).toMatch(/\x1b\[2m\/\/ note/);
      },
      { timeout: 30_000, interval: 100 },
    );
    type("Enter", "greeting", "Enter");
    await shows('"hi 1" : String');
  });

  test("`help` and `exit` are understood", async () => {
    await shows(/^> *$/m);
    type("help", "Enter");
    await shows(":doc NAME");
    type("help List.len", "Enter");
    await shows("fun len(self) -> Int");
    type("exit", "Enter");
    await shows(/^ended$/m);
  });
});
