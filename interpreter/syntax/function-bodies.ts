// Finds the bodies of the functions of an item among its tokens.
import { closerOf, closers } from "./brackets.ts";
import { isSeparator } from "./items.ts";
import type { Token } from "./tokens.ts";

/** A function with a name: the index of its name, and the range of the tokens inside its body. */
interface FunctionRange {
  readonly name: number;
  readonly start: number;
  readonly end: number;
}

/** The functions with a body: the range is between the braces, or after the `=`. */
export function functionsOf(tokens: readonly Token[]): FunctionRange[] {
  const found: FunctionRange[] = [];
  for (let i = 0; i < tokens.length; i++) {
    // Lambdas and function types have no name.
    if (tokens[i]!.kind !== "fun" || tokens[i + 1]?.kind !== "ident") continue;
    const opener = skipTo(tokens, i + 1, (token) => token.kind === "{" || token.kind === "=");
    const name = i + 1;
    if (tokens[opener]?.kind === "{") {
      const end = skipTo(tokens, opener + 1, () => false);
      found.push({ name, start: opener + 1, end });
      i = end;
    } else if (tokens[opener]?.kind === "=") {
      let end = skipTo(tokens, opener + 1, (token, next) => token.kind === "fun" && next?.kind === "ident");
      i = end - 1;
      while (end > opener + 1 && isSeparator(tokens[end - 1]!)) end--;
      found.push({ name, start: opener + 1, end });
    }
  }
  return found;
}

/**
 * The index of the first such token outside brackets opened since `from`, or of the closer of one opened
 * before.
 */
function skipTo(
  tokens: readonly Token[],
  from: number,
  wanted: (token: Token, next: Token | undefined) => boolean,
): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (depth === 0 && (wanted(token, tokens[i + 1]) || closers.has(token.kind))) return i;
    if (closerOf[token.kind] !== undefined) depth++;
    else if (closers.has(token.kind)) depth--;
  }
  return tokens.length;
}
