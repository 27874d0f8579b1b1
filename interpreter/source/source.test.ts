import fc from "fast-check";
import { expect, test } from "vitest";
import { Source } from "./index.ts";

test("lines end at LF, CRLF and CR", () => {
  const source = new Source("a.std", "one\ntwo\r\nthree\rfour");
  expect(source.lineStarts.length).toBe(4);
  expect([1, 2, 3, 4].map((line) => source.lineText(line))).toEqual(["one", "two", "three", "four"]);
  expect(source.position(source.text.indexOf("four"))).toEqual({ line: 4, column: 1 });
});

test("a text that ends with a line break has an empty last line", () => {
  expect(new Source("a.std", "one\n").lineText(2)).toBe("");
  expect(new Source("a.std", "").lineStarts.length).toBe(1);
});

test("columns count characters, not code units", () => {
  const source = new Source("a.std", "né🍵x");
  expect(source.position(source.text.indexOf("x"))).toEqual({ line: 1, column: 4 });
});

test("every offset is in the line whose text contains it", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab\n\r]*$/), (text) => {
      const source = new Source("a.std", text);
      for (let offset = 0; offset < text.length; offset++) {
        const { line, column } = source.position(offset);
        expect(source.lineStarts[line - 1]! + column - 1).toBe(offset);
        expect(source.lineAt(offset)).toBe(line);
      }
    }),
  );
});

test("a column is the number of characters before it in its line, with or without surrogates alone", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "é", "🍵", "\ud83c", "\udf75", "\n")), (parts) => {
      const source = new Source("a.std", parts.join(""));
      for (let offset = source.text.length; offset >= 0; offset--) {
        const { line, column } = source.position(offset);
        expect(column).toBe([...source.text.slice(source.lineStarts[line - 1], offset)].length + 1);
      }
    }),
  );
});

test("positions of a long line are found in any order", () => {
  const source = new Source("a.std", "a".repeat(8_000_000));
  let sum = 0;
  for (let offset = 8_000_000; offset > 0; offset -= 20) sum += source.position(offset).column - offset;
  expect(sum).toBe(400_000);
});
