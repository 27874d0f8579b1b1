// Finds the start and end of statements, fields and members among the tokens of an item, by brackets and
// separators only.
import { closerOf, closers } from "./brackets.ts";
import { isSeparator } from "./items.ts";
import type { Source } from "../source/index.ts";
import type { Token } from "./tokens.ts";

/** Keywords that continue a statement with indented blocks. */
const FURTHER: ReadonlySet<string> = new Set(["else", "elif", "except", "finally"]);

/**
 * The end of a statement as in Python, whose head ends with the `:` at `at`, and whose block is indented
 * more; undefined for other statements.
 */
export function indentedEnd(
  source: Source,
  tokens: readonly Token[],
  start: number,
  at: number,
): number | undefined {
  if (tokens[at]?.kind !== ":" || tokens[at + 1]?.kind !== "newline") return undefined;
  if (tokens.slice(start, at).some(({ kind }) => kind === "{")) return undefined;
  const indentOf = ({ start: place }: Token): number =>
    /^[ \t]*/.exec(source.lineText(source.lineAt(place)))![0].length;
  const indent = indentOf(tokens[start]!);
  let depth = 0;
  let end = at + 1;
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (closerOf[token.kind] !== undefined) depth++;
    else if (closers.has(token.kind) && depth-- === 0) return end;
    if (depth > 0 || token.kind === "newline") continue;
    if (tokens[i - 1]?.kind === "newline") {
      const own = indentOf(token);
      if (own < indent || (own === indent && !FURTHER.has(token.text))) return end;
    }
    end = i + 1;
  }
  return end;
}

/**
 * Like `enclosingBlock`, but the `{` of a struct literal in a head, of one with `=` in its fields, or of one
 * that lacks a comma opens no block: the error is in the statement around it.
 */
export function blockToRepair(tokens: readonly Token[], at: number): number | undefined {
  const block = enclosingBlock(tokens, at);
  // `{"a": 1}`, `{ ...p }` and `{ x for x in xs }` as values are not blocks.
  if (
    block !== undefined &&
    ["=", "(", ",", "return", "[", "->"].includes(tokens[block - 2]?.kind ?? "") &&
    isForeignValue(tokens, block, at)
  )
    return enclosingBlock(tokens, block - 1);
  if (block === undefined || tokens[block - 2]?.kind !== "ident") return block;
  // `xs.map { $0 * 2 }`, `xs.map { (a, b) -> a + b }`
  const isLambda = tokens[at]?.kind === "$" || (tokens[at]?.kind === "->" && tokens[at - 1]?.kind === ")");
  const isCalled = tokens[block - 3]?.kind === ".";
  if (isCalled && (isLambda || isShorthandClosure(tokens, at))) return enclosingBlock(tokens, block - 1);
  if (isLetWithoutValue(tokens, block)) return enclosingBlock(tokens, block - 1);
  // `xs.each { |x| … }`
  const bars = tokens[at]?.kind === "|" || tokens[at]?.kind === "||";
  if (bars && at === block && tokens[block - 3]?.kind === ".") return enclosingBlock(tokens, block - 1);
  if (lacksComma(tokens, block, at) || isLiteralWithoutColon(tokens, at))
    return enclosingBlock(tokens, block - 1);
  const fields =
    tokens[at]?.kind === "," && tokens[block]?.kind === "ident" && tokens[block + 1]?.kind === "=";
  return tokens[at]?.kind === ":" || fields ? enclosingBlock(tokens, block - 1) : block;
}

/** Whether the failure is at the first comma or the arrow of `{ a, b ->`. */
export function isShorthandClosure(tokens: readonly Token[], at: number): boolean {
  let start = at;
  while (tokens[start - 1]?.kind === "ident" || tokens[start - 1]?.kind === ",") start--;
  if (tokens[start - 1]?.kind !== "{") return false;
  let end = at;
  while (tokens[end]?.kind === "ident" || tokens[end]?.kind === ",") end++;
  return tokens[end]?.kind === "->" && end > start;
}

/** `P { x 1, y: 2 }` as a value, of which `P` and a block are read up to the comma at `at`. */
export function isLiteralWithoutColon(tokens: readonly Token[], at: number): boolean {
  const [before, type, brace, name, value] = tokens.slice(Math.max(0, at - 5), at);
  return (
    tokens[at]?.kind === "," &&
    type?.kind === "ident" &&
    /^[A-Z]/.test(type.text) &&
    brace?.kind === "{" &&
    name?.kind === "ident" &&
    ["int", "float", "string", "char", "ident", "true", "false"].includes(value?.kind ?? "") &&
    ["=", "(", ",", "[", ":", "->", "return"].includes(before?.kind ?? "")
  );
}

/** `P { x: 1 y: 2 }` as a value. */
function lacksComma(tokens: readonly Token[], block: number, at: number): boolean {
  const [first, colon] = tokens.slice(block, at);
  if (tokens[at]?.kind !== "ident" || first?.kind !== "ident" || colon?.kind !== ":") return false;
  return tokens[block - 3]?.kind !== "struct" && enclosingBlock(tokens, block - 1) !== undefined;
}

/** `if let o {`, whose body is parsed as the fields of a pattern. */
export function isLetWithoutValue(tokens: readonly Token[], block: number): boolean {
  return tokens[block - 3]?.kind === "let" && ["if", "while"].includes(tokens[block - 4]?.kind ?? "");
}

/** Whether an apparent block is a map, a struct, a comprehension or a function of another language. */
function isForeignValue(tokens: readonly Token[], block: number, at: number): boolean {
  const kind = tokens[at]?.kind;
  const first = tokens[block]?.kind === "newline" ? block + 1 : block;
  if (at === first + 1) return kind === ":" || kind === "in";
  if (at <= block + 2 && kind === ".") return tokens[block]?.kind === "..";
  if (kind !== "}") return at === block && kind === "..";
  return tokens.slice(block + 1, at).some((token) => token.kind === "for") && tokens[block]?.kind !== "for";
}

/** The index after the innermost open `{` at `at`. */
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

/**
 * The index before a closer at `at`: the statement before an early closer is incomplete, the closer is not
 * part of it.
 */
export function beforeCloser(tokens: readonly Token[], at: number): number {
  if (at >= tokens.length || !closers.has(tokens[at]!.kind)) return at;
  while (at > 0 && isSeparator(tokens[at - 1]!)) at--;
  return at;
}

/** The index after the last separator before `at` in the block that starts at `block`. */
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

/**
 * The index of the next separator outside brackets opened since `start`, or of the closing brace; a comma is
 * a separator, unless `whole`.
 */
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
