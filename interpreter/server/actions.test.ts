// Code actions over the protocol. `▮` is the cursor; two of them enclose a selection.
import { CodeActionRequest, type CodeAction } from "vscode-languageserver/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CURSOR, TestClient } from "./testing/client.ts";

let client: TestClient;
let number = 0;

beforeAll(async () => {
  client = await TestClient.start({ "lib.std": "fun twice(n: Int) -> Int {\n    n * 2\n}\n" });
});
afterAll(() => client[Symbol.asyncDispose]());

async function actionsAt(
  marked: string,
  only?: string,
): Promise<{ actions: CodeAction[]; name: string; text: string }> {
  const name = `a${++number}.std`;
  const start = marked.indexOf(CURSOR);
  const rest = marked.replace(CURSOR, "");
  const second = rest.indexOf(CURSOR);
  const text = rest.replace(CURSOR, "");
  await client.open(name, text);
  const range = client.range(text, start, second < 0 ? start : second);
  const context = { diagnostics: [], ...(only !== undefined && { only: [only] }) };
  const actions = (await client.request(CodeActionRequest.type, {
    textDocument: { uri: client.uri(name) },
    range,
    context,
  })) as CodeAction[];
  expect(client.logged).toEqual([]);
  return { actions, name, text };
}

async function applied(marked: string, title: string): Promise<string> {
  const { actions, name } = await actionsAt(marked);
  const action = actions.find((one) => one.title === title);
  expect(action, actions.map((one) => one.title).join(", ")).toBeDefined();
  return client.applied(action!.edit!, {})[name]!;
}

const LIGHT = "enum Light { Off, On(level: Int), Blink }\n\n";

