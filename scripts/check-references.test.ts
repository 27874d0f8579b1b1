import { expect, it } from "vitest";
import { anchorsOf, danglingCitations, deadLinks } from "./check-references.ts";

const page = "# Types\n\n## Values of type Any\n\n## Values\n\n## Values\n\n```text\n# no heading\n```\n";
const anchors = (name: string) => (name === "types" || name === "docs/types.md" ? anchorsOf(page) : null);

it("makes anchors of headings", () => {
  expect([...anchorsOf(page)]).toEqual(["types", "values-of-type-any", "values", "values-1"]);
});

it("finds citations of missing sections", () => {
  const text = "(reference/types#values) (reference/types#colours) (reference/tastes) (reference/types)";
  expect(danglingCitations(text, anchors)).toEqual(["reference/types#colours", "reference/tastes"]);
});

it("finds citations by numbers of sections", () => {
  expect(
    danglingCitations("// as in (language\n// 5.5), not in a language 5 times as large", anchors),
  ).toEqual(["language\n// 5.5"]);
});

it("finds dead links, but none in code", () => {
  const text =
    "[a](types.md#values) [b](types.md#nothing) [c](gone.md) [d](#top) `[e](x)`\n```text\n[f](y)\n```\n";
  const exists = (file: string) => file === "docs/types.md" || file === "docs/index.md";
  expect(deadLinks("docs/index.md", text, anchors, exists)).toEqual(["types.md#nothing", "gone.md", "#top"]);
});
