// Text that shows something else than the compiler reads: bidirectional control characters in literals and comments,
// which reorder what an editor displays, and the markers that a merge leaves.
import { notes } from "../diagnostics/index.ts";
import type { LexerOutput } from "./lexer-output.ts";
import type { Kind } from "./tokens.ts";

const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

const LITERALS: ReadonlySet<Kind> = new Set<Kind>([
  "string",
  "stringStart",
  "stringMiddle",
  "stringEnd",
  "blockString",
  "char",
]);

export function hasControls(text: string): boolean {
  CONTROLS.lastIndex = 0;
  return CONTROLS.test(text);
}

/** Reports the first such character of each literal and comment; outside of them, it starts no token. */
export function reportControls(out: LexerOutput): void {
  if (!hasControls(out.text)) return;
  const literals = out.tokens.filter(({ kind }) => LITERALS.has(kind));
  for (const { start, end } of [...literals, ...out.comments]) {
    CONTROLS.lastIndex = start;
    const at = CONTROLS.exec(out.text)?.index ?? end;
    if (at >= end) continue;
    const code = out.text.charCodeAt(at).toString(16).toUpperCase();
    const isComment = out.text[start] === "/" || out.text.startsWith("#!", start);
    const hint = isComment ? notes.removeControl : notes.writeControl(code.toLowerCase());
    out.report("L6", at, at + 1, { code }, { hint });
  }
}

const MARKER = /(<{7}|\|{7}|={7}|>{7})(?![<|=>])[^\r\n]*/y;

/** The marker of a merge that starts at the start of a line; undefined if there is none. */
export function mergeMarker(
  text: string,
  at: number,
): { readonly sign: string; readonly end: number } | undefined {
  if (at > 0 && text[at - 1] !== "\n" && text[at - 1] !== "\r") return undefined;
  MARKER.lastIndex = at;
  const found = MARKER.exec(text);
  if (found === null || (found[1]![0] === "=" && found[0].trim() !== "=======")) return undefined;
  return { sign: found[1]![0]!, end: MARKER.lastIndex };
}

/** The offset after the side of a merge that is not read: up to the line `>>>>>>>`, or only this line. */
export function mergeEnd(text: string, end: number): number {
  const last = /[\r\n]>{7}(?!>)[^\r\n]*/g;
  last.lastIndex = end;
  return last.test(text) ? last.lastIndex : end;
}
