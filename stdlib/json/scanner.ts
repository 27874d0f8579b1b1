// Scans the tokens of JSON texts (std/json): white space, words, strings, numbers, and the nesting depth.
// Strings without escapes are slices of the text. Parsers extend it.
import { machine } from "../../interpreter/host/index.ts";
import { isAscii, toBytes, type Steps } from "../../interpreter/runtime/index.ts";
import { ByteBuffer } from "./byte-buffer.ts";
import { JsonFailure } from "./json-failure.ts";
import { endlessInteger, isDigit, MINUS, NumberScanner } from "./number-scanner.ts";
import { sequenceLength } from "./utf8.ts";
import type { Part } from "./value.ts";

/** The levels of arrays and objects in a text, by default. */
const DEEPEST = 256;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const SPACE = 0x20;
const ZERO = 0x30;
const BACKSLASH = 0x5c;

/** The character of each escape `\x`, by the code of `x`; 0 for none. */
const ESCAPES = new Uint8Array(128);
for (const [letter, value] of Object.entries({
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
})) {
  ESCAPES[letter.charCodeAt(0)] = value.charCodeAt(0);
}

/** The length above which a regular expression finds the end of a run of literal bytes. */
const BY_HAND = 24;
/** The bytes of a string with escapes that are read without a pause, or in one step. */
export const STRETCH = 32_768;
/** The length below which a string with escapes is read faster without `JSON.parse`. */
const WORTH_A_CALL = 256;
/**
 * 1 for the literal bytes of strings: in texts that may be malformed UTF-8, and in those that are
 * well-formed.
 */
