import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { Reporter } from "./reporter.ts";
import { render } from "./render.ts";
import { joinRepeated } from "./repeated.ts";

const source = new Source("a.std", "one\ntwo\nthree\nfour\n");

function at(line: number): { start: number; end: number } {
  const start = source.lineStarts[line - 1]!;
  return { start, end: start + 3 };
}

test("an unknown name is one diagnostic that names the other lines", () => {
  const diagnostics = new Reporter();
  for (const line of [1, 2, 4]) diagnostics.report("R1", source, at(line), { what: "value", name: "x" });
  diagnostics.report("R1", source, at(3), { what: "value", name: "y" });
  const [x, y, ...others] = joinRepeated(diagnostics.sorted());
  expect(others).toEqual([]);
  expect(y!.related).toEqual([]);
  expect(render(x!)).toContain("and here, and on line 4");
});

test("uses on one line need no list", () => {
  const diagnostics = new Reporter();
  for (const end of [1, 2]) diagnostics.report("R1", source, { start: 0, end }, { what: "value", name: "x" });
  expect(joinRepeated(diagnostics.sorted())).toMatchObject([{ related: [] }]);
});

test("reports of one known cause are one, whatever they say", () => {
  const diagnostics = new Reporter();
  diagnostics.report("T10", source, at(1), { type: "P", trait: "ToString" }, { cause: "P ToString" });
  diagnostics.report(
    "T2",
    source,
    at(3),
    { type: "P", what: "method", name: "to_string" },
    { cause: "P ToString" },
  );
  diagnostics.report("T10", source, at(2), { type: "Q", trait: "ToString" }, { cause: "Q ToString" });
  const [p, q, ...others] = joinRepeated(diagnostics.sorted());
  expect(others).toEqual([]);
  expect(render(p!)).toContain("and here");
  expect(q!.related).toEqual([]);
});

test("possibly separate mistakes are not joined: up to three equal ones, names of other kinds, warnings", () => {
  const diagnostics = new Reporter();
  for (const line of [1, 2, 3]) {
    diagnostics.report("T2", source, at(line), { type: "P", what: "field", name: "x" });
    diagnostics.report(
      "R1",
      source,
      at(line),
      { what: "value", name: "P" },
      { label: "this is a type, not a value" },
    );
    diagnostics.report("W3", source, at(line), {});
  }
  expect(joinRepeated(diagnostics.sorted())).toHaveLength(9);
  diagnostics.report("T2", source, at(4), { type: "P", what: "field", name: "x" });
  expect(joinRepeated(diagnostics.sorted())).toHaveLength(7);
});
