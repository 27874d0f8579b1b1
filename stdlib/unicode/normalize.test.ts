import { expect, test } from "vitest";
import { normalized } from "./normalize.ts";

const FORMS = ["NFC", "NFD", "NFKC", "NFKD"] as const;
/** All marks, including those that decompose and those without a combining class. */
const MARKS = Array.from({ length: 0x2_0000 }, (_, code) =>
  code >= 0xd800 && code < 0xe000 ? "" : String.fromCodePoint(code),
).filter((each) => /^\p{M}$/u.test(each));

test("long runs of marks are normalised as by the host", () => {
  let seed = 1;
  const next = (most: number): number => (seed = (seed * 48271) % 2147483647) % most;
  for (let round = 0; round < 40; round++) {
    const few = Array.from({ length: 3 }, () => MARKS[next(MARKS.length)]!);
    const from = round % 2 === 0 ? MARKS : few;
    const run = Array.from({ length: 200 + next(400) }, () => from[next(from.length)]!).join("");
    for (const text of [`e${run}a\u0323`, run, `\u1ec7${run}\ud83d${run}`])
      for (const form of FORMS) expect(normalized(text, form)).toBe(text.normalize(form));
  }
});

test("a million marks in the wrong order are no more than a long text", () => {
  const text = `a${"\u0301\u0316".repeat(500_000)}`;
  expect(normalized(text, "NFD")).toBe(`a${"\u0316".repeat(500_000)}${"\u0301".repeat(500_000)}`);
  expect(normalized(text, "NFC")).toBe(`\u00e1${"\u0316".repeat(500_000)}${"\u0301".repeat(499_999)}`);
});

test("runs of marks of any length are no more than the stack holds", () => {
  const text = `a${"\u0301".repeat(5_000_000)}`;
  expect(normalized(text, "NFD") === text).toBe(true);
});
