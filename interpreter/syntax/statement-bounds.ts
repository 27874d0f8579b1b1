// Where the statements, fields and members of an item begin and end among its tokens, by brackets and separators alone.
import { closerOf, closers } from "./brackets.ts";
import { isSeparator } from "./items.ts";
import type { Token } from "./tokens.ts";

/**
 * As `enclosingBlock`; but `{` of a struct literal in a head, or of one with `=` in its fields, opens no
 * block of its own: what is around it is wrong.
 */
export function blockToRepair(tokens: readonly Token[], at: number): number | undefined {
  const block = enclosingBlock(tokens, at);
  // `{"a": 1}` where a value stands is meant as a map.
  if (
    block !== undefined &&
    at === block + 1 &&
    tokens[at]?.kind === ":" &&
    ["=", "(", ",", "return", "[", "->"].includes(tokens[block - 2]?.kind ?? "")
  )
    return enclosingBlock(tokens, block - 1);
  if (block === undefined || tokens[block - 2]?.kind !== "ident") return block;
  const fields =
    tokens[at]?.kind === "," && tokens[block]?.kind === "ident" && tokens[block + 1]?.kind === "=";
  return tokens[at]?.kind === ":" || fields ? enclosingBlock(tokens, block - 1) : block;
}

/** Index behind the `{` that is innermost at a place. */
export function enclosingBlock(tokens: readonly Token[], at: number): number | undefined {
  const open: number[] = [];
  for (let i = 0; i < at; i++) {
    const { kind } = tokens[i]!;
    if (closerOf[kind] !== undefined) open.push(i);
    else if (closers.has(kind)) open.pop();
  }
  const brace = open.findLast((i) => tokens[i]!.kind === "{");
  return brace === undefined ? undefined : brace + 1;
}

/** A closer that comes too early is no part of a statement: the one before it lacks something. */
export function beforeCloser(tokens: readonly Token[], at: number): number {
  if (at >= tokens.length || !closers.has(tokens[at]!.kind)) return at;
  while (at > 0 && isSeparator(tokens[at - 1]!)) at--;
  return at;
}

/** Behind the last separator before `at` in the block that starts at `block`. */
export function statementStart(tokens: readonly Token[], block: number, at: number): number {
  let start = block;
  let depth = 0;
  for (let i = block; i < at; i++) {
    const token = tokens[i]!;
    if (closerOf[token.kind] !== undefined) depth++;
    else if (closers.has(token.kind)) depth--;
    else if (depth === 0 && (isSeparator(token) || token.kind === ",")) start = i + 1;
  }
  return start;
}

/** The next separator outside of all brackets opened since `start`, or the closing brace; commas separate, too, unless it is `whole` lines. */
export function statementEnd(tokens: readonly Token[], start: number, at: number, whole = false): number {
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (closerOf[token.kind] !== undefined) depth++;
    else if (closers.has(token.kind)) {
      if (depth === 0) return i;
      depth--;
    } else if (depth === 0 && i >= at && isSeparator(token)) return i;
    else if (!whole && depth === 0 && i >= at && token.kind === ",") return i + 1;
  }
  return tokens.length;
}
