// Conditional requests (RFC 9110 13): compares what the client knows of a file with its current state.
import { parseDate } from "./dates.ts";

/** The current state of a file. */
export interface Validators {
  /** A strong entity tag, with its quotes. */
  readonly etag: string;
  readonly modifiedMs: number;
}

/** Returns a header by its lowercase name, or "". */
export type Fields = (name: string) => string;

const ETAGS = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Returns 200 to continue, 304 if the client has the file, or 412 if a condition fails (RFC 9110 13.2.2). */
export function judge(fields: Fields, has: Validators, now: number): 200 | 304 | 412 {
  const ifMatch = fields("if-match");
  if (ifMatch !== "") {
    if (!matches(ifMatch, has.etag, false)) return 412;
  } else if (modifiedSince(fields("if-unmodified-since"), has, now) === true) return 412;
  const ifNoneMatch = fields("if-none-match");
  if (ifNoneMatch !== "") return matches(ifNoneMatch, has.etag, true) ? 304 : 200;
  return modifiedSince(fields("if-modified-since"), has, now) === false ? 304 : 200;
}

/** Whether a `Range` applies, given `If-Range` (RFC 9110 13.1.5). */
export function rangeCounts(ifRange: string, has: Validators, now: number): boolean {
  if (ifRange === "") return true;
  if (ifRange.includes('"')) return ifRange === has.etag;
  return parseDate(ifRange, now) === wholeSeconds(has.modifiedMs);
}

/** `weakly`: compares weakly, so that weak tags match, too. */
function matches(list: string, etag: string, weakly: boolean): boolean {
  if (list === "*") return true;
  return [...list.matchAll(ETAGS)].some(([, weak, tag]) => tag === etag && (weakly || weak === undefined));
}

/** Returns null if the field is empty or not a date. */
function modifiedSince(field: string, has: Validators, now: number): boolean | null {
  const date = field === "" ? null : parseDate(field, now);
  return date === null ? null : wholeSeconds(has.modifiedMs) > date;
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** A part of a body. */
export interface Part {
  readonly start: number;
  readonly length: number;
}

/**
 * Returns the single part that a `Range` requests, "whole" if it requests none or several, or null if the
 * part does not exist.
 */
export function partOf(range: string, size: number): Part | "whole" | null {
  const found = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range);
  // No range of an empty file is satisfiable, but some clients only mean to limit what they get.
  if (found === null || size === 0) return "whole";
  const [first, last] = [found[1]!, found[2]!];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, length };
  }
  const start = Number(first);
  const end = last === "" ? Infinity : Number(last);
  if (end < start) return "whole";
  if (start >= size) return null;
  return { start, length: Math.min(end, size - 1) - start + 1 };
}
