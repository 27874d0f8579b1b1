// Percent-decoding to bytes (reference/http-server#parsing-of-requests, reference/http-server#responses).
// Invalid escapes are kept or make decoding fail.

/** The values of hexadecimal digits by their bytes; -1 for other bytes. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) =>
  "0123456789abcdef".indexOf(String.fromCharCode(byte).toLowerCase()),
);

/** Decodes `%XX`. Other text, including invalid escapes, is kept. */
export function decodeEscapes(text: string): string {
  return text.includes("%") ? decodeBytes(text, false) : text;
}

/** Decodes byte by byte: replacing many matches takes microseconds each, and a form may hold millions. */
function decodeBytes(text: string, plusIsSpace: boolean): string {
  const bytes = Buffer.from(text, "latin1");
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at]!;
    if (byte === PERCENT) {
      const high = DIGITS[bytes[at + 1] ?? 0]!;
      const low = DIGITS[bytes[at + 2] ?? 0]!;
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        at += 2;
      }
    } else if (byte === PLUS && plusIsSpace) byte = SPACE;
    bytes[length++] = byte;
  }
  return bytes.toString("latin1", 0, length);
}

const [SPACE, PERCENT, PLUS] = [0x20, 0x25, 0x2b];

/** Decodes `%XX`, or returns null if an escape is invalid. */
export function decodeStrictly(text: string): string | null {
  return /%(?![0-9A-Fa-f]{2})/.test(text) ? null : decodeEscapes(text);
}

/** Decodes a name or value of a query string, in which `+` is a space. */
function decodeQueryPart(text: string): string {
  return /[%+]/.test(text) ? decodeBytes(text, true) : text;
}

export interface QueryPair {
  readonly name: string;
  readonly value: string;
}

/** Returns the first `most` decoded pairs of a query string, in order. */
export function queryPairs(query: string, most = Infinity): QueryPair[] {
  const decode = /[%+]/.test(query) ? decodeQueryPart : identity;
  const pairs: QueryPair[] = [];
  for (let start = 0; start < query.length && pairs.length < most; ) {
    const found = query.indexOf("&", start);
    const end = found < 0 ? query.length : found;
    const piece = query.slice(start, end);
    const equals = piece.indexOf("=");
    if (equals >= 0)
      pairs.push({ name: decode(piece.slice(0, equals)), value: decode(piece.slice(equals + 1)) });
    else if (piece !== "") pairs.push({ name: decode(piece), value: "" });
    start = end + 1;
  }
  return pairs;
}

function identity(text: string): string {
  return text;
}
