// Completion over the protocol: `▮` is the cursor.
import {
  CompletionRequest,
  type CompletionItem,
  type CompletionList,
  type TextEdit,
} from "vscode-languageserver/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestClient } from "./testing/client.ts";

let client: TestClient;
let number = 0;

beforeAll(async () => {
  client = await TestClient.start({
    "lib.std": "/// Doubles.\nfun twice(n: Int) -> Int {\n    n * 2\n}\n\nstruct Money { cents: Int }\n",
  });
});
afterAll(() => client[Symbol.asyncDispose]());

async function proposals(marked: string): Promise<{ items: readonly CompletionItem[]; name: string }> {
  const name = `c${++number}.std`;
  const offset = await client.open(name, marked);
  const found = (await client.at(CompletionRequest.type, name, offset)) as CompletionList | null;
  expect(client.logged).toEqual([]);
  return { items: found?.items ?? [], name };
}

const TYPES = `struct Spot { x: Int, y: Int }

impl Spot {
    fun sum(self) -> Int {
        self.x + self.y
    }

    fun origin() -> Spot {
        Spot { x: 0, y: 0 }
    }
}

enum Light { Off, On(level: Int), Blink }

`;

const cases: readonly (readonly [title: string, text: string, has: string, lacks?: string])[] = [
  [
    "fields and methods of a value",
    `${TYPES}fun main() {\n    let s = Spot { x: 1, y: 2 }\n    s.▮\n}\n`,
    "x y sum",
    "origin print",
  ],
  [
    "members before another statement",
    `${TYPES}fun main() {\n    let s = Spot { x: 1, y: 2 }\n    s.▮\n    print(s.x)\n}\n`,
    "x y sum",
    "print",
  ],
  [
    "members after a part of a name",
    `${TYPES}fun main() {\n    let s = Spot { x: 1, y: 2 }\n    s.su▮\n}\n`,
    "sum",
  ],
  [
    "members in a function that cannot be parsed",
    `${TYPES}fun main() {\n    let s = Spot { x: 1, y: 2 }\n    if ( {\n    s.▮\n}\n`,
    "x y sum",
  ],
  [
    "members in an open call",
    `${TYPES}fun main() {\n    let s = Spot { x: 1, y: 2 }\n    print(s.▮\n}\n`,
    "x y sum",
  ],
  [
    "members behind a broken statement",
    `${TYPES}fun main() {\n    let = 3\n    let s = Spot { x: 1, y: 2 }\n    s.▮\n}\n`,
    "x y sum",
  ],
  ["members of a call", `${TYPES}fun main() {\n    Spot.origin().▮\n}\n`, "x y sum"],
  ["members of a parameter", `${TYPES}fun f(s: Spot) {\n    s.▮\n}\n`, "x y sum"],
  ["members of self", `${TYPES}impl Light {\n    fun f(self) {\n        self.▮\n    }\n}\n`, "f"],
  ["members of a list", `fun main() {\n    [1, 2].▮\n}\n`, "len push map filter"],
  ["members of a string", `fun main() {\n    "a".▮\n}\n`, "len trim split"],
  ["members of an option", `fun f(n: Int?) {\n    n.▮\n}\n`, "unwrap_or"],
  ["members of an element", `${TYPES}fun f(all: List<Spot>) {\n    all[0].▮\n}\n`, "x y sum"],
  [
    "members of a loop variable",
    `${TYPES}fun f(all: List<Spot>) {\n    for s in all {\n        s.▮\n    }\n}\n`,
    "x y sum",
  ],
  [
    "members of a lambda's parameter",
    `${TYPES}fun f(all: List<Spot>) {\n    all.map(fun(s) { s.▮ })\n}\n`,
    "x y sum",
  ],
  [
    "members of a trait",
    `trait Show {\n    fun show(self) -> String\n}\n\nfun f<T: Show>(t: T) {\n    t.▮\n}\n`,
    "show",
  ],
  [
    "members of dyn",
    `trait Show {\n    fun show(self) -> String\n}\n\nfun f(t: dyn Show) {\n    t.▮\n}\n`,
    "show",
  ],
  ["variants and functions of a type", `${TYPES}fun main() {\n    Light.▮\n}\n`, "Off On Blink"],
  ["associated functions", `${TYPES}fun main() {\n    Spot.▮\n}\n`, "origin", "x sum"],
  ["functions of a module", `import std/time\n\nfun main() {\n    time.▮\n}\n`, "sleep now"],
  ["functions of a file", `import "./lib"\n\nfun main() {\n    lib.▮\n}\n`, "twice Money"],
  [
    "local variables",
    `fun main() {\n    let first = 1\n    let second = 2\n    ▮\n}\n`,
    "first second print",
  ],
  [
    "variables of outer blocks",
    `fun main() {\n    let first = 1\n    if true {\n        fi▮\n    }\n}\n`,
    "first",
  ],
  [
    "no variables of later statements",
    `fun main() {\n    ▮\n    let later = 1\n    print(later)\n}\n`,
    "print",
    "later",
  ],
  [
    "no variables of other blocks",
    `fun main() {\n    if true {\n        let inner = 1\n        print(inner)\n    }\n    ▮\n}\n`,
    "print",
    "inner",
  ],
  ["parameters", `fun f(count: Int) -> Int {\n    co▮\n}\n`, "count"],
  [
    "names of patterns",
    `${TYPES}fun f(l: Light) {\n    match l {\n        On { level } -> print(le▮)\n        _ -> {}\n    }\n}\n`,
    "level",
  ],
  ["names of if let", `fun f(n: Int?) {\n    if let Some(found) = n {\n        fo▮\n    }\n}\n`, "found"],
  [
    "functions and types of the file",
    `${TYPES}fun helper() {}\n\nfun main() {\n    ▮\n}\n`,
    "helper Spot Light",
  ],
  ["names with their import", `fun main() {\n    twi▮\n}\n`, "twice"],
  ["names of the library with their import", `fun main() {\n    slee▮\n}\n`, "sleep"],
  ["types after a colon", `${TYPES}fun f(a: ▮) {}\n`, "Int String Spot Light", "print"],
  ["types after a part of a name", `${TYPES}fun f(a: Sp▮) {}\n`, "Spot"],
  ["types after an arrow", `${TYPES}fun f() -> ▮ {\n}\n`, "Int Spot"],
  ["types of elements", `${TYPES}fun f(a: List<▮>) {}\n`, "Int Spot", "print"],
  ["type parameters", `fun f<Item>(a: It▮) {}\n`, "Item"],
  ["types with their import", `fun f(m: Mon▮) {}\n`, "Money"],
  ["fields of a literal", `${TYPES}fun main() {\n    let s = Spot { ▮ }\n}\n`, "x y"],
  ["the rest of the fields", `${TYPES}fun main() {\n    let s = Spot { x: 1, ▮ }\n}\n`, "y"],
  [
    "missing arms",
    `${TYPES}fun f(l: Light) {\n    match l {\n        Off -> {}\n        ▮\n    }\n}\n`,
    "On Blink",
    "Off",
  ],
  [
    "all missing arms at once",
    `${TYPES}fun f(l: Light) {\n    match l {\n        ▮\n    }\n}\n`,
    "Off On Blink",
  ],
  ["arms of an option", `fun f(n: Int?) {\n    match n {\n        ▮\n    }\n}\n`, "Some None"],
  ["modules in an import", `import std/▮\n`, "time json"],
  ["modules after a part of a name", `import std/ti▮\n`, "time"],
  ["names in the braces of an import", `import std/time { ▮ }\n`, "sleep"],
  ["names in the braces of the import of a file", `import "./lib" { ▮ }\n`, "twice Money"],
  ["files in an import", `import "▮"\n`, "./lib"],
  ["keywords", `fun main() {\n    ▮\n}\n`, "if match return while"],
  ["words of declarations", `▮\n`, "fun struct enum import"],
  ["snippets", `fun main() {\n    ▮\n}\n`, "for spawn"],
  ["traits to derive", `@derive(▮)\nstruct Spot { x: Int }\n`, "Eq Hash"],
  ["attributes", `@▮\nstruct Spot { x: Int }\n`, "derive json"],
  ["keys of a type", "@json(▮)\nstruct Spot { x: Int }\n", "rename_all optional", "tag flatten"],
  [
    "keys of an input",
    "@derive(FromRequest)\nstruct Search {\n    @from(▮)\n    page: Int\n}\n",
    "query header name",
    "min",
  ],
  ["keys behind others", '@json(tag: "t", ▮)\nenum E { A }\n', "rename_all content", "tag"],
  ["keys of a field", "struct Spot {\n    @json(fl▮)\n    x: Int\n}\n", "flatten name", "rename_all derive"],
  ["keys of a check", "struct Spot { @check(min: 1, m▮) x: Int }\n", "max min_len", "min derive"],
  [
    "names in an interpolation",
    'fun main() {\n    let name = 1\n    print("one ${na▮} two")\n}\n',
    "name",
    "",
  ],
  [
    "names of arguments",
    `fun f(size: Int, name: String = "") {}\n\nfun main() {\n    f(▮)\n}\n`,
    "size: name:",
  ],
  ["postfix match", `${TYPES}fun f(l: Light) {\n    l.▮\n}\n`, "match let"],
  ["postfix if", `fun f(b: Bool) {\n    b.▮\n}\n`, "if not"],
];

