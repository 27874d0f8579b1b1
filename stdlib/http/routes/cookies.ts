// Cookies of requests and responses (RFC 6265): what a `Cookie` line holds, and lines of `Set-Cookie`.
import { trimBlanks } from "../message/index.ts";

/** The value of the first cookie of this name in a `Cookie` field, its quotes cut off; null for none. */
export function cookieIn(field: string, name: string): string | null {
  for (const piece of field.split(";")) {
    const equals = piece.indexOf("=");
    if (equals < 0 || trimBlanks(piece.slice(0, equals)) !== name) continue;
    const value = trimBlanks(piece.slice(equals + 1));
    return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return null;
}
