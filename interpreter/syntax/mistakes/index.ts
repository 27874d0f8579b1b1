// What people write who come from other languages, and what to write instead: hints for failed matches. The
// first mistake that is meant counts, in the order of the list below.
import { declarations } from "./declarations.ts";
import { functions } from "./functions.ts";
import { heads } from "./heads.ts";
import { arms } from "./labels-and-arms.ts";
import { layout } from "./layout.ts";
import { loops } from "./loops.ts";
import { members } from "./members.ts";
import { operators } from "./operators.ts";
import { types } from "./types.ts";
import { type Failure, type Mistake, View } from "./view.ts";

const mistakes: readonly Mistake[] = [
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

/** What to write instead, if the mistake is a known one. */
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
    ? "statements belong into a function, such as `fun main() { … }`"
    : undefined;
}
