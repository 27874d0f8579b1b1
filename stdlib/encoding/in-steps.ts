// Long texts, piece by piece. A piece is a multiple of what each coding takes together, so pieces are coded as the whole is.
import {
  mappedPiecewise,
  type ErrorValue,
  type Result,
  type Steps,
} from "../../interpreter/runtime/index.ts";

/** Bytes, or digits, of a piece. */
const PIECE = 61_440;

/** Longer texts are coded in steps. */
export const LONG = 2 * PIECE;

export const encodedInSteps = mappedPiecewise;

/** `share` is how many bytes a digit stands for. The first piece that does not give all its bytes holds what is wrong, or the end: it is judged together with what follows it. */
export function* decodedInSteps(
  text: string,
  decode: (text: string) => Result<string, ErrorValue>,
  share: number,
): Steps<Result<string, ErrorValue>> {
  const parts: string[] = [];
  let at = 0;
  for (; text.length - at > PIECE; at += PIECE) {
    const part = decode(text.slice(at, at + PIECE));
    if (typeof part !== "string" || part.length !== PIECE * share) break;
    parts.push(part);
    yield;
  }
  const rest = decode(text.slice(at));
  if (typeof rest !== "string") return rest;
  parts.push(rest);
  return parts.join("");
}
