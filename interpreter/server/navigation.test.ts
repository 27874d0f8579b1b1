// Type definitions, implementations, call hierarchy, highlights and symbols, over the protocol.
import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  DefinitionRequest,
  DocumentHighlightKind,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  ImplementationRequest,
  ReferencesRequest,
  SymbolKind,
  TypeDefinitionRequest,
  WorkspaceSymbolRequest,
  type DocumentSymbol,
  type Location,
  type ProtocolRequestType,
} from "vscode-languageserver/node";
import { expect, test } from "vitest";
import { TestClient } from "./testing/client.ts";

const TYPES = `struct Spot { x: Int, y: Int }

enum Light { Off, On(level: Int) }

trait Shape {
    fun area(self) -> Int
}

impl Shape for Spot {
    fun area(self) -> Int = self.x * self.y
}

impl Shape for Light {
    fun area(self) -> Int = 0
}

`;

/** Places as `file:line text`, with lines from 1. */
async function places<P, PR, E, RO>(
  type: ProtocolRequestType<P, unknown, PR, E, RO>,
  marked: string,
  others: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  await using client = await TestClient.start(others);
  const offset = await client.open("main.std", marked);
  const found = (await client.at(type, "main.std", offset)) as Location[];
  expect(client.logged).toEqual([]);
  return found
    .map(({ uri, range }) => {
      const name = client.name(uri);
      const text = client.texts.get(name) ?? others[name];
      const shown = text === undefined ? "" : ` ${client.slice(text, range)}`;
      return `${/[^/]*$/.exec(name)![0]}:${range.start.line + 1}${shown}`;
    })
    .toSorted();
}

test.each([
  [
    "a variable",
    `${TYPES}fun f() {\n    let s = Spot { x: 1, y: 2 }\n    print(▮s.x)\n}\n`,
    ["main.std:1 Spot"],
  ],
  ["a parameter", `${TYPES}fun f(l▮ight: Light) {}\n`, ["main.std:3 Light"]],
  [
    "an element",
    `${TYPES}fun f(all: List<Spot>) {\n    for o▮ne in all {\n        print(one.x)\n    }\n}\n`,
    ["main.std:1 Spot"],
  ],
  ["a list of a type of the program", `${TYPES}fun f(a▮ll: List<Spot>) {}\n`, ["main.std:1 Spot"]],
  ["a number, which has none", "fun f() {\n    let n▮ = 1\n    print(n)\n}\n", []],
])("type definition of %s", async (_title, text, expected) => {
  expect(await places(TypeDefinitionRequest.type, text)).toEqual(expected);
});

test("type definition leads into another file", async () => {
  const lib = "struct Money { cents: Int }\n\nfun coin() -> Money = Money { cents: 1 }\n";
  const text = 'import "./lib" { coin }\n\nfun main() {\n    let c = coin()\n    print(c▮.cents)\n}\n';
  expect(await places(TypeDefinitionRequest.type, text, { "lib.std": lib })).toEqual(["lib.std:1 Money"]);
});

test.each([
  ["a trait", TYPES.replace("trait Shape", "trait Sh▮ape"), ["main.std:13 Light", "main.std:9 Spot"]],
  [
    "a method of a trait",
    TYPES.replace("fun area(self) -> Int\n", "fun ar▮ea(self) -> Int\n"),
    ["main.std:10 area", "main.std:14 area"],
  ],
  ["a type", TYPES.replace("struct Spot", "struct Sp▮ot"), ["main.std:9 Spot"]],
])("implementations of %s", async (_title, text, expected) => {
  expect(await places(ImplementationRequest.type, text)).toEqual(expected);
});

test("implementations are found in files that are not open", async () => {
  const other =
    'import "./main" { Shape }\n\nstruct Box { side: Int }\n\nimpl Shape for Box {\n    fun area(self) -> Int = self.side\n}\n';
  expect(
    await places(ImplementationRequest.type, TYPES.replace("trait Shape", "trait Sh▮ape"), {
      "other.std": other,
    }),
  ).toEqual(["main.std:13 Light", "main.std:9 Spot", "other.std:5 Box"]);
});

test.each([
  ["a variable", "fun main() {\n    let a = 1\n    print(a▮)\n}\n", ["main.std:2 a"]],
  ["a parameter of a lambda", "fun main() {\n    print([1].map(fun(n) = n▮ + 1))\n}\n", ["main.std:2 n"]],
  ["a field", `${TYPES}fun f(s: Spot) -> Int = s.y▮\n`, ["main.std:1 y"]],
  ["a field in a literal", `${TYPES}fun f() -> Spot = Spot { x: 1, y▮: 2 }\n`, ["main.std:1 y"]],
  ["a variant", `${TYPES}fun f() -> Light = Light.O▮ff\n`, ["main.std:3 Off"]],
  [
    "a variant in a pattern",
    `${TYPES}fun f(l: Light) -> Int = match l {\n    O▮n { level } -> level,\n    Off -> 0,\n}\n`,
    ["main.std:3 On"],
  ],
  ["a method", `${TYPES}fun f(s: Spot) -> Int = s.a▮rea()\n`, ["main.std:10 area"]],
  ["a type in a signature", `${TYPES}fun f(s: S▮pot) {}\n`, ["main.std:1 Spot"]],
  ["a type parameter", "fun f<Item>(a: It▮em) {}\n", ["main.std:1 Item"]],
  ["a constant", "const DAY = 24\n\nfun main() {\n    print(D▮AY)\n}\n", ["main.std:1 DAY"]],
  ["a name inside a string", 'fun main() {\n    let a = 1\n    print("${a▮}")\n}\n', ["main.std:2 a"]],
])("definition of %s", async (_title, text, expected) => {
  expect(await places(DefinitionRequest.type, text)).toEqual(expected);
});