describe("completion proposes", () => {
  test.each(cases.map(([title, text, has, lacks = ""]) => ({ title, text, has, lacks })))(
    "$title",
    async ({ text, has, lacks }) => {
      const { items } = await proposals(text);
      const labels = items.map(({ label }) => label);
      for (const label of has.split(" ").filter(Boolean)) expect(labels).toContain(label);
      for (const label of lacks.split(" ").filter(Boolean)) expect(labels).not.toContain(label);
    },
  );
});

test.each([
  ["a comment", "fun main() {\n    // pri▮\n}\n"],
  ["a number", "fun main() {\n    let n = 12▮\n}\n"],
  ["a string", 'fun main() {\n    let s = "plain ▮"\n}\n'],
  ["a string, behind a dot", 'fun main() {\n    let s = "one. ▮two"\n}\n'],
  ["a string that is not closed", 'fun main() {\n    print("one ▮\n}\n'],
])("completion proposes nothing in %s", async (_title, text) => {
  expect((await proposals(text)).items).toEqual([]);
});

async function accepted(marked: string, label: string): Promise<string> {
  const { items, name } = await proposals(marked);
  const item = items.find((one) => one.label === label)!;
  const edits = [item.textEdit as TextEdit, ...(item.additionalTextEdits ?? [])];
  return client.edited(client.texts.get(name)!, edits);
}

