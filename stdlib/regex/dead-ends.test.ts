// All matches of a text: the same with and without remembering dead ends, in linear time.
import { expect, test } from "vitest";
import type { Steps } from "../../interpreter/runtime/index.ts";
import { Automata } from "./nfa.ts";
import { parse } from "./parse.ts";
import { Program } from "./program.ts";
import type { Span } from "./program.ts";
import { Unicode } from "./unicode.ts";

const unicode = new Unicode();
const automata = new Automata();
const result = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};
const programOf = (pattern: string) => new Program(parse(pattern, unicode), unicode, automata);

/** Finds each match by a separate search. */
function matchesOneByOne(program: Program, text: string): Span[] {
  const found: Span[] = [];
  let last = -1;
  for (let from = 0; from <= text.length; ) {
    const next = result(program.find(text, from));
    if (next === null) break;
    if (next.end > next.start || next.end !== last) {
      found.push(next);
      from = last = next.end;
    } else {
      from = next.end + 1;
    }
  }
  return found;
}

const PATTERNS = [
  "a.*b|a",
  "a.*b|.",
  "a(?s:.*)b|a",
  "(?:a.*b|a.*c|a)",
  "(?:ab|ba)*c|a|b",
  "a.{70,200}b|a",
  "a[ab]*c|b",
  "\\ba.*b\\b|a|\\w",
  "(?m:^.*$)",
  "a.*?b|",
  "(?:a.*b)*",
  "a.*\\bc|a+?",
  "(?s:a.*b$)|a",
  "(?i)A.*C\\b|\\w\\B",
  "(?:(?:ab)*c|a)|b",
];

test.each(PATTERNS)("%s", (pattern) => {
  const program = programOf(pattern);
  let state = 17;
  const below = (size: number) => (state = (state * 48271) % 2147483647) % size;
  for (let round = 0; round < 60; round++) {
    const letters = [
      "a",
      "aaa",
      "ab",
      below(3) === 0 ? "b" : "a",
      below(40) === 0 ? "c" : "b",
      below(2) === 0 ? "\n" : " ",
      below(4) === 0 ? "\xc3\xa9" : "a",
    ];
    const text = Array.from(
      { length: below(900) },
      () => letters[below(below(8) === 0 ? letters.length : 4)],
    ).join("");
    expect([...program.matches(text)].filter((span) => span !== null)).toEqual(
      matchesOneByOne(program, text),
    );
  }
});

test.each(["a.*b|a", "a(?s:.*)b|a", "(?:a.*b|a.*c|a)", "(?:aa)*b|a", "(?:aaa)*b|(?:aaaaa)*c|a"])(
  "%s asks no byte twice",
  (pattern) => {
    const program = programOf(pattern);
    // Quadratic work would take minutes and exceed the time limit.
    const length = 300_000;
    let count = 0;
    for (const span of program.matches("a".repeat(length))) count += span !== null && span.end > 0 ? 1 : 0;
    expect(count).toBe(length);
  },
  40_000,
);

test("interleaved searches of one pattern find the same as separate ones", () => {
  // Too long for the host's engine.
  const pattern = "[ab]{3}a[ab]{90}(?:c|b{9})|a{7}c|c{2000}";
  const program = programOf(pattern);
  let state = 5;
  const letter = () => "abc"[(state = (state * 48271) % 2147483647) % 50 === 0 ? 2 : state % 2]!;
  const texts = [0, 1].map(() => Array.from({ length: 30_000 }, letter).join(""));
  const alone = texts.map((text) => [...programOf(pattern).matches(text)].filter((span) => span !== null));
  const found: Span[][] = [[], []];
  const running = texts.map((text) => program.matches(text));
  let pauses = 0;
  for (let left = 2; left > 0; ) {
    left = 0;
    running.forEach((each, at) => {
      const { done, value } = each.next();
      if (done !== true) left++;
      if (value === null) pauses++;
      else if (value !== undefined) found[at]!.push(value);
    });
  }
  expect(alone.every((spans) => spans.length > 3)).toBe(true);
  expect(pauses).toBeGreaterThan(5);
  expect(found).toEqual(alone);
});
