// What users of other servers report as broken: sessions with documents, files and folders that change.
import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidChangeWorkspaceFoldersNotification,
  DocumentFormattingRequest,
  HoverRequest,
  RenameRequest,
  WillRenameFilesRequest,
  WorkspaceSymbolRequest,
  type CodeAction,
  type Location,
  type MarkupContent,
} from "vscode-languageserver/node";
import { expect, test } from "vitest";
import { TestClient } from "./testing/client.ts";

const BAD = "fun main() {\n    print(unknown)\n}\n";
const GOOD = "fun main() {\n    print(1)\n}\n";

test("diagnostics follow typing, breaking and mending", async () => {
  await using client = await TestClient.start({});
  await client.open("main.std", GOOD);
  expect(await client.codes("main.std")).toBe("");
  await client.replace("main.std", "print(1)", "print(x)");
  expect(await client.codes("main.std")).toBe("R1");
  await client.replace("main.std", "print(x)", "print(");
  expect(await client.codes("main.std")).toMatch(/^P/);
  await client.replace("main.std", "print(", "print(2)");
  expect(await client.codes("main.std")).toBe("");
  expect(client.logged).toEqual([]);
});

test("files that are not open have diagnostics, too", async () => {
  await using client = await TestClient.start({ "a.std": BAD, "deep/b.std": BAD });
  expect(await client.codes("a.std")).toBe("R1");
  expect(await client.codes("deep/b.std")).toBe("R1");
});

test("diagnostics follow a change of the files on disk", async () => {
  await using client = await TestClient.start({ "a.std": BAD, "b.std": GOOD });
  expect(await client.codes("a.std")).toBe("R1");
  await client.disk({ "a.std": GOOD, "b.std": BAD });
  expect(await client.codes("a.std")).toBe("");
  expect(await client.codes("b.std")).toBe("R1");
});

test("diagnostics of a file that is deleted on disk disappear", async () => {
  await using client = await TestClient.start({ "a.std": BAD });
  expect(await client.codes("a.std")).toBe("R1");
  await client.disk({ "a.std": null });
  expect(await client.codes("a.std")).toBe("");
});

test("an open document whose file is deleted keeps its text", async () => {
  await using client = await TestClient.start({ "a.std": BAD });
  const at = await client.open("a.std", "fun main() {\n    let nu▮mber = 1\n    print(number)\n}\n");
  expect(await client.codes("a.std")).toBe("");
  await client.disk({ "a.std": null });
  expect(await client.codes("a.std")).toBe("");
  const found = await client.at(HoverRequest.type, "a.std", at);
  expect((found!.contents as MarkupContent).value).toContain("number: Int");
  await client.close("a.std");
  expect(await client.codes("a.std")).toBe("");
});

test("a document that is closed without being saved shows the file again", async () => {
  await using client = await TestClient.start({ "a.std": BAD });
  await client.open("a.std", GOOD);
  expect(await client.codes("a.std")).toBe("");
  await client.close("a.std");
  expect(await client.codes("a.std")).toBe("R1");
});

test("an older version of a document is ignored", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", GOOD);
  await client.replace("a.std", "print(1)", "print(2)");
  await client.connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri: client.uri("a.std"), version: 1 },
    contentChanges: [{ text: BAD }],
  });
  expect(await client.codes("a.std")).toBe("");
});

test("several changes in one message follow each other", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", GOOD);
  await client.connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri: client.uri("a.std"), version: 2 },
    contentChanges: [
      { range: { start: { line: 1, character: 10 }, end: { line: 1, character: 11 } }, text: "xy" },
      { range: { start: { line: 1, character: 11 }, end: { line: 1, character: 12 } }, text: "" },
    ],
  });
  const [problem] = await client.diagnostics("a.std");
  expect(problem!.message).toContain("x");
  expect(problem!.range.end.character).toBe(11);
});

test("equal diagnostics are not sent again", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", BAD);
  await client.settled();
  const before = client.published.length;
  await client.edit("a.std", BAD.length, BAD.length, "\n// a comment\n");
  await client.settled();
  expect(client.published.length).toBe(before);
});

test("diagnostics name the version that they are about", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", GOOD);
  await client.replace("a.std", "print(1)", "print(x)");
  await client.settled();
  expect(client.published.at(-1)).toMatchObject({ uri: client.uri("a.std"), version: 2 });
});