test("a name is inserted with its import", async () => {
  expect(await accepted("fun main() {\n    twi▮\n}\n", "twice")).toBe(
    'import "./lib" { twice }\n\nfun main() {\n    twice($1)$0\n}\n',
  );
});

test("a name is added to the braces of an import", async () => {
  expect(await accepted('import "./lib" { Money }\n\nfun main() {\n    twi▮\n}\n', "twice")).toContain(
    'import "./lib" { Money, twice }\n',
  );
});

test("an import goes to its place among others", async () => {
  expect(await accepted("import std/fs\nimport std/url\n\nfun main() {\n    slee▮\n}\n", "sleep")).toMatch(
    /^import std\/fs\nimport std\/time \{ sleep \}\nimport std\/url\n/,
  );
});

test("a method is inserted with places for its arguments", async () => {
  expect(await accepted('fun main() {\n    "a".spl▮\n}\n', "split")).toMatch(/"a"\.split\(\$\{1:\w+\}\)\$0/);
});

test("postfix match writes all arms", async () => {
  const text = await accepted(
    "enum Light { Off, On(level: Int) }\n\nfun f(l: Light) {\n    l.▮\n}\n",
    "match",
  );
  expect(text).toContain("    match l {\n    Off -> ");
  expect(text).not.toContain("l.match");
});

test("a client without snippets gets plain text", async () => {
  await using other = await TestClient.start({}, { capabilities: { textDocument: {} } });
  const offset = await other.open("a.std", 'fun main() {\n    "a".spl▮\n}\n');
  const found = (await other.at(CompletionRequest.type, "a.std", offset)) as CompletionList;
  const split = found.items.find(({ label }) => label === "split")!;
  expect((split.textEdit as TextEdit).newText).toBe("split");
});
