// Deeply nested values cross the border in both directions, or fail with the documented error.
import { describe, expect, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import { createEngine, createWorkerEngine, defineModule, ScriptError, type Program } from "./index.ts";

const TEXT = `
import std/app { back, same }
import std/collections { Map }
import std/json { JsonValue, json_array, stringify }

struct Node { next: Node? }
enum Tree { Leaf, Inner(List<Tree>) }
struct Table { rows: Map<String, Table> }

fun make_nodes(n: Int) -> Node {
    let x = Node { next: None }
    for _ in 0..n {
        x = Node { next: Some(x) }
    }
    return x
}
fun make_tree(n: Int) -> Tree {
    let x = Tree.Leaf
    for _ in 0..n {
        x = Tree.Inner([x])
    }
    return x
}
fun make_json(n: Int) -> JsonValue {
    let x = json_array([])
    for _ in 0..n {
        x = json_array([x])
    }
    return x
}
fun make_table(n: Int) -> Table {
    let x = Table { rows: Map.new() }
    for _ in 0..n {
        let rows: Map<String, Table> = Map.new()
        rows["a"] = x
        x = Table { rows: rows }
    }
    return x
}
fun take_nodes(x: Node) -> Bool = x.next.is_some()
fun take_tree(x: Tree) -> Bool = match x {
    Leaf -> false,
    Inner(xs) -> xs.len() == 1,
}
fun take_json(x: JsonValue) -> Bool = stringify(x).len() > 2
fun take_table(x: Table) -> Bool = x.rows.len() == 1
fun through(n: Int) -> Int = stringify(back(make_json(n))).len()
fun caught(n: Int) -> Bool = same(make_json(n))
`;

const app = defineModule({
  name: "app",
  declaration:
    "import std/json { JsonValue }\nfun back(x: JsonValue) -> JsonValue\nfun same(x: JsonValue) -> Bool",
  functions: { back: (x: unknown) => x, same: () => true },
});

const nested = (levels: number, innermost: unknown, around: (x: unknown) => unknown): unknown => {
  let value = innermost;
  for (let i = 0; i < levels; i++) value = around(value);
  return value;
};

const KINDS: readonly (readonly [kind: string, make: (levels: number) => unknown])[] = [
  ["nodes", (n) => nested(n, { next: null }, (next) => ({ next }))],
  ["tree", (n) => nested(n, "Leaf", (x) => ({ Inner: [x] }))],
  ["json", (n) => nested(n, [], (x) => [x])],
  ["table", (n) => nested(n, { rows: new Map() }, (x) => ({ rows: new Map([["a", x]]) }))],
];

/** Without recursion, unlike `toEqual`. */
function levelsOf(value: unknown): number {
  let levels = 0;
  for (let at = value; ; levels++) {
    const inner: unknown =
      at instanceof Map
        ? at.get("a")
        : Array.isArray(at)
          ? at[0]
          : typeof at === "object" && at !== null
            ? Object.values(at)[0]
            : undefined;
    if (inner === undefined || inner === null || inner === "Leaf") return levels;
    at = inner;
  }
}

const DEPTH = /nested too deeply, or contains itself/;

describe.each([
  ["in the process", createEngine],
  ["in a thread", createWorkerEngine],
])("%s", (_, create) => {
  async function withProgram(use: (program: Program) => Promise<void>): Promise<void> {
    const engine = create({ modules: [...standardModules, app] });
    const { program } = await engine.load({ path: "a.std", text: TEXT });
    await use(program!);
    program!.close();
    if ("close" in engine) engine.close();
  }

  test.each(KINDS)("%s of 1,000 levels cross in both directions", (kind, make) =>
    withProgram(async (program) => {
      const value = make(1000);
      expect(await program.call(`take_${kind}`, value)).toBe(true);
      expect(levelsOf(await program.call(`make_${kind}`, 1000))).toBe(levelsOf(value));
    }),
  );

  test.each(KINDS)("%s of 100,000 levels are a TypeError, or a panic of the script", (kind, make) =>
    withProgram(async (program) => {
      const refused = await program.call(`take_${kind}`, make(100_000)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(TypeError);
      expect((refused as Error).message).toMatch(DEPTH);
      if (kind === "json") return;
      const panic = await program.call(`make_${kind}`, 100_000).catch((error: unknown) => error);
      expect(panic).toBeInstanceOf(ScriptError);
      expect((panic as Error).message).toMatch(DEPTH);
      expect(await program.call(`take_${kind}`, make(1))).toBe(true);
    }),
  );

  test("natives of the host receive and return them", () =>
    withProgram(async (program) => {
      expect(await program.call("through", 1000)).toBe(2002);
      await expect(program.call("through", 4000)).rejects.toThrow(DEPTH);
    }));
});
