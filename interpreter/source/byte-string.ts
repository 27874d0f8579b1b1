// Byte strings, as programs have them: one UTF-8 byte per code unit. The core uses no `Buffer`, which browsers
// lack.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The UTF-8 bytes of a text, as a byte string. */
export function toByteString(text: string): string {
  if (isAscii(text)) return text;
  let result = "";
  for (const byte of encoder.encode(text)) result += String.fromCharCode(byte);
  return result;
}

/** The text of a byte string; ill-formed UTF-8 becomes U+FFFD. */
export function fromByteString(text: string): string {
  if (isAscii(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return decoder.decode(bytes);
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
