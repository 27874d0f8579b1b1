import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkers } from "./literals.ts";

const regex = (pattern: string) => checkers.whole["regex"]!(pattern, {} as never);

/** The parser takes each next character only if there is one, so no pattern has this problem. */
const GUARD = "the pattern ends too early";

/** Each problem that the parser names, except those with a variable part. */
const named = globSync("*.ts", { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) => [
    ...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(/fail\("([^"]+)"\)/g),
  ])
  .map(([, problem]) => problem!)
  .filter((problem) => problem !== GUARD);

const PATTERNS: Readonly<Record<string, string>> = {
  "unclosed group": "(a",
  "unopened group": "a)",
  "unclosed character class": "[a",
  "unclosed counted repetition": "a{2",
  "a repetition with nothing before it": "*a",
  "a backslash at the end of the pattern": "a\\",
  "look-around is not supported": "a(?=b)",
  "back-references are not supported": "(a)\\1",
  "unrecognized escape sequence": "\\y",
  "the range is reversed": "[z-a]",
  "the repetition counts are reversed": "a{3,2}",
  "duplicate group name": "(?<n>a)(?<n>b)",
  "empty or malformed group name": "(?<1>a)",
  "malformed group name": "(?<n a)",
  "unknown Unicode property": "\\p{Foo}",
  "expected a Unicode property": "\\p",
  "unclosed Unicode property": "\\p{L",
  "Unicode properties need flag u": "(?-u)\\p{L}",
  "characters beyond ASCII in a class need flag u": "(?-u)[Ã©]",
  "assertions are not allowed in a class": "[\\b{start}]",
  "a class cannot be the end of a range": "[a-\\d]",
  "expected a repetition count": "a{,2}",
  "the repetition count is too large": "a{99999999999}",
  "unrecognized flag": "(?q)a",
  "repeated flag": "(?ii)a",
  "repeated negation of flags": "(?i--s)a",
  "a negation without flags": "(?i-)a",
  "expected a hexadecimal digit": "\\xzz",
  "unclosed hexadecimal escape": "\\x{41",
  "the escape is not a character": "\\x{d800}",
  "unclosed word boundary": "\\b{start",
  "the classes are nested too deeply": "[".repeat(2000),
  "the groups are nested too deeply": "(".repeat(20_000),
};

test("each problem of a pattern has a hint", () => {
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(PATTERNS).toSorted());
  for (const [problem, pattern] of [
    ...Object.entries(PATTERNS),
    ["unknown word boundary middle", "\\b{middle}"] as const,
  ]) {
    const [found] = regex(pattern);
    expect(found?.message, pattern).toBe(`invalid regular expression: ${problem}`);
    expect(found?.hint, pattern).toBeDefined();
  }
});

test("the place of a problem is the part that causes it", () => {
  const marked = (pattern: string): string => {
    const [{ start, end } = { start: 0, end: 0 }] = regex(pattern);
    return pattern.slice(start, end);
  };
  expect(marked("(?<n>a)(?<n>b)")).toBe("n");
  expect(marked("a\\p{Foo}b")).toBe("\\p{Foo}");
  expect(marked("(?iq)a")).toBe("q");
});
