// The one loop for lists with commas: arguments, parameters, elements, parts of types and patterns.
import type { Kind } from "../tokens.ts";
import type { Parser } from "./parser.ts";

export interface Listed<T> {
  readonly entries: T[];
  /** Whether a comma follows the last entry. */
  readonly comma: boolean;
}

/** Reads entries, maybe none, and the closer after them. */
export function commaList<T>(p: Parser, closer: Kind, entry: (p: Parser) => T): Listed<T> {
  const entries: T[] = [];
  let comma = false;
  while (!p.is(closer)) {
    entries.push(entry(p));
    comma = p.comma();
    if (comma) continue;
    p.expect(closer);
    return { entries, comma };
  }
  p.advance();
  return { entries, comma };
}
