// Collects the bytes of a text, including JSON strings, in a buffer of fixed size that is emptied into a
// string each time it is full. Long strings are appended unchanged.
import { machine } from "../../interpreter/host/index.ts";
import { isAscii, repeatText } from "../../interpreter/runtime/index.ts";
import { latin1Buffer } from "./latin1-buffer.ts";
import type { Latin1Buffer } from "./latin1-buffer.ts";
import { sequenceLength } from "./utf8.ts";

/** The length above which Node copies strings. */
const BY_HAND = 32;
/** The length below which a string is escaped faster without `JSON.stringify`. */
const WORTH_A_CALL = 512;
/** The length above which strings are appended without being copied into the buffer. */
const COPIED = 1 << 10;
/** The most bytes that one byte becomes. */
const ESCAPE = 6;
/** The bytes for which room is made at a time. */
const PIECE = 1 << 12;
const BACKSLASH = 0x5c;

/**
 * Marks bytes that need escaping in a string: the letter of a short escape, or `u`; 1 for bytes above 0x7f.
 */
const SPECIAL = new Uint8Array(256).fill(0x75, 0, 0x20).fill(1, 0x80);
for (const [code, letter] of ['""', "\\\\", "\bb", "\ff", "\nn", "\rr", "\tt"])
  SPECIAL[code!.charCodeAt(0)] = letter!.charCodeAt(0);

const NEEDS_CARE = /["\\\x00-\x1f\x80-\xff]/;
const HEX = "0123456789abcdef";

export class TextBuffer {
  readonly #bytes: Latin1Buffer;
  #size = 0;
  /** The text that has been emptied from the buffer. */
  #text = "";

  /** `size` must have room for a piece. */
  constructor(size: number) {
    this.#bytes = latin1Buffer(size);
  }

  clear(): void {
    this.#size = 0;
    this.#text = "";
  }

  toString(): string {
    this.#empty();
    const text = this.#text;
    this.clear();
    return text;
  }

  /**
   * JavaScript throws a RangeError if the string would be too large, which the runtime reports as a panic.
   */
  #empty(): void {
    if (this.#size > 0) this.#text += this.#bytes.latin1Slice(0, this.#size);
    this.#size = 0;
  }

  #reserve(count: number): void {
    if (this.#size + count > this.#bytes.length) this.#empty();
  }

  /** The byte that was added last, or -1. */
  get lastByte(): number {
    if (this.#size > 0) return this.#bytes[this.#size - 1]!;
    return this.#text === "" ? -1 : this.#text.charCodeAt(this.#text.length - 1);
  }

  addByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = byte;
  }

  /** @throws Panic if the text would be too large. */
  addSpaces(count: number): void {
    this.addPlain(repeatText(" ", count));
  }

  /** Appends a 32-bit integer. */
  addInteger(value: number): void {
    this.#reserve(11);
    const bytes = this.#bytes;
    if (value < 0) bytes[this.#size++] = 0x2d;
    let rest = Math.abs(value);
    let at = this.#size + digitCount(rest);
    this.#size = at;
    while (rest > 9) {
      const next = (rest / 10) | 0;
      bytes[--at] = 0x30 + rest - next * 10;
      rest = next;
    }
    bytes[--at] = 0x30 + rest;
  }

  addPlain(text: string): void {
    if (text.length > COPIED) {
      this.#empty();
      this.#text += text;
      return;
    }
    this.#reserve(text.length);
    if (text.length > BY_HAND) {
      this.#size += this.#bytes.latin1Write(text, this.#size, text.length);
      return;
    }
    const bytes = this.#bytes;
    const at = this.#size;
    for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
    this.#size = at + text.length;
  }

  /**
   * Appends a string literal (std/json). Each byte that is not part of well-formed UTF-8 becomes `\uFFFD`.
   */
  addQuoted(text: string): void {
    this.addByte(0x22);
    this.addEscaped(text);
    this.addByte(0x22);
  }

  /** Appends the contents of a string literal, without the quotes. */
  addEscaped(text: string): void {
    if (text.length <= BY_HAND) this.#addEscaped(text, this.#addStart(text));
    else if (!NEEDS_CARE.test(text)) this.addPlain(text);
    else if (text.length < WORTH_A_CALL || !this.#addByHost(text)) this.#addEscaped(text, 0);
  }

  /** `JSON.stringify` escapes like this module, except for bytes that are not UTF-8. */
  #addByHost(text: string): boolean {
    if (!isAscii(text) && !machine().javascript.isUtf8(Buffer.from(text, "latin1"))) return false;
    this.addPlain(JSON.stringify(text).slice(1, -1));
    return true;
  }

  /** Appends a short string up to the first byte that needs escaping, and returns the number of bytes. */
  #addStart(text: string): number {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    const at = this.#size;
    let i = 0;
    for (; i < text.length; i++) {
      const byte = text.charCodeAt(i);
      if (SPECIAL[byte] !== 0) break;
      bytes[at + i] = byte;
    }
    this.#size = at + i;
    return i;
  }

  #addEscaped(text: string, from: number): void {
    let at = from;
    while (at < text.length) {
      const end = Math.min(at + PIECE, text.length);
      this.#reserve((end - at) * ESCAPE);
      at = this.#addPiece(text, at, end);
    }
  }

  /**
   * Appends the characters that begin before `end`, for which there must be room, and returns the offset
   * after them.
   */
  #addPiece(text: string, start: number, end: number): number {
    const bytes = this.#bytes;
    let i = start;
    let at = this.#size;
    while (i < end) {
      const byte = text.charCodeAt(i);
      const special = SPECIAL[byte]!;
      if (special === 0) {
        bytes[at++] = byte;
        i++;
      } else if (special === 1) {
        const length = sequenceLength(text, i);
        if (length === 0) at = unicodeEscape(bytes, at, 0xfffd);
        const behind = i + Math.max(length, 1);
        for (; length > 0 && i < behind; i++) bytes[at++] = text.charCodeAt(i);
        i = behind;
      } else if (special === 0x75) {
        at = unicodeEscape(bytes, at, byte);
        i++;
      } else {
        bytes[at++] = BACKSLASH;
        bytes[at++] = special;
        i++;
      }
    }
    this.#size = at;
    return i;
  }
}

/**
 * Writes `\u` and four digits at `at`, and returns the offset after them. Digits are lowercase for a byte and
 * uppercase for U+FFFD (std/json).
 */
function unicodeEscape(bytes: Uint8Array, at: number, unit: number): number {
  const digits = unit < 0x100 ? `00${HEX[unit >> 4]}${HEX[unit & 15]}` : "FFFD";
  bytes[at] = BACKSLASH;
  bytes[at + 1] = 0x75;
  for (let i = 0; i < 4; i++) bytes[at + 2 + i] = digits.charCodeAt(i);
  return at + ESCAPE;
}

function digitCount(value: number): number {
  if (value < 1e5) return value < 10 ? 1 : value < 100 ? 2 : value < 1e3 ? 3 : value < 1e4 ? 4 : 5;
  return value < 1e6 ? 6 : value < 1e7 ? 7 : value < 1e8 ? 8 : value < 1e9 ? 9 : 10;
}
