// Comments stay between the same two tokens, whatever these are. The tokens stay, and formatting again
// changes nothing. A comma or semicolon may move to the other side of a comment.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Source } from "../source/index.ts";
import { sample, thorough } from "../testing/sample.ts";
import { format } from "./index.ts";
import {
  boundaries,
  canonicalItems,
  commentText,
  skeleton,
  type Placement,
} from "./testing/placed-comments.ts";

// Blocks at the limit of nesting need the stack of the command.
const files = globSync("{conformance,examples,stdlib}/**/*.std")
  .filter((file) => !file.includes("nest-250-levels"))
  .toSorted();
const items = sample(files, 72).flatMap((file) => canonicalItems(readFileSync(file, "utf8")));

function check(text: string): boolean {
  const once = format(new Source("a.std", text)).text;
  // A line break is not allowed here.
  if (once === undefined) return false;
  // A line break between a call and its arguments makes `spawn` take a function, to which parentheses are
  // added.
  if (/\bspawn [\w.<>]+\s*(?:\/\/|\/\*|\n)/.test(text)) return false;
  expect(skeleton(once), text).toEqual(skeleton(text));
  expect(format(new Source("a.std", once)).text, text).toBe(once);
  return true;
}

test.each<Placement>(["line", "own line", "block", "two lines"])(
  "one comment behind every token: %s",
  (placement) => {
    const seen = new Set<string>();
    let accepted = 0;
    let tried = 0;
    for (const item of items) {
      for (const { end, around } of boundaries(item)) {
        // Every third of the sequences of five tokens in the slow run, else every eighth of those of three.
        const kinds = thorough ? around : around.split(" ").slice(1, 4).join(" ");
        if (seen.has(kinds)) continue;
        seen.add(kinds);
        if (seen.size % (thorough ? 3 : 8) !== 0) continue;
        tried++;
        if (check(item.slice(0, end) + commentText(placement, "why") + item.slice(end))) accepted++;
      }
    }
    expect(accepted).toBeGreaterThan(tried * 0.6);
  },
  600_000,
);

test("a comment on a separate line before every line", () => {
  for (const item of items) {
    const lines = item.split("\n");
    // Not inside strings.
    if (item.includes('"""') || item.includes("/*")) continue;
    expect(
      check(lines.map((line, i) => (i < lines.length - 1 ? `// ${i}\n${line}` : line)).join("\n")),
      item,
    ).toBe(true);
  }
}, 120_000);

test.each([2, 7, 41])(
  "a comment at every boundary of %i",
  (step) => {
    let accepted = 0;
    items.forEach((item, from) => {
      let text = "";
      let at = 0;
      boundaries(item).forEach(({ end }, i) => {
        if (i % step !== from % step) return;
        // A chain goes on after a line break behind its dot only if the next line is indented.
        const mayBreak = i % 9 === 0 && !item.slice(0, end).trimEnd().endsWith(".");
        const placement = item.startsWith("\n", end) ? "line" : mayBreak ? "two lines" : "block";
        text += item.slice(at, end) + commentText(placement, `${i}`).trimEnd();
        at = end;
      });
      if (check(text + item.slice(at))) accepted++;
    });
    expect(accepted).toBeGreaterThan(items.length * 0.9);
  },
  120_000,
);
