// What is wrong with literal patterns of paths, for the modules that take them.
import type { FoundProblem } from "../../interpreter/runtime/index.ts";
import { branchesOf } from "./glob-pattern.ts";

export function globProblems(pattern: string): readonly FoundProblem[] {
  try {
    branchesOf(pattern);
    return [];
  } catch (error) {
    const open = openBrace(pattern);
    if (open === null) return [{ start: 0, end: pattern.length, message: (error as Error).message }];
    return [
      {
        start: open,
        end: open + 1,
        message: "this `{` has no `}`",
        hint: "write `\\{` for the character itself",
        fix: "\\{",
      },
    ];
  }
}

/** The first brace that is not closed. */
function openBrace(pattern: string): number | null {
  const open: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "{") open.push(at);
    else if (pattern[at] === "}") open.pop();
  }
  return open[0] ?? null;
}
