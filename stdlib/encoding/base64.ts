// Base64 with the standard alphabet and padding (RFC 4648 section 4).
import { fail, MAX_STRING, Panic, type ErrorValue, type Result } from "../../interpreter/runtime/index.ts";

/** @throws Panic `string too large`. */
export function base64Encode(bytes: string): string {
  if (Math.ceil(bytes.length / 3) * 4 > MAX_STRING) throw new Panic("string too large");
  return btoa(bytes);
}

/** Decodes group by group: the first malformed group decides the message (std/encoding). */
export function base64Decode(text: string): Result<string, ErrorValue> {
  const bytes = decodedWhole(text);
  if (bytes !== null) return bytes;
  if (text.length % 4 !== 0) return fail("encoding", "base64 input length is not a multiple of 4");
  const wrong = /[^A-Za-z0-9+/]/.exec(text)?.index ?? text.length;
  if (wrong < text.length) {
    const group = wrong - (wrong % 4);
    const message = groupProblem(text.slice(group, group + 4), group + 4 === text.length);
    if (message !== null) return fail("encoding", message);
  }
  return Buffer.from(text, "base64").toString("latin1");
}

/** Returns what is wrong with the first group that contains bytes outside the alphabet. */
function groupProblem(group: string, final: boolean): string | null {
  if (!/^[A-Za-z0-9+/]{2}[A-Za-z0-9+/=]{2}$/.test(group)) return "base64 input has a non-alphabet character";
  if (!final) return "base64 padding before the final group";
  return group[2] === "=" && group[3] !== "=" ? "base64 padding is malformed" : null;
}

/**
 * Returns null unless the input is well-formed: `atob` also skips white space and accepts missing padding.
 */
function decodedWhole(text: string): string | null {
  const { length } = text;
  if (length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  try {
    const bytes = atob(text);
    return bytes.length === (length / 4) * 3 - padding ? bytes : null;
  } catch {
    return null;
  }
}
