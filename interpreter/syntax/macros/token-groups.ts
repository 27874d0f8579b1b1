// Balanced groups in a list of tokens.
import { closerOf } from "../brackets.ts";
import type { Token } from "../tokens.ts";

/** The index after the group that opens at `start`, or undefined if it is not closed before `end`. */
export function groupEnd(tokens: readonly Token[], start: number, end: number): number | undefined {
  const open = [closerOf[tokens[start]!.kind]];
  for (let i = start + 1; i < end; i++) {
    const { kind } = tokens[i]!;
    const closer = closerOf[kind];
    if (closer !== undefined) open.push(closer);
    else if (kind === open.at(-1)) {
      open.pop();
      if (open.length === 0) return i + 1;
    }
  }
  return undefined;
}

/**
 * Line breaks have no meaning in matchers, templates and arguments (reference/macros#definitions-and-calls).
 */
export function withoutLineBreaks(tokens: readonly Token[]): Token[] {
  return tokens.filter((token) => token.kind !== "newline");
}

export function sameToken(a: Token, b: Token): boolean {
  return a.kind === b.kind && a.text === b.text;
}
