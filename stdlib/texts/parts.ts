// Cuts long strings into parts that take well below a millisecond.
import type { Steps } from "../../interpreter/runtime/index.ts";

const BYTES = 16_384;

/** Yields the parts of a text; none ends within a character. */
export function* partsOf(text: string): Generator<string, void> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + BYTES, text.length);
    while (end < text.length && (text.charCodeAt(end) & 0xc0) === 0x80) end++;
    yield text.slice(start, end);
    start = end;
  }
}

/** Passes the parts to `visit`, until it returns true. */
export function* eachPart(text: string, visit: (part: string) => boolean): Steps<void> {
  for (const part of partsOf(text)) {
    if (visit(part)) return;
    yield;
  }
}
