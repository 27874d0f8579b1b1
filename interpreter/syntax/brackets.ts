// One pass over the tokens of a file before they are parsed: the nesting depth of brackets, the `<` that may
// open type arguments, and whether all brackets are balanced.
//
// A `<` can only open type arguments if a `>` follows before any token that no type contains. Without this
// mark, the grammar would try a list of types at every comparison, and again at each comparison inside:
// `[a < b, c < d, …]` would nest as deep as it is long.
import { own } from "../own/index.ts";
import { typeKinds, type Kind, type Token } from "./tokens.ts";

export const closerOf: Readonly<Partial<Record<Kind, Kind>>> = own({
  "(": ")",
  "[": "]",
  "{": "}",
  stringStart: "stringEnd",
});

/** Brackets, and the end of a string that embeds expressions. */
export const closers: ReadonlySet<Kind> = new Set<Kind>([")", "]", "}", "stringEnd"]);

/**
 * Tokens allowed between the `<` and `>` of type arguments or parameters, besides parentheses around these.
 */
const inTypes: ReadonlySet<Kind> = new Set<Kind>([...typeKinds, "+", "newline"]);

/** Tokens that may precede a `(` in a type. */
const beforeTypes: ReadonlySet<Kind | undefined> = new Set<Kind | undefined>([
  "fun",
  "<",
  ",",
  "->",
  "(",
  "newline",
]);

/** The deepest nesting of brackets and type arguments, chosen to fit the launcher's stack with a margin. */
export const MAX_DEPTH = 500;

export interface Brackets {
  /** The tokens, with some `<` as `<T`, and `type` before a name as `aliasWord`. */
  readonly tokens: readonly Token[];
  /** For each token, the number of open brackets before it; a closer is outside its own bracket. */
  readonly depth: Int32Array;
  /** Whether every bracket has a partner. */
  readonly balanced: boolean;
  /** Index of the first token that is nested deeper than `limit`. */
  readonly tooDeep: number | null;
}

export function scanBrackets(tokens: readonly Token[], limit: number): Brackets {
  const marked = [...tokens];
  const depth = new Int32Array(tokens.length);
  const open: { readonly closer: Kind; readonly angles: number; mayBeType: boolean }[] = [];
  /** Indexes of `<` without a `>` so far. */
  const angles: number[] = [];
  let balanced = true;
  const closing = new Set<number>();
  /** Neither this token nor the innermost open bracket is part of a type. */
  const noType = (): void => {
    const last = open.at(-1);
    angles.length = last?.angles ?? 0;
    if (last !== undefined) last.mayBeType = false;
  };
  for (const [index, token] of tokens.entries()) {
    const closer = closerOf[token.kind];
    depth[index] = open.length;
    if (closer !== undefined) {
      // In types, parentheses follow `fun`, form `()`, or start a type.
      const inType =
        token.kind === "(" && (beforeTypes.has(tokens[index - 1]?.kind) || tokens[index + 1]?.kind === ")");
      if (!inType) noType();
      open.push({ closer, angles: angles.length, mayBeType: inType });
    } else if (closers.has(token.kind)) {
      const last = open.pop();
      if (last?.closer !== token.kind) balanced = false;
      angles.length = last?.angles ?? 0;
      if (last?.mayBeType === false) noType();
      depth[index] = open.length;
    } else if (token.kind === "<") {
      angles.push(index);
    } else if (token.kind === ">" || token.kind === ">>") {
      if (angles.length > (open.at(-1)?.angles ?? 0)) {
        const start = angles.pop()!;
        marked[start] = { ...tokens[start]!, kind: "<T" };
        closing.add(index);
      }
    } else if (token.text === "type" && token.kind === "ident" && tokens[index + 1]?.kind === "ident") {
      marked[index] = { ...token, kind: "aliasWord" };
    } else if (!inTypes.has(token.kind)) {
      noType();
    }
  }
  const tooDeep = firstTooDeep(marked, depth, closing, limit);
  return { tokens: marked, depth, balanced: balanced && open.length === 0, tooDeep };
}

const prefixes: ReadonlySet<Kind> = new Set(["-", "!", "~"]);

/** The first token nested too deeply: brackets, pairs of angles and prefix operators in a row are levels. */
function firstTooDeep(
  tokens: readonly Token[],
  depth: Int32Array,
  closing: ReadonlySet<number>,
  limit: number,
): number | null {
  let angles = 0;
  let operators = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "<T") angles++;
    else if (closing.has(index)) angles--;
    if (prefixes.has(token.kind)) operators++;
    else operators = 0;
    if (depth[index]! + angles + operators > limit) return index;
  }
  return null;
}
