// For any text, the parser throws no exception, spans are within the text, and the result is an error or a
// complete tree. STDLANG_SOUP sets the number of cases.
import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { render } from "../diagnostics/index.ts";
import { incomplete, keywords, parse, tokenize } from "../syntax/index.ts";
import { thorough } from "../testing/sample.ts";
import { format } from "./index.ts";

const numRuns = Number(process.env["STDLANG_SOUP"] ?? (thorough ? 2000 : 50));
const words = [
  ...keywords,
  ..."+ - * / % == != < > <= >= && || ! & | ^ << >> = += .. ..= . ? -> => ( ) { } [ ] , ; : @ $ ~ ::".split(
    " ",
  ),
  "x",
  "P",
  "macro",
  "dyn",
  "derive",
  "json",
  "\n",
  "\n",
  '"a"',
  '"${',
  '}"',
  '"${x}"',
  '"""',
  "'c'",
  "1",
  "2.5",
  "0x",
  "//",
  "/*",
  "*/",
  "\\",
  "é",
  "#",
  "`",
  "m!(",
];
const roots = globSync("conformance/{grammar,macros,patterns,tokens}/*.std").toSorted().slice(0, 150);
const programs = roots.map((file) => readFileSync(file, "utf8"));

function check(text: string): void {
  const source = new Source("soup.std", text);
  const { tree, diagnostics } = parse(source);
  for (const diagnostic of diagnostics) {
    expect(diagnostic.primary.span.start).toBeLessThanOrEqual(text.length);
    expect(diagnostic.primary.span.end).toBeGreaterThanOrEqual(diagnostic.primary.span.start);
    expect(render(diagnostic)).toContain("error: ");
  }
  const ids = new Set<number>();
  for (const item of tree.items) ids.add(item.id);
  expect(ids.size).toBe(tree.items.length);
  tokenize(source);
  incomplete(text);
  const formatted = format(source);
  if (formatted.text !== undefined)
    expect(format(new Source("soup.std", formatted.text)).text).toBe(formatted.text);
}

test("token soup", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 60 }), fc.boolean(), (soup, inMain) => {
      const text = soup.join(" ");
      check(inMain ? `fun main() {\n${text}\n}\n` : text);
    }),
    { numRuns },
  );
}, 120_000);

test("characters", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), check), { numRuns });
}, 120_000);

test("programs with a piece taken out, doubled or replaced", () => {
  expect(programs.length).toBeGreaterThan(50);
  const mutation = fc.record({
    program: fc.constantFrom(...programs),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 0, max: 12 }),
    put: fc.oneof(fc.constant(""), fc.constantFrom(...words), fc.constant("double")),
  });
  fc.assert(
    fc.property(mutation, ({ program, at, length, put }) => {
      const start = Math.floor(at * program.length);
      const piece = program.slice(start, start + length);
      check(
        program.slice(0, start) + (put === "double" ? piece + piece : put) + program.slice(start + length),
      );
    }),
    { numRuns },
  );
}, 120_000);
