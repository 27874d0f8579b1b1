// Where the bodies of an item's functions stand among its tokens, and the item without some of them:
// what is left says which functions there are, when the text of one could not be read.
import { closerOf, closers } from "./brackets.ts";
import { isSeparator } from "./items.ts";
import type { Token } from "./tokens.ts";

/** `loop {}`: its type fits whatever was expected of what it stands for. */
export function stub({ start, end }: Token): Token[] {
  const kinds = ["loop", "{", "}"] as const;
  return kinds.map((kind) => ({ kind, start, end, text: kind, value: null, mark: 0 }));
}

/** Number of the function, counted from 0, whose body holds the token; undefined outside of all bodies. */
export function functionAt(tokens: readonly Token[], index: number): number | undefined {
  const number = bodiesOf(tokens).findIndex(({ start, end }) => start <= index && index <= end);
  return number < 0 ? undefined : number;
}

/** The tokens with a stub in place of the bodies of these functions. */
export function withoutBodies(tokens: readonly Token[], functions: ReadonlySet<number>): Token[] {
  const kept: Token[] = [];
  let from = 0;
  for (const [number, { start, end }] of bodiesOf(tokens).entries()) {
    if (!functions.has(number)) continue;
    kept.push(...tokens.slice(from, start), ...stub(tokens[start - 1]!));
    from = end;
  }
  return [...kept, ...tokens.slice(from)];
}

/** What is between the braces, or behind the `=`, of each function that has a body. */
function bodiesOf(tokens: readonly Token[]): { start: number; end: number }[] {
  const bodies: { start: number; end: number }[] = [];
  for (let i = 0; i < tokens.length; i++) {
    // Lambdas and function types have no name.
    if (tokens[i]!.kind !== "fun" || tokens[i + 1]?.kind !== "ident") continue;
    const opener = skipTo(tokens, i + 1, (token) => token.kind === "{" || token.kind === "=");
    if (tokens[opener]?.kind === "{") {
      const end = skipTo(tokens, opener + 1, () => false);
      bodies.push({ start: opener + 1, end });
      i = end;
    } else if (tokens[opener]?.kind === "=") {
      let end = skipTo(tokens, opener + 1, (token, next) => token.kind === "fun" && next?.kind === "ident");
      i = end - 1;
      while (end > opener + 1 && isSeparator(tokens[end - 1]!)) end--;
      bodies.push({ start: opener + 1, end });
    }
  }
  return bodies;
}

/** Index of the first such token outside of brackets opened since `from`, or of what closes one opened before. */
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
