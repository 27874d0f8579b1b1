// What editors show in and beside the text: signatures, hints, colours, folds, selections, lenses. Over the protocol.
import {
  CodeLensRequest,
  FoldingRangeRequest,
  HoverRequest,
  InlayHintRequest,
  SelectionRangeRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  SignatureHelpRequest,
  type InlayHint,
  type MarkupContent,
  type SelectionRange,
  type SignatureHelp,
} from "vscode-languageserver/node";
import { describe, expect, test } from "vitest";
import { TestClient } from "./testing/client.ts";

const of = (client: TestClient, name: string) => ({ textDocument: { uri: client.uri(name) } });

async function signature(marked: string): Promise<{ label: string; active: string } | null> {
  await using client = await TestClient.start({});
  const offset = await client.open("a.std", marked);
  const help = (await client.at(SignatureHelpRequest.type, "a.std", offset)) as SignatureHelp | null;
  expect(client.logged).toEqual([]);
  if (help === null) return null;
  const [{ label, parameters, activeParameter }] = help.signatures as [SignatureHelp["signatures"][number]];
  const part = parameters?.[activeParameter!]?.label as [number, number] | undefined;
  return { label, active: part === undefined ? "" : label.slice(...part) };
}

const ADD = "fun add(left: Int, right: Int = 1) -> Int = left + right\n\n";

test.each([
  ["the first argument", `${ADD}fun main() {\n    print(add(▮))\n}\n`, "left: Int"],
  ["the second argument", `${ADD}fun main() {\n    print(add(1, ▮))\n}\n`, "right: Int = 1"],
  ["a call that is not closed", `${ADD}fun main() {\n    add(1, ▮\n}\n`, "right: Int = 1"],
  ["a named argument", `${ADD}fun main() {\n    print(add(right: 2▮, left: 1))\n}\n`, "right: Int = 1"],
  ["behind a nested call", `${ADD}fun main() {\n    print(add(add(1, 2), ▮))\n}\n`, "right: Int = 1"],
  ["a call inside of one, both not closed", `${ADD}fun main() {\n    print(add(1, ▮\n`, "right: Int = 1"],
  ["behind commas of a list", `${ADD}fun main() {\n    print(add([1, 2, 3].len()▮))\n}\n`, "left: Int"],
])("signature help at %s", async (_title, text, active) => {
  expect(await signature(text)).toEqual({ label: "fun add(left: Int, right: Int = 1) -> Int", active });
});

test.each([
  ["a method", 'fun main() {\n    "a".split(▮)\n}\n', /^fun String\.split\(self, sep: String\)/],
  ["a method whose call is not closed", 'fun main() {\n    print("a".split(▮\n', /^fun String\.split/],
  [
    "a variant",
    "enum Light { Off, On(level: Int) }\n\nfun main() {\n    print(Light.On(▮1) == Light.Off)\n}\n",
    /^On\(level: Int\)/,
  ],
  [
    "a function value",
    "fun main() {\n    let f = fun(n: Int) -> Int = n\n    print(f(▮1))\n}\n",
    /^f\(Int\) -> Int/,
  ],
])("signature help of %s", async (_title, text, label) => {
  expect((await signature(text))!.label).toMatch(label);
});

test("there is no signature outside of calls", async () => {
  expect(await signature(`${ADD}fun main() {\n    ▮print(1)\n}\n`)).toBeNull();
});

async function hints(text: string, settings: object = {}): Promise<string[]> {
  await using client = await TestClient.start({}, { settings });
  await client.open("a.std", text);
  const range = client.range(text, 0, text.length);
  const found = (await client.request(InlayHintRequest.type, {
    ...of(client, "a.std"),
    range,
  })) as InlayHint[];
  const lines = text.split("\n");
  return found.map(
    ({ position: { line, character }, label }) =>
      `${lines[line]!.slice(0, character).trimStart()}|${label as string}`,
  );
}

