// Percent encoding of bytes (RFC 3986 2.1), with its unreserved characters kept.

/** `%2F` and its kind, by byte. */
const ESCAPES = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`);

export function urlEncode(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9\-_.~]/g, (byte) => ESCAPES[byte.charCodeAt(0)]!);
}

/** A `%` without two hexadecimal digits stays, and so does `+`. */
export function urlDecode(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%[0-9A-Fa-f]{2}/g, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)));
}
