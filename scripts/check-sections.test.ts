import { expect, it } from "vitest";
import { anchorsOf } from "./check-references.ts";
import { sectionProblems, type SectionSources } from "./check-sections.ts";

const HEAD = "section\tscripts\treason\n";

function problems(changes: Partial<SectionSources>): string[] {
  const sources: SectionSources = {
    pages: new Map([["types", "# Types\n\n## Int\n\n## Float\n"]]),
    files: [
      "conformance/types/int-wraps.std",
      "conformance/std/math/sine.std",
      "docs/std/math.md",
      "a.test.ts",
    ],
    table: `${HEAD}types#int\ttypes/int\ntypes#float\t-\ta reason\n`,
    listed: new Map([["rows.tsv", "id\tsection\n1\ttypes#int\n"]]),
    ...changes,
  };
  return sectionProblems(sources, anchorsOf);
}

it("takes sections with scripts, tests or a reason", () => {
  expect(problems({})).toEqual([]);
  expect(problems({ table: `${HEAD}types#int\ttypes/\ntypes#float\ta.test.ts\n` })).toEqual([]);
});

it("finds sections without scripts, and scripts without section", () => {
  expect(problems({ table: `${HEAD}types#int\t-\ta reason\n` })).toEqual([
    "reference/types#float has no scripts in conformance/sections.tsv, and no reason",
    "conformance/types/int-wraps.std belongs to no section of conformance/sections.tsv",
  ]);
});

it("finds rows that name no section, no script, or give no reason", () => {
  const table = `${HEAD}types#int\ttypes/ gone/\ntypes#float\t-\ntypes#bool\ttypes/\n`;
  expect(problems({ table })).toEqual([
    "conformance/sections.tsv: there is no section types#bool",
    "conformance/sections.tsv: types#float needs scripts or a reason",
    "conformance/sections.tsv: no script begins with gone/",
  ]);
  expect(problems({ listed: new Map([["rows.tsv", "id\tsection\n1\tint\n"]]) })).toEqual([
    "rows.tsv: 1: there is no section int",
  ]);
});
