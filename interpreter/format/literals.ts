// Literals in their canonical spelling (language 17).
import type { BoolLit, CharLit, FloatLit, IntLit, StringLit } from "../syntax/index.ts";
import { verbatim, type Doc } from "./doc.ts";
import type { Printer } from "./printer.ts";

export function printLiteral(p: Printer, literal: IntLit | FloatLit | BoolLit | StringLit | CharLit): Doc {
  switch (literal.kind) {
    case "IntLit":
      return intText(literal.value, p.textOf(literal.span));
    case "FloatLit":
      return floatText(literal.value, p.textOf(literal.span));
    case "BoolLit":
      return String(literal.value);
    case "CharLit":
      return `'${escape(String.fromCodePoint(literal.value), "'")}'`;
    case "StringLit":
      return literal.block ? verbatim(p.textOf(literal.span).replace(/\r\n?/g, "\n")) : `"${pieceText(literal.value)}"`;
  }
}

/** A 64-bit pattern above the largest Int stays as written: in decimal it would be another expression. */
export function intText(value: bigint, written: string): string {
  return value < 0n ? written.replaceAll("_", "") : String(value);
}

export function floatText(value: number, written: string): string {
  if (!Number.isFinite(value)) return written.replaceAll("_", "");
  // The sign is part of a number in patterns only.
  const text = Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
  const [digits = "", exponent] = text.split("e");
  const pointed = digits.includes(".") ? digits : `${digits}.0`;
  return exponent === undefined ? pointed : `${pointed}e${exponent}`;
}

/** The inside of a string, given its bytes. */
export function pieceText(bytes: string): string {
  return escape(Buffer.from(bytes, "latin1").toString("utf8"), '"').replaceAll("${", "\\${");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", "\\": "\\\\",
};

function escape(text: string, quote: string): string {
  let out = "";
  for (const character of text) {
    if (character === quote) out += `\\${quote}`;
    else if (ESCAPES[character] !== undefined) out += ESCAPES[character];
    else if (character !== " " && /[\p{C}\p{Z}]/u.test(character)) out += `\\u{${character.codePointAt(0)!.toString(16)}}`;
    else out += character;
  }
  return out;
}
