// Percent encoding of bytes (RFC 3986 section 2.1), which keeps the unreserved characters.
import { MAX_STRING, Panic, type Steps } from "../../interpreter/runtime/index.ts";

/** The escape of each byte, such as `%2F`. */
const ESCAPES = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);
const [SPACE, PERCENT, PLUS] = [0x20, 0x25, 0x2b];
/** The value of a hexadecimal digit, or -1 for any other byte. */
const VALUES = Int8Array.from(ESCAPES, (_, byte) =>
  Number(/[0-9A-Fa-f]/.test(String.fromCharCode(byte)) ? `0x${String.fromCharCode(byte)}` : -1),
);

/** Longer strings pass through buffers, piece by piece. */
const SHORT = 100;
const PIECE = 1 << 14;

/** Buffers that are kept, because allocating them costs more than using them. */
class Buffers {
  readonly from = Buffer.allocUnsafeSlow(PIECE);
  readonly to = Buffer.allocUnsafeSlow(PIECE * 3);
  readonly isPlain = Uint8Array.from(ESCAPES, (_, byte) =>
    Number(/[A-Za-z0-9\-_.~]/.test(String.fromCharCode(byte))),
  );
  /** The two digits of each byte. */
  readonly digits = Uint16Array.from(ESCAPES, (escape) => (escape.charCodeAt(1) << 8) | escape.charCodeAt(2));
}
let kept: Buffers | undefined;

/** @throws Panic `string too large`. */
export function urlEncode(bytes: string): string {
  if (bytes.length <= SHORT)
    return bytes.replace(/[^A-Za-z0-9\-_.~]/g, (byte) => ESCAPES[byte.charCodeAt(0)]!);
  const { from, to, isPlain, digits } = (kept ??= new Buffers());
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    const length = from.write(bytes.slice(at, at + PIECE), 0, "latin1");
    let end = 0;
    for (let i = 0; i < length; i++) {
      const byte = from[i]!;
      if (isPlain[byte] === 1) to[end++] = byte;
      else {
        const pair = digits[byte]!;
        to[end++] = PERCENT;
        to[end++] = pair >> 8;
        to[end++] = pair & 255;
      }
    }
    if (text.length + end > MAX_STRING) throw new Panic("string too large");
    text += to.toString("latin1", 0, end);
  }
  return text;
}

/** Leaves a `%` without two hexadecimal digits, and `+`, unchanged. */
export function urlDecode(text: string): string {
  return text.includes("%") ? decodeBytes(text, false) : text;
}

/** Decodes a name or value of a form or query, in which `+` is a space. */
export function formDecode(text: string): string {
  return /[%+]/.test(text) ? decodeBytes(text, true) : text;
}

/** Decodes byte by byte: replacing many matches takes a microsecond each, and a form may hold millions. */
function decodeBytes(text: string, plusIsSpace: boolean): string {
  const bytes = Buffer.from(text, "latin1");
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at]!;
    if (byte === PERCENT) {
      const value = (VALUES[bytes[at + 1] ?? 0]! << 4) | VALUES[bytes[at + 2] ?? 0]!;
      if (value >= 0) {
        byte = value;
        at += 2;
      }
    } else if (byte === PLUS && plusIsSpace) byte = SPACE;
    bytes[length++] = byte;
  }
  return bytes.toString("latin1", 0, length);
}

/** Decodes one piece per step; the buffers are unused between steps. */
export function* urlDecodeInSteps(text: string): Steps<string> {
  const { from, to } = (kept ??= new Buffers());
  let bytes = "";
  for (let at = 0; at < text.length; ) {
    const length = from.write(text.slice(at, at + PIECE), 0, "latin1");
    // An escape must not be cut in two.
    const whole = at + length === text.length ? length : length - 2;
    let end = 0;
    let i = 0;
    while (i < whole) {
      const byte = from[i++]!;
      to[end++] = byte;
      if (byte !== PERCENT || i + 1 >= length) continue;
      const value = (VALUES[from[i]!]! << 4) | VALUES[from[i + 1]!]!;
      if (value < 0) continue;
      to[end - 1] = value;
      i += 2;
    }
    at += i;
    bytes += to.toString("latin1", 0, end);
    yield;
  }
  return bytes;
}
