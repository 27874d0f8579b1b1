// From bytes of a decoded literal to the characters in the source that stand for them.
import type { LiteralPart } from "../check/index.ts";
import { toByteString, type Span } from "../source/index.ts";
import { decodeEscape } from "../syntax/index.ts";

/** The characters of the source that stand for a range of bytes of a part; of all if it cannot be found. */
export function spanInPart(
  { text, form, at }: LiteralPart,
  source: string,
  start: number,
  end: number,
): Span {
  const bytes = text?.length ?? 0;
  if (form === "expression" || (start === 0 && end === bytes && bytes > 0)) return at.span;
  let from: number | null = null;
  let to: number | null = null;
  let read = 0;
  let offset = at.span.start;
  while (offset < at.span.end) {
    if (from === null && read >= start) from = offset;
    if (to === null && from !== null && read >= end) to = offset;
    const unit = unitAt(source, offset, at.span.end, form);
    read += unit.bytes;
    offset = unit.end;
  }
  if (read !== bytes) return at.span;
  from ??= at.span.end;
  to ??= at.span.end;
  // What is missing is shown at the next character, at the end at the quote.
  return { start: from, end: Math.max(to, from + 1) };
}

/** The character or escape at an offset: where it ends, and the bytes that it stands for. */
function unitAt(
  source: string,
  offset: number,
  limit: number,
  form: LiteralPart["form"],
): { readonly end: number; readonly bytes: number } {
  if (form === "escaped" && source[offset] === "\\") {
    const { value, end } = decodeEscape(source, offset, limit);
    return { end, bytes: bytesOf(value) };
  }
  if (form === "block" && source.startsWith("\r\n", offset)) return { end: offset + 2, bytes: 1 };
  const value = source.codePointAt(offset)!;
  return { end: offset + (value > 0xffff ? 2 : 1), bytes: bytesOf(value) };
}

function bytesOf(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

/** How a text is written in a part. */
export function written(text: string, form: LiteralPart["form"]): string {
  if (form === "block") return text;
  return text
    .replace(/["\\]/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/\$(?=\{)/g, "\\$");
}

/** Whether a text that replaces a part has only characters that can be written there. */
export function canBeWritten(text: string, form: LiteralPart["form"]): boolean {
  return form === "escaped" || (form === "block" && !text.includes('"""') && toByteString(text) !== "");
}
