// JSON text to values: strict RFC 8259 with the messages of stdlib-a 3.4, in one pass over the bytes.
// Recursion is bounded by the nesting limit. Strings without escapes are slices of the text; keys come from
// shapes (shape.ts), numbers from number-scanner.ts.
import { ScriptMap } from "../../interpreter/runtime/index.ts";
import { ByteBuffer } from "./byte-buffer.ts";
import { JsonFailure } from "./json-failure.ts";
import { isDigit, NumberScanner } from "./number-scanner.ts";
import type { Shape, ShapeTree } from "./shape.ts";
import { sequenceLength } from "./utf8.ts";
import { ArrayValue, NULL, ObjectValue, valueOf } from "./value.ts";
import type { JsonValue, Part } from "./value.ts";

const DEEPEST = 256;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** What `\x` stands for, by the code of `x`; 0 for none. */
const ESCAPES = new Uint8Array(128);
for (const [letter, value] of Object.entries({ '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" })) {
  ESCAPES[letter.charCodeAt(0)] = value.charCodeAt(0);
}

/** The value of `text`. @throws JsonFailure */
export function parseJson(text: string, shapes: ShapeTree): JsonValue {
  shapes.renew();
  const parser = new Parser(text, shapes);
  const part = parser.part();
  parser.end();
  return valueOf(part);
}

class Parser {
  readonly #text: string;
  readonly #shapes: ShapeTree;
  #at = 0;
  #depth = 0;
  /** The parts of all containers that are open, innermost last; each is copied out when it is complete. */
  readonly #parts: Part[] = [];
  #top = 0;
  /** By depth, how the last object there began: its neighbours mostly begin like it. */
  readonly #openings: (Shape | null)[] = [];
  #decoded: ByteBuffer | null = null;
  readonly #numbers = new NumberScanner();

  constructor(text: string, shapes: ShapeTree) {
    this.#text = text;
    this.#shapes = shapes;
  }

  end(): void {
    this.#next();
    if (this.#at < this.#text.length) throw new JsonFailure(`trailing content at offset ${this.#at}`);
  }

  /** Skips white space; the byte there, NaN at the end. */
  #next(): number {
    let byte = this.#text.charCodeAt(this.#at);
    while (byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = this.#text.charCodeAt(++this.#at);
    return byte;
  }

  part(): Part {
    const byte = this.#next();
    switch (byte) {
      case QUOTE:
        this.#at++;
        return this.#string();
      case 0x7b:
        return this.#object();
      case 0x5b:
        return this.#array();
      case 0x74:
        this.#word("true");
        return true;
      case 0x66:
        this.#word("false");
        return false;
      case 0x6e:
        this.#word("null");
        return NULL;
    }
    if (byte === MINUS || isDigit(byte)) {
      const number = this.#numbers.scan(this.#text, this.#at);
      this.#at = this.#numbers.end;
      return number;
    }
    throw new JsonFailure(`unexpected byte at offset ${this.#at}`);
  }

  #word(word: string): void {
    if (!this.#text.startsWith(word, this.#at)) throw new JsonFailure("invalid token");
    this.#at += word.length;
  }

  #open(): void {
    if (++this.#depth > DEEPEST) throw new JsonFailure("maximum nesting depth exceeded");
    this.#at++;
  }

  #close(): void {
    this.#depth--;
    this.#at++;
  }

  #array(): ArrayValue {
    this.#open();
    const first = this.#top;
    let byte = this.#next();
    if (byte !== 0x5d) {
      for (;;) {
        const part = this.part();
        this.#parts[this.#top++] = part;
        byte = this.#next();
        if (byte === 0x5d) break;
        if (byte !== COMMA) throw new JsonFailure("expected , or ] in array");
        this.#at++;
      }
    }
    this.#close();
    return ArrayValue.of(this.#take(first));
  }

  /** The complete parts from `first` on. */
  #take(first: number): Part[] {
    const parts = this.#parts.slice(first, this.#top);
    this.#top = first;
    return parts;
  }

  #object(): ObjectValue {
    this.#open();
    const first = this.#top;
    const depth = this.#depth;
    let shape = this.#shapes.root;
    if (this.#next() === 0x7d) {
      this.#close();
      return ObjectValue.shaped(shape, []);
    }
    let likely = this.#openings[depth] ?? shape.likely;
    for (;;) {
      if (likely !== null && this.#skipKey(likely)) {
        shape = likely;
      } else {
        const key = this.#key();
        const stepped = this.#shapes.step(shape, key);
        if (stepped === null) return this.#mapObject(shape, this.#take(first), key);
        if (shape.size === 0) this.#openings[depth] = shape.likely;
        shape = stepped;
      }
      likely = shape.likely;
      const part = this.#memberPart();
      this.#parts[this.#top++] = part;
      if (this.#endOfMember()) return ObjectValue.shaped(shape, this.#take(first));
    }
  }

  /** Goes on with an object that has many keys, or one of them twice: the last value counts, in the first place. */
  #mapObject(shape: Shape, parts: readonly Part[], key: string): ObjectValue {
    const map = new ScriptMap<string, JsonValue>();
    shape.keys.forEach((known, position) => map.set(known, valueOf(parts[position]!)));
    map.set(key, valueOf(this.#memberPart()));
    while (!this.#endOfMember()) {
      const next = this.#key();
      map.set(next, valueOf(this.#memberPart()));
    }
    return new ObjectValue(map);
  }

  /** Steps over the key that `shape` adds, if it stands here. */
  #skipKey(shape: Shape): boolean {
    if (this.#next() !== QUOTE || !this.#text.startsWith(shape.key, this.#at + 1)) return false;
    const end = this.#at + 1 + shape.key.length;
    if (this.#text.charCodeAt(end) !== QUOTE) return false;
    this.#at = end + 1;
    return true;
  }

  #key(): string {
    if (this.#next() !== QUOTE) throw new JsonFailure("expected string key in object");
    this.#at++;
    return this.#string();
  }

  #memberPart(): Part {
    if (this.#next() !== COLON) throw new JsonFailure("expected : in object");
    this.#at++;
    return this.part();
  }

  #endOfMember(): boolean {
    const byte = this.#next();
    if (byte === COMMA) {
      this.#at++;
      return false;
    }
    if (byte !== 0x7d) throw new JsonFailure("expected , or } in object");
    this.#close();
    return true;
  }

  /** From behind the opening quote to behind the closing one. */
  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    for (;;) {
      const byte = text.charCodeAt(at);
      if (byte === QUOTE) {
        this.#at = at + 1;
        return text.slice(start, at);
      }
      if (byte === BACKSLASH) return this.#escapedString(start, at);
      at += byte < 0x80 && byte >= SPACE ? 1 : stringUnit(text, at, byte);
    }
  }

  /** The same where escapes occur, the first of them at `at`. */
  #escapedString(start: number, at: number): string {
    const text = this.#text;
    const decoded = (this.#decoded ??= new ByteBuffer());
    decoded.clear();
    let plain = start;
    let end = at;
    for (;;) {
      const byte = text.charCodeAt(end);
      if (byte !== QUOTE && byte !== BACKSLASH) {
        end += byte < 0x80 && byte >= SPACE ? 1 : stringUnit(text, end, byte);
        continue;
      }
      decoded.addText(text, plain, end);
      this.#at = end;
      if (byte === QUOTE) break;
      this.#escape(decoded);
      plain = end = this.#at;
    }
    this.#at++;
    return decoded.toString();
  }

  #escape(decoded: ByteBuffer): void {
    const letter = this.#text.charCodeAt(this.#at + 1);
    if (letter !== 0x75) {
      const byte = letter < 128 ? ESCAPES[letter]! : 0;
      if (byte === 0) throw new JsonFailure("bad escape");
      decoded.addByte(byte);
      this.#at += 2;
      return;
    }
    const unit = hexUnit(this.#text, this.#at + 2);
    if (unit < 0) throw new JsonFailure("bad unicode escape");
    this.#at += 6;
    if (unit < 0xd800 || unit > 0xdfff) return decoded.addCodePoint(unit);
    if (unit >= 0xdc00) throw new JsonFailure("lone low surrogate in \\u escape");
    if (!this.#text.startsWith("\\u", this.#at)) throw new JsonFailure("unpaired high surrogate in \\u escape");
    const low = hexUnit(this.#text, this.#at + 2);
    if (low < 0xdc00 || low > 0xdfff) throw new JsonFailure("invalid low surrogate in \\u escape");
    this.#at += 6;
    decoded.addCodePoint(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
  }
}

/** Length of what stands at `at` in a string and is no plain ASCII. @throws JsonFailure */
function stringUnit(text: string, at: number, byte: number): number {
  if (byte !== byte) throw new JsonFailure("unterminated string");
  if (byte < SPACE) throw new JsonFailure("unescaped control character in string");
  const length = sequenceLength(text, at);
  if (length === 0) throw new JsonFailure("invalid UTF-8 in string");
  return length;
}

/** The value of four hex digits, or -1. */
function hexUnit(text: string, at: number): number {
  let unit = 0;
  for (let i = at; i < at + 4; i++) {
    const byte = text.charCodeAt(i);
    const digit = isDigit(byte) ? byte - ZERO : (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66 ? (byte | 0x20) - 0x57 : -1;
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}
