// Random programs do the same however they are compiled: as inferred, with every function waiting,
// and metered. `npm run fuzz` does this for many more.
import { expect, test } from "vitest";
import { sameInAllModes } from "./testing/modes.ts";
import { randomProgram } from "./testing/random-program.ts";

test.each(Array.from({ length: 8 }, (_, seed) => seed))("random program %i", async (seed) => {
  expect(await sameInAllModes(randomProgram(seed))).toBeNull();
});
