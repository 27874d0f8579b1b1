// A text that takes over items from an earlier version has the same tree as if it was read anew.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Source } from "../../source/index.ts";
import { sample, share } from "../../testing/sample.ts";
import { parse, type Parsed } from "../index.ts";

const TEXT = `#!/usr/bin/env std
// A comment before the items.
import std/cmp { sort }

@derive(Eq)
@derive(Hash)
struct Point {
    x: Int,
    y: Int = 1,
}

fun sum(xs: List<Int>) -> Int {
    let total = 0
    for x in xs { total += x }
    return total
}

const f =
fun(x: Int) = x.max(1)

fun main() {
let unindented = {1, 2}
    print(sum([1, 2]), unindented)
}
`;

const read = (text: string, earlier: Parsed | null = null): Parsed =>
  parse(new Source("a.std", text), { earlier: earlier?.pieces ?? null });

/** Trees may differ in the numbers of their nodes. */
function shown({ tree, uses, diagnostics }: Parsed): string {
  return JSON.stringify(
    [tree.items, uses.collectionLiterals, [...uses.methods].sort(), diagnostics],
    (key, part: unknown) =>
      key === "id" ? undefined : key === "source" ? null : typeof part === "bigint" ? `${part}n` : part,
  );
}

function expectSame(text: string, earlier: Parsed): Parsed {
  const taken = read(text, earlier);
  expect(shown(taken), text).toBe(shown(read(text)));
  const ids: number[] = [];
  JSON.stringify(taken.tree.items, (key, part: unknown) => {
    if (key === "id") ids.push(part as number);
    return typeof part === "bigint" ? null : part;
  });
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(-1, ...ids)).toBeLessThan(taken.tree.nodeCount);
  return taken;
}

test("an edit reads one item", () => {
  const first = read(TEXT);
  expect(first.pieces?.read).toBe(5);
  for (const [before, after, count] of [
    ["total = 0", "total = 100", 1],
    ["total = 0", "total = 1", 1],
    ["y: Int = 1", "z: Int", 1],
    ["// A comment", "// A long comment", 0],
    ["x.max(1)", "x.min(1)", 1],
    ["{1, 2}", "[1, 2, 3]", 1],
    // The item before may have ended elsewhere.
    ["fun main", "fun other() {}\nfun main", 3],
  ] as const) {
    const text = TEXT.replace(before, after);
    expect(text).not.toBe(TEXT);
    expect(expectSame(text, first).pieces?.read, after).toBe(count);
  }
});

test("nothing is taken over from or by a text that is read as a whole", () => {
  const macro = `${TEXT}macro twice { ($x) => { $x + $x } }\n`;
  expect(read(macro).pieces).toBeNull();
  expectSame(macro, read(TEXT));
  expectSame(TEXT, read(macro));
  const broken = TEXT.replace("return total", "return (total");
  expect(read(broken).pieces).toBeNull();
  expectSame(broken, read(TEXT));
});

test("numbers of nodes do not grow without end", () => {
  let parsed = read(TEXT);
  for (let i = 0; i < 2000; i++) parsed = read(TEXT.replace("total = 0", `total = ${i}`), parsed);
  expect(parsed.tree.nodeCount).toBeLessThan(12_000);
});

test("random edits of scripts", () => {
  // The scripts of limits expand macros to millions of tokens.
  const files = globSync("{conformance,examples}/**/*.std")
    .filter((file) => !file.startsWith("conformance/limits/"))
    .toSorted();
  let seed = 1;
  const below = (bound: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >> 8) % bound;
  };
  let taken = 0;
  for (const file of sample(files, 8)) {
    let text = readFileSync(file, "utf8");
    if (text.length > 20_000) continue;
    let parsed = read(text);
    for (let i = 0; i < share(4, 2); i++) {
      const [from, to] = [below(text.length + 1), below(text.length + 1)].toSorted((a, b) => a - b) as [
        number,
        number,
      ];
      const part = text.slice(from, Math.min(to, from + 40));
      const at = below(text.length + 1);
      const next =
        i % 2 === 0
          ? text.slice(0, from) + text.slice(from + part.length)
          : text.slice(0, at) + part + text.slice(at);
      parsed = expectSame(next, parsed);
      if (parsed.pieces === null) parsed = read(text);
      else text = next;
      if (parsed.pieces !== null && parsed.pieces.read < parsed.tree.items.length) taken++;
    }
  }
  expect(taken).toBeGreaterThan(50);
}, 600_000);
