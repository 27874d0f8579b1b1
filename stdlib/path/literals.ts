// What is wrong with literal patterns of paths, for the modules that take them.
import type { FoundProblem } from "../../interpreter/runtime/index.ts";
import { branchesOf } from "./glob-pattern.ts";

export function globProblems(pattern: string): readonly FoundProblem[] {
  try {
    branchesOf(pattern);
    return [];
  } catch (error) {
    const open = openBrace(pattern) ?? openClass(pattern);
    if (open === null)
      return [
        {
          start: 0,
          end: pattern.length,
          message: (error as Error).message,
          hint: "write fewer alternatives in braces, or several patterns",
        },
      ];
    const text = pattern[open]!;
    return [
      {
        start: open,
        end: open + 1,
        message: `this \`${text}\` has no \`${text === "{" ? "}" : "]"}\``,
        hint: `write \`\\${text}\` for the character itself`,
        fix: `\\${text}`,
      },
    ];
  }
}

/** The first bracket that is not closed; the first character of a class is no end of it. */
function openClass(pattern: string): number | null {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "[") {
      const first = at + (/[!^]/.test(pattern[at + 1] ?? "") ? 2 : 1);
      const end = pattern.indexOf("]", first + 1);
      if (end < 0) return at;
      at = end;
    }
  }
  return null;
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