test("folders are added and removed", async () => {
  await using client = await TestClient.start(
    { "one/a.std": BAD, "two/b.std": BAD },
    { withoutFolder: true },
  );
  const folder = (name: string) => ({ uri: client.uri(name), name });
  expect(await client.codes("one/a.std")).toBe("");
  const change = async (added: string[], removed: string[]): Promise<void> =>
    client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, {
      event: { added: added.map(folder), removed: removed.map(folder) },
    });
  await change(["one", "two"], []);
  expect(await client.codes("one/a.std")).toBe("R1");
  await change([], ["one"]);
  expect(await client.codes("one/a.std")).toBe("");
  expect(await client.codes("two/b.std")).toBe("R1");
});

test("an error in an imported file that is edited shows in the files that use it", async () => {
  await using client = await TestClient.start({
    "main.std": 'import "./lib" { twice }\n\nfun main() {\n    print(twice(2))\n}\n',
  });
  await client.open("lib.std", "fun twice(n: Int) -> Int {\n    n * 2\n}\n");
  expect(await client.codes("main.std")).toBe("");
  await client.replace("lib.std", "twice(n: Int)", "thrice(n: Int)");
  expect(await client.codes("main.std")).not.toBe("");
  await client.replace("lib.std", "thrice(n: Int)", "twice(n: Int)");
  expect(await client.codes("main.std")).toBe("");
});

test("a new file resolves the import that lacked it", async () => {
  await using client = await TestClient.start({
    "main.std": 'import "./lib" { twice }\n\nfun main() {\n    print(twice(2))\n}\n',
  });
  expect(await client.codes("main.std")).toContain("R3");
  await client.disk({ "lib.std": "fun twice(n: Int) -> Int {\n    n * 2\n}\n" });
  expect(await client.codes("main.std")).toBe("");
});

test("packages, ignored files and hidden folders have neither diagnostics nor symbols", async () => {
  await using client = await TestClient.start({
    "a.std": GOOD,
    "node_modules/p/x.std": BAD.replace("main", "in_package"),
    "generated/y.std": BAD.replace("main", "generated"),
    ".hidden/z.std": BAD.replace("main", "hidden"),
    "target/t.std": BAD.replace("main", "built"),
    ".gitignore": "generated\n",
    ".git/HEAD": "ref: refs/heads/main\n",
  });
  await client.settled();
  expect(client.published.filter(({ diagnostics }) => diagnostics.length > 0)).toEqual([]);
  const found = await client.request(WorkspaceSymbolRequest.type, { query: "" });
  expect(found!.map(({ name }) => name)).toEqual(["main"]);
});

test("an untitled document has diagnostics, hover and completion", async () => {
  await using client = await TestClient.start({});
  const name = "untitled:Untitled-1";
  const at = await client.open(name, "fun main() {\n    let nu▮mber = missing\n    [1].\n}\n");
  expect(await client.codes(name)).toContain("R1");
  const found = await client.at(HoverRequest.type, name, at);
  expect(found).not.toBeNull();
  const list = await client.at(CompletionRequest.type, name, client.texts.get(name)!.indexOf("[1].") + 4);
  expect((list as { items: readonly { label: string }[] }).items.map(({ label }) => label)).toContain("len");
});

test("definition is about the text of the editor, not of the last version without errors", async () => {
  await using client = await TestClient.start({});
  const text = "fun first() {}\n\nfun main() {\n    first()\n}\n";
  await client.open("a.std", text);
  await client.settled();
  await client.edit("a.std", 0, 0, "// one\n// two\nlet = \n");
  const at = client.texts.get("a.std")!.lastIndexOf("first");
  const [found] = (await client.at(DefinitionRequest.type, "a.std", at)) as Location[];
  expect(found!.range.start.line).toBe(3);
});

test("every error that the command reports is shown", async () => {
  const text =
    'fun f() -> Int {\n    missing_one\n}\n\nfun g() -> Int {\n    missing_two\n}\n\nfun h() -> Int {\n    "text"\n}\n\nfun main() {\n    let n: Int = 2.5\n}\n';
  await using client = await TestClient.start({});
  await client.open("a.std", text);
  const errors = (await client.diagnostics("a.std")).filter(({ severity }) => severity === 1);
  expect(errors.map(({ range }) => range.start.line)).toEqual([1, 5, 9, 13]);
});

