// Hexadecimal: two digits for each byte.
import { fail, type ErrorValue, type Result } from "../../interpreter/runtime/index.ts";

export function hexEncode(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("hex");
}

export function hexDecode(text: string): Result<string, ErrorValue> {
  if (text.length % 2 !== 0) return fail("encoding", "hex input has an odd length");
  if (/[^0-9A-Fa-f]/.test(text)) return fail("encoding", "hex input has a non-hex character");
  return Buffer.from(text, "hex").toString("latin1");
}
