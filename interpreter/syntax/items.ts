// Splits the tokens of a file into items. These are parsed one by one, so that an error in one does not hide
// errors in others.
import type { Source } from "../source/index.ts";
import type { Brackets } from "./brackets.ts";
import { scanBrackets } from "./brackets.ts";
import type { Kind, Token } from "./tokens.ts";

export interface ItemRange {
  /** Token indexes, exclusive end, without separators at either end. */
  readonly start: number;
  readonly end: number;
  /** Whether all its brackets have partners; otherwise its end is a guess. */
  readonly balanced: boolean;
}

const starters: ReadonlySet<Kind> = new Set<Kind>([
  "import",
  "const",
  "let",
  "struct",
  "enum",
  "trait",
  "impl",
  "extern",
  "@",
  "macroItem",
  "aliasWord",
]);

/** Tokens before a `let` that is a condition. */
const inConditions: ReadonlySet<Kind | undefined> = new Set<Kind | undefined>([
  "if",
  "while",
  "&&",
  "||",
  "!",
]);

export function splitItems(source: Source, { tokens, depth, balanced }: Brackets): ItemRange[] {
  if (balanced) return cut(tokens, { start: 0, end: tokens.length }, depth);
  // Some bracket has no partner: an item is assumed to start at each of its keywords that is first on a line.
  const bounds: number[] = [0];
  let attributesEnd = endOfAttributes(tokens, 0, tokens.length);
  for (const [index, token] of tokens.entries()) {
    if (index > attributesEnd && startsItem(tokens, index) && atLineStart(source, token)) {
      bounds.push(index);
      attributesEnd = endOfAttributes(tokens, index, tokens.length);
    }
  }
  return bounds.flatMap((start, i) => {
    const end = bounds[i + 1] ?? tokens.length;
    const part = scanBrackets(tokens.slice(start, end), Infinity);
    if (part.balanced) return cut(tokens, { start, end }, part.depth);
    return trimmed(tokens, start, end, false);
  });
}

/** The items among balanced tokens; `depth[0]` is that of the token at `start`. */
function cut(
  tokens: readonly Token[],
  { start, end }: { readonly start: number; readonly end: number },
  depth: Int32Array,
): ItemRange[] {
  const ranges: ItemRange[] = [];
  let from = start;
  let attributesEnd = endOfAttributes(tokens, from, end);
  for (let i = start; i < end; i++) {
    if (
      i > attributesEnd &&
      depth[i - start] === 0 &&
      startsItem(tokens, i) &&
      !isPythonImport(tokens, from, i) &&
      !isGoType(tokens, from, i)
    ) {
      ranges.push(...trimmed(tokens, from, i, true));
      from = i;
      attributesEnd = endOfAttributes(tokens, from, end);
    }
  }
  return [...ranges, ...trimmed(tokens, from, end, true)];
}

function startsItem(tokens: readonly Token[], index: number): boolean {
  const { kind } = tokens[index]!;
  if (kind === "macroCall") {
    // A macro call may also be the value of a constant or function.
    const before = tokens[index - 1];
    return (
      before === undefined || isSeparator(before) || ["}", "macroItem", "macroCall"].includes(before.kind)
    );
  }
  // In a condition.
  if (kind === "let" && inConditions.has(tokens[index - 1]?.kind)) return false;
  // The type of a result: `-> impl Shape`.
  if (kind === "impl" && tokens[index - 1]?.kind === "->") return false;
  // A function has a name; lambdas and function types do not.
  return kind === "fun" ? tokens[index + 1]?.kind === "ident" : starters.has(kind);
}

/** `from x import y`: one mistake, not an unknown item and a broken import. */
function isPythonImport(tokens: readonly Token[], from: number, index: number): boolean {
  return (
    tokens[index]!.kind === "import" && tokens[from]!.text === "from" && !isSeparator(tokens[index - 1]!)
  );
}

/** `type P struct`: also one mistake. */
function isGoType(tokens: readonly Token[], from: number, index: number): boolean {
  return tokens[from]!.kind === "aliasWord" && index === from + 2;
}

/**
 * The index after the attributes at the start of an item and the separators after them; `from` if there are
 * none.
 */
function endOfAttributes(tokens: readonly Token[], from: number, end: number): number {
  let i = from;
  while (i < end && tokens[i]!.kind === "@") {
    i += 2;
    if (tokens[i]?.kind === "(") {
      while (i < end && tokens[i]!.kind !== ")") i++;
      i++;
    }
    while (i < end && isSeparator(tokens[i]!)) i++;
  }
  return i;
}

function trimmed(tokens: readonly Token[], start: number, end: number, balanced: boolean): ItemRange[] {
  while (start < end && isSeparator(tokens[start]!)) start++;
  while (end > start && isSeparator(tokens[end - 1]!)) end--;
  return start < end ? [{ start, end, balanced }] : [];
}

export function isSeparator({ kind }: Token): boolean {
  return kind === "newline" || kind === ";";
}

export function atLineStart({ text }: Source, { start }: Token): boolean {
  return start === 0 || text[start - 1] === "\n" || text[start - 1] === "\r";
}
