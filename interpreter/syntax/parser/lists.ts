// The one loop for lists with commas: arguments, parameters, elements, parts of types and patterns.
import type { Kind } from "../tokens.ts";
import type { Parser } from "./parser.ts";
import { recoverEntry } from "./recovery.ts";

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

/** As `commaList`, but an entry with a mistake is left out: the list is `broken`. */
export function commaListOf<T>(
  p: Parser,
  closer: Kind,
  entry: (p: Parser) => T,
): Listed<T> & { readonly broken: boolean } {
  const open = p.at - 1;
  const entries: T[] = [];
  let broken = false;
  /** Where the last entry starts, and how many precede it. */
  let start = open;
  let before = 0;
  const next = (): void => {
    start = p.at;
    before = entries.length;
    entries.push(entry(p));
  };
  for (;;) {
    try {
      const { comma } = commaList(p, closer, next);
      return { entries, comma, broken };
    } catch (error) {
      recoverEntry(p, error, { open, start, closer });
      entries.length = before;
      broken = true;
      p.comma();
    }
  }
}
