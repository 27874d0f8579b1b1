// Further faults that users of other servers report: each session types, breaks and mends.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CodeActionRequest,
  CompletionRequest,
  DidSaveTextDocumentNotification,
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentSymbolRequest,
  HoverRequest,
  LSPErrorCodes,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  WillRenameFilesRequest,
  WorkspaceSymbolRequest,
  type CodeAction,
  type CompletionList,
  type MarkupContent,
  type TextEdit,
} from "vscode-languageserver/node";
import { expect, test } from "vitest";
import { TestClient } from "./testing/client.ts";

const BAD = "fun main() {\n    print(unknown)\n}\n";
const GOOD = "fun main() {\n    print(1)\n}\n";
const OPTIONS = { tabSize: 4, insertSpaces: true };

test("after a branch switch on disk, all diagnostics are those of the new files", async () => {
  await using client = await TestClient.start({
    "main.std": 'import "./lib" { twice }\n\nfun main() {\n    print(twice(1))\n}\n',
    "lib.std": "fun twice(n: Int) -> Int = n * 2\n",
    "old.std": BAD,
  });
  await client.open("main.std", 'import "./lib" { twice }\n\nfun main() {\n    print(twice(1))\n}\n');
  expect([await client.codes("main.std"), await client.codes("old.std")]).toEqual(["", "R1"]);
  await client.disk({ "lib.std": "fun thrice(n: Int) -> Int = n * 3\n", "old.std": null, "new.std": BAD });
  expect(await client.codes("main.std")).not.toBe("");
  expect([await client.codes("old.std"), await client.codes("new.std")]).toEqual(["", "R1"]);
  await client.disk({ "lib.std": "fun twice(n: Int) -> Int = n * 2\n", "old.std": BAD, "new.std": null });
  expect(await client.codes("main.std")).toBe("");
  expect([await client.codes("old.std"), await client.codes("new.std")]).toEqual(["R1", ""]);
});

test("a save is enough to see files that changed on disk without a watcher", async () => {
  await using client = await TestClient.start({ "lib.std": GOOD }, { capabilities: {} });
  await client.open("main.std", GOOD);
  expect(await client.codes("lib.std")).toBe("");
  writeFileSync(join(client.folder, "lib.std"), BAD);
  await client.connection.sendNotification(DidSaveTextDocumentNotification.type, {
    textDocument: { uri: client.uri("main.std") },
  });
  expect(await client.codes("lib.std")).toBe("R1");
});

test("a branch switch of git itself", async () => {
  await using client = await TestClient.start({ "a.std": GOOD });
  const git = (...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: client.folder,
      stdio: "ignore",
    });
  git("init", "-b", "one");
  git("add", ".");
  git("commit", "-m", "one");
  git("checkout", "-b", "two");
  writeFileSync(join(client.folder, "a.std"), BAD);
  git("commit", "-am", "two");
  await client.disk({ "b.std": GOOD });
  expect(await client.codes("a.std")).toBe("R1");
  git("checkout", "one");
  await client.disk({ "b.std": GOOD });
  expect(await client.codes("a.std")).toBe("");
});

test("a document that is opened without an error is answered once", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", GOOD);
  await client.settled();
  await client.replace("a.std", "print(1)", "print(2)");
  await client.settled();
  expect(client.published).toEqual([{ uri: client.uri("a.std"), version: 1, diagnostics: [] }]);
});

test("a document that is opened with the diagnostics that its file already shows is not sent again", async () => {
  await using client = await TestClient.start({ "a.std": BAD });
  await client.settled();
  const before = client.published.length;
  await client.open("a.std", BAD);
  await client.settled();
  expect([before, client.published.length]).toEqual([1, 1]);
});

test("a file that is deleted while it is open and comes back with another text", async () => {
  await using client = await TestClient.start({ "a.std": GOOD });
  await client.open("a.std", GOOD);
  await client.disk({ "a.std": null });
  expect(await client.codes("a.std")).toBe("");
  await client.disk({ "a.std": BAD });
  expect(await client.codes("a.std")).toBe("");
  await client.close("a.std");
  expect(await client.codes("a.std")).toBe("R1");
});

test("a folder that is moved updates the imports of files in it and outside", async () => {
  const files = {
    "main.std": 'import "./old/lib" { two }\n\nfun main() {\n    print(two())\n}\n',
    "old/lib.std": 'import "./base" { one }\n\nfun two() -> Int = one() + 1\n',
    "old/base.std": "fun one() -> Int = 1\n",
  };
  await using client = await TestClient.start(files);
  await client.settled();
  const edit = await client.request(WillRenameFilesRequest.type, {
    files: [{ oldUri: client.uri("old"), newUri: client.uri("new") }],
  });
  expect(client.applied(edit, files)).toEqual({ "main.std": files["main.std"].replace("./old", "./new") });
});

