// Where the bodies of an item's functions stand among its tokens, and the item without some of them:
// what is left says which functions there are, when the text of one could not be read.
import { closerOf, closers } from "./brackets.ts";
import { isSeparator } from "./items.ts";
import type { Kind, Token } from "./tokens.ts";

/**
 * For the statement at an index: `loop {}`, whose type fits whatever was expected of what it stands for;
 * behind the variable that the statement declares.
 */
export function stub(tokens: readonly Token[], at: number): Token[] {
  const place = tokens[at]!;
  const name = tokens[at + 1];
  const declares = (place.kind === "let" || place.kind === "const") && name?.kind === "ident";
  return [
    ...(declares ? [place, name, made("=", name), made("macroCall", name)] : []),
    ...LOOP.map((kind) => made(kind, place)),
  ];
}

const LOOP = ["loop", "{", "}"] as const;

function made(kind: Kind, { start, end }: Token): Token {
  return { kind, start, end, text: kind, value: null, mark: 0 };
}

/** Number of the function, counted from 0, whose body holds the token; undefined outside of all bodies. */
export function functionAt(tokens: readonly Token[], index: number): number | undefined {
  const number = functionsOf(tokens).findIndex(({ start, end }) => start <= index && index <= end);
  return number < 0 ? undefined : number;
}

/** The tokens with a stub in place of the bodies of these functions. */
export function withoutBodies(tokens: readonly Token[], functions: ReadonlySet<number>): Token[] {
  const kept: Token[] = [];
  let from = 0;
  for (const [number, { start, end }] of functionsOf(tokens).entries()) {
    if (!functions.has(number)) continue;
    kept.push(...tokens.slice(from, start), ...LOOP.map((kind) => made(kind, tokens[start - 1]!)));
    from = end;
  }
  return [...kept, ...tokens.slice(from)];
}

/** Of a function with a name: the index of that, and those of the inside of its body. */
interface FunctionRange {
  readonly name: number;
  readonly start: number;
  readonly end: number;
}

/** What is between the braces, or behind the `=`, of each function that has a body. */
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