describe("inlay hints show", () => {
  test("types of variables that the text does not show", async () => {
    expect(
      await hints(
        'fun main() {\n    let words = "a b".split(" ")\n    let n = 1\n    let m: Int = n\n    print(words.len() + m)\n}\n',
      ),
    ).toEqual(["let words|: List<String>"]);
  });
  test("types of loop variables and of parameters of lambdas", async () => {
    expect(
      await hints(
        "fun main() {\n    for one in [1, 2].map(fun(n) = n + 1) {\n        print(one)\n    }\n}\n",
      ),
    ).toEqual(["for one|: Int", "for one in [1, 2].map(fun(n|: Int"]);
  });
  test("names of parameters before plain arguments", async () => {
    expect(
      await hints(
        "fun area(width: Int, height: Int) -> Int = width * height\n\nfun main() {\n    print(area(2, 3))\n}\n",
      ),
    ).toEqual(["print(area(|width:", "print(area(2, |height:"]);
  });
  test("calls that may wait", async () => {
    expect(
      await hints(
        "import std/time\n\nfun rest() {\n    time.sleep_millis(1)\n}\n\nfun main() {\n    rest()\n}\n",
      ),
    ).toEqual(["time.sleep_millis(1)|waits", "rest()|waits"]);
  });
  test("only what the settings ask for", async () => {
    const text =
      'import std/time\n\nfun main() {\n    let words = "a b".split(" ")\n    time.sleep_millis(1)\n    print(words)\n}\n';
    expect(await hints(text, { inlayHints: { types: false } })).toEqual(["time.sleep_millis(1)|waits"]);
    expect(await hints(text, { inlayHints: { waits: false } })).toEqual(["let words|: List<String>"]);
  });
});

test("inlay hints are those of the range that is asked for", async () => {
  await using client = await TestClient.start({});
  const text =
    'fun f() {\n    let a = "x".split("")\n    let b = "y".split("")\n    print(a.len() + b.len())\n}\n';
  await client.open("a.std", text);
  const range = { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } };
  const found = (await client.request(InlayHintRequest.type, {
    ...of(client, "a.std"),
    range,
  })) as InlayHint[];
  expect(found.map(({ position }) => position.line)).toEqual([2]);
});

/** Semantic tokens as `text type modifiers`. */
async function tokens(
  text: string,
  lines?: readonly [number, number],
  encoding = "utf-16",
): Promise<string[]> {
  await using client = await TestClient.start({}, { encodings: [encoding] });
  await client.open("a.std", text);
  const { tokenTypes, tokenModifiers } = client.result.capabilities.semanticTokensProvider!.legend;
  const range = lines && { start: { line: lines[0], character: 0 }, end: { line: lines[1], character: 0 } };
  const { data } = (
    range === undefined
      ? await client.request(SemanticTokensRequest.type, of(client, "a.std"))
      : await client.request(SemanticTokensRangeRequest.type, { ...of(client, "a.std"), range })
  )!;
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [lineBy, characterBy, length, type, modifiers] = data.slice(i, i + 5) as [
      number,
      number,
      number,
      number,
      number,
    ];
    character = lineBy === 0 ? character + characterBy : characterBy;
    line += lineBy;
    const part = client.slice(text, {
      start: { line, character },
      end: { line, character: character + length },
    });
    found.push(
      [part, tokenTypes[type], ...tokenModifiers.filter((_, bit) => (modifiers >> bit) & 1)].join(" "),
    );
  }
  return found;
}

test("semantic tokens say what names stand for", async () => {
  expect(
    await tokens(
      "const DAY = 24\n\nstruct Spot { x: Int }\n\nfun f<T>(s: Spot, t: T) -> Int {\n    let n = s.x + DAY\n    n\n}\n",
    ),
  ).toEqual([
    "DAY variable declaration readonly",
    "Spot struct declaration",
    "x property declaration",
    "Int type defaultLibrary",
    "f function declaration",
    "T typeParameter declaration",
    "s parameter declaration",
    "Spot struct",
    "t parameter declaration",
    "T typeParameter",
    "Int type defaultLibrary",
    "n variable declaration",
    "s parameter",
    "x property",
    "DAY variable readonly",
    "n variable",
  ]);
});

test("semantic tokens of a range", async () => {
  expect(await tokens("fun one() {}\nfun two() {}\nfun three() {}\n", [1, 2])).toContain(
    "two function declaration",
  );
  expect(await tokens("fun one() {}\nfun two() {}\nfun three() {}\n", [1, 2])).not.toContain(
    "one function declaration",
  );
});