test.each(["utf-16", "utf-8", "utf-32"])(
  "positions count in %s, with emoji and line breaks of Windows",
  async (encoding) => {
    await using client = await TestClient.start({}, { encodings: [encoding] });
    const text = 'fun main() {\r\n    let s = "🍵é" + missing\r\n    print(s)\r\n}\r\n';
    expect(client.result.capabilities.positionEncoding).toBe(encoding);
    await client.open("a.std", text);
    const [problem] = await client.diagnostics("a.std");
    expect(client.slice(text, problem!.range)).toBe("missing");
    await client.replace("a.std", "missing", '"🎉"');
    expect(await client.codes("a.std")).toBe("");
    const at = client.texts.get("a.std")!.lastIndexOf("s)");
    const found = await client.at(HoverRequest.type, "a.std", at);
    expect((found!.contents as MarkupContent).value).toContain("s: String");
  },
);

test("without an offer, positions count in UTF-16", async () => {
  await using client = await TestClient.start({});
  expect(client.result.capabilities.positionEncoding).toBe("utf-16");
});

test("formatting gives few edits, and keeps line breaks of Windows", async () => {
  await using client = await TestClient.start({});
  const text = "fun main() {\r\n    let a = 1\r\n    let b=2\r\n    print(a + b)\r\n}\r\n";
  await client.open("a.std", text);
  const options = { tabSize: 4, insertSpaces: true };
  const edits = (await client.request(DocumentFormattingRequest.type, {
    textDocument: { uri: client.uri("a.std") },
    options,
  }))!;
  expect(edits).toHaveLength(1);
  expect(client.edited(text, edits)).toBe(text.replace("b=2", "b = 2"));
});

