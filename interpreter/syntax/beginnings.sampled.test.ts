// Half-written programs: every beginning of a script has a tree and, if it is none, errors.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { sample } from "../testing/sample.ts";
import { parse } from "./index.ts";

const scripts = globSync("conformance/**/*.std").toSorted();
/** The beginnings that are read of each script. */
const CUTS = 10;

test("beginnings of scripts are read", () => {
  for (const file of sample(scripts, 10)) {
    const text = readFileSync(file, "utf8");
    if (text.length > 6000) continue;
    const ends = [...text.matchAll(/\w+|[^\w\s]/g)].map(({ index, 0: token }) => index + token.length);
    for (let i = 1; i <= CUTS; i++) {
      const beginning = text.slice(0, ends[Math.floor((i * ends.length) / (CUTS + 1))]);
      expect(() => parse(new Source("a.std", beginning)), beginning).not.toThrow();
    }
  }
});

test.each([
  "@check(one_of:",
  "@check(one_of: -",
  "@json(string, rename_all:",
  "fun f() { match x { 1 => match",
])("%s", (text) => {
  expect(parse(new Source("a.std", text)).diagnostics).not.toEqual([]);
});
