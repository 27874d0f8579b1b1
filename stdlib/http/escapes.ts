// Percent-decoding to bytes (http-details 9 and 10). Invalid escapes stay as they are, or spoil the text.

const ESCAPE = /%([0-9A-Fa-f]{2})/g;

/** Decodes `%XX`; other text, invalid escapes included, is kept. */
export function decodeEscapes(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(ESCAPE, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

/** Decodes `%XX`, or returns null when an escape is invalid. */
export function decodeStrictly(text: string): string | null {
  return /%(?![0-9A-Fa-f]{2})/.test(text) ? null : decodeEscapes(text);
}

/** A name or value of a query string: `+` is a space. */
function decodeQueryPart(text: string): string {
  return decodeEscapes(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** Calls `entry` for each decoded pair of a query string, in order. */
export function forEachQueryPair(query: string, entry: (name: string, value: string) => void): void {
  const decode = /[%+]/.test(query) ? decodeQueryPart : identity;
  for (let start = 0; start < query.length; ) {
    const found = query.indexOf("&", start);
    const end = found < 0 ? query.length : found;
    const piece = query.slice(start, end);
    const equals = piece.indexOf("=");
    if (equals >= 0) entry(decode(piece.slice(0, equals)), decode(piece.slice(equals + 1)));
    else if (piece !== "") entry(decode(piece), "");
    start = end + 1;
  }
}

function identity(text: string): string {
  return text;
}
