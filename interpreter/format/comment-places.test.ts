// Comments at boundaries between two tokens survive, leave the tree alone, and find places that
// formatting again does not change: few of them, some, and one at every other boundary of a script.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { tokenize } from "../syntax/index.ts";
import { format } from "./index.ts";
import { comments, meaning } from "./testing/meaning.ts";

/** A comment at every `step`th boundary, from one on; not inside of strings. */
function commented(text: string, step: number, from: number): string {
  const pieces: string[] = [];
  let at = 0;
  let strings = 0;
  tokenize(new Source("a.std", text)).tokens.forEach(({ kind, start }, i) => {
    if (strings === 0 && i % step === from % step) {
      const isLineEnd = /^[\r\n]/.test(text.slice(start, start + 1));
      // A line comment before the end of a line, else one that means no line break: now and then of two lines.
      pieces.push(text.slice(at, start), isLineEnd ? ` // ${i}` : i % 9 === 0 ? `/* ${i}\n  more */` : ` /* ${i} */ `);
      at = start;
    }
    if (kind === "stringStart") strings++;
    if (kind === "stringEnd") strings--;
  });
  return pieces.join("") + text.slice(at);
}

test.each([2, 7, 41])("a comment at every boundary of %i", (step) => {
  const files = globSync("{conformance,examples,stdlib}/**/*.std").toSorted();
  let tried = 0;
  files.forEach((file, from) => {
    const text = commented(readFileSync(file, "utf8"), step, from);
    const once = format(new Source(file, text)).text;
    if (once === undefined) return;
    tried++;
    const where = `${file}: ${text}`;
    expect(comments(once), where).toEqual(comments(text));
    expect(meaning(once), where).toBe(meaning(text));
    expect(format(new Source(file, once)).text, where).toBe(once);
  });
  // Those that do not parse are in the suite for that.
  expect(tried).toBeGreaterThan(files.length * 0.7);
}, 120_000);
