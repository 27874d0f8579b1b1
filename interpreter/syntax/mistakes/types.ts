// Written types.
import type { Mistake } from "./view.ts";

export const types: readonly Mistake[] = [
  [
    (v) => v.kind() === "&" && v.expects("dyn"),
    "there are no references: structs, lists and maps are shared already",
  ],
  [
    (v) => v.sees(-3, ["[", "ident", "]", "ident"]) && v.text(-4) === "map",
    "the type of a map is `Map<String, Int>`, an empty one is made by `Map.new()`, or written `[:]`",
  ],
  [
    (v) => v.sees(0, ["[", "]"]) && v.kind(-1) === "ident",
    (v) => `lists are written \`List<${v.text(-1)}>\``,
  ],
  [
    (v) => v.sees(0, ["[", "]", "ident"]) && !v.expectsExpression,
    (v) => `lists are written \`List<${v.text(2)}>\``,
  ],
  [
    (v) => v.sees(-1, ["ident", "[", "ident"]) && /^[A-Z]/.test(v.text(-1)),
    (v) => `type arguments are written in \`<…>\`: \`${v.text(-1)}<${v.text(1)}>\``,
  ],
  [
    (v) => v.sees(0, ["[", "ident", "]"]) && !v.expectsExpression,
    (v) => `lists are written \`List<${v.text(1)}>\``,
  ],
  [
    (v) => v.kind() === "|" && v.kind(-1) === "ident" && v.kind(-2) === ":" && v.expects("="),
    "types with several shapes are declared with `enum`",
  ],
  [(v) => v.sees(0, ["&", "self"]), "write `self`: structs are shared, not copied"],
];
