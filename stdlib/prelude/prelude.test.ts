import { expect, test } from "vitest";
import { toBytes } from "../../interpreter/runtime/index.ts";
import { charWidth, textWidth } from "./display-width.ts";
import { isAlphabetic, isWhitespace, lowerChar, upperChar } from "./letters.ts";

test.each([
  ["", 0],
  ["plain", 5],
  ["né", 2],
  ["漢字", 4],
  ["한글", 4],
  ["\u1112\u1161\u11ab", 2],
  ["e\u0301", 1],
  ["👍", 2],
  ["👍🏽", 2],
  ["👨‍👩‍👧", 2],
  ["🇩🇪", 2],
  ["❤", 1],
  ["❤️", 2],
  ["\u200b", 0],
  ["a\tb", 2],
  ["Ｗ", 2],
  ["ｱ", 1],
  ["नि", 2],
  ["\ufffd", 1],
] as const)("width of %s", (text, width) => {
  expect(textWidth(toBytes(text))).toBe(width);
});

test("a part that is no UTF-8 takes a column", () => {
  expect(textWidth("a\xff")).toBe(2);
});

test.each([
  ["a", 1],
  ["\0", 0],
  ["\u0301", 0],
  ["漢", 2],
  ["😀", 2],
  ["\u00ad", 1],
] as const)("width of the character %j", (char, width) => {
  expect(charWidth(char.codePointAt(0)!)).toBe(width);
});

test.each([
  ["a", "A"],
  ["ß", "ß"],
  ["é", "É"],
  ["ᾳ", "ᾼ"],
  ["ᾀ", "ᾈ"],
  ["ŉ", "ŉ"],
  ["ﬁ", "ﬁ"],
  ["ǆ", "Ǆ"],
  ["1", "1"],
  ["ÿ", "Ÿ"],
  ["𐐨", "𐐀"],
] as const)("%s in capitals is %s", (char, capital) => {
  expect(String.fromCodePoint(upperChar(char.codePointAt(0)!))).toBe(capital);
});

test.each([
  ["A", "a"],
  ["İ", "i"],
  ["Σ", "σ"],
  ["ẞ", "ß"],
  ["ᾈ", "ᾀ"],
  ["𐐀", "𐐨"],
  ["-", "-"],
] as const)("%s in small letters is %s", (char, small) => {
  expect(String.fromCodePoint(lowerChar(char.codePointAt(0)!))).toBe(small);
});

test("letters and white space are those of Unicode", () => {
  expect(["a", "é", "漢", "ª", "1", "_", " "].map((char) => isAlphabetic(char.codePointAt(0)!))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(
    [" ", "\n", "\u00a0", "\u2003", "\u0085", "\u200b", "a"].map((char) =>
      isWhitespace(char.codePointAt(0)!),
    ),
  ).toEqual([true, true, true, true, true, false, false]);
});
