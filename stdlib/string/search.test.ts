import { expect, test } from "vitest";
import { count, indexOf, lastIndexOf, replace, split } from "./search.ts";

/** Returns texts over two letters, in which long needles nearly match at many offsets. */
function texts(): string[] {
  let state = 7;
  const next = (below: number): number => (state = (state * 48271) % 2147483647) % below;
  return Array.from({ length: 300 }, () => {
    const unit = Array.from({ length: 1 + next(24) }, () => "ab"[next(2)]).join("");
    const text = unit.repeat(40).slice(0, 400);
    return Array.from(text, (letter) => (next(60) === 0 ? "ab"[next(2)] : letter)).join("");
  });
}

test("long needles are found at the same offsets as by the host", () => {
  let tried = 0;
  for (const [i, text] of texts().entries()) {
    const from = (i * 37) % 250;
    for (const needle of [
      text.slice(from, from + 64 + (i % 70)),
      `${text.slice(from, from + 90)}a`,
      text.slice(0, 80),
    ]) {
      if (needle.length < 64) continue;
      tried++;
      expect(indexOf(text, needle)).toBe(text.indexOf(needle));
      expect(lastIndexOf(text, needle)).toBe(text.lastIndexOf(needle));
      expect(count(text, needle)).toBe(text.split(needle).length - 1);
      expect(split(text, needle)).toEqual(text.split(needle));
      expect(replace(text, needle, "c")).toBe(text.replaceAll(needle, "c"));
    }
  }
  expect(tried).toBeGreaterThan(300);
});
