// The members left at the end of a program; nothing is registered while there are none.
import { expect, it } from "vitest";
import { Outstanding } from "./outstanding.ts";

it("is registered only while it has members", () => {
  const closers = new Set<() => void>();
  const atEnd = (close: () => void) => (closers.add(close), () => void closers.delete(close));
  const closed: string[] = [];
  const files = new Outstanding<string>({ atEnd }, (left) => closed.push(...left));
  expect(closers.size).toBe(0);
  files.add("a");
  files.add("b");
  expect(closers.size).toBe(1);
  expect(files.delete("a")).toBe(true);
  expect(files.delete("a")).toBe(false);
  files.delete("b");
  expect(closers.size).toBe(0);
  files.add("c");
  for (const close of closers) close();
  expect(closed).toEqual(["c"]);
  expect([...files]).toEqual(["c"]);
});