test("a text that does not parse is not formatted", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", "fun main( {\n  print(1)\n");
  const edits = await client.request(DocumentFormattingRequest.type, {
    textDocument: { uri: client.uri("a.std") },
    options: { tabSize: 4, insertSpaces: true },
  });
  expect(edits).toEqual([]);
});

const LIB = "struct Spot { x: Int, y: Int }\n\nfun total(s: Spot) -> Int {\n    s.x + s.y\n}\n";
const USER =
  'import "./lib" { Spot, total }\n\nfun main() {\n    let x = 1\n    let s = Spot { x, y: 2 }\n    print(total(s) + s.x)\n}\n';

test("rename changes files that are not open, and shorthand fields", async () => {
  await using client = await TestClient.start({ "lib.std": LIB, "main.std": USER });
  const at = await client.open("lib.std", LIB.replace("x: Int", "▮x: Int"));
  const edit = await client.at(RenameRequest.type, "lib.std", at, { newName: "left" });
  expect(client.applied(edit, { "main.std": USER })).toEqual({
    "lib.std": LIB.replace("{ x:", "{ left:").replace("s.x", "s.left"),
    "main.std": USER.replace("Spot { x,", "Spot { left: x,").replace("s.x)", "s.left)"),
  });
});

test("rename of a variable keeps the field of a shorthand", async () => {
  await using client = await TestClient.start({ "lib.std": LIB });
  const at = await client.open("main.std", USER.replace("let x", "let ▮x"));
  const edit = await client.at(RenameRequest.type, "main.std", at, { newName: "first" });
  expect(client.applied(edit, {})["main.std"]).toBe(
    USER.replace("let x", "let first").replace("Spot { x,", "Spot { x: first,"),
  );
});

test.each([
  [
    "an existing name of the file",
    "fun one() {}\n\nfun two() {}\n\nfun main() {\n    o▮ne()\n    two()\n}\n",
    "two",
    /already has `two`/,
  ],
  [
    "an existing variable",
    "fun main() {\n    let a = 1\n    let b = 2\n    print(▮a + b)\n}\n",
    "b",
    /already has `b`/,
  ],
  ["an existing field", "struct S { ▮a: Int, b: Int }\n", "b", /S already has `b`/],
  ["an existing variant", "enum E { ▮A, B }\n", "B", /E already has `B`/],
  [
    "an existing method",
    "struct S { a: Int }\n\nimpl S {\n    fun o▮ne(self) {}\n    fun two(self) {}\n}\n",
    "two",
    /S already has `two`/,
  ],
  ["a word of the language", "fun o▮ne() {}\n", "match", /word of the language/],
  ["something that is no name", "fun o▮ne() {}\n", "a b", /not a name/],
  ["main", "fun ma▮in() {}\n", "start", /program starts at main/],
])("rename to %s is refused", async (_title, text, newName, reason) => {
  await using client = await TestClient.start({});
  const at = await client.open("a.std", text);
  await expect(client.at(RenameRequest.type, "a.std", at, { newName })).rejects.toThrow(reason);
});

test.each([
  ["the library", "import std/time\n\nfun main() {\n    time.sl▮eep_millis(1)\n}\n", /standard library/],
  ["the language", "fun f(n: In▮t) {}\n", /built into the language/],
])("names of %s are not renamed", async (_title, text, reason) => {
  await using client = await TestClient.start({});
  const at = await client.open("a.std", text);
  await expect(client.at(RenameRequest.type, "a.std", at, { newName: "other" })).rejects.toThrow(reason);
});

test("names of a package are not renamed", async () => {
  await using client = await TestClient.start({
    "package.json": "{}",
    "node_modules/money/package.json": '{ "name": "money", "version": "1.0.0", "std": {} }',
    "node_modules/money/lib.std": "fun cents(n: Int) -> Int {\n    n * 100\n}\n",
  });
  const at = await client.open(
    "a.std",
    'import "money" { cents }\n\nfun main() {\n    print(ce▮nts(1))\n}\n',
  );
  expect(await client.codes("a.std")).toBe("");
  await expect(client.at(RenameRequest.type, "a.std", at, { newName: "other" })).rejects.toThrow(/package/);
});

test("definition leads into the library and into packages", async () => {
  await using client = await TestClient.start({});
  const at = await client.open("a.std", "import std/time\n\nfun main() {\n    time.sl▮eep_millis(1)\n}\n");
  const [found] = (await client.at(DefinitionRequest.type, "a.std", at)) as Location[];
  expect(found!.uri).toMatch(/stdlib\/time\/time\.std$/);
});

test("the move of a file updates imports of it and in it", async () => {
  const main = 'import "./lib"\n\nfun main() {\n    print(lib.twice(1))\n}\n';
  const lib = 'import "./base" { two }\n\nfun twice(n: Int) -> Int {\n    n * two()\n}\n';
  await using client = await TestClient.start({
    "main.std": main,
    "lib.std": lib,
    "base.std": "fun two() -> Int {\n    2\n}\n",
  });
  await client.settled();
  const edit = await client.request(WillRenameFilesRequest.type, {
    files: [{ oldUri: client.uri("lib.std"), newUri: client.uri("deep/lib.std") }],
  });
  expect(client.applied(edit, { "main.std": main, "lib.std": lib })).toEqual({
    "main.std": main.replace("./lib", "./deep/lib"),
    "lib.std": lib.replace("./base", "../base"),
  });
});

test("organise imports drops what is unused, keeps what is used, and sorts", async () => {
  await using client = await TestClient.start({});
  const text =
    'import std/time\nimport std/fs\nimport std/json { stringify, parse }\n\nfun main() {\n    time.sleep_millis(1)\n    print(parse("1").is_ok())\n}\n';
  await client.open("a.std", text);
  await client.settled();
  const found = (await client.request(CodeActionRequest.type, {
    textDocument: { uri: client.uri("a.std") },
    range: client.range(text, 0, 0),
    context: { diagnostics: [], only: ["source.organizeImports"] },
  })) as CodeAction[];
  expect(client.applied(found[0]!.edit!, {})["a.std"]).toBe(
    text.replace(/^[^]*?\n\n/, "import std/json { parse }\nimport std/time\n\n"),
  );
});

test("a thousand edits leave what the last text says", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", "fun main() {\n    \n}\n");
  const line = "print(missing) ";
  for (let round = 0; round < 40; round++) {
    await client.type("a.std", 17, line);
    await client.edit("a.std", 17, 17 + line.length, "");
    if (round % 10 === 0) await client.settled();
  }
  expect(await client.codes("a.std")).toBe("");
  await client.type("a.std", 17, line);
  expect(await client.codes("a.std")).toBe("R1");
});

test("a request about a document that is not open and not on disk has no answer, not an error", async () => {
  await using client = await TestClient.start({});
  client.texts.set("none.std", "");
  expect(await client.at(HoverRequest.type, "none.std", 0)).toBeNull();
});

test("a file that disappears between two messages harms nothing", async () => {
  await using client = await TestClient.start({ "a.std": GOOD, "b.std": BAD });
  await client.settled();
  rmSync(join(client.folder, "b.std"));
  await client.disk({ "a.std": BAD });
  expect(await client.codes("a.std")).toBe("R1");
  expect(client.logged).toEqual([]);
});
