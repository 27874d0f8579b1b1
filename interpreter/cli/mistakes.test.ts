// The programs in mistakes/ have one mistake each, a habit of another language: it is reported once, at its
// line, with what to write instead.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judge, readMistakes } from "./mistakes/judge.ts";

const folder = new URL("mistakes/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const all = files.flatMap((file) =>
  readMistakes(readFileSync(new URL(file, folder), "utf8")).map((mistake) => ({ file, mistake })),
);

test("there are at least 1,700 of them, each with a different name", () => {
  expect(all.length).toBeGreaterThanOrEqual(1700);
  expect(new Set(all.map(({ mistake }) => mistake.name)).size).toBe(all.length);
});

describe.each(files)("%s", (name) => {
  const mistakes = all.filter(({ file }) => file === name).map(({ mistake }) => mistake);
  test.each(mistakes.map((mistake) => [mistake.name, mistake] as const))("%s", (_, mistake) => {
    const { problem, reported } = judge(mistake);
    // A mistake marked as open that is reported well is no longer open.
    expect(mistake.open ? (problem === null ? "reported well: not open" : null) : problem, reported).toBe(
      null,
    );
  });
});
