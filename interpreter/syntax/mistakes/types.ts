// Written types.
import { insteadOf } from "../../diagnostics/index.ts";
import type { Mistake, View } from "./view.ts";

/** What the types of other languages are called that have arguments. */
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

/** `String` for `string` and `str`. */
function ownName(word: string): string {
  return /^did you mean `(\w+)`\?$/.exec(insteadOf(word) ?? "")?.[1] ?? word;
}

/** `Map<String, Int>` for `dict[str, int]` at an offset, and the offset behind it. */
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
    (v) => v.kind() === "&" && v.expects("dyn"),
    "there are no references: structs, lists and maps are shared already",
  ],
  [
    (v) => v.sees(-3, ["[", "ident", "]", "ident"]) && v.text(-4) === "map",
    "the type of a map is `Map<String, Int>`, an empty one is made by `Map.new()`, or written `[:]`",
  ],
  [
    (v) => v.sees(0, ["[", "]"]) && v.kind(-1) === "ident",
    (v) => `lists are written \`List<${ownName(v.text(-1))}>\``,
  ],
  [
    (v) => v.sees(0, ["[", "]", "ident"]) && !v.expectsExpression,
    (v) => `lists are written \`List<${ownName(v.text(2))}>\``,
  ],
  [
    (v) => v.sees(-1, ["ident", "[", "ident"]) && /^[A-Z]|^(?:list|dict|set|tuple)$/.test(v.text(-1)),
    (v) => `type arguments are written in \`<…>\`: \`${bracketed(v, -1)[0]}\``,
  ],
  [
    (v) => v.sees(0, ["[", "ident", "]"]) && !v.expectsExpression,
    (v) => `lists are written \`List<${ownName(v.text(1))}>\``,
  ],
  [
    (v) => v.sees(0, ["[", "ident", ":", "ident", "]"]) && v.expects("dyn"),
    (v) => `maps are written \`Map<${ownName(v.text(1))}, ${ownName(v.text(3))}>\``,
  ],
  [
    (v) => v.kind() === "|" && v.kind(-1) === "ident" && v.kind(-2) === ":" && v.expects("="),
    "types with several shapes are declared with `enum`",
  ],
  [
    (v) => v.kind() === "string" && v.expects("dyn"),
    "a type is no value: what may have a few values is declared with `enum`",
  ],
  [
    (v) => v.sees(-3, [":", "(", "ident", ":"]) && v.expects(")") && !v.expectsExpression,
    "function types are written `fun(Int) -> Int`",
  ],
  [
    (v) => v.kind() === "impl" && v.expects("dyn"),
    (v) =>
      `what has a trait is a type parameter, \`fun f<T: ${v.text(1)}>(x: T)\`, or a \`dyn ${v.text(1)}\``,
  ],
  [(v) => v.text(-1) === "interface" && v.sees(0, ["{", "}"]), insteadOf("any")!],
  [(v) => v.sees(0, ["&", "self"]), "write `self`: structs are shared, not copied"],
];
