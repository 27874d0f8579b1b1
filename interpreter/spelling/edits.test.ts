import { expect, test } from "vitest";
import { edits } from "./index.ts";

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["kitten", "sitting", 3],
  ["titel", "title", 1],
  ["abc", "abc", 0],
  ["ca", "abc", 3],
])("%o is from %o as many edits away as %i", (a, b, distance) => {
  expect(edits(a, b)).toBe(distance);
  expect(edits(b, a)).toBe(distance);
});

test("a distance of the limit or more is the limit", () => {
  expect(edits("kitten", "sitting", 2)).toBe(2);
  expect(edits("kitten", "sitting", 4)).toBe(3);
  expect(edits("", "abc", 2)).toBe(2);
});
