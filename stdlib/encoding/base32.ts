// Base32 with padding (RFC 4648 section 6); letters are decoded in either case.
import { fail, type ErrorValue, type Result } from "../../interpreter/runtime/index.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function base32Encode(bytes: string): string {
  const input = Buffer.from(bytes, "latin1");
  const output = Buffer.alloc(Math.ceil(input.length / 5) * 8, "=");
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const byte of input) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) output[at++] = ALPHABET.charCodeAt((held >> (bits - 5)) & 31);
  }
  if (bits > 0) output[at] = ALPHABET.charCodeAt((held << (5 - bits)) & 31);
  return output.toString("latin1");
}

/** Decodes byte by byte, then checks the padding as a whole (std/encoding). Leftover bits are ignored. */
export function base32Decode(text: string): Result<string, ErrorValue> {
  if (text.length % 8 !== 0) return fail("encoding", "base32 input length is not a multiple of 8");
  const output = Buffer.alloc((text.length / 8) * 5);
  let bits = 0;
  let held = 0;
  let size = 0;
  let padding = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "=") {
      padding++;
      continue;
    }
    if (padding > 0) return fail("encoding", "base32 data after padding");
    const value = valueOf(text.charCodeAt(at));
    if (value < 0) return fail("encoding", "base32 input has a non-alphabet character");
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      output[size++] = held >> bits;
    }
  }
  if (![0, 1, 3, 4, 6].includes(padding)) return fail("encoding", "base32 padding is malformed");
  return output.toString("latin1", 0, size);
}

/** Returns 0 to 31, or -1 outside the alphabet. */
function valueOf(byte: number): number {
  if (byte >= 50 && byte <= 55) return byte - 24;
  const letter = byte & ~32;
  return letter >= 65 && letter <= 90 ? letter - 65 : -1;
}
