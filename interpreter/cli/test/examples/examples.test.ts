import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { standardModules } from "../../../../stdlib/index.ts";
import { render } from "../../../diagnostics/index.ts";
import { createEngine, type Built } from "../../../engine.ts";
import { fileReader } from "../../../modules/index.ts";
import { buildExample, examplesIn } from "./index.ts";
import { Printed } from "./printed.ts";

const TEXT = `/// Doubles.
///
/// \`\`\`std
/// print(double(2)) //> 4
/// \`\`\`
///
/// \`\`\`std
/// import "@me/money" { double }
///
/// fun main() = print(double(3))
/// \`\`\`
@deprecated
fun double(n: Int) -> Int = n * 2

struct Stack { items: List<Int> }

impl Stack {
    /// \`\`\`text
    /// no code
    /// \`\`\`
    /// \`\`\`std  no_run
    /// Stack { items: [] }.tip()
    /// \`\`\`
    fun top(self) -> Option<Int> = self.items.last()
}
// \`\`\`std
// no doc comment
// \`\`\`
/// \`\`\`std
/// not closed
`;

test("blocks of doc comments are examples with the names of declarations", () => {
  const found = examplesIn("money.std", TEXT);
  expect(found.map(({ name, lines, prints, isOnlyChecked }) => [name, lines, prints, isOnlyChecked])).toEqual(
    [
      ["double", [3, 5], ["4"], false],
      ["double#2", [7, 11], null, false],
      ["Stack.top", [21, 23], null, true],
    ],
  );
});

function built(at: number): Built {
  const folder = mkdtempSync(join(tmpdir(), "std-examples-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "lib.std"), TEXT.replace("@deprecated\n", ""));
  writeFileSync(join(folder, "package.json"), '{ "name": "@me/money", "std": {} }');
  const path = join(folder, "lib.std");
  const text = TEXT.replace("@deprecated\n", "");
  const example = examplesIn(path, text)[at]!;
  const engine = createEngine({ modules: standardModules, reader: fileReader });
  return buildExample(engine, path, text, example);
}

test("an example uses its file, or the package by its name", () => {
  expect(built(0)).toMatchObject({ ok: true, functions: ["double"], lines: [[3, 5]] });
  expect(built(1).diagnostics.map((each) => render(each))).toEqual([]);
});

test("errors and positions of an example are located in its comment", () => {
  const { diagnostics, ok } = built(2);
  expect(ok).toBe(false);
  const { source, span } = diagnostics[0]!.primary;
  expect(source.text.slice(span.start, span.end)).toBe("tip");
  expect(source.lineAt(span.start)).toBe(21);
  const { positions } = built(0).program!;
  const main = positions.functions.indexOf("main");
  expect(positions.sources[positions.functionSources[main]!]).toMatch(/lib\.std$/);
});

test("the output of an example must be that of its comments", () => {
  const written: string[] = [];
  const printed = new Printed({ write: (text) => void written.push(text), flush() {} });
  expect(printed.differenceTo([])).toBeNull();
  printed.write("a  \n");
  printed.write("b\n");
  expect(printed.differenceTo(["a", "b"])).toBeNull();
  expect(printed.differenceTo(["a"])).toContain("- b");
  expect(written.join("")).toBe("a  \nb\n");
});
