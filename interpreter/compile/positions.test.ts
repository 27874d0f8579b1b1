import { expect, test } from "vitest";
import { compileProgram } from "./testing/run-program.ts";
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

test("a push, which the host refuses for a list that is too long, has its location", () => {
  const { code, positions } = compileProgram("fun main() {\n    let xs = [1]\n    loop { xs.push(2) }\n}");
  const lines = code.split("\n");
  const line = lines.findIndex((each) => each.includes("push("));
  // Lines and columns of generated code are counted from 1.
  expect(locationOf(positions, line + 1, lines[line]!.indexOf("push(") + 1)).toMatchObject({
    line: 3,
    column: 15,
    function: "main",
  });
});
