import { expect, test } from "vitest";
import { sortedStrings } from "./sort-strings.ts";

let seed = 9;
function below(size: number): number {
  seed = (seed * 48271) % 2147483647;
  return seed % size;
}

function strings(count: number, letters: string, longest: number): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: below(longest + 1) }, () => letters[below(letters.length)]!).join(""),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

test.each([
  ["few letters", strings(3000, "ab", 9)],
  ["edges of bytes", strings(2000, "\0\x01\x7f\x80\xfe\xff", 6)],
  ["long shared beginnings", strings(800, "xy", 5).map((end) => "a".repeat(below(3) * 40) + end)],
  ["all equal", Array.from({ length: 500 }, () => "same".repeat(20))],
  ["empty ones", [...strings(300, "a", 2), ...Array.from({ length: 100 }, () => "")]],
  ["few", strings(20, "abc", 4)],
  ["one beginning the next", Array.from({ length: 400 }, (_, i) => "z".repeat(400 - i))],
  ["long shared beginnings, few", strings(20, "xy", 5).map((end) => "a".repeat(5000) + end)],
  [
    "differences at many offsets",
    Array.from({ length: 300 }, (_, i) => {
      const at = (i * 37) % 300;
      return `${"a".repeat(4 * at)}b${"a".repeat(2000 - 4 * at)}`;
    }),
  ],
  ["steps that share ever more", Array.from({ length: 300 }, (_, i) => "ab".repeat((i * 7) % 300))],
  [
    "nested shared beginnings",
    Array.from({ length: 600 }, () => {
      const letter = (): string => "abc"[below(3)]!.repeat(200);
      return letter() + letter() + letter() + letter() + letter();
    }),
  ],
  ["none", []],
] as const)("strings with %s", (_, list) => {
  const before = [...list];
  expect(sortedStrings(list)).toEqual([...list].sort(compare));
  expect(list).toEqual(before);
});
