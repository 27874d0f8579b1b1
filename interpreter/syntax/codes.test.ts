// Every code of the lexer, the parser and the macro expander has an example that provokes it.
import { expect, test } from "vitest";
import { codes, type Code } from "../diagnostics/index.ts";
import { Source } from "../source/index.ts";
import { parse } from "./parse.ts";

const own = (Object.keys(codes) as Code[]).filter((code) => /^[LPM]/.test(code) && code !== "P10");

test.each(own)("%s", (code) => {
  const { diagnostics } = parse(new Source("example.std", codes[code].example));
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
});
