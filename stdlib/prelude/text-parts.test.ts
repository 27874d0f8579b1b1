import { expect, test } from "vitest";
import { textWidth, textWidthInSteps } from "./display-width.ts";
import { PART, textParts } from "./text-parts.ts";

const bytes = (text: string): string => Buffer.from(text).toString("latin1");
const SIZE = 4 * PART;

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ["words", bytes("one Σtwoς e\u0301 ".repeat(SIZE / 8))],
  ["ideographs", bytes("漢字".repeat(SIZE / 2))],
  ["syllables of Hangul", bytes("한국어".repeat(SIZE / 3))],
  ["letters with marks", bytes("o\u0302\u0301e\u0301".repeat(SIZE / 4))],
  ["letters among ideographs", bytes("漢e".repeat(SIZE / 2))],
  ["letters", "x".repeat(SIZE)],
  ["lines", bytes("é\r\n\n".repeat(SIZE))],
  ["no characters", "\xff".repeat(SIZE)],
  ["parts of characters", "\x80".repeat(SIZE)],
];

test.each(TEXTS)("%s come in parts", (_, text) => {
  const parts = [...textParts(text)];
  expect(parts.join("") === text).toBe(true);
  expect(parts.length).toBeGreaterThan(2);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(PART + 64);
  expect(parts.every((part) => !part.endsWith("\r"))).toBe(true);
});

test.each(TEXTS)("%s take the same columns in parts", (_, text) => {
  const steps = textWidthInSteps(text);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  expect(step.value).toBe(textWidth(text));
});

test.each([
  ["the parts of an emoji", bytes("👨‍👩‍👧")],
  ["marks", bytes("e\u0301")],
  ["the inner parts of a syllable", bytes("\u1112\u1161\u11ab")],
])("%s stay together", (_, cluster) => {
  for (const part of textParts(`${cluster.repeat(2 * PART)} ${cluster}`))
    expect(part.replaceAll(cluster, "").trim()).toBe("");
});
