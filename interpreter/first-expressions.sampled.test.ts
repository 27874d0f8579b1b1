// What users of other languages write first, from memory: hundreds of expressions for each of five languages.
// `first-expressions/` has their own names and syntax, `first-expressions/after-a-page/` what they write when they
// have read the first page of the guide: this syntax, with the names of their habits. Nearly all check or get a hint.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine } from "./index.ts";
import { sample } from "./testing/sample.ts";

const HEAD = `struct Person { name: String, age: Int }
fun all_of(xs: List<Int>, ys: List<Int>, words: List<String>, flags: List<Bool>, nested: List<List<Int>>,
    pairs: List<(String, Int)>, people: List<Person>, s: String, t: String, c: Char, n: Int, k: Int, f: Float,
    flag: Bool, a: Bool, b: Bool, m: Map<String, Int>, m2: Map<String, Int>, set1: Set<Int>, set2: Set<Int>,
    o: Option<Int>, r: Result<Int, String>) {
`;

/** The least percentages of expressions that check, and that check or get a hint. */
const LISTS = [
  ["rust", 35, 95],
  ["kotlin", 8, 95],
  ["python", 8, 95],
  ["go", 4, 95],
  ["typescript", 8, 95],
  ["after-a-page/rust", 75, 98],
  ["after-a-page/kotlin", 55, 98],
  ["after-a-page/python", 65, 98],
  ["after-a-page/go", 70, 98],
  ["after-a-page/typescript", 65, 98],
] as const;

const engine = createEngine({ modules: standardModules });

function outcome(expression: string): "checks" | "hint" | "bare" {
  const text = `${HEAD}    ${expression}\n}\nfun main() {}\n`;
  const errors = engine
    .check([{ path: "a.std", text }])
    .diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return "checks";
  return errors.some(({ hint }) => hint !== undefined) ? "hint" : "bare";
}

test.each(LISTS)(
  "the expressions of %s check or get a hint",
  (list, leastChecks, leastHelped) => {
    const file = new URL(`./testing/first-expressions/${list}.txt`, import.meta.url);
    const all = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    expect(all.length).toBeGreaterThanOrEqual(300);
    const tried = sample(all, 6);
    const outcomes = tried.map(outcome);
    const share = (wanted: readonly string[]): number =>
      (100 * outcomes.filter((each) => wanted.includes(each)).length) / tried.length;
    const bare = tried.filter((_, i) => outcomes[i] === "bare");
    expect(share(["checks"])).toBeGreaterThanOrEqual(leastChecks);
    expect(share(["checks", "hint"]), bare.join("\n")).toBeGreaterThanOrEqual(leastHelped);
  },
  120_000,
);
