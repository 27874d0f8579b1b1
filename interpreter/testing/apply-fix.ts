// Applies the fixes of diagnostics to a program of one file, as an editor does.
import type { Fix } from "../diagnostics/index.ts";

/** The text after the edits of a fix, which must not overlap. */
export function applyFix(text: string, { edits }: Fix): string {
  let changed = text;
  for (const { span, text: inserted } of edits.toSorted((a, b) => b.span.start - a.span.start))
    changed = changed.slice(0, span.start) + inserted + changed.slice(span.end);
  return changed;
}
