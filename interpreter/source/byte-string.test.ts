import fc from "fast-check";
import { expect, test } from "vitest";
import { fromByteString, toByteString, utf8 } from "./index.ts";

const encoded = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

test("a byte string has the bytes that Node encodes, and decodes to the same text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(toByteString(text)).toBe(encoded(text));
      expect(utf8(text)).toEqual(new Uint8Array(Buffer.from(text)));
      expect(fromByteString(encoded(text))).toBe(text);
    }),
  );
});

test("what is no valid text becomes U+FFFD as in Node, in both directions", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff)), fc.uint8Array(), (units, bytes) => {
      const text = String.fromCharCode(...units);
      expect(toByteString(text)).toBe(encoded(text));
      const buffer = Buffer.from(bytes);
      expect(fromByteString(buffer.toString("latin1"))).toBe(buffer.toString("utf8"));
    }),
  );
  expect(toByteString("\ud800")).toBe("\xef\xbf\xbd");
  expect(fromByteString("\xef\xbb\xbf\xc3")).toBe("\ufeff\ufffd");
});

test("texts may be long", () => {
  const text = "né€😀".repeat(50_000);
  expect(toByteString(text)).toBe(encoded(text));
  expect(fromByteString(encoded(text))).toBe(text);
});
