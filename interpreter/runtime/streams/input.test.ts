import { expect, test } from "vitest";
import { GoroutineScheduler } from "../goroutines/index.ts";
import { LineInput } from "./input.ts";
import type { Output } from "./output.ts";

const silent: Output = { write() {}, flush() {} };

async function lines(pieces: string[], count: number): Promise<string[]> {
  const left = pieces.map((piece) => Buffer.from(piece, "latin1"));
  const scheduler = new GoroutineScheduler();
  const input = new LineInput(async () => left.shift() ?? null, scheduler, silent);
  const got: string[] = [];
  await new Promise((resolve) =>
    scheduler.run(async () => {
      for (let i = 0; i < count; i++) got.push((await input.readLine()) ?? "END");
    }, resolve),
  );
  return got;
}

test("lines lose only LF or CRLF, however pieces are cut", async () => {
  const text = "one\r\ntwo\n\nfour\rx\n\xff\xfe\nlast";
  const expected = ["one", "two", "", "four\rx", "\xff\xfe", "last", "END", "END"];
  for (let cut = 0; cut <= text.length; cut++) {
    expect(await lines([text.slice(0, cut), text.slice(cut)], 8)).toEqual(expected);
  }
  expect(await lines([...text], 8)).toEqual(expected);
});

test("a CR at the very end stays", async () => {
  expect(await lines(["a\r"], 2)).toEqual(["a\r", "END"]);
});

test("readers are served in the order of their requests", async () => {
  const left = ["a\n", "b\nc", "\n"].map((piece) => Buffer.from(piece));
  const scheduler = new GoroutineScheduler();
  let flushed = 0;
  const input = new LineInput(async () => left.shift() ?? null, scheduler, {
    ...silent,
    flush: () => flushed++,
  });
  const all = await Promise.all([input.readLine(), input.readLine(), input.readLine(), input.readLine()]);
  expect(all).toEqual(["a", "b", "c", null]);
  expect(flushed).toBeGreaterThan(0);
});

test("lines and parts are read from one buffer", async () => {
  const left = ["one\r\ntw", "o\nthree", "\nrest"].map((piece) => Buffer.from(piece));
  const input = new LineInput(async () => left.shift() ?? null, new GoroutineScheduler(), silent);
  expect(await input.read(2)).toBe("on");
  expect(await input.readLine()).toBe("e");
  expect(await Promise.all([input.readLine(), input.read(3), input.readLine()])).toEqual([
    "two",
    "thr",
    "ee",
  ]);
  expect([await input.read(100), await input.read(100), await input.readLine()]).toEqual(["rest", "", null]);
});
