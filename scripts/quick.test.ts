import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scriptsFor } from "./quick.ts";

const table = readFileSync(join(import.meta.dirname, "../conformance/README.md"), "utf8");

test.each([
  ["conformance/macros/a-macro.std", ["macros/a-macro.std"]],
  ["stdlib/json/parse.ts", ["std/json/"]],
  ["stdlib/http/routes/scope.ts", ["http/"]],
  ["interpreter/format/lines.ts", ["std-test/", "format/"]],
  ["interpreter/syntax/lexer/lexer.ts", ["tokens/", "grammar/", "macros/"]],
  ["docs/embedding.md", []],
])("a change of %s runs the scripts of its room", (file, scripts) => {
  expect(scriptsFor([file], table)).toEqual(scripts);
});
