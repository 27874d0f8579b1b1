// Parts of a text that fit on a screen.

/** The beginning of a text that takes at most these rows; at least one line. */
export function pageOf(text: string, rows: number, columns: number): string {
  let end = 0;
  let used = 0;
  while (end < text.length) {
    const lineEnd = text.indexOf("\n", end);
    const next = lineEnd < 0 ? text.length : lineEnd + 1;
    const shown = text.slice(end, next).replace(/\x1b\[\d*m|\n$/g, "").length;
    used += Math.max(1, Math.ceil(shown / Math.max(1, columns)));
    if (used > rows && end > 0) break;
    end = next;
  }
  return text.slice(0, end);
}
