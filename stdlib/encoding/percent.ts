// Percent encoding of bytes (RFC 3986 2.1), with its unreserved characters kept.
import { fromBytes, toBytes } from "../../interpreter/runtime/index.ts";

/** `%2F` and its kind, by byte. */
const ESCAPES = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`);

export function urlEncode(bytes: string): string {
  if (bytes.length > SHORT) {
    const text = fromBytes(bytes);
    // Of text that is valid the host does the same, but for these.
    if (!text.includes("\ufffd")) return encodeURIComponent(text).replace(/[!'()*]/g, (char) => ESCAPES[char.charCodeAt(0)]!);
  }
  return bytes.replace(/[^A-Za-z0-9\-_.~]/g, (byte) => ESCAPES[byte.charCodeAt(0)]!);
}

/** From here on the host's routines pay. */
const SHORT = 100;

/** A `%` without two hexadecimal digits stays, and so does `+`. */
export function urlDecode(text: string): string {
  if (!text.includes("%")) return text;
  if (text.length > SHORT && /^[\x00-\x7f]*$/.test(text)) {
    try {
      return toBytes(decodeURIComponent(text));
    } catch {
      // A `%` without digits, or bytes that are no text.
    }
  }
  return text.replace(/%[0-9A-Fa-f]{2}/g, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)));
}
