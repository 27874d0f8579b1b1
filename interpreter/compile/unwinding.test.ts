// Programs that panic do the same however they are compiled: as inferred, with every function waiting,
// and with a pause at every call.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sameInAllModes } from "./testing/modes.ts";

const root = join(import.meta.dirname, "../..");
const scripts = globSync("conformance/panics/*.std", { cwd: root })
  // Another order of sleepers, and as deep as this thread's stack allows.
  .filter((path) => !/two-goroutines|limits-do-not|handler/.test(path))
  .toSorted();

test.each(scripts)("%s", async (path) => {
  expect(await sameInAllModes(readFileSync(join(root, path), "utf8"))).toBeNull();
});
