// Programs that fill the memory end with a panic, never with a message of V8.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { STD } from "../testing/command.ts";

const folder = mkdtempSync(join(tmpdir(), "std-memory-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(name: string, text: string): { status: number | null; stdout: string; stderr: string } {
  const path = join(folder, `${name}.std`);
  writeFileSync(path, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--stack-size=7200", "--max-old-space-size=150", STD, "run", "--no-cache", path],
    { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  );
  return { status, stdout, stderr };
}

describe("out of memory", { timeout: 120_000 }, () => {
  test.each([
    [
      "a chain of structs",
      "struct Node { next: Option<Node> }\nfun main() {\n    print(1)\n    let n: Option<Node> = None\n    while true { n = Some(Node { next: n }) }\n}\n",
    ],
    [
      "goroutines that wait",
      "import std/sync { channel }\nfun main() {\n    print(1)\n    let c = channel()\n    for i in 0..1000000000 { spawn(fun() -> Unit { c.recv() }) }\n}\n",
    ],
    [
      "long lists",
      "import std/list\nfun main() {\n    print(1)\n    let base: List<Int> = []\n    for i in 0..1000000 { base.push(i) }\n    let all: List<List<Int>> = []\n    for i in 0..1000 { all.push(list.concat(base, [i])) }\n}\n",
    ],
    [
      "a chain of a loop that ends",
      "struct Node { id: Int, next: Option<Node> }\nfun main() {\n    print(1)\n    let n: Option<Node> = None\n    let i = 0\n    while i < 1000000000 { n = Some(Node { id: i, next: n }) i += 1 }\n    print(n.is_some())\n}\n",
    ],
    [
      "a list of structs",
      'struct Item { id: Int, name: String }\nfun make(i: Int) -> Item = Item { id: i, name: "item ${i}" }\nfun main() {\n    print(1)\n    let items: List<Item> = []\n    for i in 0..1000000000 { items.push(make(i)) }\n    print(items.len())\n}\n',
    ],
    [
      "short loops in loops",
      "struct Item { id: Int }\nfun main() {\n    print(1)\n    let all: List<List<Item>> = []\n    for i in 0..100000 {\n        for j in 0..1000 {\n            let row: List<Item> = []\n            for k in 0..8 { row.push(Item { id: i + j + k }) }\n            all.push(row)\n        }\n    }\n    print(all.len())\n}\n",
    ],
    [
      "recursion",
      "struct Tree { left: Option<Tree>, right: Option<Tree> }\nfun build(n: Int) -> Tree {\n    if n == 0 { return Tree { left: None, right: None } }\n    Tree { left: Some(build(n - 1)), right: Some(build(n - 1)) }\n}\nfun main() {\n    print(1)\n    print(build(40).left.is_some())\n}\n",
    ],
    [
      "recursion beside goroutines",
      "struct Tree { left: Option<Tree>, right: Option<Tree> }\nfun build(n: Int) -> Tree {\n    if n == 0 { return Tree { left: None, right: None } }\n    Tree { left: Some(build(n - 1)), right: Some(build(n - 1)) }\n}\nfun main() {\n    print(1)\n    spawn(fun() {})\n    print(build(40).left.is_some())\n}\n",
    ],
  ])("%s", (name, text) => {
    const { status, stdout, stderr } = run(name.replaceAll(" ", "-"), text);
    expect(stderr).toMatch(/^panic: out of memory\n/);
    expect(stderr).not.toMatch(/FATAL|V8|node:/);
    expect({ status, stdout }).toEqual({ status: 101, stdout: "1\n" });
  });
});
