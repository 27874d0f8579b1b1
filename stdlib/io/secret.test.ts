import { expect, test } from "vitest";
import { GoroutineScheduler, LineInput } from "../../interpreter/runtime/host.ts";
import { readHidden } from "./secret.ts";

/** Returns the lines read from these keys, and the calls that the terminal received. */
async function typed(...keys: string[]): Promise<{ lines: (string | null)[]; told: string[] }> {
  const left = keys.map((key) => Buffer.from(key, "latin1"));
  const told: string[] = [];
  const stdin = new LineInput(async () => left.shift() ?? null, new GoroutineScheduler(), {
    write() {},
    flush() {},
  });
  const terminal = {
    isTerminal: () => true,
    size: () => null,
    setRaw: (raw: boolean) => void told.push(raw ? "raw" : "cooked"),
    interrupt: () => void told.push("interrupt"),
  };
  const first = await readHidden(stdin, terminal, () => told.push("prompt"));
  return { lines: [first, await stdin.readLine()], told };
}

test("a line ends with Enter, and nothing behind it is taken", async () => {
  expect(await typed("pass\rshown\n")).toEqual({
    lines: ["pass", "shown"],
    told: ["raw", "prompt", "cooked"],
  });
  expect((await typed("p", "a", "\n")).lines).toEqual(["pa", null]);
});

test("keys that edit are obeyed, by characters of UTF-8", async () => {
  expect((await typed("abc\x7f\x7fd\r")).lines[0]).toBe("ad");
  expect((await typed("a\xc3\xa9\x7fb\r")).lines[0]).toBe("ab");
  expect((await typed("\x7f\x7fa\x15bc\r")).lines[0]).toBe("bc");
});

test("the end of the input is reported", async () => {
  expect((await typed("\x04")).lines[0]).toBe(null);
  expect((await typed()).lines[0]).toBe(null);
  expect((await typed("a\x04b\r")).lines[0]).toBe("ab");
});

test("Ctrl-C ends the program on a terminal as it was", async () => {
  expect((await typed("a\x03\r")).told).toEqual(["raw", "prompt", "cooked", "interrupt", "cooked"]);
});
