// Escapes in strings and characters (reference/lexical#strings-and-escapes).
import { get } from "../own/index.ts";
import { notes } from "../diagnostics/index.ts";
import type { LexerOutput } from "./lexer-output.ts";

export interface Escape {
  readonly value: number;
  /** The offset after the escape. */
  readonly end: number;
  readonly problem: "escape" | "unicode" | null;
}

const SIMPLE: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  "0": 0,
  "\\": 92,
  '"': 34,
  "'": 39,
  $: 36,
};

const UNICODE = /u\{([0-9A-Fa-f]{1,6})\}/y;
const HEX = /x([0-9A-Fa-f]{2})/y;
/** The part of a malformed escape that is shown in the message. */
const MALFORMED = /u\{[^}"'\s]*\}?|[ux][0-9A-Za-z]{0,2}/y;

/** Reads an escape from its backslash, and reports one that is malformed. */
export function readEscape(out: LexerOutput, at: number, limit: number): Escape {
  const escape = decodeEscape(out.text, at, limit);
  if (escape.problem !== null) {
    const text = out.text.slice(at, escape.end);
    const hint = text === "\\(" ? notes.valuesAreEmbedded : notes.backslashIsWritten;
    const extra = /^\\[ux]/.test(text) ? {} : { hint };
    out.report("L3", at, escape.end, { unicode: escape.problem === "unicode", text }, extra);
  }
  return escape;
}

/** `at` is the offset of the backslash. */
export function decodeEscape(text: string, at: number, limit: number): Escape {
  const letter = text[at + 1];
  if (letter === undefined || at + 1 >= limit || letter === "\n" || letter === "\r") {
    return { value: 0xfffd, end: at + 1, problem: "escape" };
  }
  const simple = get(SIMPLE, letter);
  if (simple !== undefined) return { value: simple, end: at + 2, problem: null };
  for (const form of [UNICODE, HEX]) {
    form.lastIndex = at + 1;
    const digits = form.exec(text)?.[1];
    if (digits === undefined || form.lastIndex > limit) continue;
    const value = Number.parseInt(digits, 16);
    const scalar = value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff);
    return { value: scalar ? value : 0xfffd, end: form.lastIndex, problem: scalar ? null : "unicode" };
  }
  MALFORMED.lastIndex = at + 1;
  if (MALFORMED.test(text)) {
    return {
      value: 0xfffd,
      end: Math.min(MALFORMED.lastIndex, limit),
      problem: letter === "u" ? "unicode" : "escape",
    };
  }
  const length = text.codePointAt(at + 1)! > 0xffff ? 2 : 1;
  return { value: 0xfffd, end: at + 1 + length, problem: "escape" };
}
