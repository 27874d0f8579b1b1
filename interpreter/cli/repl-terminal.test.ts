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
  return tmux("capture-pane", "-p", "-t", "repl")
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

function start(): void {
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
    `cd ${word(home)} && env XDG_STATE_HOME=${word(home)} NO_COLOR=1 ${command}; echo ended; sleep 60`,
  );
}

describe.skipIf(spawnSync("tmux", ["-V"]).error !== undefined)("on a terminal", () => {
  beforeEach(start);
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
});
