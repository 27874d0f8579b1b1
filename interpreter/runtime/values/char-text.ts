// Characters and byte strings: a Char is a code point, a String holds UTF-8 bytes.

/** The UTF-8 bytes of a code point. */
export function charText(char: number): string {
  if (char < 0x80) return String.fromCharCode(char);
  if (char < 0x800) return String.fromCharCode(0xc0 | (char >> 6), 0x80 | (char & 63));
  if (char < 0x10000) {
    return String.fromCharCode(0xe0 | (char >> 12), 0x80 | ((char >> 6) & 63), 0x80 | (char & 63));
  }
  return String.fromCharCode(
    0xf0 | (char >> 18),
    0x80 | ((char >> 12) & 63),
    0x80 | ((char >> 6) & 63),
    0x80 | (char & 63),
  );
}

/** The longest text that is tested faster without a call of the host. */
const SHORT = 16;

/**
 * Whether a text or a byte string is ASCII. For long ones the host counts the bytes of the UTF-8 encoding, at the
 * speed of memory.
 */
export function isAscii(text: string): boolean {
  if (text.length > SHORT) return Buffer.byteLength(text) === text.length;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** The code points of a byte string; each ill-formed part becomes U+FFFD, as in the WHATWG decoder. */
export function stringChars(bytes: string): number[] {
  const chars: number[] = [];
  if (isAscii(bytes)) {
    for (let i = 0; i < bytes.length; i++) chars.push(bytes.charCodeAt(i));
    return chars;
  }
  const text = Buffer.from(bytes, "latin1").toString("utf8");
  for (let i = 0; i < text.length; i++) {
    const char = text.codePointAt(i)!;
    chars.push(char);
    if (char > 0xffff) i++;
  }
  return chars;
}
