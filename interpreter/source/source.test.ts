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

test("a position does not depend on earlier requests", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[aé🍵\n]{0,8}$/u), fc.array(fc.nat(20)), (text, offsets) => {
      const source = new Source("a.std", text);
      for (const offset of offsets.map((n) => Math.min(n, text.length))) {
        expect(source.position(offset)).toEqual(new Source("a.std", text).position(offset));
      }
    }),
  );
});
