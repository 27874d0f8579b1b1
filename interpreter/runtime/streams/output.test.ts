import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BufferedOutput, DirectOutput } from "./output.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("small writes are joined until the program idles", async () => {
  const got: string[] = [];
  const output = new BufferedOutput((bytes) => got.push(bytes));
  output.write("a");
  output.write("b");
  expect(got).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(got).toEqual(["ab"]);
});

test("64 KB are passed on without waiting", () => {
  const got: string[] = [];
  const output = new BufferedOutput((bytes) => got.push(bytes));
  output.write("x".repeat(70000));
  output.write("y");
  output.flush();
  output.flush();
  expect(got.map((bytes) => bytes.length)).toEqual([70000, 1]);
});

test("a program that computes for long does not hold its output back", () => {
  const got: string[] = [];
  const output = new BufferedOutput((bytes) => got.push(bytes));
  vi.setSystemTime(Date.now() + 25);
  output.write("progress");
  expect(got).toEqual(["progress"]);
});

test("direct output passes everything on immediately", () => {
  const got: string[] = [];
  new DirectOutput((bytes) => got.push(bytes)).write("e");
  expect(got).toEqual(["e"]);
});