test.each([
  [
    "a variable in a string",
    'fun main() {\n    let na▮me = 1\n    print("${name}")\n}\n',
    'fun main() {\n    let other = 1\n    print("${other}")\n}\n',
  ],
  [
    "a variable that a pattern binds",
    "fun f(n: Int?) -> Int = match n {\n    Some(v) -> v▮ + v,\n    None -> 0,\n}\n",
    "fun f(n: Int?) -> Int = match n {\n    Some(other) -> other + other,\n    None -> 0,\n}\n",
  ],
  [
    "a label",
    "fun main() {\n    'out▮er: loop {\n        break 'outer\n    }\n}\n",
    "fun main() {\n    'other: loop {\n        break 'other\n    }\n}\n",
  ],
  ["a type parameter", "fun f<T▮>(a: T, b: T) -> T = a\n", "fun f<other>(a: other, b: other) -> other = a\n"],
  [
    "a method and its calls",
    "struct S { n: Int }\n\nimpl S {\n    fun get(self) -> Int = self.n\n}\n\nfun f(s: S) -> Int = s.ge▮t()\n",
    "struct S { n: Int }\n\nimpl S {\n    fun other(self) -> Int = self.n\n}\n\nfun f(s: S) -> Int = s.other()\n",
  ],
  [
    "a parameter and its named arguments",
    "fun f(si▮ze: Int) -> Int = size\n\nfun main() {\n    print(f(size: 1))\n}\n",
    "fun f(other: Int) -> Int = other\n\nfun main() {\n    print(f(other: 1))\n}\n",
  ],
  [
    "a shadowed variable, not the other",
    "fun main() {\n    let a = 1\n    if true {\n        let a = 2\n        print(a▮)\n    }\n    print(a)\n}\n",
    "fun main() {\n    let a = 1\n    if true {\n        let other = 2\n        print(other)\n    }\n    print(a)\n}\n",
  ],
])("rename of %s", async (_title, marked, expected) => {
  await using client = await TestClient.start({});
  const at = await client.open("a.std", marked);
  const edit = await client.at(RenameRequest.type, "a.std", at, { newName: "other" });
  expect(client.applied(edit, {})["a.std"]).toBe(expected);
});

test("rename of a trait's method changes all impls, also in files that are not open", async () => {
  const main = "trait Shape {\n    fun area(self) -> Int\n}\n\nfun f(s: dyn Shape) -> Int = s.area()\n";
  const other =
    'import "./main" { Shape }\n\nstruct Box { side: Int }\n\nimpl Shape for Box {\n    fun area(self) -> Int = self.side\n}\n';
  await using client = await TestClient.start({ "other.std": other });
  const at = await client.open("main.std", main.replace("fun area", "fun ar▮ea"));
  const edit = await client.at(RenameRequest.type, "main.std", at, { newName: "size" });
  expect(client.applied(edit, { "other.std": other })).toEqual({
    "main.std": main.replaceAll("area", "size"),
    "other.std": other.replace("area", "size"),
  });
});

test("what cannot be renamed is said before a name is asked for", async () => {
  await using client = await TestClient.start({});
  const at = await client.open("a.std", "fun main() {\n    pri▮nt(1)\n}\n");
  await expect(client.at(PrepareRenameRequest.type, "a.std", at)).rejects.toThrow(/language|library/);
});

test("a file that does not parse is not renamed in, and the reason is said", async () => {
  await using client = await TestClient.start({});
  const at = await client.open("a.std", "fun broken( {\n\nfun main() {\n    let a▮ = 1\n    print(a)\n}\n");
  await expect(client.at(RenameRequest.type, "a.std", at, { newName: "b" })).rejects.toThrow(
    /has syntax errors/,
  );
});

test("members are proposed while a line is typed, character by character", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", 'fun main() {\n    let words = "a b"\n    \n}\n');
  let at = client.texts.get("a.std")!.indexOf("    \n}") + 4;
  for (const char of "words.le") {
    await client.edit("a.std", at, at, char);
    at++;
    const list = (await client.at(CompletionRequest.type, "a.std", at)) as CompletionList;
    const labels = list.items.map(({ label }) => label);
    expect(labels).toContain(client.texts.get("a.std")!.includes(".") ? "len" : "words");
  }
  expect(client.logged).toEqual([]);
});