const cases: readonly (readonly [title: string, before: string, after: string])[] = [
  [
    "Add the 3 missing arms",
    `${LIGHT}fun f(l: Light) {\n    ma▮tch l {\n    }\n}\n`,
    `${LIGHT}fun f(l: Light) {\n    match l {\n        Off -> {},\n        On { level } -> {},\n        Blink -> {},\n    }\n}\n`,
  ],
  [
    "Add the arm Blink",
    `${LIGHT}fun f(l: Light) {\n    ma▮tch l {\n        Off | On { .. } -> {}\n    }\n}\n`,
    `${LIGHT}fun f(l: Light) {\n    match l {\n        Off | On { .. } -> {}\n        Blink -> {},\n    }\n}\n`,
  ],
  [
    "Add the 2 missing arms",
    "fun f(n: Int?) {\n    match n▮ {}\n}\n",
    "fun f(n: Int?) {\n    match n {\n        None -> {},\n        Some(value) -> {},\n    }\n}\n",
  ],
  [
    "Add the missing fields of Spot",
    "struct Spot { x: Int, name: String }\n\nfun f() -> Spot {\n    Spot▮ {}\n}\n",
    'struct Spot { x: Int, name: String }\n\nfun f() -> Spot {\n    Spot { x: 0, name: "" }\n}\n',
  ],
  [
    "Add the missing fields of Spot",
    "struct Spot { x: Int, all: List<Int> }\n\nfun f() -> Spot {\n    Spot { ▮x: 1 }\n}\n",
    "struct Spot { x: Int, all: List<Int> }\n\nfun f() -> Spot {\n    Spot { x: 1, all: [] }\n}\n",
  ],
  ["Derive Eq", "struct Sp▮ot { x: Int }\n", "@derive(Eq)\nstruct Spot { x: Int }\n"],
  ["Derive Hash", "@derive(Eq)\nstruct Sp▮ot { x: Int }\n", "@derive(Eq, Hash)\nstruct Spot { x: Int }\n"],
  [
    "Implement the members of Show",
    "trait Show {\n    fun show(self) -> String\n    fun twice(self) -> String {\n        self.show()\n    }\n}\n\nstruct S {}\n\nimpl Show for ▮S {}\n",
    'trait Show {\n    fun show(self) -> String\n    fun twice(self) -> String {\n        self.show()\n    }\n}\n\nstruct S {}\n\nimpl Show for S {\n    fun show(self) -> String {\n        ""\n    }\n}\n',
  ],
  [
    "Extract a variable",
    "fun main() {\n    let a = 1\n    print(▮a + 2▮)\n}\n",
    "fun main() {\n    let a = 1\n    let value = a + 2\n    print(value)\n}\n",
  ],
  [
    "Extract a function",
    "fun main() {\n    let a = 1\n    print(▮a + 2▮)\n}\n",
    "fun main() {\n    let a = 1\n    print(extracted(a))\n}\n\nfun extracted(a: Int) -> Int {\n    a + 2\n}\n",
  ],
  [
    "Extract a function",
    "fun main() {\n    let a = 1\n▮    let b = a + 1\n    let c = b * 2\n▮    print(c)\n}\n",
    "fun main() {\n    let a = 1\n    let c = extracted(a)\n    print(c)\n}\n\nfun extracted(a: Int) -> Int {\n    let b = a + 1\n    let c = b * 2\n    c\n}\n",
  ],
  [
    "Inline a",
    "fun main() {\n    let a = 1 + 2\n    print(▮a * 3)\n}\n",
    "fun main() {\n    print((1 + 2) * 3)\n}\n",
  ],
  ["Inline a", "fun main() {\n    let ▮a = 1 + 2\n    print(a)\n}\n", "fun main() {\n    print(1 + 2)\n}\n"],
  [
    "Rewrite as match",
    "fun f(n: Int?) {\n    i▮f let Some(x) = n {\n        print(x)\n    } else {\n        print(0)\n    }\n}\n",
    "fun f(n: Int?) {\n    match n {\n        Some(x) -> {\n            print(x)\n        },\n        None -> {\n            print(0)\n        },\n    }\n}\n",
  ],
  [
    "Rewrite as if let",
    "fun f(n: Int?) {\n    ma▮tch n {\n        Some(x) -> {\n            print(x)\n        }\n        None -> {}\n    }\n}\n",
    "fun f(n: Int?) {\n    if let Some(x) = n {\n        print(x)\n    }\n}\n",
  ],
  [
    "Add ? to pass the failure on",
    'import std/json { parse }\nimport std/error { Error }\n\nfun f() -> Result<Int, Error> {\n    let v = pa▮rse("1")\n    Ok(1)\n}\n',
    'import std/json { parse }\nimport std/error { Error }\n\nfun f() -> Result<Int, Error> {\n    let v = parse("1")?\n    Ok(1)\n}\n',
  ],
  [
    "Add the missing fields of S",
    "enum Tree { Node(Tree, Tree), Leaf }\n\nstruct S { pair: (Int, String), tree: Tree, r: Result<Int, String> }\n\nfun f() -> S {\n    S▮ {}\n}\n",
    'enum Tree { Node(Tree, Tree), Leaf }\n\nstruct S { pair: (Int, String), tree: Tree, r: Result<Int, String> }\n\nfun f() -> S {\n    S { pair: (0, ""), tree: Tree.Leaf, r: Ok(0) }\n}\n',
  ],
  [
    "Add the missing fields of S",
    "struct S { next: S }\n\nfun f() -> S {\n    S▮ {}\n}\n",
    'struct S { next: S }\n\nfun f() -> S {\n    S { next: S { next: S { next: S { next: S { next: panic("todo") } } } } }\n}\n',
  ],
  [
    "Inline n",
    "fun main() {\n    let ▮n = 3 // retries\n    print(n)\n}\n",
    "fun main() {\n    // retries\n    print(3)\n}\n",
  ],
  [
    "Extract a variable",
    "fun f(n: Int) {\r\n    print(▮n + 1▮)\r\n}\r\n",
    "fun f(n: Int) {\r\n    let value = n + 1\r\n    print(value)\r\n}\r\n",
  ],
  [
    "Add the 2 missing arms",
    "fun f(n: Int?) {\r\n    match n▮ {}\r\n}\r\n",
    "fun f(n: Int?) {\r\n    match n {\r\n        None -> {},\r\n        Some(value) -> {},\r\n    }\r\n}\r\n",
  ],
];

describe("an action changes the text:", () => {
  test.each(cases)("%s (%#)", async (title, before, after) => {
    expect(await applied(before, title)).toBe(after);
  });
});

