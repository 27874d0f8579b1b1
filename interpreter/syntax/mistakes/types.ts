// Mistakes in types.
import { insteadOf } from "../../diagnostics/index.ts";
import type { Mistake, View } from "./view.ts";

/** The types for generic types of other languages, by their arguments. */
const FORMS: Readonly<Record<string, (args: readonly string[]) => string>> = {
  list: (args) => `List<${args.join(", ")}>`,
  dict: (args) => `Map<${args.join(", ")}>`,
  set: (args) => `Set<${args.join(", ")}>`,
  tuple: (args) => `(${args.join(", ")})`,
  optional: ([inner = "Int"]) => `${inner}?`,
};
const NAMES: Readonly<Record<string, keyof typeof FORMS>> = {
  list: "list",
  List: "list",
  Array: "list",
  Vec: "list",
  Sequence: "list",
  Iterable: "list",
  dict: "dict",
  Dict: "dict",
  map: "dict",
  Mapping: "dict",
  HashMap: "dict",
  Record: "dict",
  set: "set",
  frozenset: "set",
  tuple: "tuple",
  Tuple: "tuple",
  Pair: "tuple",
  Optional: "optional",
};

/** The name of the type here: `String` for `string` and `str`. */
function ownName(word: string): string {
  return /^did you mean `(\w+)`\?$/.exec(insteadOf(word) ?? "")?.[1] ?? word;
}

/** `Map<String, Int>` for `dict[str, int]` at an offset, and the offset after it. */
function bracketed(v: View, at: number): readonly [text: string, end: number] {
  const name = v.text(at);
  if (v.kind(at + 1) !== "[") return [ownName(name), at + 1];
  const args: string[] = [];
  let next = at + 1;
  while (v.kind(next) === "[" || v.kind(next) === ",") {
    if (v.kind(next + 1) !== "ident") break;
    const [arg, end] = bracketed(v, next + 1);
    args.push(arg);
    next = end;
  }
  const form = Object.hasOwn(NAMES, name) ? FORMS[NAMES[name]!]! : undefined;
  return [form === undefined ? `${ownName(name)}<${args.join(", ")}>` : form(args), next + 1];
}

export const types: readonly Mistake[] = [
  [
    (v) => v.kind() === "<" && v.startsWith("let", "ident", ":", "ident") && v.kind(-2) === ":",
    (v) => `close the type arguments with \`>\`: \`${v.text(-1)}<${v.text(1)}>\``,
  ],
  [
    (v) => v.kind() === "?" && v.text(-1) === "<" && v.kind(-2) === "ident" && v.expects("dyn"),
    (v) => `use a type parameter: \`fun f<T>(xs: ${v.text(-2)}<T>)\``,
  ],
  [
    (v) =>
      v.kind() === "[" &&
      v.text(-1) === "map" &&
      v.kind(1) === "ident" &&
      v.kind(2) === "]" &&
      !v.expectsExpression,
    (v) =>
      `write the type of a map as \`Map<${ownName(v.text(1))}, ${v.kind(3) === "ident" ? ownName(v.text(3)) : "Int"}>\``,
  ],
  [
    (v) => v.kind() === "&" && v.expects("dyn"),
    "there are no references: structs, lists and maps are shared, not copied",
  ],
  [
    (v) => v.sees(-3, ["[", "ident", "]", "ident"]) && v.text(-4) === "map",
    "write the type of a map as `Map<String, Int>`, an empty one as `Map.new()` or `[:]`",
  ],
  [
    (v) => v.sees(0, ["[", "]"]) && v.kind(-1) === "ident",
    (v) => `write the type of a list as \`List<${ownName(v.text(-1))}>\``,
  ],
  [
    (v) => v.sees(0, ["[", "]", "ident"]) && !v.expectsExpression,
    (v) => `write the type of a list as \`List<${ownName(v.text(2))}>\``,
  ],
  [
    (v) => v.sees(-1, ["ident", "[", "ident"]) && v.text(-1) === "Union",
    "declare a type with several variants with `enum`",
  ],
  [
    (v) => v.sees(-1, ["ident", "[", "ident"]) && /^[A-Z]|^(?:list|dict|set|tuple)$/.test(v.text(-1)),
    (v) => `write type arguments in \`<…>\`: \`${bracketed(v, -1)[0]}\``,
  ],
  [
    (v) => v.sees(0, ["[", "ident", "]"]) && !v.expectsExpression,
    (v) => `write the type of a list as \`List<${ownName(v.text(1))}>\``,
  ],
  [
    (v) => v.sees(0, ["[", "ident", ":", "ident", "]"]) && v.expects("dyn"),
    (v) => `write the type of a map as \`Map<${ownName(v.text(1))}, ${ownName(v.text(3))}>\``,
  ],
  [
    (v) => v.kind() === "|" && v.kind(-1) === "ident" && /^(?:null|None|undefined|nil)$/.test(v.text(1)),
    (v) => `a value that may be absent has the type \`${ownName(v.text(-1))}?\``,
  ],
  [
    (v) => v.kind() === "|" && v.kind(-1) === "ident" && v.kind(-2) === ":" && v.expects("="),
    "declare a type with several variants with `enum`",
  ],
  [
    (v) => v.kind() === "string" && v.expects("dyn"),
    "a value is not a type: declare a type with a few values with `enum`",
  ],
  [
    (v) => v.sees(-3, [":", "(", "ident", ":"]) && v.expects(")") && !v.expectsExpression,
    "write function types as `fun(Int) -> Int`",
  ],
  [
    (v) => v.kind() === "impl" && v.expects("dyn"),
    (v) => `use a type parameter, \`fun f<T: ${v.text(1)}>(x: T)\`, or the type \`dyn ${v.text(1)}\``,
  ],
  [(v) => v.text(-1) === "interface" && v.sees(0, ["{", "}"]), insteadOf("any")!],
  [
    (v) => v.sees(0, ["&", "self"]) || (v.sees(0, ["&", "ident", "self"]) && v.text(1) === "mut"),
    "write `self`: structs are shared, not copied",
  ],
  [
    (v) => v.kind() === "*" && v.expects("dyn"),
    "there are no pointers: structs, lists and maps are shared, not copied",
  ],
  [(v) => v.kind() === "!" && v.expects("dyn"), "leave out the result type of a function that never returns"],
];