test("a text is typed, broken and mended, and shows in the end what the command reports", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", "");
  await client.type("a.std", 0, "fun main() {\n    let n = 1\n    print(n)\n}\n");
  expect(await client.codes("a.std")).toBe("");
  for (const [from, to, codes] of [
    ["print(n)", "print(m)", /R1/],
    ["print(m)", "print(n", /P/],
    ["print(n", "print(n)", /^$/],
    ["let n = 1", "let n: String = 1", /T/],
    ["let n: String = 1", "let n = 1", /^$/],
  ] as const) {
    await client.replace("a.std", from, to);
    expect(await client.codes("a.std")).toMatch(codes);
  }
});

test("range formatting changes the lines of the range only", async () => {
  await using client = await TestClient.start({});
  const text = "fun main() {\n    let a=1\n    let b=2\n    print(a+b)\n}\n";
  await client.open("a.std", text);
  const edits = (await client.request(DocumentRangeFormattingRequest.type, {
    textDocument: { uri: client.uri("a.std") },
    range: { start: { line: 2, character: 0 }, end: { line: 2, character: 5 } },
    options: OPTIONS,
  }))!;
  expect(client.edited(text, edits)).toBe(text.replace("b=2", "b = 2"));
});

test.each([
  ["a line break inside braces", "fun main() {\n▮\n}\n", "\n", "fun main() {\n    \n}\n"],
  [
    "a closing brace",
    "fun main() {\n    if true {\n        print(1)\n        }▮\n}\n",
    "}",
    "fun main() {\n    if true {\n        print(1)\n    }\n}\n",
  ],
  [
    "a line break in a text that does not parse",
    "fun main() {\n    print(\n▮",
    "\n",
    "fun main() {\n    print(\n        ",
  ],
  [
    "a closing brace in its place",
    "fun main() {\n    print(1)\n}▮\n",
    "}",
    "fun main() {\n    print(1)\n}\n",
  ],
])("on-type formatting after %s", async (_title, marked, ch, expected) => {
  await using client = await TestClient.start({});
  const at = await client.open("a.std", marked);
  const edits = ((await client.at(DocumentOnTypeFormattingRequest.type, "a.std", at, {
    ch,
    options: OPTIONS,
  })) ?? []) as TextEdit[];
  expect(client.edited(client.texts.get("a.std")!, edits)).toBe(expected);
});

test("formatting of a formatted text has no edits, and the edits of others leave what is right alone", async () => {
  await using client = await TestClient.start({});
  const lines = Array.from({ length: 50 }, (_, i) => `    print(${i})`);
  const text = `fun main() {\n${lines.join("\n")}\n}\n`;
  await client.open("a.std", text);
  const request = async (): Promise<TextEdit[]> =>
    (await client.request(DocumentFormattingRequest.type, {
      textDocument: { uri: client.uri("a.std") },
      options: OPTIONS,
    }))!;
  expect(await request()).toEqual([]);
  await client.replace("a.std", "print(20)", "print( 20 )");
  const edits = await request();
  expect(edits.every(({ range }) => range.start.line === 21 && range.end.line === 21)).toBe(true);
  expect(client.edited(client.texts.get("a.std")!, edits)).toBe(text);
});

test("short ifs and escapes stay as they are written", async () => {
  await using client = await TestClient.start({});
  const text = 'fun f(n: Int) -> String = if n > 0 { "\\u{41}" } else { "\\x42" }\n';
  await client.open("a.std", text);
  const params = { textDocument: { uri: client.uri("a.std") }, options: OPTIONS };
  expect(await client.request(DocumentFormattingRequest.type, params)).toEqual([]);
});

async function organised(client: TestClient, name: string): Promise<string> {
  const text = client.texts.get(name)!;
  const found = (await client.request(CodeActionRequest.type, {
    textDocument: { uri: client.uri(name) },
    range: client.range(text, 0, 0),
    context: { diagnostics: [], only: ["source.organizeImports"] },
  })) as CodeAction[];
  return found.length === 0 ? text : client.applied(found[0]!.edit!, {})[name]!;
}

