// What starts with a single quote: characters (reference/lexical#characters) and labels.
import { notes } from "../diagnostics/index.ts";
import { readEscape } from "./escapes.ts";
import type { LexerOutput } from "./lexer-output.ts";
import { isQuoted, isText } from "./misused-quotes.ts";

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

/** Reads a character or a label from its quote; returns the offset after it. */
export function readCharacter(out: LexerOutput, start: number, limit: number): number {
  const { text } = out;
  const label = labelEnd(out, start, limit);
  if (label !== undefined) {
    out.push("label", start, label, text.slice(start, label));
    return label;
  }
  const invalid = (end: number, problem: string, hint?: string): number => {
    const number = /^'\d+(?=[:\s])/.exec(text.slice(start, start + 24))?.[0];
    const extra =
      number !== undefined
        ? { hint: notes.labelIsName, cause: `label ${number}` }
        : hint === undefined
          ? {}
          : { hint };
    out.report("L5", start, end, { problem }, extra);
    out.push("char", start, end, text.slice(start, end), 0xfffd);
    return end;
  };
  const first = text[start + 1];
  if (first === "'") return invalid(start + 2, notes.itIsEmpty);
  if (first === undefined || start + 1 >= limit || first === "\n" || first === "\r") {
    return invalid(start + 1, notes.closingQuoteIsMissing);
  }
  const { value, end } = first === "\\" ? readEscape(out, start + 1, limit) : codePoint(text, start + 1);
  if (text[end] === "'" && end < limit) {
    out.push("char", start, end + 1, text.slice(start, end + 1), value);
    return end + 1;
  }
  const line = out.endOfLine(end, limit);
  const close = text.indexOf("'", end);
  if (/[<&]\s*$/.test(text.slice(Math.max(0, start - 2), start)) && /\w/.test(first))
    return invalid(end, notes.closingQuoteIsMissing, notes.noLifetimes);
  if (close < 0 || close >= line) return invalid(end, notes.closingQuoteIsMissing);
  return invalid(close + 1, notes.moreThanOneCharacter, notes.stringsAreWrittenInDouble);
}

function codePoint(text: string, at: number): { readonly value: number; readonly end: number } {
  const value = text.codePointAt(at)!;
  return { value, end: at + (value > 0xffff ? 2 : 1) };
}

/** The offset after a label, `'outer`; undefined if a character or a text in single quotes starts here. */
function labelEnd(out: LexerOutput, start: number, limit: number): number | undefined {
  NAME.lastIndex = start + 1;
  if (!NAME.test(out.text) || NAME.lastIndex > limit || out.text[NAME.lastIndex] === "'") return undefined;
  const end = NAME.lastIndex;
  const rest = out.text.slice(end, Math.min(out.endOfLine(end, limit), limit));
  const last = out.tokens.at(-1)?.kind;
  const names =
    /^[ \t]*:[ \t]*(?:loop|while|for)\b/.test(rest) ||
    (/^[ \t]+(?:loop|while|for)\b/.test(rest) && !isQuoted(rest));
  const jumps = last === "break" || last === "continue";
  if (jumps ? isText(rest) : !names && (!/^[ \t]*:/.test(rest) || isQuoted(rest))) return undefined;
  return end;
}
