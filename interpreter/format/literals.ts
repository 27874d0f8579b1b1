// Prints literals in their canonical spelling (reference/formatting#formatting).
import { fromByteString } from "../source/index.ts";
import type { BoolLit, CharLit, FloatLit, IntLit, StringLit } from "../syntax/index.ts";
import { verbatim, type Doc } from "./doc.ts";
import type { Printer } from "./printer.ts";

export function printLiteral(p: Printer, literal: IntLit | FloatLit | BoolLit | StringLit | CharLit): Doc {
  switch (literal.kind) {
    case "IntLit":
      return p.tokensOf(literal.span);
    case "FloatLit":
      return floatText(p.tokensOf(literal.span));
    case "BoolLit":
      return String(literal.value);
    case "CharLit":
      return writtenText(p.textOf(literal.span));
    case "StringLit":
      return literal.block
        ? verbatim(p.textOf(literal.span).replace(/\r\n?/g, "\n"))
        : writtenText(p.textOf(literal.span));
  }
}

/** A literal where the layout is text. */
export function literalText(p: Printer, literal: IntLit | FloatLit | BoolLit | StringLit | CharLit): string {
  const printed = printLiteral(p, literal);
  return typeof printed === "string" ? printed : printed.text;
}

/** A Float literal as written, with its separators, and with a decimal point. */
export function floatText(written: string): string {
  if (written.includes(".")) return written;
  const [digits = "", exponent] = written.split(/e/i);
  return exponent === undefined ? `${digits}.0` : `${digits}.0e${exponent}`;
}

/** A literal or a part of one as written: its escapes stay, characters that cannot be seen become escapes. */
export function writtenText(text: string): string {
  return text.replace(/\\u\{[^}]*\}|\\[^]|[^\\]/gu, (part) => (part.startsWith("\\") ? part : visible(part)));
}

/** The contents of a string literal for these bytes. */
export function pieceText(bytes: string): string {
  return escape(fromByteString(bytes), '"').replaceAll("${", "\\${");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\0": "\\0",
  "\\": "\\\\",
};

function escape(text: string, quote: string): string {
  let out = "";
  for (const character of text) out += character === quote ? `\\${quote}` : visible(character);
  return out;
}

/** A character, or an escape for one that cannot be seen. */
function visible(character: string): string {
  if (ESCAPES[character] !== undefined) return ESCAPES[character];
  return character !== " " && /[\p{C}\p{Z}]/u.test(character)
    ? `\\u{${character.codePointAt(0)!.toString(16)}}`
    : character;
}
