// Hexadecimal: two digits for each byte.
import { fail, type ErrorValue, type Result } from "../../interpreter/runtime/index.ts";

export function hexEncode(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("hex");
}

export function hexDecode(text: string): Result<string, ErrorValue> {
  if (text.length % 2 !== 0) return fail("encoding", "hex input has an odd length");
  // The host stops at the first that is none.
  const bytes = Buffer.from(text, "hex");
  if (bytes.length * 2 < text.length) return fail("encoding", "hex input has a non-hex character");
  return bytes.toString("latin1");
}
