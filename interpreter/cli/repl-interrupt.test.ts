// Ctrl-C in all states of an input: it always returns to the prompt, and ends only the input.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { npmPackages } from "../npm-packages.ts";
import { Evaluator, type Outcome } from "./repl/evaluator.ts";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "std-repl-interrupt-"));
afterAll(() => rmSync(folder, { recursive: true }));

let evaluator: Evaluator;
let background = "";
let notes: string[] = [];
/** The lines that are not yet read. */
let lines: string[] = [];

function open(): void {
  background = "";
  notes = [];
  lines = [];
  evaluator = new Evaluator({
    capabilities: { net: true, fs: true, env: true, process: true },
    packages: () => null,
    npm: npmPackages(),
    background: (_, bytes) => (background += bytes),
    needInput() {
      const line = lines.shift();
      if (line !== undefined) evaluator.giveInput(Buffer.from(line));
    },
    exited() {},
    note: (text) => notes.push(text),
  });
}

function shown(outcome: Outcome): string {
  switch (outcome.kind) {
    case "value":
      return `${outcome.text} : ${outcome.type}`;
    case "refused":
      return outcome.diagnostics.map(({ code }) => code).join(" ");
    case "failed":
    case "type":
      return outcome.text;
    case "nothing":
      return "";
  }
}

async function enter(...inputs: string[]): Promise<string> {
  let last = "";
  for (const input of inputs) last = shown(await evaluator.evaluate(input));
  return last;
}

/** The outcome of an input that is interrupted while it runs. */
async function interrupted(input: string, start: Promise<unknown> = Promise.resolve()): Promise<string> {
  const running = evaluator.evaluate(input);
  await start;
  evaluator.interrupt();
  return shown(await running);
}

describe("an interruption frees", () => {
  // One session for all: each test leaves it to the next.
  beforeAll(async () => {
    open();
    await enter(
      "import std/time",
      "import std/io",
      "import std/http { Server }",
      "import std/sync { channel, mutex }",
      "let kept = 7",
      "let ch = channel()",
      "let lock = mutex()",
      "lock.lock()",
      "fun fib(n: Int) -> Int = if n < 2 { n } else { fib(n - 1) + fib(n - 2) }",
      "let server = Server.new()",
      // Prevents deadlocks.
      "spawn(fun() { loop { time.sleep_millis(20) } })",
    );
  });
  afterAll(() => evaluator.close());

  test.each([
    ["a loop", "loop { }"],
    ["a loop in a lambda", "(fun() { while true { } })()"],
    ["loops in loops", "for i in 0..100000000000 { for j in 0..100000000 { } }"],
    ["recursion", "fib(90)"],
    ["a sleep", "time.sleep_millis(100000000)"],
    ["a receive", "ch.recv()"],
    ["a lock", "lock.lock()"],
    ["a read of a line", 'io.input("")'],
    ["a server", 'server.listen("127.0.0.1:0")'],
  ])("%s", async (_, input) => {
    expect(await interrupted(input)).toBe("interrupted\n");
    expect(await enter("kept")).toBe("7 : Int");
  });
});

describe("a session", () => {
  beforeEach(open);
  afterEach(() => evaluator.close());

  test("background goroutines continue", async () => {
    await enter(
      "import std/time",
      "import std/sync { channel }",
      "let ch = channel()",
      "let ticks = 0",
      "fun tick() { loop { time.sleep_millis(1) ticks += 1 } }",
      "spawn(tick)",
    );
    expect(await interrupted("ch.recv()")).toBe("interrupted\n");
    expect(
      await enter(
        "let before = ticks",
        "while ticks < before + 3 { time.sleep_millis(1) }",
        "ticks >= before + 3",
      ),
    ).toBe("true : Bool");
    expect(background).toBe("");
  });

  test("an input that was interrupted while it slept does not continue", async () => {
    await enter("import std/time", "import std/fs", "let after = 0");
    const file = join(folder, "sleeps");
    const sleeps = vi.waitUntil(() => existsSync(file), { timeout: 30_000 });
    const input = `{ fs.write("${file}", "").unwrap() time.sleep_millis(6000) after += 1 }`;
    expect(await interrupted(input, sleeps)).toBe("interrupted\n");
    // Begun later, this sleep ends later.
    expect(await enter("time.sleep_millis(6000)", "after")).toBe("0 : Int");
  });

  test("the next read of a line gets the next line", async () => {
    await enter("import std/io");
    expect(await interrupted('io.input("")')).toBe("interrupted\n");
    lines = ["Ann\n"];
    expect(await enter('io.input("")')).toBe('"Ann" : String');
  });

  test("a changed file is checked again with its users; values of its types are dropped", async () => {
    const file = join(folder, "geo.std");
    const write = (...text: string[]): void => writeFileSync(file, text.join("\n"));
    write(
      "struct Spot { x: Int }",
      "fun make() -> Spot = Spot { x: 1 }",
      "fun count() -> Int = 1",
      "let made: Int = 5",
    );
    expect(
      await enter(
        `import "${relative(process.cwd(), file)}" as geo`,
        "let s = geo.make()",
        "let all = [s]",
        "let n = geo.count()",
        "fun next() -> Int = geo.count() + n",
        "fun old() -> Int = geo.make().x",
        "s",
      ),
    ).toBe("Spot { x: 1 } : Spot");
    write(
      "struct Spot { y: Float }",
      "fun make() -> Spot = Spot { y: 1.5 }",
      "fun count() -> Int = 10",
      "let made: Int = 5",
    );
    expect(await enter("next()")).toBe("11 : Int");
    expect(notes.map((note) => note.replace(/^note: .*geo/, "note: geo"))).toEqual([
      "note: geo.std has changed\n",
      ...["s", "all", "old", "it"].map(
        (name) => `note: \`${name}\` was removed: it does not fit the changed file\n`,
      ),
    ]);
    expect(await enter("s")).toBe("R1");
    expect(await enter("geo.make()")).toBe("Spot { y: 1.5 } : Spot");
    notes = [];
    write("struct Spot { y: Float }", "fun make() -> Spot = 3", "fun count() -> Int = 10");
    expect(await enter("geo.make()", "geo.make()")).toBe("Spot { y: 1.5 } : Spot");
    expect(notes.map((note) => note.split("\n")[0]!.replace(/^note: .*geo/, "note: geo"))).toEqual([
      "note: geo.std has changed but does not check: the earlier version is kept",
      "error: expected `Spot`, found `Int` [T1]",
    ]);
  });
});
