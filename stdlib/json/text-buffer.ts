// Collects the bytes of a text that is being written, JSON strings included: in a buffer of fixed size,
// which is emptied into a string each time it is full. Long strings are appended as they are.
import { machine } from "../../interpreter/host/index.ts";
import { isAscii, repeatText } from "../../interpreter/runtime/index.ts";
import { latin1Buffer } from "./latin1-buffer.ts";
import type { Latin1Buffer } from "./latin1-buffer.ts";
import { sequenceLength } from "./utf8.ts";

/** Longer strings are copied by the host. */
const BY_HAND = 32;
/** Shorter strings are escaped faster without a call of the host. */
const WORTH_A_CALL = 512;
/** Longer strings are not copied at all. */
const COPIED = 1 << 10;
/** How long one byte may become. */
const ESCAPE = 6;
/** Room is made for so many bytes at a time. */
const PIECE = 1 << 12;
const BACKSLASH = 0x5c;

/** For bytes that cannot stand in a string as they are: the letter of a short escape, `u`, or 1 above 0x7f. */
const SPECIAL = new Uint8Array(256).fill(0x75, 0, 0x20).fill(1, 0x80);
for (const [code, letter] of ['""', "\\\\", "\bb", "\ff", "\nn", "\rr", "\tt"])
  SPECIAL[code!.charCodeAt(0)] = letter!.charCodeAt(0);

const NEEDS_CARE = /["\\\x00-\x1f\x80-\xff]/;
const HEX = "0123456789abcdef";

export class TextBuffer {
  readonly #bytes: Latin1Buffer;
  #size = 0;
  /** What did not fit any more. */
  #text = "";

  /** `size` has room for a piece. */
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

  /** The host throws a RangeError when the string would be too large, which is a panic to the runtime. */
  #empty(): void {
    if (this.#size > 0) this.#text += this.#bytes.latin1Slice(0, this.#size);
    this.#size = 0;
  }

  #reserve(count: number): void {
    if (this.#size + count > this.#bytes.length) this.#empty();
  }

  addByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = byte;
  }

  /** @throws Panic when the text would be too large. */
  addSpaces(count: number): void {
    this.addPlain(repeatText(" ", count));
  }

  /** An integer of 32 bits. */
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

  /** A string literal by 3.5; each byte that is not part of well-formed UTF-8 becomes `\uFFFD`. */
  addQuoted(text: string): void {
    this.addByte(0x22);
    this.addEscaped(text);
    this.addByte(0x22);
  }

  /** What stands between the quotes. */
  addEscaped(text: string): void {
    if (text.length <= BY_HAND) this.#addEscaped(text, this.#addStart(text));
    else if (!NEEDS_CARE.test(text)) this.addPlain(text);
    else if (text.length < WORTH_A_CALL || !this.#addByHost(text)) this.#addEscaped(text, 0);
  }

  /** The host escapes as we do, but for bytes that are no UTF-8. */
  #addByHost(text: string): boolean {
    if (!isAscii(text) && !machine().javascript.isUtf8(Buffer.from(text, "latin1"))) return false;
    this.addPlain(JSON.stringify(text).slice(1, -1));
    return true;
  }

  /** Adds a short text up to the first byte that needs care; how many bytes that were. */
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

  /** Adds what begins before `end`, for all of which there is room; where it stopped. */
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

/** Writes `\u` and four digits at `at`; the place behind them. A byte has small letters, U+FFFD large ones (3.5). */
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
