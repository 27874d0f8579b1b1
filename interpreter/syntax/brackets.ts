// One pass over the tokens of a file before the grammar sees them: how deep brackets nest, which `<`
// may open type arguments, and whether every bracket has its partner.
//
// A `<` can only open type arguments if a `>` follows before anything that no type holds. Marking
// those keeps the grammar from trying a list of types at every comparison, each of which would try
// again inside: `[a < b, c < d, …]` would nest as deep as it is long.
import type { Kind, Token } from "./tokens.ts";

export const closerOf: Readonly<Partial<Record<Kind, Kind>>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  stringStart: "stringEnd",
};

/** Brackets, and the end of a string that embeds expressions. */
export const closers: ReadonlySet<Kind> = new Set<Kind>([")", "]", "}", "stringEnd"]);

/** What may stand between `<` and `>` of type arguments or parameters, besides parentheses. */
const inTypes: ReadonlySet<Kind> = new Set<Kind>([
  "ident", "Self", "dyn", "fun", ",", "?", "->", ":", "+", "newline",
]);

export interface Brackets {
  /** The tokens, with some `<` as `<T`. */
  readonly tokens: readonly Token[];
  /** For each token how many brackets are open before it; closers count as outside. */
  readonly depth: Int32Array;
  /** True when all brackets have their partners. */
  readonly balanced: boolean;
  /** Index of the first token that is nested deeper than `limit`. */
  readonly tooDeep: number | null;
}

export function scanBrackets(tokens: readonly Token[], limit: number): Brackets {
  const marked = [...tokens];
  const depth = new Int32Array(tokens.length);
  const open: { readonly closer: Kind; readonly angles: number }[] = [];
  /** Indexes of `<` that still wait for their `>`. */
  const angles: number[] = [];
  let balanced = true;
  const closing = new Set<number>();
  for (const [index, token] of tokens.entries()) {
    const closer = closerOf[token.kind];
    depth[index] = open.length;
    if (closer !== undefined) {
      // In types parentheses stand only behind `fun`, and as `()`.
      const inType = token.kind === "(" && (tokens[index - 1]?.kind === "fun" || tokens[index + 1]?.kind === ")");
      if (!inType) angles.length = open.at(-1)?.angles ?? 0;
      open.push({ closer, angles: angles.length });
    } else if (closers.has(token.kind)) {
      const last = open.pop();
      if (last?.closer !== token.kind) balanced = false;
      angles.length = last?.angles ?? 0;
      depth[index] = open.length;
    } else if (token.kind === "<") {
      angles.push(index);
    } else if (token.kind === ">" || token.kind === ">>") {
      if (angles.length > (open.at(-1)?.angles ?? 0)) {
        const start = angles.pop()!;
        marked[start] = { ...tokens[start]!, kind: "<T" };
        closing.add(index);
      }
    } else if (!inTypes.has(token.kind)) {
      angles.length = open.at(-1)?.angles ?? 0;
    }
  }
  const tooDeep = firstTooDeep(marked, depth, closing, limit);
  return { tokens: marked, depth, balanced: balanced && open.length === 0, tooDeep };
}

/** Brackets and pairs of angles count alike. */
function firstTooDeep(
  tokens: readonly Token[], depth: Int32Array, closing: ReadonlySet<number>, limit: number,
): number | null {
  let angles = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "<T") angles++;
    else if (closing.has(index)) angles--;
    if (depth[index]! + angles > limit) return index;
  }
  return null;
}
