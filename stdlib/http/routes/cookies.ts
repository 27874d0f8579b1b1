// Cookies of requests and responses (RFC 6265): reads `Cookie` fields and writes `Set-Cookie` lines.
import { isToken, trimBlanks } from "../message/index.ts";

/**
 * Returns the value of the first cookie of this name in a `Cookie` field, without quotes around it, or null.
 */
export function cookieIn(field: string, name: string): string | null {
  for (const piece of field.split(";")) {
    const equals = piece.indexOf("=");
    if (equals < 0 || trimBlanks(piece.slice(0, equals)) !== name) continue;
    const value = trimBlanks(piece.slice(equals + 1));
    return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return null;
}

/** The contents of a `Set-Cookie` line. */
export interface CookieParts {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly domain: string;
  /** In seconds; null for a cookie that lasts until the browser is closed. */
  readonly maxAge: number | null;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: string;
}

const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const ATTRIBUTE = /^[\x20-\x3a\x3c-\x7e]*$/;
const SITES: ReadonlySet<string> = new Set(["", "Strict", "Lax", "None"]);

/** Returns the line, or says what is wrong with the cookie as `{ problem }`. */
export function cookieLine(cookie: CookieParts): string | { readonly problem: string } {
  const { name, value, path, domain, maxAge, secure, httpOnly, sameSite } = cookie;
  if (!isToken(name)) return { problem: `cookie: ${JSON.stringify(name)} is not a valid name` };
  if (!VALUE.test(value))
    return { problem: `cookie ${name}: the value contains a byte that cookies cannot contain; encode it` };
  if (!ATTRIBUTE.test(path) || !ATTRIBUTE.test(domain))
    return { problem: `cookie ${name}: path or domain contains a byte that cookies cannot contain` };
  if (!SITES.has(sameSite))
    return { problem: `cookie ${name}: same_site must be Strict, Lax, None or empty` };
  const parts = [`${name}=${value}`];
  if (path !== "") parts.push(`Path=${path}`);
  if (domain !== "") parts.push(`Domain=${domain}`);
  if (maxAge !== null) parts.push(`Max-Age=${maxAge}`);
  if (secure) parts.push("Secure");
  if (httpOnly) parts.push("HttpOnly");
  if (sameSite !== "") parts.push(`SameSite=${sameSite}`);
  return parts.join("; ");
}
