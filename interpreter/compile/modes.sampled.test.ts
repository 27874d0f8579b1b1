// Random programs behave the same in each compilation mode: as inferred, with every function suspending, and
// metered. `npm run fuzz` does this for many more.
import { expect, test } from "vitest";
import { share } from "../testing/sample.ts";
import { sameInAllModes } from "./testing/modes.ts";
import { randomProgram } from "./testing/random-program.ts";

test.each(Array.from({ length: share(12, 4) }, (_, seed) => seed))("random program %i", async (seed) => {
  expect(await sameInAllModes(randomProgram(seed))).toBeNull();
});
