// The one form of a path that guards and folders of files agree on (reference/http-server#clean-paths). Time
// is linear in the path.
import { decodeEscapes } from "../message/index.ts";
import { segmentsOf } from "./segments.ts";

/** Escapes of unreserved characters (RFC 3986 2.3), which may as well be written as they are. */
const NEEDLESS_ESCAPE = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;
/** What distinguishes a path from its clean form. */
const UNCLEAN = /\/\/|\/\.\.?(?:\/|$)/;

/** Whether a path escapes a character that needs no escape. */
export function hasNeedlessEscape(path: string): boolean {
  NEEDLESS_ESCAPE.lastIndex = 0;
  return path.includes("%") && NEEDLESS_ESCAPE.test(path);
}

/** Whether a path has a segment `.` or `..`, escaped or not. */
export function hasDotSegment(path: string): boolean {
  return /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

/**
 * Decodes the escapes of unreserved characters, then drops empty segments and resolves dot segments (RFC 3986
 * 5.2.4). Keeps one slash at the end, and all other escapes.
 */
export function cleanPath(path: string): string {
  if (path === "*") return path;
  const plain = path.includes("%") ? path.replace(NEEDLESS_ESCAPE, decodeEscapes) : path;
  if (plain.startsWith("/") && !UNCLEAN.test(plain)) return plain;
  const kept: string[] = [];
  let last = "";
  for (const segment of segmentsOf(plain)) {
    last = segment;
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
  }
  const isFolder = plain.endsWith("/") || last === "." || last === "..";
  return kept.length === 0 ? "/" : `/${kept.join("/")}${isFolder ? "/" : ""}`;
}

/** Returns a path as a `Location` that browsers take for no other host. */
export function locationOf(path: string): string {
  return path.replace(/^\/*\\/, "/%5C").replace(/^\/\/+/, "/");
}

/** The decoded segments of a prefix; null stands for any segment. */
export type Prefix = readonly (string | null)[];

/** Parses the prefix of a guard, in which `:name` stands for any segment. */
export function prefixOf(pattern: string): Prefix {
  return segmentsOf(cleanPath(pattern)).map(prefixPart);
}

/** Returns the part of a prefix that a segment of a pattern stands for. */
export function prefixPart(segment: string): string | null {
  return segment.startsWith(":") ? null : decodeEscapes(segment);
}

/**
 * Whether a path is at or below a prefix: as routes split it, or in its clean form. All escapes are decoded,
 * as they are for the names of files.
 */
export function covers(prefix: Prefix, path: string): boolean {
  if (isAtOrBelow(path, prefix)) return true;
  const clean = cleanPath(path);
  return clean !== path && isAtOrBelow(clean, prefix);
}

function isAtOrBelow(path: string, prefix: Prefix): boolean {
  const segments = segmentsOf(path, prefix.length);
  if (segments.length < prefix.length) return false;
  return prefix.every((part, at) => {
    const segment = segments[at]!;
    return part === null || part === segment || (segment.includes("%") && part === decodeEscapes(segment));
  });
}
