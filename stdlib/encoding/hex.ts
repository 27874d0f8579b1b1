// Hexadecimal: two digits for each byte.
import { fail, MAX_STRING, Panic, type ErrorValue, type Result } from "../../interpreter/runtime/index.ts";

/** The size of the buffer; longer strings pass through it in pieces. */
const LARGEST = 1 << 22;
let kept: Buffer = Buffer.alloc(0);

/** Returns a buffer that is kept, because allocating one costs more than using it. */
function buffer(length: number): Buffer {
  if (kept.length < Math.min(length, LARGEST))
    kept = Buffer.allocUnsafeSlow(Math.min(2 ** Math.ceil(Math.log2(length)), LARGEST));
  return kept;
}

/** @throws Panic `string too large`. */
export function hexEncode(bytes: string): string {
  if (bytes.length * 2 > MAX_STRING) throw new Panic("string too large");
  const through = buffer(bytes.length);
  let digits = "";
  for (let at = 0; at < bytes.length; at += LARGEST) {
    digits += through.toString("hex", 0, through.write(piece(bytes, at), 0, "latin1"));
  }
  return digits;
}

export function hexDecode(digits: string): Result<string, ErrorValue> {
  if (digits.length % 2 !== 0) return fail("encoding", "hex input has an odd length");
  const through = buffer(digits.length / 2);
  let bytes = "";
  for (let at = 0; at < digits.length; at += LARGEST) {
    const part = piece(digits, at);
    // Node stops at the first character that is not a digit.
    const length = through.write(part, 0, "hex");
    if (length * 2 < part.length) return fail("encoding", "hex input has a non-hex character");
    bytes += through.toString("latin1", 0, length);
  }
  return bytes;
}

function piece(text: string, at: number): string {
  return text.length <= LARGEST ? text : text.slice(at, at + LARGEST);
}
