// Programs that panic behave the same in each compilation mode: as inferred, with every function suspending,
// and with a pause at every call.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sameInAllModes } from "./testing/modes.ts";

const root = join(import.meta.dirname, "../..");
const scripts = globSync("conformance/panics/*.std", { cwd: root })
  // These depend on the order of sleepers, or nest as deeply as this thread's stack allows.
  .filter((path) => !/two-goroutines|limits-do-not|handler|overflow|too-many-waiting/.test(path))
  .toSorted();

test.each(scripts)("%s", async (path) => {
  expect(await sameInAllModes(readFileSync(join(root, path), "utf8"))).toBeNull();
});