test("references without the declaration", async () => {
  await using client = await TestClient.start({});
  const offset = await client.open("a.std", "fun f(n▮: Int) -> Int = n + n\n");
  const count = async (includeDeclaration: boolean): Promise<number> =>
    (await client.at(ReferencesRequest.type, "a.std", offset, { context: { includeDeclaration } }))!.length;
  expect([await count(true), await count(false)]).toEqual([3, 2]);
});

test("highlights tell writing from reading", async () => {
  await using client = await TestClient.start({});
  const text = "fun main() {\n    let n = 1\n    n = 2\n    print(n▮)\n}\n";
  const offset = await client.open("a.std", text);
  const found = (await client.at(DocumentHighlightRequest.type, "a.std", offset))!;
  const { Read, Write } = DocumentHighlightKind;
  expect(found.map(({ range, kind }) => [range.start.line, kind])).toEqual([
    [1, Write],
    [2, Write],
    [3, Read],
  ]);
});

const CALLS =
  "fun leaf() {}\n\nfun middle() {\n    leaf()\n    leaf()\n}\n\nfun main() {\n    middle()\n    leaf()\n}\n";

test("call hierarchy: callers and callees", async () => {
  await using client = await TestClient.start({});
  const offset = await client.open("a.std", CALLS.replace("fun leaf", "fun le▮af"));
  const [leaf] = (await client.at(CallHierarchyPrepareRequest.type, "a.std", offset))!;
  expect(leaf).toMatchObject({ name: "leaf", kind: SymbolKind.Function });
  const incoming = (await client.request(CallHierarchyIncomingCallsRequest.type, { item: leaf! }))!;
  expect(incoming.map(({ from, fromRanges }) => [from.name, fromRanges.length])).toEqual([
    ["middle", 2],
    ["main", 1],
  ]);
  const main = client.texts.get("a.std")!.indexOf("main");
  const [item] = (await client.at(CallHierarchyPrepareRequest.type, "a.std", main))!;
  const outgoing = (await client.request(CallHierarchyOutgoingCallsRequest.type, { item: item! }))!;
  expect(outgoing.map(({ to }) => to.name)).toEqual(["middle", "leaf"]);
});

test("call hierarchy crosses files", async () => {
  await using client = await TestClient.start({
    "lib.std": "fun twice(n: Int) -> Int = n * 2\n",
    "user.std": 'import "./lib" { twice }\n\nfun four() -> Int = twice(2)\n',
  });
  const offset = await client.open("lib.std", "fun tw▮ice(n: Int) -> Int = n * 2\n");
  const [item] = (await client.at(CallHierarchyPrepareRequest.type, "lib.std", offset))!;
  const incoming = (await client.request(CallHierarchyIncomingCallsRequest.type, { item: item! }))!;
  expect(incoming.map(({ from }) => [from.name, client.name(from.uri)])).toEqual([["four", "user.std"]]);
});

test("a variable has no call hierarchy", async () => {
  await using client = await TestClient.start({});
  const offset = await client.open("a.std", "fun main() {\n    let a▮ = 1\n    print(a)\n}\n");
  expect(await client.at(CallHierarchyPrepareRequest.type, "a.std", offset)).toBeNull();
});

test("document symbols have kinds, members and the place of their name", async () => {
  await using client = await TestClient.start({});
  const text = `${TYPES}const DAY = 24\n`;
  await client.open("a.std", text);
  const found = (await client.request(DocumentSymbolRequest.type, {
    textDocument: { uri: client.uri("a.std") },
  })) as DocumentSymbol[];
  const { Struct, Enum, Interface, Class, Constant } = SymbolKind;
  expect(found.map(({ name, kind }) => [name, kind])).toEqual([
    ["Spot", Struct],
    ["Light", Enum],
    ["Shape", Interface],
    ["impl Shape for Spot", Class],
    ["impl Shape for Light", Class],
    ["DAY", Constant],
  ]);
  expect(found[0]!.children!.map(({ name }) => name)).toEqual(["x", "y"]);
  expect(found[1]!.children!.map(({ name }) => name)).toEqual(["Off", "On"]);
  expect(client.slice(text, found[2]!.selectionRange)).toBe("Shape");
});

test("document symbols of a text that does not parse are those that can be read", async () => {
  await using client = await TestClient.start({});
  await client.open("a.std", "fun one() {}\n\nfun two( {\n\nfun three() {}\n");
  const found = (await client.request(DocumentSymbolRequest.type, {
    textDocument: { uri: client.uri("a.std") },
  })) as DocumentSymbol[];
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(["one", "three"]));
});

test("workspace symbols: equal names first, then those that begin so, and members with their type", async () => {
  await using client = await TestClient.start({
    "a.std": "fun area_of_all() {}\n\nfun the_area() {}\n",
    "b.std": TYPES,
  });
  const found = (await client.request(WorkspaceSymbolRequest.type, { query: "area" }))!;
  expect(found.map(({ name }) => name)).toEqual(["area", "area", "area", "area_of_all", "the_area"]);
  expect(found.slice(0, 3).map(({ containerName }) => containerName)).toContain("Shape");
});
