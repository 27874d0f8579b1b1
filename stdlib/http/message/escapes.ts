// Percent-decoding to bytes (reference/http-server#parsing-of-requests, reference/http-server#responses).
// Invalid escapes are kept or make decoding fail.

import { formDecode, urlDecode } from "../../encoding/index.ts";

/** Decodes `%XX`. Other text, including invalid escapes, is kept. */
export const decodeEscapes = urlDecode;

/** Decodes `%XX`, or returns null if an escape is invalid. */
export function decodeStrictly(text: string): string | null {
  return /%(?![0-9A-Fa-f]{2})/.test(text) ? null : decodeEscapes(text);
}

export interface QueryPair {
  readonly name: string;
  readonly value: string;
}

/** Returns the first `most` decoded pairs of a query string, in order. */
export function queryPairs(query: string, most = Infinity): QueryPair[] {
  const decode = /[%+]/.test(query) ? formDecode : identity;
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
