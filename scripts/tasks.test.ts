import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);
const tasks = globSync("examples/tasks/*.std", { cwd: root });

test("there are fifty tasks or more, each of at most fifteen lines of code", () => {
  expect(tasks.length).toBeGreaterThanOrEqual(50);
  const long = tasks.filter((file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    return lines.filter((line) => !/^\s*(?:\/\/.*)?$/.test(line)).length > 15;
  });
  expect(long).toEqual([]);
});
