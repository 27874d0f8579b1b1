// Byte strings as text: bytes that are not part of a character in UTF-8 become lone surrogates, U+DC80 to
// U+DCFF, as in Python.

const ESCAPE = 0xdc00;

/** The text of a byte string. */
export function escapedText(bytes: string): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((length) => decodes(decoder, bytes.slice(at, at + length)));
    text +=
      length === undefined
        ? String.fromCharCode(ESCAPE + bytes.charCodeAt(at))
        : Buffer.from(bytes.slice(at, at + length), "latin1").toString();
    at += length ?? 1;
  }
  return text;
}

/** The bytes of such a text. */
export function unescapedBytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  return Buffer.concat(
    Array.from(text, (char) =>
      char.isWellFormed() ? Buffer.from(char) : Buffer.of(char.charCodeAt(0) - ESCAPE),
    ),
  );
}

function decodes(decoder: TextDecoder, bytes: string): boolean {
  try {
    decoder.decode(Buffer.from(bytes, "latin1"));
    return true;
  } catch {
    return false;
  }
}
