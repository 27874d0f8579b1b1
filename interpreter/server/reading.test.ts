// Hover, definitions, references and the like, over the protocol.
import {
  DefinitionRequest,
  DocumentSymbolRequest,
  HoverRequest,
  ReferencesRequest,
  type Location,
  type MarkupContent,
} from "vscode-languageserver/node";
import { expect, test } from "vitest";
import { TestClient, unmarked } from "./testing/client.ts";

async function hoverAt(marked: string, others: Readonly<Record<string, string>> = {}): Promise<string> {
  await using client = await TestClient.start({ "main.std": unmarked(marked).text, ...others });
  const offset = await client.open("main.std", marked);
  const found = await client.at(HoverRequest.type, "main.std", offset);
  expect(client.logged).toEqual([]);
  return found === null ? "" : (found.contents as MarkupContent).value;
}

const code = (text: string): string => `\`\`\`std\n${text}\n\`\`\``;

test("hover shows the type of a variable", async () => {
  expect(await hoverAt('fun main() {\n    let wo▮rds = ["a"]\n    print(words)\n}\n')).toBe(
    code("let words: List<String>"),
  );
});

test("hover shows a function with its documentation", async () => {
  expect(
    await hoverAt(
      "/// Adds one.\nfun next(n: Int) -> Int {\n    n + 1\n}\n\nfun main() {\n    print(ne▮xt(1))\n}\n",
    ),
  ).toBe(`${code("fun next(n: Int) -> Int")}\n\nAdds one.`);
});

test("hover shows the value of a constant", async () => {
  expect(await hoverAt("const DAY = 24 * 60\n\nfun main() {\n    print(D▮AY)\n}\n")).toBe(
    code("const DAY: Int = 1440"),
  );
});

test("hover says that a call may wait", async () => {
  const text = await hoverAt("import std/time\n\nfun main() {\n    time.sl▮eep_millis(5)\n}\n");
  expect(text).toContain("May wait");
  const indirect =
    "import std/time\n\nfun rest() {\n    time.sleep_millis(5)\n}\n\nfun main() {\n    re▮st()\n}\n";
  expect(await hoverAt(indirect)).toContain("May wait");
  expect(await hoverAt("fun rest() {}\n\nfun main() {\n    re▮st()\n}\n")).not.toContain("May wait");
});

test("definition finds a function in another file", async () => {
  const marked = 'import "./lib" { twice }\n\nfun main() {\n    print(tw▮ice(2))\n}\n';
  const lib = "fun twice(n: Int) -> Int {\n    n * 2\n}\n";
  await using client = await TestClient.start({ "lib.std": lib });
  const offset = await client.open("main.std", marked);
  const [found] = (await client.at(DefinitionRequest.type, "main.std", offset)) as Location[];
  expect(client.logged).toEqual([]);
  expect(client.name(found!.uri)).toBe("lib.std");
  expect(client.slice(lib, found!.range)).toBe("twice");
});

test("references are found in files that are not open", async () => {
  const lib = "fun tw▮ice(n: Int) -> Int {\n    n * 2\n}\n";
  await using client = await TestClient.start({
    "main.std": 'import "./lib" { twice }\n\nfun main() {\n    print(twice(2))\n}\n',
  });
  const offset = await client.open("lib.std", lib);
  const found = await client.at(ReferencesRequest.type, "lib.std", offset, {
    context: { includeDeclaration: true },
  });
  expect(found!.map(({ uri, range }) => `${client.name(uri)}:${range.start.line}`).sort()).toEqual([
    "lib.std:0",
    "main.std:0",
    "main.std:3",
  ]);
});

test("the outline has functions, types and their members", async () => {
  await using client = await TestClient.start({});
  await client.open(
    "a.std",
    "struct Spot { x: Int, y: Int }\n\nimpl Spot {\n    fun sum(self) -> Int {\n        self.x + self.y\n    }\n}\n",
  );
  const found = await client.request(DocumentSymbolRequest.type, {
    textDocument: { uri: client.uri("a.std") },
  });
  expect(found!.map(({ name }) => name)).toEqual(["Spot", "impl Spot"]);
});
