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

/** Why a hint has no fix although it names one text without gaps; each form occurs in the corpus. */
const WITHOUT_FIX: Readonly<Record<string, readonly RegExp[]>> = {
  "it explains, and several edits are right": [
    /only allowed at file level|is a keyword and|contains only functions|do not nest|leaves the lambda/,
    /^(?:use `match`|only `=`|only a struct|it is another name|indexes start|to make it a variable)/,
    /returns -1|compared with `true`|needs no comparison|has no guard|no atoms|no pointers|no underlying/,
    /a call may name every argument|a lambda is not|call it on a value|for keys use a map|make it a variable$/,
    /^it is declared as|^local files|^every file is a module|^bind it in|^put an expression between/,
  ],
  "the text is an example of the form, and the program's parts have to be moved into it": [
    /^(?:write(?! `[^`]*`$)|embed|strings embed|bind|assign|destructure|compare with|join|call a|split) .*(?:`|list|tuple)/,
    /^(?:`\.\.` and|a field has|a value that may be absent|write the name|the name comes first|only functions can)/,
  ],
  "it names the kind of a declaration that has to be written": [
    /\bdeclare(?:d)?\b/,
    /every parameter of a function needs a type|a literal must name|give the variable a type|^end it with/,
  ],
  "where the bracket or `;` belongs is a guess": [
    /^(?:close|open) a block|^no open bracket|^put the (?:`\{`|comparison)|^remove the `;`/,
  ],
};

/** Whether a hint names one text without gaps, whose names are all those of the program. */
function namesText(hint: string, text: string): boolean {
  const [code, ...others] = [...hint.matchAll(/`([^`]*)`/g)].map(([, snippet]) => snippet!);
  if (code === undefined || others.length > 0 || hint.includes("…")) return false;
  const known = new Set([...(text.match(/\w+/g) ?? []), ...KNOWN]);
  return (code.replace(/"[^"]*"/g, "").match(/[A-Za-z_]\w*/g) ?? []).every((word) => known.has(word));
}
const KNOWN =
  "fun let for in if else match return import std struct enum impl dyn self spawn break Int String Float Bool List Map Option Result Ok Err Some None".split(
    " ",
  );
const excused = new Set<RegExp>();

function isExcused(hint: string): boolean {
  const found = Object.values(WITHOUT_FIX)
    .flat()
    .filter((form) => form.test(hint));
  for (const form of found) excused.add(form);
  return found.length > 0;
}

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
    else if (fixes.length === 0 && namesText(hint, text) && !isExcused(hint))
      wrong.push(`neither a fix nor a reason to have none for "${hint}" at "${marked}"`);
    for (const fix of fixes) {
      expect(fix.edits.length).toBeGreaterThan(0);
      applied++;
      const after = applyFix(text, fix);
      const same = check(after).find((other) => isSame(diagnostic, other, fix));
      if (same !== undefined) wrong.push(`"${hint}" leads back to [${same.code}] ${same.message}\n${after}`);
    }
  }
  return wrong;
}

/** The most fixes that one program of the corpus needs. */
const LONGEST_CHAIN = 8;

/** What is wrong with the first fixes of a program, applied one after the other as an editor does. */
function wrongChain(text: string): string[] {
  const before = new Set<string>();
  let now = text;
  for (;;) {
    const found = check(now).find(({ severity, fixes }) => severity === "error" && fixes !== undefined);
    const fix = found?.fixes?.[0];
    if (fix === undefined) {
      if (before.size > 0)
        ends[check(now).some(({ severity }) => severity === "error") ? "advice" : "checks"]++;
      return [];
    }
    before.add(now);
    now = applyFix(now, fix);
    if (before.has(now)) return [`the fixes lead in a circle:\n${now}`];
    if (before.size > LONGEST_CHAIN) return [`the fixes do not end:\n${now}`];
  }
}
/** How the programs end to which fixes were applied: with advice where no text can be written for the reader. */
const ends = { checks: 0, advice: 0 };

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
    expect([...wrongFixes(text), ...wrongChain(text)]).toEqual([]);
  });
});

test.each(Object.entries(codes).map(([code, { example }]) => [code, example] as const))(
  "the example of %s",
  (_, example) => {
    expect(wrongFixes(example)).toEqual([]);
  },
);

test("a good part of the mistakes have fixes", () => {
  expect(applied).toBeGreaterThan(950);
  expect(ends.checks / (ends.checks + ends.advice)).toBeGreaterThan(0.85);
});

test("each reason to have no fix is that of a hint", () => {
  const forms = Object.values(WITHOUT_FIX).flat();
  expect(forms.filter((form) => !excused.has(form))).toEqual([]);
});
