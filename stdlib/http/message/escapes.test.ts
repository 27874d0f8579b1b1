// Percent-decoding (reference/http-server#parsing-of-requests).
import { expect, it } from "vitest";
import { decodeEscapes, decodeStrictly, queryPairs } from "./escapes.ts";

it("decodes valid escapes and keeps all other bytes", () => {
  expect(decodeEscapes("%41%7a%C3%a9%00")).toBe("Az\u00c3\u00a9\0");
  expect(decodeEscapes("100%")).toBe("100%");
  expect(decodeEscapes("%4")).toBe("%4");
  expect(decodeEscapes("%zz%%41%4%")).toBe("%zz%A%4%");
  expect(decodeEscapes("%2541")).toBe("%41");
  expect(decodeEscapes("a+b\u00ff%20")).toBe("a+b\u00ff ");
  expect(decodeStrictly("%41+")).toBe("A+");
  expect(decodeStrictly("%4")).toBeNull();
});

it("decodes pairs, in which + is a space unless it is escaped", () => {
  expect(queryPairs("a+b=%2B+%2b&&c&=d&e=f=+g&%zz=%")).toEqual([
    { name: "a b", value: "+ +" },
    { name: "c", value: "" },
    { name: "", value: "d" },
    { name: "e", value: "f= g" },
    { name: "%zz", value: "%" },
  ]);
});

it("decodes every byte", () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const all = String.fromCharCode(...bytes);
  const escaped = bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  expect(decodeEscapes(escaped)).toBe(all);
  expect(decodeEscapes(escaped.toUpperCase())).toBe(all);
});
