// Strings (reference/lexical#strings-and-escapes): `"a${x}b"` is stringStart "a", the tokens of x, stringEnd
// "b". The end of an embedded expression is found by braces and literals only (interpolation.ts); then its
// text is tokenized like any other.
import { notes } from "../diagnostics/index.ts";
import { toByteString } from "../source/index.ts";
import { readEscape } from "./escapes.ts";
import { embeddedEnd } from "./interpolation.ts";
import type { LexerOutput } from "./lexer-output.ts";
import { closingQuote } from "./misused-quotes.ts";

/** Reads the tokens between two offsets; false if expressions are embedded too deeply. */
export type ReadEmbedded = (start: number, end: number) => boolean;

/** The text of a string up to a quote, an escape, a `$` or a line break. */
const PLAIN = /[^"\\$\r\n]*/y;

/** Reads a string from its opening quote; returns the offset after it. */
export function readString(out: LexerOutput, start: number, limit: number, read: ReadEmbedded): number {
  return out.text.startsWith('""', start + 1) && start + 3 <= limit
    ? readBlock(out, start, limit)
    : readPieces(out, start, limit, read);
}

function readBlock(out: LexerOutput, start: number, limit: number): number {
  const close = out.text.indexOf('"""', start + 3);
  const found = close >= 0 && close + 3 <= limit;
  if (!found) out.report("L2", start, start + 3, { what: notes.blockString }, { swallowsRest: true });
  const raw = out.text.slice(start + 3, found ? close : limit);
  const end = found ? close + 3 : limit;
  out.push("blockString", start, end, toByteString(raw.replace(/\r\n?/g, "\n")));
  return end;
}

/** Pushes one `string`, or start, middle and end pieces. */
function readPieces(out: LexerOutput, start: number, limit: number, read: ReadEmbedded): number {
  const { text } = out;
  const parts: string[] = [];
  let kind: "stringStart" | "stringMiddle" = "stringStart";
  let pieceStart = start;
  let embedded = false;
  let at = start + 1;
  const piece = (): string => toByteString(parts.splice(0).join(""));
  for (;;) {
    PLAIN.lastIndex = at;
    PLAIN.test(text);
    const plainEnd = Math.min(PLAIN.lastIndex, limit);
    if (plainEnd > at) parts.push(text.slice(at, plainEnd));
    at = plainEnd;
    const character = at < limit ? text[at] : undefined;
    if (character === '"') {
      out.push(embedded ? "stringEnd" : "string", pieceStart, at + 1, piece());
      return at + 1;
    }
    if (character === undefined || character === "\n" || character === "\r") {
      const close = unterminated(out, start, pieceStart, at, limit);
      out.push(embedded ? "stringEnd" : "string", pieceStart, close, piece());
      return close;
    }
    if (character === "\\") {
      const escape = readEscape(out, at, limit);
      parts.push(String.fromCodePoint(escape.value));
      at = escape.end;
    } else if (text[at + 1] !== "{" || at + 1 >= limit) {
      parts.push("$");
      at++;
    } else {
      out.push(kind, pieceStart, at + 2, piece());
      embedded = true;
      kind = "stringMiddle";
      const close = readEmbedded(out, at, limit, read);
      if (close === undefined) {
        const end = beforeClosers(text, at + 2, out.endOfLine(at, limit));
        out.push("stringEnd", end, end, "");
        return end;
      }
      pieceStart = close;
      at = close + 1;
    }
  }
}

/** Reads the tokens of `${ … }` from the dollar sign; returns the offset of the closing brace. */
function readEmbedded(out: LexerOutput, at: number, limit: number, read: ReadEmbedded): number | undefined {
  const close = embeddedEnd(out.text, at + 2, limit);
  if (close === undefined) {
    const problem = notes.unterminatedInterpolation;
    out.report("P7", at, at + 2, { problem }, { hint: notes.closeBraceOnLine });
    out.push("ident", at + 2, at + 2, "_");
    return undefined;
  }
  const before = out.tokens.length;
  if (!read(at + 2, close)) {
    out.report("P10", at, at + 2, {});
    out.push("ident", at + 2, close, "_");
  } else if (out.tokens.length === before) {
    const problem = notes.emptyInterpolation;
    out.report("P7", at, close + 1, { problem }, { hint: notes.expressionBetweenBraces });
    out.push("ident", at + 2, close, "_");
  }
  return close;
}

/**
 * Reports a string without closing quote on its line. It ends where a string of several lines ends, or before
 * the closing brackets at the end of its line, which keep their meaning.
 */
function unterminated(out: LexerOutput, start: number, piece: number, end: number, limit: number): number {
  const later = closingQuote(out.text.slice(end, limit));
  const hint = later < 0 ? {} : { hint: notes.stringsOfSeveralLines };
  out.report("L2", start, start + 1, { what: "string" }, { label: notes.thisQuoteIsNotClosed, ...hint });
  return later >= 0 ? end + later + 1 : beforeClosers(out.text, piece + 1, end);
}

function beforeClosers(text: string, start: number, end: number): number {
  while (end > start && /[)\]},;\s]/.test(text[end - 1]!)) end--;
  return end;
}
