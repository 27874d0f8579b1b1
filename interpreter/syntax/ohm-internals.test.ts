// The undocumented interfaces of ohm-js that the parser uses: an upgrade that removes one fails here.
import * as ohm from "ohm-js";
import { expect, it } from "vitest";
import {
  failurePosition,
  fromRecipe,
  recipeOf,
  rightmostFailures,
  treeOf,
  withFixedFacts,
} from "./ohm-internals.ts";

const source = `G { list = item ("," item)* "!"?  item = "a".."c" | two<"x">  two<x> = x x }`;

it("returns the tree of a match", () => {
  const tree = treeOf(ohm.grammar(source).match("b,xx!", "list"));
  expect(tree).toMatchObject({ ruleName: "list", matchLength: 5 });
  expect(tree.childOffsets).toEqual([0, 1, 1, 4]);
  const [first, commas, items, end] = tree.children!;
  expect(first).toMatchObject({ ruleName: "item", matchLength: 1 });
  expect(commas!.children).toHaveLength(1);
  expect(commas!.childOffsets).toEqual([1]);
  expect(items!.children![0]).toMatchObject({ ruleName: "item", matchLength: 2 });
  expect(end!.children).toHaveLength(1);
});

it("returns where a match failed and what it expected", () => {
  const match = ohm.grammar(source).match("b,?", "list");
  expect(failurePosition(match)).toBe(2);
  const failures = rightmostFailures(match);
  expect(failures.map((failure) => failure.getText()).sort()).toEqual(['"a".."c"', "x"]);
  for (const failure of failures) expect(typeof failure.type).toBe("string");
});

it("stores a grammar and reads it again", () => {
  const again = fromRecipe(recipeOf(ohm.grammar(source)));
  expect(again.match("a,b,xx", "list").succeeded()).toBe(true);
  expect(again.match("a,d", "list").succeeded()).toBe(false);
});

it("calls methods for arity and skipping that can be replaced", () => {
  const grammar = ohm.grammar(source);
  let asked = 0;
  const { rules } = grammar as unknown as {
    readonly rules: Record<string, { readonly body: { factors: { getArity(): number }[] } }>;
  };
  const { body } = rules["list"]!;
  expect(body.factors).toHaveLength(3);
  const own = body.factors[0]!.getArity.bind(body.factors[0]);
  body.factors[0]!.getArity = () => (asked++, own());
  const fixed = withFixedFacts(grammar);
  expect(asked).toBeGreaterThan(0);
  const before = asked;
  expect(fixed.match("a,b!", "list").succeeded()).toBe(true);
  expect(asked).toBe(before);
});
