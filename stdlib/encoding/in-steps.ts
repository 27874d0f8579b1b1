// Encodes and decodes long strings piece by piece. The size of a piece is a multiple of the group size of
// every encoding, so that the result is the same as for the whole.
import {
  mappedPiecewise,
  type ErrorValue,
  type Result,
  type Steps,
} from "../../interpreter/runtime/index.ts";

/** The number of bytes or digits in a piece. */
const PIECE = 61_440;

/** Longer strings are processed in steps. */
export const LONG = 2 * PIECE;

export const encodedInSteps = mappedPiecewise;

/**
 * `share` is the number of bytes per digit. A piece that decodes to fewer bytes contains an error or the end;
 * it is decoded again together with everything after it.
 */
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
