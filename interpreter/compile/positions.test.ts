import { expect, test } from "vitest";
import { locationOf, locationOfSite } from "./positions.ts";

const map = {
  sources: ["a.std", "b.std"],
  functions: ["main", "help"],
  functionSources: [0, 1],
  marks: [3, 5, 0, 10, 1, 3, 20, 1, 11, 2, 7, 1, 0, 12, 3],
  sites: [1, 4, 2],
};

test("a place is that of the last mark before it on its line", () => {
  expect(locationOf(map, 3, 4)).toBeNull();
  expect(locationOf(map, 3, 5)).toEqual({ source: "a.std", line: 10, column: 1, function: "main" });
  expect(locationOf(map, 3, 19)).toEqual({ source: "a.std", line: 10, column: 1, function: "main" });
  expect(locationOf(map, 3, 400)).toEqual({ source: "b.std", line: 11, column: 2, function: "help" });
  expect(locationOf(map, 5, 1)).toBeNull();
  expect(locationOf(map, 7, 1)).toEqual({ source: "a.std", line: 12, column: 3, function: "main" });
  expect(locationOf({ ...map, marks: [] }, 1, 1)).toBeNull();
});

test("sites from elsewhere have no place", () => {
  expect(locationOfSite(map, 0)).toEqual({ source: "b.std", line: 4, column: 2, function: "help" });
  for (const site of [-1, 1, Number.NaN]) expect(locationOfSite(map, site)).toBeNull();
});
