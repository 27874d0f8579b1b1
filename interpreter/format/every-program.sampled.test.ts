// Properties of the formatter for every program: it keeps meaning and comments, formatting again changes
// nothing, and white space hardly matters.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readExpectations } from "../../scripts/expectations.ts";
import { randomProgram } from "../compile/testing/random-program.ts";
import { Source } from "../source/index.ts";
import { tokenize } from "../syntax/index.ts";
import { randomFiles } from "../testing/random/index.ts";
import { sample, thorough } from "../testing/sample.ts";
import { format } from "./index.ts";
import { comments, meaning } from "./testing/meaning.ts";

/** Whether the stack of the test is large enough: the command has a larger one. */
const fits = (file: string): boolean => !file.includes("nest-250-levels");

test("every script keeps its meaning and its comments, and formatting twice changes nothing", () => {
  const files = globSync("{conformance,examples,stdlib,bench}/**/*.std").filter(fits).toSorted();
  expect(files.length).toBeGreaterThan(300);
  for (const file of sample(files, 48)) {
    const text = readFileSync(file, "utf8");
    const once = format(new Source(file, text)).text;
    if (once === undefined) continue;
    expect(meaning(once), file).toBe(meaning(text));
    expect(comments(once), file).toEqual(comments(text));
    expect(format(new Source(file, once)).text, file).toBe(once);
  }
}, 120_000);

test("generated programs keep their meaning, and formatting twice changes nothing", () => {
  const texts = new Set<string>();
  for (let seed = 1; seed <= (thorough ? 30 : 2); seed++) {
    texts.add(randomProgram(seed));
    for (const text of Object.values(randomFiles(seed))) texts.add(text);
  }
  for (const [seed, text] of [...texts].entries()) {
    const once = format(new Source("a.std", text)).text!;
    expect(meaning(once), `seed ${seed}`).toBe(meaning(text));
    expect(format(new Source("a.std", once)).text, `seed ${seed}`).toBe(once);
  }
}, 60_000);

/** Replaces white space with other white space: spaces, tabs, indentation, ends of lines. */
function shaken(text: string): string {
  const { tokens, comments: list } = tokenize(new Source("a.std", text));
  const ends = [...tokens, ...list].toSorted((a, b) => a.start - b.start);
  let strings = 0;
  let out = "";
  let at = 0;
  for (const [i, part] of ends.entries()) {
    const gap = text.slice(at, part.start);
    out += strings > 0 ? gap : gap.replace(/[ \t]+/g, ["  ", "\t", " ", "   "][i % 4]!);
    // A line break is a token that may represent several, and the white space between them.
    const isBreak = "kind" in part && part.kind === "newline";
    const end = isBreak ? part.start : part.end;
    out += text.slice(part.start, end);
    at = end;
    if ("kind" in part && part.kind === "stringStart") strings++;
    if ("kind" in part && part.kind === "stringEnd") strings--;
  }
  return out + text.slice(at);
}

test("white space affects only blank lines and literals that are spread", () => {
  for (const file of sample(globSync("{conformance,examples,stdlib}/**/*.std").filter(fits).toSorted(), 48)) {
    const text = readFileSync(file, "utf8");
    const { text: canonical } = format(new Source(file, text));
    // Comments of several lines contain white space, and after a `.` at the end of a line indentation counts.
    if (canonical === undefined || /\/\*[^*]*\n|\.[ \t]*(?:\/\/.*)?\n/.test(text) || text.includes("\r"))
      continue;
    expect(format(new Source(file, shaken(text))).text, file).toBe(canonical);
  }
}, 60_000);

test("every script of the repository is in the canonical style, says why not, or does not parse", () => {
  const paths = sample(
    globSync("{conformance,examples,stdlib,bench}/**/*.std")
      .filter((path) => !path.includes("node_modules"))
      .toSorted(),
    4,
  );
  const wrong = paths.filter((path) => {
    const text = readFileSync(path, "utf8");
    const { text: canonical } = format(new Source(path, text));
    if (canonical === undefined) return !path.startsWith("conformance");
    // A reason that no longer applies is an error.
    return (canonical === text) === (readExpectations(text).layout !== null);
  });
  expect(wrong.toSorted()).toEqual([]);
}, 120_000);
