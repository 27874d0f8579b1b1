// Hints are applied: the program with a fix of a hint checks, or has a different error. A hint that leads back
// to the same error, or that names a whole text without a fix, fails.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { codes, type Diagnostic, type Fix } from "../diagnostics/index.ts";
import { createEngine } from "../engine.ts";
import { memoryReader } from "../modules/index.ts";
import { applyFix } from "../testing/apply-fix.ts";
import { readMistakes } from "./mistakes/judge.ts";

const folder = new URL("mistakes/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));

/** Hints of these forms name the text to write, so they must have a fix. */
const DEFINITE = [
  /^did you mean `\w+`\??$/,
  /^add `import /,
  /^`\w+` needs `import /,
  /^wrap it: /,
  /^convert it with `\.to_/,
  /^call it: `[^`…]+\(\)`$/,
  /^remove the `\?`$/,
];

function check(text: string): readonly Diagnostic[] {
  const engine = createEngine({ modules: standardModules, reader: memoryReader({ "main.std": text }) });
  return engine.check([{ path: "main.std" }]).diagnostics;
}

/** The number of fixes that were applied so far. */
let applied = 0;

/** What is wrong with the fixes of a program. */
function wrongFixes(text: string): string[] {
  const wrong: string[] = [];
  for (const diagnostic of check(text)) {
    const { hint = "", fixes = [], primary } = diagnostic;
    const marked = text.slice(primary.span.start, primary.span.end);
    if (fixes.length === 0 && DEFINITE.some((form) => form.test(hint)))
      wrong.push(`no fix for "${hint}" at "${marked}"`);
    for (const fix of fixes) {
      applied++;
      const after = applyFix(text, fix);
      const same = check(after).find((other) => isSame(diagnostic, other, fix));
      if (same !== undefined) wrong.push(`"${hint}" leads back to [${same.code}] ${same.message}\n${after}`);
    }
  }
  return wrong;
}

/** Whether the diagnostic is still there: the same message at the location that the edits have moved. */
function isSame(before: Diagnostic, after: Diagnostic, { edits }: Fix): boolean {
  const start = before.primary.span.start;
  const moved = edits
    .filter(({ span }) => span.end <= start)
    .reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), 0);
  return (
    after.code === before.code &&
    after.message === before.message &&
    after.primary.span.start === start + moved
  );
}

describe.each(files)("%s", (name) => {
  const mistakes = readMistakes(readFileSync(new URL(name, folder), "utf8"));
  test.each(mistakes.map((mistake) => [mistake.name, mistake.text] as const))("%s", (_, text) => {
    expect(wrongFixes(text)).toEqual([]);
  });
});

test.each(Object.entries(codes).map(([code, { example }]) => [code, example] as const))(
  "the example of %s",
  (_, example) => {
    expect(wrongFixes(example)).toEqual([]);
  },
);

test("a good part of the mistakes have fixes", () => {
  expect(applied).toBeGreaterThan(150);
});
