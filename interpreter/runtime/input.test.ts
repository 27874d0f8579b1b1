import { expect, test } from "vitest";
import { GoroutineScheduler } from "./goroutines.ts";
import { LineInput } from "./input.ts";

async function lines(pieces: string[], count: number): Promise<string[]> {
  const left = pieces.map((piece) => Buffer.from(piece, "latin1"));
  const scheduler = new GoroutineScheduler();
  const input = new LineInput(async () => left.shift() ?? null, scheduler, { write() {}, flush() {} });
  const got: string[] = [];
  await new Promise((resolve) =>
    scheduler.run(async () => {
      for (let i = 0; i < count; i++) got.push(await input.readLine());
    }, resolve),
  );
  return got;
}

test("lines lose LF or CRLF and nothing else, wherever pieces are cut", async () => {
  const text = "one\r\ntwo\n\nfour\rx\n\xff\xfe\nlast";
  const expected = ["one", "two", "", "four\rx", "\xff\xfe", "last", "", ""];
  for (let cut = 0; cut <= text.length; cut++) {
    expect(await lines([text.slice(0, cut), text.slice(cut)], 8)).toEqual(expected);
  }
  expect(await lines([...text], 8)).toEqual(expected);
});

test("a CR at the very end stays", async () => {
  expect(await lines(["a\r"], 2)).toEqual(["a\r", ""]);
});

test("readers are served in the order in which they asked", async () => {
  const left = ["a\n", "b\nc", "\n"].map((piece) => Buffer.from(piece));
  const scheduler = new GoroutineScheduler();
  let flushed = 0;
  const input = new LineInput(async () => left.shift() ?? null, scheduler, { write() {}, flush: () => flushed++ });
  const all = await Promise.all([input.readLine(), input.readLine(), input.readLine(), input.readLine()]);
  expect(all).toEqual(["a", "b", "c", ""]);
  expect(flushed).toBeGreaterThan(0);
});
