// Mistakes do not hide each other: what is reported, and what remains in the tree.
import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { parse } from "./parse.ts";

/** The errors of a text as `line:column message`, and its declarations. */
function read(text: string): { readonly errors: readonly string[]; readonly names: readonly string[] } {
  const source = new Source("x.std", text);
  const { diagnostics, tree } = parse(source);
  return {
    errors: diagnostics.map(({ message, primary: { span } }) => {
      const { line, column } = source.position(span.start);
      return `${line}:${column} ${message}`;
    }),
    names: tree.items.flatMap((item) => ("name" in item ? item.name.name : [])),
  };
}

test("two calls with a wrong bracket are two errors", () => {
  const { errors } = read("fun main() {\n    f(1, ]\n    let a = 1\n    f(1, ]\n}\n");
  expect(errors).toEqual(["2:10 expected an expression or `)`, found `]`", "4:10 expected `)`, found `]`"]);
});

test.each([
  ["f(one, , two)", 12],
  ["f(one, *, two)", 12],
  ["f(one, x y, two)", 14],
  ["[one, +, two]", 11],
  ["[one: two, : 4]", 16],
  ["(one, +, two)", 11],
  ["{one, *, two}", 11],
  ["f([one, +], two)", 13],
  ["[\n        one,\n        +,\n        two,\n    ]", 9],
])("the other entries of a list with a mistake remain: %s", (list, column) => {
  const source = new Source("x", `fun main() {\n    ${list}\n    three\n}\n`);
  const { diagnostics, tree } = parse(source);
  expect(diagnostics.map(({ primary: { span } }) => source.position(span.start).column)).toEqual([column]);
  const names = [...JSON.stringify(tree).matchAll(/"kind":"Name".*?"name":"(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(["one", "two", "three"]));
});

test("each entry of a list is an error of its own", () => {
  const { errors } = read("fun main() {\n    f(\n        1 +,\n        2,\n        let,\n        )\n}\n");
  expect(errors.map((error) => error.split(":")[0])).toEqual(["3", "5"]);
});

test("an arm with a wrong arrow does not hide other mistakes of the function", () => {
  const { errors } = read(
    "fun main() {\n    let = 4\n    let b = 1\n    match b {\n        1 => 2,\n        _ -> 3,\n    }\n    let c = 5 +\n}\n",
  );
  expect(errors.map((error) => error.split(":")[0])).toEqual(["2", "5", "8"]);
});

test("a dot at the end of a line does not take the next statement as its member", () => {
  const { errors } = read("fun main() {\n    let q = p.\n    let r = 1\n    let s = q +* 1\n}\n");
  expect(errors).toEqual([
    "2:15 expected a name or a number, found a line break",
    "4:16 expected an expression, found `*`",
  ]);
});

test("a missing operand does not take the next line", () => {
  const { tree } = parse(new Source("x", "fun main() {\n    let a = 1 +\n    let b = 2\n}\n"));
  expect(tree.items).toMatchObject([
    { body: { stmts: [{ name: { name: "a" } }, { value: { kind: "Loop" } }, { name: { name: "b" } }] } },
  ]);
});

test.each([
  ["operators", (i: number) => `let x${i} = 3 +`],
  ["brackets", (i: number) => `let x${i} = f(1, ]`],
  ["names", (i: number) => `let = ${i}`],
])("18 mistakes in 2,000 statements are 18 errors: %s", (_, mistake) => {
  const lines = Array.from({ length: 2000 }, (__, i) =>
    i % 110 === 50 ? `    ${mistake(i)}` : `    let a${i} = ${i} + 2`,
  );
  expect(read(`fun main() {\n${lines.join("\n")}\n}\n`).errors).toHaveLength(18);
});

test("a file with a broken item has all its other names", () => {
  const { errors, names } = read(
    "fun f( {\n    print(1)\n}\nfun g() {}\nstruct P { x Int, y: Int }\nfun h(a: Int) -> Int = a\nconst X: Int = f(1, ]\nenum E { A, B( }\n",
  );
  expect(names).toEqual(["g", "P", "h", "X", "E"]);
  expect(errors).toHaveLength(4);
});

test("the indentation shows where a brace is missing", () => {
  const { errors, names } = read(
    "fun f() {\n    while b {\n        if a {\n            print(1)\n        print(2)\n    }\n    print(2)\n}\n\nfun g() {\n    let = 1\n}\n",
  );
  expect(errors).toEqual(["3:14 expected `}`, found `print`", "11:9 expected a pattern, found `=`"]);
  expect(names).toEqual(["f", "g"]);
});

test("the indentation shows which brace is extra", () => {
  const { errors, names } = read(
    "fun f() {\n    if a {\n        print(1)\n    }\n    }\n    print(2)\n}\n\nfun g() {\n    let = 1\n}\n",
  );
  expect(errors).toEqual([
    "5:5 expected a statement or `}`, found `}`",
    "10:9 expected a pattern, found `=`",
  ]);
  expect(names).toEqual(["f", "g"]);
});

test("speculation does not repeat itself: nested candidates for an index take linear time", () => {
  const depth = 200;
  const text = `fun main() { ${"a [{ ".repeat(depth)}b${" }, 1]".repeat(depth)} }`;
  expect(read(text).errors).toEqual([]);
});
