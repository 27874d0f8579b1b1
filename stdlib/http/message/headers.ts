// Characters of header names and values (RFC 9110 5.5, 5.6.2) on byte strings. ASCII only: the platform's
// case and trim functions also change bytes above 0x7F.

/** 1 for the bytes of a token. */
export const TOKEN_BYTE: Uint8Array = table((byte) =>
  /[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(String.fromCharCode(byte)),
);

/** 1 for the bytes of a field value: all but control bytes other than tab. */
export const VALUE_BYTE: Uint8Array = table((byte) => byte === 9 || (byte >= 32 && byte !== 127));

function table(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}

export function isToken(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (TOKEN_BYTE[text.charCodeAt(i)] !== 1) return false;
  return text.length > 0;
}

/** Whether a field value may contain every byte of `text`. */
export function isFieldValue(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (VALUE_BYTE[text.charCodeAt(i)] !== 1) return false;
  return true;
}

/** Returns the value without control bytes other than tab, so that it cannot end its line. */
export function cleanValue(text: string): string {
  if (isFieldValue(text)) return text;
  return text.length > LONG ? cleanBytes(text) : text.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, "");
}

/** From here on, copying bytes is faster than replacing millions of matches. */
const LONG = 1_000;

function cleanBytes(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  let kept = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (VALUE_BYTE[byte] === 1) bytes[kept++] = byte;
  }
  return bytes.toString("latin1", 0, kept);
}

export function asciiLower(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

export function asciiUpper(text: string): string {
  return isAscii(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (run) => run.toUpperCase());
}

/** On ASCII strings, the platform's case functions are correct and fast. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** Returns `text` without spaces and tabs at both ends. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

export function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9;
}

/** Whether `text` from `start` to `end` is `lower` in any case. `lower` has no uppercase letters. */
export function equalsIgnoringCase(text: string, start: number, end: number, lower: string): boolean {
  if (end - start !== lower.length) return false;
  for (let i = 0; i < lower.length; i++) {
    let byte = text.charCodeAt(start + i);
    if (byte >= 65 && byte <= 90) byte |= 32;
    if (byte !== lower.charCodeAt(i)) return false;
  }
  return true;
}

/** Returns the members of a comma-separated list, lowercased, without empty ones (RFC 9110 5.6.1). */
export function listMembers(value: string): string[] {
  return asciiLower(value)
    .split(",")
    .map(trimBlanks)
    .filter((member) => member !== "");
}
