// What ohm-js does not promise and we use: an upgrade that takes it away fails here, not in a program.
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

it("gives the tree of a match", () => {
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

it("tells where a match failed and what would have fit", () => {
  const match = ohm.grammar(source).match("b,?", "list");
  expect(failurePosition(match)).toBe(2);
  const failures = rightmostFailures(match);
  expect(failures.map((failure) => failure.getText()).sort()).toEqual(['"a".."c"', "x"]);
  for (const failure of failures) expect(typeof failure.type).toBe("string");
});

it("writes a grammar down and reads it again", () => {
  const again = fromRecipe(recipeOf(ohm.grammar(source)));
  expect(again.match("a,b,xx", "list").succeeded()).toBe(true);
  expect(again.match("a,d", "list").succeeded()).toBe(false);
});

it("asks expressions for their arity and for skipping by methods that can be fixed", () => {
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
