// Brackets without partner: drops closers that close nothing and adds those that are missing, so that
// the rest of an item can be read. Tokens in, balanced tokens and the places of the changes out.
import { closerOf, closers } from "./brackets.ts";
import type { Kind, Token } from "./tokens.ts";

export interface Fault {
  /** The token that shows it: a closer of something else, or null where the item ends. */
  readonly found: Token | null;
  /** The bracket that is not closed; null where `found` closes nothing. */
  readonly opener: Token | null;
  /** Index among the mended tokens, in the statement that has the fault. */
  readonly at: number;
}

export interface Mended {
  readonly tokens: readonly Token[];
  readonly faults: readonly Fault[];
}

export function mendBrackets(tokens: readonly Token[]): Mended {
  const mended: Token[] = [];
  const faults: Fault[] = [];
  const open: { readonly token: Token; readonly at: number }[] = [];
  const close = (found: Token | null): void => {
    const { token, at } = open.pop()!;
    faults.push({ found, opener: token, at });
    mended.push(closing(closerOf[token.kind]!, found ?? tokens.at(-1)!));
  };
  for (const token of tokens) {
    if (closerOf[token.kind] !== undefined) open.push({ token, at: mended.length });
    else if (closers.has(token.kind)) {
      const partner = open.findLastIndex((one) => closerOf[one.token.kind] === token.kind);
      // A brace is not left open for the sake of a `)` further out.
      const within = open.slice(partner + 1).some((one) => one.token.kind === "{");
      if (partner < 0 || (within && token.kind !== "}")) {
        faults.push({ found: token, opener: null, at: Math.max(0, mended.length - 1) });
        continue;
      }
      while (open.length > partner + 1) close(token);
      open.pop();
    }
    mended.push(token);
  }
  while (open.length > 0) close(null);
  return { tokens: mended, faults };
}

function closing(kind: Kind, { start }: Token): Token {
  return { kind, start, end: start, text: kind, value: null, mark: 0 };
}
