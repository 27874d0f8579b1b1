import { constants } from "node:buffer";
import { expect, it } from "vitest";
import { MAX_STRING } from "./sizes.ts";

it("takes no string for possible that the engine cannot make", () => {
  expect(MAX_STRING).toBeLessThanOrEqual(constants.MAX_STRING_LENGTH);
  expect(() => "x".repeat(MAX_STRING)).not.toThrow();
});