test.each(["utf-16", "utf-8", "utf-32"])("semantic tokens count in %s", async (encoding) => {
  expect(
    await tokens(
      'fun main() {\n    print("🍵", main2())\n}\n\nfun main2() -> Int = 1\n',
      undefined,
      encoding,
    ),
  ).toContain("main2 function");
});

async function folds(text: string): Promise<string[]> {
  await using client = await TestClient.start({});
  await client.open("a.std", text);
  const found = (await client.request(FoldingRangeRequest.type, of(client, "a.std")))!;
  return found.map(({ startLine, endLine, kind }) => `${startLine}-${endLine} ${kind}`);
}

test.each([
  [
    "bodies, with their last line visible",
    "fun main() {\n    if true {\n        print(1)\n    }\n}\n",
    ["0-3 region", "1-2 region"],
  ],
  [
    "imports and comments",
    "import std/fs\nimport std/time\n\n// one\n// two\nfun main() {}\n",
    ["0-1 imports", "3-4 comment"],
  ],
  [
    "a text that does not parse",
    "fun main() {\n    let = [\n        1,\n        2,\n    ]\n",
    ["1-3 region"],
  ],
  ["nothing in one line", "fun main() { print(1) }\n", []],
])("folds of %s", async (_title, text, expected) => {
  expect(await folds(text)).toEqual(expected);
});

test("selections grow from the name to the file", async () => {
  await using client = await TestClient.start({});
  const text = "fun main() {\n    print(1 + total▮)\n}\n";
  const offset = await client.open("a.std", text);
  const plain = client.texts.get("a.std")!;
  const [found] = (await client.request(SelectionRangeRequest.type, {
    ...of(client, "a.std"),
    positions: [client.position("a.std", offset)],
  }))!;
  const parts: string[] = [];
  for (let one: SelectionRange | undefined = found; one !== undefined; one = one.parent)
    parts.push(client.slice(plain, one.range));
  expect(parts).toEqual([
    "total",
    "1 + total",
    "print(1 + total)",
    "{\n    print(1 + total)\n}",
    "fun main() {\n    print(1 + total)\n}",
    plain,
  ]);
});

test("selections have an answer for each position", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", "fun main() {}\n");
  const positions = [0, 5].map((offset) => client.position("a.std", offset));
  expect(
    await client.request(SelectionRangeRequest.type, { ...of(client, "a.std"), positions }),
  ).toHaveLength(2);
});

test("a program can be run and its tests one by one", async () => {
  await using client = await TestClient.start({});
  const lenses = async (name: string, text: string): Promise<string[]> => {
    await client.open(name, text);
    const found = (await client.request(CodeLensRequest.type, of(client, name)))!;
    return found.map(
      ({ command, range }) => `${range.start.line} ${command!.command} ${command!.arguments!.at(-1)}`,
    );
  };
  expect(await lenses("a.std", "fun other() {}\n\nfun main() {}\n")).toEqual(["2 stdlang.run main"]);
  expect(await lenses("a_test.std", "fun helper() {}\n\nfun test_one() {}\n\nfun test_two() {}\n")).toEqual([
    "2 stdlang.test test_one",
    "4 stdlang.test test_two",
  ]);
});

test.each([
  ["Markdown", ["markdown"], "```std\nlet n: Int\n```"],
  ["plain text", ["plaintext"], "let n: Int"],
])("hover is %s where the editor shows it", async (_title, contentFormat, expected) => {
  const capabilities = { textDocument: { hover: { contentFormat: contentFormat as ["markdown"] } } };
  await using client = await TestClient.start({}, { capabilities });
  const offset = await client.open("a.std", "fun main() {\n    let n▮ = 1\n    print(n)\n}\n");
  const found = await client.at(HoverRequest.type, "a.std", offset);
  expect((found!.contents as MarkupContent).value).toBe(expected);
});

test("hover of a named argument is the parameter, in other files too", async () => {
  await using client = await TestClient.start({ "lib.std": "fun grow(by: Int = 1) -> Int = by\n" });
  const offset = await client.open(
    "a.std",
    'import "./lib" { grow }\n\nfun main() {\n    print(grow(b▮y: 3))\n}\n',
  );
  const found = await client.at(HoverRequest.type, "a.std", offset);
  expect((found!.contents as MarkupContent).value).toContain("by: Int = 1");
});
