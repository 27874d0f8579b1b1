// Shortens text to a number of columns on a terminal.
import { fromBytes, toBytes } from "../../interpreter/runtime/index.ts";
import { textWidth } from "../prelude/index.ts";

let segmenter: Intl.Segmenter | undefined;

/** Returns the longest beginning of whole graphemes that takes at most `columns` columns. */
export function truncated(bytes: string, columns: number): string {
  if (columns <= 0) return "";
  // Even characters of four bytes with three marks each fit into this.
  const text = fromBytes(bytes.slice(0, wholeCharacters(bytes, columns * 64)));
  let left = columns;
  let end = 0;
  for (const { segment } of (segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" })).segment(
    text,
  )) {
    left -= textWidth(toBytes(segment));
    if (left < 0) break;
    end += segment.length;
  }
  return toBytes(text.slice(0, end));
}

function wholeCharacters(bytes: string, most: number): number {
  let end = Math.min(most, bytes.length);
  while (end < bytes.length && (bytes.charCodeAt(end) & 0xc0) === 0x80) end++;
  return end;
}