test.each([
  ["an alias", "import std/time as t\n\nfun main() {\n    t.sleep_millis(1)\n}\n"],
  ["a type in a signature", "import std/http { Response }\n\nfun f(r: Response) {}\n"],
  ["a name in a string", 'import std/math { sqrt }\n\nfun main() {\n    print("${sqrt(2.0)}")\n}\n'],
  [
    "a trait that a derive needs",
    "import std/json { ToJson, stringify }\n\n@derive(ToJson)\nstruct S { n: Int }\n\nfun main() {\n    print(stringify(S { n: 1 }))\n}\n",
  ],
  ["what a broken function may use", "import std/time\n\nfun main() {\n    time.\n}\n"],
])("organise imports keeps %s", async (_title, text) => {
  await using client = await TestClient.start({});
  await client.open("a.std", text);
  await client.settled();
  expect(await organised(client, "a.std")).toContain(text.split("\n")[0]!);
});

test("a thousand modules: symbols, diagnostics and references", async () => {
  const files: Record<string, string> = { "base.std": "fun base() -> Int = 1\n" };
  for (let i = 0; i < 998; i++)
    files[`m${i}.std`] = `import "./base" { base }\n\nfun f${i}() -> Int = base()\n`;
  const modules = Object.keys(files).map((name) => `import "./${name.replace(".std", "")}"\n`);
  files["zz.std"] = `${modules.join("")}\n${BAD}`;
  await using client = await TestClient.start(files);
  const at = await client.open("base.std", "fun ba▮se() -> Int = 1\n");
  expect(await client.codes("zz.std")).toContain("R1");
  const symbols = await client.request(WorkspaceSymbolRequest.type, { query: "f997" });
  expect(symbols!.map(({ name }) => name)).toEqual(["f997"]);
  const found = await client.at(ReferencesRequest.type, "base.std", at, {
    context: { includeDeclaration: true },
  });
  expect(found).toHaveLength(1 + 2 * 998);
}, 60_000);

test("a request that is cancelled before it is answered ends as cancelled", async () => {
  await using client = await TestClient.start({ "a.std": GOOD });
  const at = await client.open("a.std", "fun ma▮in() {}\n");
  const { CancellationTokenSource } = await import("vscode-languageserver/node");
  const source = new CancellationTokenSource();
  const answer = client.connection.sendRequest(
    ReferencesRequest.method,
    {
      textDocument: { uri: client.uri("a.std") },
      position: client.position("a.std", at),
      context: { includeDeclaration: true },
    },
    source.token,
  );
  source.cancel();
  await expect(answer).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
  expect(await client.codes("a.std")).toBe("");
});

test("names with spaces, letters beyond ASCII and percent signs are files", async () => {
  await using client = await TestClient.start({});
  mkdirSync(join(client.folder, "my folder"));
  writeFileSync(join(client.folder, "my folder/ü%41.std"), BAD);
  await client.disk({ "my folder/ü%41.std": BAD });
  expect(await client.codes("my folder/ü%41.std")).toBe("R1");
  await client.open("my folder/ü%41.std", GOOD);
  expect(await client.codes("my folder/ü%41.std")).toBe("");
  expect(readFileSync(join(client.folder, "my folder/ü%41.std"), "utf8")).toBe(BAD);
});

test("an empty document, one of blank lines and one without a last line break", async () => {
  await using client = await TestClient.start({});
  for (const [i, text] of ["", "\n\n\n", "fun main() {}"].entries()) {
    await client.open(`e${i}.std`, text);
    expect(await client.codes(`e${i}.std`)).toBe("");
    const params = { textDocument: { uri: client.uri(`e${i}.std`) } };
    expect(await client.request(DocumentSymbolRequest.type, params)).toHaveLength(i === 2 ? 1 : 0);
    expect(await client.at(HoverRequest.type, `e${i}.std`, 0)).toBeNull();
  }
  expect(client.logged).toEqual([]);
});

test("positions beyond the end of a line or of the text are those of the end", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", GOOD);
  for (const position of [
    { line: 0, character: 1_000 },
    { line: 1_000, character: 0 },
  ]) {
    const params = { textDocument: { uri: client.uri("a.std") }, position };
    await client.request(HoverRequest.type, params);
    await client.request(CompletionRequest.type, params);
  }
  expect(client.logged).toEqual([]);
});

test("the documentation of a declaration is that of the editor's text", async () => {
  await using client = await TestClient.start({ "lib.std": "/// Old.\nfun twice(n: Int) -> Int = n * 2\n" });
  const at = await client.open(
    "main.std",
    'import "./lib" { twice }\n\nfun main() {\n    print(twi▮ce(1))\n}\n',
  );
  await client.open("lib.std", "/// New.\nfun twice(n: Int) -> Int = n * 2\n");
  const found = await client.at(HoverRequest.type, "main.std", at);
  expect((found!.contents as MarkupContent).value).toContain("New.");
});
