import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { parse } from "../syntax/index.ts";
import { decodeTree, encodeTree } from "./prepared-tree.ts";

test("a tree can be encoded as text and decoded", () => {
  const text =
    'const A = -9223372036854775808\nfun f(x: Int) -> Float { match x { 0..5 -> 1e999, 7 -> 0.5, _ -> 2.0 } }\nlet s = "\\xff\\u{1F600}${A}"\n';
  const { tree, diagnostics } = parse(new Source("a.std", text));
  expect(diagnostics).toEqual([]);
  const prepared = { text, tree, usesCollectionLiterals: true };
  expect(decodeTree(encodeTree(prepared))).toEqual(prepared);
});

test("other texts are refused", () => {
  for (const damaged of ["", "{", "[]", "null"]) expect(() => decodeTree(damaged)).toThrow();
});