const ASCII = new Uint8Array(256).fill(1, SPACE, 0x80);
const ANY = new Uint8Array(256).fill(1, SPACE);
for (const table of [ASCII, ANY]) table[QUOTE] = table[BACKSLASH] = 0;
const ASCII_RUN = /[^"\\\x00-\x1f\x80-\xff]*/y;
const RUN = /[^"\\\x00-\x1f]*/y;

/** Thrown if a string turns out to be too long for one step. */
export const TOO_LONG = Symbol("too long");

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export class Scanner {
  protected readonly text: string;
  protected at = 0;
  protected depth = 0;
  /** Longer strings with escapes throw `TOO_LONG`, because they must be read in steps. */
  protected longest = Infinity;
  #decoded: ByteBuffer | null = null;
  #plain = ASCII;
  /** Null until it is computed. */
  #isUtf8: boolean | null = null;
  readonly #numbers = new NumberScanner();
  readonly #deepest: number;

  constructor(text: string, deepest = DEEPEST) {
    this.text = text;
    this.#deepest = deepest;
  }

  /** Checks that only white space is left. @throws JsonFailure */
  end(): void {
    this.next();
    if (this.at < this.text.length) throw new JsonFailure(`trailing content at offset ${this.at}`);
  }

  /** Skips white space and returns the next byte, or NaN at the end. */
  protected next(): number {
    let byte = this.text.charCodeAt(this.at);
    if (!isSpace(byte)) return byte;
    const last = this.at + this.longest;
    do {
      if (this.at >= last) throw TOO_LONG;
      byte = this.text.charCodeAt(++this.at);
    } while (isSpace(byte));
    return byte;
  }

  /** Whether white space is next, which `spaceInSteps` skips. */
  protected get hasSpace(): boolean {
    return isSpace(this.text.charCodeAt(this.at));
  }

  /** Skips white space, however long. */
  *spaceInSteps(): Steps<void> {
    for (let last = this.at + STRETCH; this.hasSpace; this.at++) {
      if (this.at < last) continue;
      last = this.at + STRETCH;
      yield;
    }
  }

  protected word(word: string): void {
    if (!this.text.startsWith(word, this.at)) throw new JsonFailure("invalid token");
    this.at += word.length;
  }

  protected number(): Part {
    const number = this.#numbers.scan(this.text, this.at, this.longest);
    if (number === undefined) throw TOO_LONG;
    this.at = this.#numbers.end;
    return number;
  }

  /** Reads an integer of very many digits; null, without having moved, for any other part. */
  protected *longInteger(): Steps<Part | null> {
    const { text } = this;
    const negative = text.charCodeAt(this.at) === MINUS;
    const first = negative ? this.at + 1 : this.at;
    let end = first;
    for (let byte = text.charCodeAt(end); isDigit(byte); byte = text.charCodeAt(++end))
      if (end % STRETCH === 0) yield;
    if (end - first < STRETCH || text.charCodeAt(first) === ZERO || /[.eE]/.test(text.charAt(end)))
      return null;
    this.at = end;
    return endlessInteger(negative);
  }

  protected open(): void {
    if (++this.depth > this.#deepest) throw new JsonFailure("maximum nesting depth exceeded");
    this.at++;
  }

  protected close(): void {
    this.depth--;
    this.at++;
  }

  /** Returns true after the last member of an object, which it closes. */
  protected endOfMember(): boolean {
    const byte = this.next();
    if (byte === COMMA) {
      this.at++;
      return false;
    }
    if (byte !== CLOSE_OBJECT) throw new JsonFailure("expected , or } in object");
    this.close();
    return true;
  }

  protected key(): string {
    if (this.next() !== QUOTE) throw new JsonFailure("expected string key in object");
    this.at++;
    return this.string();
  }

  protected *keyInSteps(): Steps<string> {
    if (this.hasSpace) yield* this.spaceInSteps();
    if (this.next() !== QUOTE) throw new JsonFailure("expected string key in object");
    this.at++;
    return yield* this.stringInSteps();
  }

  /** Skips this key if it is next. The key must be the same in the text, without escapes. */
  protected skipKey(key: string): boolean {
    if (this.next() !== QUOTE) return false;
    const first = this.at + 1;
    const end = first + key.length;
    if (this.text.charCodeAt(end) !== QUOTE) return false;
    // Keys are short, for which this loop is faster than `startsWith`.
    for (let i = 0; i < key.length; i++)
      if (this.text.charCodeAt(first + i) !== key.charCodeAt(i)) return false;
    this.at = end + 1;
    return true;
  }

  protected colon(): void {
    if (this.next() !== COLON) throw new JsonFailure("expected : in object");
    this.at++;
  }

  /** Reads from after the opening quote to after the closing one. */
  protected string(): string {
    const start = this.at;
    const end = this.#endOfRun(start);
    if (this.text.charCodeAt(end) === BACKSLASH) return this.#escapedString(start, end);
    this.at = end + 1;
    return this.text.slice(start, end);
  }

  /** Reads a string, in steps if it is long. */
  protected *stringInSteps(): Steps<string> {
    const start = this.at;
    const end = this.#endOfRun(start);
    if (
      this.text.charCodeAt(end) !== BACKSLASH ||
      endOfString(this.text, end, end + STRETCH) <= end + STRETCH
    )
      return this.string();
    const decoded = (this.#decoded ??= new ByteBuffer());
    decoded.clear();
    decoded.addText(this.text, start, end);
    this.at = end;
    while (!this.#escapesByHand(decoded, this.at + STRETCH)) yield;
    return decoded.toString();
  }

  /** Reads a string with escapes, the first of them at `at`. */
  #escapedString(start: number, at: number): string {
    const limit = at + this.longest;
    const end = endOfString(this.text, at, limit);
    if (end > limit) throw TOO_LONG;
    const whole = end - start < WORTH_A_CALL ? null : this.#byHost(start, end);
    if (whole === null) return this.#escapedByHand(start, at);
    this.at = end + 1;
    return whole;
  }

  /**
   * Reads a string between two quotes with `JSON.parse`. Returns null if that would read it differently or
   * reject it.
   */
  #byHost(start: number, end: number): string | null {
    const literal = this.text.slice(start - 1, end + 1);
    const plain = isAscii(literal);
    // The result would mix bytes with characters.
    if (!plain && (literal.includes("\\u") || !this.#holdsUtf8())) return null;
    try {
      const read = JSON.parse(literal) as string;
      return !plain || !literal.includes("\\u") ? read : read.isWellFormed() ? toBytes(read) : null;
    } catch {
      return null;
    }
  }

  #escapedByHand(start: number, at: number): string {
    const decoded = (this.#decoded ??= new ByteBuffer());
    decoded.clear();
    decoded.addText(this.text, start, at);
    this.at = at;
    this.#escapesByHand(decoded, Infinity);
    return decoded.toString();
  }

  /**
   * Decodes escapes and the bytes after each, up to the end of the string or past `until`. Returns whether
   * the end was reached.
   */
  #escapesByHand(decoded: ByteBuffer, until: number): boolean {
    while (this.text.charCodeAt(this.at) === BACKSLASH) {
      if (this.at >= until) return false;
      this.#escape(decoded);
      const run = this.at;
      this.at = this.#endOfRun(run);
      decoded.addText(this.text, run, this.at);
    }
    this.at++;
    return true;
  }

  /**
   * Returns the offset of the next quote or backslash from `from` on. @throws JsonFailure for an invalid byte
   * before it
   */
  #endOfRun(from: number): number {
    const text = this.text;
    let at = from;
    for (;;) {
      const soon = at + BY_HAND;
      while (at < soon && this.#plain[text.charCodeAt(at)] === 1) at++;
      if (at === soon) at = endOf(this.#plain === ASCII ? ASCII_RUN : RUN, text, at);
      const byte = text.charCodeAt(at);
      if (byte === QUOTE || byte === BACKSLASH) return at;
      if (byte !== byte) throw new JsonFailure("unterminated string");
      if (byte < SPACE) throw new JsonFailure("unescaped control character in string");
      at += this.#pastAscii(at);
    }
  }

  /**
   * Returns the length of the character that begins with a byte above 0x7f, or 0 if no further bytes need
   * checking: the whole text is UTF-8, and so is each string between quotes.
   */
  #pastAscii(at: number): number {
    if (this.#holdsUtf8()) {
      this.#plain = ANY;
      return 0;
    }
    const length = sequenceLength(this.text, at);
    if (length === 0) throw new JsonFailure("invalid UTF-8 in string");
    return length;
  }

  #holdsUtf8(): boolean {
    return (this.#isUtf8 ??= machine().javascript.isUtf8(Buffer.from(this.text, "latin1")));
  }

  #escape(decoded: ByteBuffer): void {
    const letter = this.text.charCodeAt(this.at + 1);
    if (letter !== 0x75) {
      const byte = letter < 128 ? ESCAPES[letter]! : 0;
      if (byte === 0) throw new JsonFailure("bad escape");
      decoded.addByte(byte);
      this.at += 2;
      return;
    }
    const unit = hexUnit(this.text, this.at + 2);
    if (unit < 0) throw new JsonFailure("bad unicode escape");
    this.at += 6;
    if (unit < 0xd800 || unit > 0xdfff) return decoded.addCodePoint(unit);
    if (unit >= 0xdc00) throw new JsonFailure("lone low surrogate in \\u escape");
    if (!this.text.startsWith("\\u", this.at)) throw new JsonFailure("unpaired high surrogate in \\u escape");
    const low = hexUnit(this.text, this.at + 2);
    if (low < 0xdc00 || low > 0xdfff) throw new JsonFailure("invalid low surrogate in \\u escape");
    this.at += 6;
    decoded.addCodePoint(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
  }
}

/**
 * Returns the offset of the quote that ends a string, or the end of the text. If it is past `limit`, returns
 * the offset of any quote past `limit`.
 */
function endOfString(text: string, at: number, limit: number): number {
  let end = at;
  for (;;) {
    end = text.indexOf('"', end);
    if (end < 0) return text.length;
    if (end > limit) return end;
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
    end++;
  }
}

/** Returns the end of a run of bytes that begins at `at`. */
function endOf(run: RegExp, text: string, at: number): number {
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
}

/** Returns the value of four hexadecimal digits, or -1. */
function hexUnit(text: string, at: number): number {
  let unit = 0;
  for (let i = at; i < at + 4; i++) {
    const byte = text.charCodeAt(i);
    const digit = isDigit(byte)
      ? byte - ZERO
      : (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66
        ? (byte | 0x20) - 0x57
        : -1;
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}
