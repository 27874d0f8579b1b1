// Character encodings: Node decodes, except Shift-JIS, whose control characters its decoder exchanges, and Windows-1252. The
// package iconv-lite encodes what Node does not.
import iconv from "iconv-lite";
import { fromBytes, toBytes, wellFormedText } from "../../interpreter/runtime/index.ts";

/** Bytes or text that an encoding does not have, with the reason. */
export class EncodingProblem extends Error {}

type Encoding =
  | "utf-8"
  | "utf-16"
  | "utf-16le"
  | "utf-16be"
  | "latin1"
  | "windows-1252"
  | "shift-jis"
  | "gb18030";

/** By name in lower case, without `-`, `_` and spaces. */
const NAMES: Readonly<Record<string, Encoding>> = {
  utf8: "utf-8",
  utf16: "utf-16",
  utf16le: "utf-16le",
  utf16be: "utf-16be",
  latin1: "latin1",
  iso88591: "latin1",
  l1: "latin1",
  windows1252: "windows-1252",
  cp1252: "windows-1252",
  shiftjis: "shift-jis",
  sjis: "shift-jis",
  gb18030: "gb18030",
};

function encodingOf(name: string): Encoding {
  const key = name.toLowerCase().replace(/[-_ ]/g, "");
  const found = name.length <= 64 && Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
  if (found === undefined) throw new EncodingProblem(`unknown encoding: ${name.slice(0, 64)}`);
  return found;
}

/** @throws EncodingProblem */
export function decoded(bytes: string, name: string): string {
  const encoding = encodingOf(name);
  switch (encoding) {
    case "latin1":
      return toBytes(bytes);
    case "shift-jis":
      return toBytes(fromShiftJis(bytes));
    case "windows-1252":
      return toBytes(bytes.replace(/[\x80-\x9f]/g, (byte) => UPPER[byte.charCodeAt(0) - 0x80]!));
    case "utf-16":
      return toBytes(byNode(bytes, bytes.startsWith("\xfe\xff") ? "utf-16be" : "utf-16le", encoding));
    default:
      return toBytes(byNode(bytes, encoding, encoding));
  }
}

function byNode(bytes: string, label: string, name: Encoding): string {
  try {
    return new TextDecoder(label, { fatal: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    throw new EncodingProblem(`the bytes are not ${name}`);
  }
}

function fromShiftJis(bytes: string): string {
  const text = iconv.decode(Buffer.from(bytes, "latin1"), "shift_jis");
  // No bytes of Shift-JIS are this character.
  if (text.includes("\ufffd")) throw new EncodingProblem("the bytes are not shift-jis");
  return text;
}

/** @throws EncodingProblem */
export function encoded(bytes: string, name: string): string {
  const encoding = encodingOf(name);
  const text = wellFormedText(bytes);
  if (text === null) throw new EncodingProblem("the text is not UTF-8");
  switch (encoding) {
    case "utf-8":
      return bytes;
    case "utf-16":
      return Buffer.from(`\ufeff${text}`, "utf16le").toString("latin1");
    case "utf-16le":
      return Buffer.from(text, "utf16le").toString("latin1");
    case "utf-16be":
      return Buffer.from(text, "utf16le").swap16().toString("latin1");
    case "latin1":
      return checked(text, text.search(/[^\0-\xff]/u), encoding, () => text);
    case "windows-1252":
      return windows1252(text);
    default:
      return multiByte(text, encoding);
  }
}

/** The result of `make`, unless the text has a wrong character at `wrong`. @throws EncodingProblem */
function checked(text: string, wrong: number, name: Encoding, make: () => string): string {
  if (wrong < 0) return make();
  const code = text.codePointAt(wrong)!.toString(16).toUpperCase().padStart(4, "0");
  throw new EncodingProblem(`${name} has no character U+${code}`);
}

/** The characters of the bytes 0x80 to 0x9f: the decoder of Node before 24 takes Windows-1252 for Latin-1. */
const UPPER = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

function windows1252(text: string): string {
  const fits = (char: string): boolean =>
    char <= "\x7f" || (char >= "\xa0" && char <= "\xff") || UPPER.includes(char);
  const wrong = /[^\0-\x7f\xa0-\xff]/u.test(text) ? firstNot(text, fits) : -1;
  return checked(text, wrong, "windows-1252", () =>
    text.replace(/[^\0-\x7f\xa0-\xff]/gu, (char) => String.fromCharCode(0x80 + UPPER.indexOf(char))),
  );
}

function firstNot(text: string, fits: (char: string) => boolean): number {
  let at = 0;
  for (const char of text) {
    if (!fits(char)) return at;
    at += char.length;
  }
  return -1;
}

/** The package writes `?` for what does not fit: what it wrote is decoded again, and compared. */
function multiByte(text: string, encoding: "shift-jis" | "gb18030"): string {
  const bytes = iconv.encode(text, encoding === "shift-jis" ? "shift_jis" : encoding).toString("latin1");
  const back = fromBytes(decoded(bytes, encoding));
  let at = 0;
  while (at < text.length && text[at] === back[at]) at++;
  if (back === text) return bytes;
  // Within a pair, the character begins one unit before.
  return checked(text, at > 0 && /[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at, encoding, () => bytes);
}