test.each([
  [
    "a match that is exhaustive",
    "fun f(n: Int?) {\n    ma▮tch n {\n        Some(_) -> {}\n        None -> {}\n    }\n}\n",
    /missing arm/,
  ],
  ["a match with a last arm", "fun f(n: Int?) {\n    ma▮tch n {\n        _ -> {}\n    }\n}\n", /missing arm/],
  [
    "a literal with all fields",
    "struct S { x: Int }\n\nfun f() -> S {\n    S▮ { x: 1 }\n}\n",
    /missing fields/,
  ],
  ["statements that return", "fun f() -> Int {\n▮    return 1\n▮    2\n}\n", /Extract a function/],
  [
    "statements that assign",
    "fun main() {\n    let a = 1\n▮    a = 2\n▮    print(a)\n}\n",
    /Extract a function/,
  ],
  ["a variable with an effect", "fun main() {\n    let ▮a = [1].len()\n    print(a)\n}\n", /Inline/],
  [
    "a match whose patterns cover the cases together",
    "fun f(n: Int?) {\n    ma▮tch n {\n        Some(0) -> {}\n        Some(_) -> {}\n        None -> {}\n    }\n}\n",
    /missing arm|Add the arm/,
  ],
  [
    "a match with comments between its arms",
    "fun f(n: Int?) {\n    ma▮tch n {\n        Some(v) -> print(v), // found\n        None -> {}\n    }\n}\n",
    /if let/,
  ],
  [
    "a part that is assigned to",
    "fun main() {\n    let xs = [1, 2]\n    (xs[0], ▮xs[1]▮) = (2, 1)\n    print(xs)\n}\n",
    /Extract/,
  ],
  ["a pattern", "fun f(n: Int?) {\n    if let ▮Some(x)▮ = n {\n        print(x)\n    }\n}\n", /Extract/],
  [
    "the block of a condition",
    "fun f(n: Int) -> Int = if n > 1 ▮{ n + 1 }▮ else { 2 }\n",
    /Extract a function/,
  ],
  [
    "the condition of a loop",
    "fun main() {\n    let n = 0\n    while ▮n * 2 < 9▮ {\n        n += 1\n    }\n}\n",
    /Extract a variable/,
  ],
  [
    "a part of a lambda",
    "fun main() {\n    let add = fun(n: Int) -> Int = ▮n + 1▮\n    print(add(1))\n}\n",
    /Extract a variable/,
  ],
  [
    "the value of an arm",
    "fun f(n: Int?) {\n    print(match n {\n        Some(v) -> ▮v + 1▮,\n        None -> 0,\n    })\n}\n",
    /Extract a variable/,
  ],
  [
    "what a short circuit protects",
    "fun f(xs: List<Int>) {\n    print(xs.len() > 0 && ▮xs[0] == 1▮)\n}\n",
    /Extract a variable/,
  ],
  [
    "what names a type parameter of the impl",
    "struct Box<T> { v: T }\n\nimpl<T> Box<T> {\n    fun f(self, n: Int) -> Int {\n        print(▮n + 1▮)\n        n\n    }\n}\n",
    /Extract a function/,
  ],
  [
    "a variable whose value reads what is assigned behind it",
    "fun main() {\n    let b = 1\n    let ▮a = b + 1\n    b = 5\n    print(a + b)\n}\n",
    /Inline/,
  ],
  [
    "a variable whose value names what is shadowed behind it",
    "fun main() {\n    let b = 1\n    let ▮a = b + 1\n    if true {\n        let b = 2\n        print(a + b)\n    }\n}\n",
    /Inline/,
  ],
  ["a variable that is assigned", "fun main() {\n    let ▮a = 1\n    a = 2\n    print(a)\n}\n", /Inline/],
])("%s has no action for it", async (_title, text, action) => {
  const { actions } = await actionsAt(text);
  expect(actions.map(({ title }) => title).filter((title) => action.test(title))).toEqual([]);
});

test.each([
  ["a similar name", "fun main() {\n    let counter = 1\n    print(count▮r)\n}\n", "print(counter)"],
  ["a missing import", "fun main() {\n    print(sq▮rt(2.0))\n}\n", "import std/math { sqrt }"],
])("a diagnostic offers its fix: %s", async (_title, text, expected) => {
  const { actions, name } = await actionsAt(text, "quickfix");
  const [first] = actions;
  expect(first?.isPreferred).toBe(true);
  expect(first!.diagnostics![0]!.code).toBe("R1");
  expect(client.applied(first!.edit!, {})[name]).toContain(expected);
});

test("the fix of a half-written text is offered at once", async () => {
  const { actions, name } = await actionsAt(
    "fun main() {\n    let counter = 1\n    print(count▮r)\n    if (\n}\n",
    "quickfix",
  );
  const texts = actions.map((action) => client.applied(action.edit!, {})[name]!);
  expect(texts.some((text) => text.includes("print(counter)"))).toBe(true);
});

test("all fixes of a file are applied together", async () => {
  const { actions, name } = await actionsAt(
    "▮fun main() {\n    let counter = 1\n    print(countr)\n    print(conter)\n}\n",
    "source.fixAll",
  );
  expect(client.applied(actions[0]!.edit!, {})[name]).toContain("    print(counter)\n    print(counter)\n");
});

test("only the wanted kinds are offered", async () => {
  const { actions } = await actionsAt("struct S▮ { x: Int }\n", "refactor.extract");
  expect(actions).toEqual([]);
});
