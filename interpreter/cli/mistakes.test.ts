// Programs with one mistake each, as people make them by habit: told once, on its line, with what to
// write instead. The programs lie in mistakes/; `scoreOf` says how many of them are reported so.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judge, readMistakes } from "./mistakes/judge.ts";

const folder = new URL("mistakes/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const all = files.flatMap((file) =>
  readMistakes(readFileSync(new URL(file, folder), "utf8")).map((mistake) => ({ file, mistake })),
);

test("there are at least 200 of them, each with a name of its own", () => {
  expect(all.length).toBeGreaterThanOrEqual(200);
  expect(new Set(all.map(({ mistake }) => mistake.name)).size).toBe(all.length);
});

describe.each(files)("%s", (name) => {
  const mistakes = all.filter(({ file }) => file === name).map(({ mistake }) => mistake);
  test.each(mistakes.map((mistake) => [mistake.name, mistake] as const))("%s", (_, mistake) => {
    const { problem, told } = judge(mistake);
    // A mistake that is told well by now is not an open one any more.
    expect(mistake.open ? (problem === null ? "told well: not open any more" : null) : problem, told).toBe(
      null,
    );
  });
});
