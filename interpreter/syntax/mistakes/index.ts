// Hints for syntax errors: mistakes that come from habits of other languages, and what to write instead. The
// first mistake in the list below that matches wins.
import { declarations } from "./declarations.ts";
import { functions } from "./functions.ts";
import { heads } from "./heads.ts";
import { arms } from "./labels-and-arms.ts";
import { layout } from "./layout.ts";
import { loops } from "./loops.ts";
import { members } from "./members.ts";
import { newcomers } from "./newcomers.ts";
import { operators } from "./operators.ts";
import { types } from "./types.ts";
import { type Failure, type Mistake, View } from "./view.ts";

const mistakes: readonly Mistake[] = [
  ...newcomers,
  ...arms,
  ...members,
  ...loops,
  ...heads,
  ...types,
  ...operators,
  ...functions,
  ...declarations,
  ...layout,
];

/** The hint for a failed match, if it is a known mistake. */
export function hintFor(failure: Failure): string | undefined {
  const view = new View(failure);
  const keyword = view.misspeltKeyword();
  if (keyword !== undefined) return `did you mean \`${keyword}\`?`;
  for (const [when, hint] of mistakes) {
    if (when(view)) return typeof hint === "string" ? hint : hint(view);
  }
  const word = view.foreignWord();
  if (word !== undefined) return word;
  return failure.atFileLevel && failure.expected.has("struct")
    ? "put statements in a function, such as `fun main() { … }`"
    : undefined;
}
