// Layout of diagnostics (reference/checking#errors-and-warnings), the table of codes, and "did you mean".
import { describe, expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { Reporter } from "./reporter.ts";
import { insteadOf } from "./foreign-words.ts";
import { nearest } from "./nearest.ts";
import { render } from "./render.ts";

function rendered(
  text: string,
  start: number,
  end: number,
  extra: Parameters<Reporter["report"]>[4] = {},
): string {
  const diagnostics = new Reporter();
  diagnostics.report("P1", new Source("a.std", text), { start, end }, { expected: "X", found: "Y" }, extra);
  return render(diagnostics.sorted()[0]!);
}

describe("render", () => {
  test("marks the location and shows the hint", () => {
    expect(rendered("one\nlet x = 1\n", 8, 9, { label: "here", hint: "do\nthat" })).toBe(
      [
        "error: expected X, found Y [P1]",
        "  ┌─ a.std:2:5",
        "  │",
        "2 │ let x = 1",
        "  │     ^ here",
        "  │",
        "  help: do",
        "        that",
        "",
      ].join("\n"),
    );
  });

  test("aligns marks after tabs and wide characters", () => {
    const lines = rendered('\tlet 日本 = "e\u0301" + x', 18, 19).split("\n");
    expect(lines[3]).toBe('1 │     let 日本 = "e\u0301" + x');
    expect(lines[4]).toBe(`  │${" ".repeat(23)}^`);
  });

  test("shows related locations in order of lines", () => {
    const text = "a\nb\nc\nd\ne\n";
    const source = new Source("a.std", text);
    const diagnostics = new Reporter();
    const related = [{ source, span: { start: 0, end: 1 }, text: "first" }];
    diagnostics.report("P1", source, { start: 8, end: 9 }, { expected: "X", found: "Y" }, { related });
    expect(render(diagnostics.sorted()[0]!).split("\n").slice(3, 8)).toEqual([
      "1 │ a",
      "  │ - first",
      "  ·",
      "5 │ e",
      "  │ ^",
    ]);
  });

  test("cuts long lines around the location", () => {
    const lines = rendered(`${"a".repeat(100_000)}b${"c".repeat(100_000)}`, 100_000, 100_001).split("\n");
    expect(lines[3]!.length).toBeLessThan(200);
    expect(lines[4]!.indexOf("^")).toBe(lines[3]!.indexOf("b"));
  });

  test("a location at the end of the text", () => {
    expect(rendered("a", 1, 1)).toContain("a.std:1:2");
    expect(rendered("", 0, 0)).toContain("a.std:1:1");
  });
});

test("repetitions at one location are dropped", () => {
  const diagnostics = new Reporter();
  const source = new Source("a", "abc");
  for (let i = 0; i < 3; i++) diagnostics.report("P2", source, { start: 0, end: 1 }, {});
  expect(diagnostics.count).toBe(1);
});

describe("nearest", () => {
  test.each([
    ["lenght", ["length", "left"], "length"],
    ["to_String", ["to_string", "to_int"], "to_string"],
    ["x", ["y", "abc"], "y"],
    ["colour", ["color", "count"], "color"],
    ["foo", ["something", "else"], undefined],
  ])("%s", (name, candidates, expected) => expect(nearest(name, candidates)).toBe(expected));
});

test("words of other languages", () => {
  expect(insteadOf("null")).toContain("Option");
  expect(insteadOf("constructor")).toBe(undefined);
});
