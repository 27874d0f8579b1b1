// Base64 with optional padding: the alphabet for URLs and file names (RFC 4648 section 5), and a lenient
// decoder for the contents of mail, PEM files and web tokens.
import { fail, type ErrorValue, type Result } from "../../interpreter/runtime/index.ts";

export function base64urlEncode(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("base64url");
}

export function base64urlDecode(text: string): Result<string, ErrorValue> {
  return decode(text, /^[A-Za-z0-9_-]*(={0,2})$/, /[^A-Za-z0-9_=-]/);
}

export function withoutSpace(text: string): string {
  if (!/[\t-\r ]/.test(text)) return text;
  // Works on bytes, because a space may follow every digit.
  const bytes = Buffer.from(text, "latin1");
  let kept = 0;
  for (const byte of bytes) if (byte !== 32 && (byte < 9 || byte > 13)) bytes[kept++] = byte;
  return bytes.toString("latin1", 0, kept);
}

/** Accepts either alphabet. */
export function looseBase64Decode(text: string): Result<string, ErrorValue> {
  return decode(text, /^[A-Za-z0-9+/_-]*(={0,2})$/, /[^A-Za-z0-9+/_=-]/);
}

function decode(text: string, shape: RegExp, others: RegExp): Result<string, ErrorValue> {
  const padding = shape.exec(text)?.[1]?.length;
  if (padding === undefined) return fail("encoding", problem(text, others));
  const digits = text.length - padding;
  if (digits % 4 === 1) return fail("encoding", "base64 input is cut off: one digit is left over");
  if (padding > 0 && (digits + padding) % 4 !== 0) return fail("encoding", "base64 padding is malformed");
  return Buffer.from(text, "base64").toString("latin1");
}

/** The message: misplaced padding, or a character outside the alphabet. */
function problem(text: string, others: RegExp): string {
  return others.test(text) ? "base64 input has a non-alphabet character" : "base64 padding is malformed";
}
