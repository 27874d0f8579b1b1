// The indentation of a further line of an input, which the prompt types for the user.
import { Source } from "../../source/index.ts";
import { closerOf, closers, tokenize } from "../../syntax/index.ts";

const STEP = "    ";

/** The spaces before the next line of an input that has these lines so far. */
export function indentAfter(text: string): string {
  const { tokens, diagnostics } = tokenize(new Source("", text));
  // A string or comment continues: its text is the user's.
  if (diagnostics.length > 0) return "";
  /** The lines of the open brackets; those of one line count once. */
  const open: number[] = [];
  let line = 0;
  let at = 0;
  for (const { kind, start } of tokens) {
    for (; at < start; at++) if (text[at] === "\n") line++;
    if (closerOf[kind] !== undefined) open.push(line);
    else if (closers.has(kind)) open.pop();
  }
  return STEP.repeat(new Set(open).size);
}

/** A line that so far is only indentation, one step less, because it begins with a closing bracket. */
export function outdented(line: string): string {
  return line.slice(0, Math.max(0, line.length - STEP.length));
}
