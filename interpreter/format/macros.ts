// Prints macro definitions and the arguments of macro calls: rows of tokens, spaced like expressions.
import { literalKinds, symbols, typeKinds, type Kind, type MacroItem, type Token } from "../syntax/index.ts";
import { concat, hard, indent, join, verbatim, type Doc } from "./doc.ts";
import { floatText, writtenText } from "./literals.ts";
import type { Printer } from "./printer.ts";

/** Prints a range of tokens; line breaks have no meaning in macros. */
export function macroTokens(p: Printer, [start, end]: readonly [number, number]): Doc {
  return printRow(p, p.tokens.slice(start, end));
}

/** Prints a single rule on one line, several rules one per line. */
export function printMacro(p: Printer, item: MacroItem): Doc {
  const [start, end] = item.tokens;
  const rules = splitRules(p.tokens.slice(start + 3, end - 1)).map((rule) => printRow(p, rule));
  const head = `macro ${item.name.name} {`;
  if (rules.length === 1) return concat(`${head} `, rules[0]!, " }");
  return concat(head, indent(hard, join(hard, rules)), hard, "}");
}

/** The tokens of each rule, which ends with the closing brace of its template. */
function splitRules(tokens: readonly Token[]): Token[][] {
  const rules: Token[][] = [];
  let rule: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "newline") continue;
    if (rule.length === 0 && (token.kind === ";" || token.kind === ",")) continue;
    rule.push(token);
    if (opening.has(token.kind)) depth++;
    else if (closing.has(token.kind)) {
      depth--;
      if (depth === 0 && token.kind === "}") {
        rules.push(rule);
        rule = [];
      }
    }
  }
  return rules;
}

const opening: ReadonlySet<Kind> = new Set<Kind>(["(", "[", "{", "stringStart"]);
const closing: ReadonlySet<Kind> = new Set<Kind>([")", "]", "}", "stringEnd"]);

function printRow(p: Printer, tokens: readonly Token[]): Doc {
  return verbatim(
    rowText(
      p,
      tokens.filter((token) => token.kind !== "newline"),
    ),
  );
}

function rowText(p: Printer, tokens: readonly Token[]): string {
  return rowWords(p, tokens)
    .map(({ text, space }, i) => (i > 0 && space ? ` ${text}` : text))
    .join("");
}

interface Word {
  readonly text: string;
  /** Whether a space precedes it. */
  readonly space: boolean;
}

function rowWords(p: Printer, tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  const angles = anglesOf(tokens);
  /** For each open parenthesis, whether it belongs to a repetition. */
  const repetitions: boolean[] = [];
  /** The number of remaining tokens directly after a repetition: its separator and its operator. */
  let tail = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const previous = tokens[i - 1];
    const space =
      previous !== undefined && tail === 0 && (isSpaced(tokens, i, angles) || wouldMerge(tokens, i));
    if (tail > 0) tail--;
    if (token.kind === "(") repetitions.push(previous?.kind === "$");
    if (token.kind === ")" && repetitions.pop() === true) {
      const separated =
        !isRepeat(tokens[i + 1]) || (isRepeat(tokens[i + 2]) && tokens[i + 1]!.end === tokens[i + 2]!.start);
      tail = separated ? 2 : 1;
    }
    if (token.kind === "stringStart") {
      const end = stringEnd(tokens, i);
      words.push({ text: interpolationText(p, tokens.slice(i, end + 1)), space });
      i = end;
      continue;
    }
    words.push({ text: textOf(p, token), space });
  }
  return words;
}

function isRepeat(token: Token | undefined): boolean {
  return token?.kind === "*" || token?.kind === "+";
}

function stringEnd(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    if (tokens[i]!.kind === "stringStart") depth++;
    else if (tokens[i]!.kind === "stringEnd" && --depth === 0) return i;
  }
  return tokens.length - 1;
}

/** Prints a string with embedded rows of tokens. */
function interpolationText(p: Printer, tokens: readonly Token[]): string {
  let text = "";
  let row: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "stringStart") depth++;
    const isPiece = depth === 1 && ["stringStart", "stringMiddle", "stringEnd"].includes(token.kind);
    if (token.kind === "stringEnd") depth--;
    if (!isPiece) row.push(token);
    else {
      text += rowText(p, row) + writtenText(p.textOf(token));
      row = [];
    }
  }
  return text;
}

function textOf(p: Printer, token: Token): string {
  const written = p.source.text.slice(token.start, token.end);
  if (token.kind === "string" || token.kind === "char") return writtenText(written);
  if (token.kind === "float") return floatText(written);
  return written.replace(/\r\n?/g, "\n");
}

const fragments: ReadonlySet<string> = new Set(["expr", "ty", "pat", "ident", "literal", "block"]);
const tightBefore: ReadonlySet<Kind> = new Set<Kind>([")", "]", ",", ";", ".", "?", ":", "..", "..="]);
const tightAfter: ReadonlySet<Kind> = new Set<Kind>(["(", "[", ".", "$", "@", "..", "..=", "~"]);
const operandEnd: ReadonlySet<Kind> = new Set<Kind>([
  ...literalKinds,
  "ident",
  "Self",
  "self",
  ")",
  "]",
  "}",
  "?",
  "stringEnd",
]);

function isSpaced(tokens: readonly Token[], i: number, angles: ReadonlySet<number>): boolean {
  const previous = tokens[i - 1]!;
  const { kind, start } = tokens[i]!;
  if (tightBefore.has(kind) || tightAfter.has(previous.kind)) return false;
  // `$x:expr`
  if (previous.kind === ":" && tokens[i - 3]?.kind === "$" && fragments.has(tokens[i]!.text)) return false;
  if (kind === "}") return previous.kind !== "{";
  if (kind === "(" || kind === "[") {
    const called = operandEnd.has(previous.kind) && previous.kind !== "}";
    return !(
      called ||
      ["fun", "spawn"].includes(previous.kind) ||
      isPrefix(tokens, i - 1) ||
      angles.has(i - 1)
    );
  }
  // `name!(…)`
  if (kind === "!" && previous.kind === "ident" && tokens[i + 1]?.kind === "(") return false;
  if (isPrefix(tokens, i - 1)) return false;
  return !(
    angles.has(i) ||
    (previous.kind === "<" && angles.has(i - 1)) ||
    (previous.kind === ">>" && previous.end === start)
  );
}

/**
 * Whether the token and the one before it, which have a space between them, would be another token without
 * it.
 */
function wouldMerge(tokens: readonly Token[], i: number): boolean {
  const previous = tokens[i - 1]!;
  const token = tokens[i]!;
  if (previous.end === token.start) return false;
  // `1 . 5`
  if (previous.kind === "int" && token.kind === ".") return tokens[i + 1]?.kind === "int";
  const joined = previous.text + token.text;
  return symbols.some(
    (symbol) =>
      symbol.length > previous.text.length && symbol.startsWith(previous.text) && joined.startsWith(symbol),
  );
}

function isPrefix(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!;
  if (token.kind !== "-" && token.kind !== "!") return false;
  const before = tokens[i - 1];
  return token.kind === "!" || before === undefined || !operandEnd.has(before.kind);
}

/** Tokens allowed between the angles of type arguments and parameters. */
const inTypes: ReadonlySet<Kind> = new Set<Kind>([...typeKinds, "+", "$", "(", ")"]);

/**
 * The indexes of the `<` and `>` that enclose types and are not operators: a name precedes them, only types
 * are inside, and no operand follows. In `$a < $b` the `<` is an operator, because a type would be `$a`
 * alone.
 */
function anglesOf(tokens: readonly Token[]): ReadonlySet<number> {
  const angles = new Set<number>();
  const open: number[] = [];
  tokens.forEach(({ kind }, i) => {
    if (kind === "<") {
      const isName = tokens[i - 1]?.kind === "ident" && tokens[i - 2]?.kind !== "$";
      if (isName || tokens[i - 1]?.kind === "impl") open.push(i);
      else open.length = 0;
    } else if (kind === ">" || kind === ">>") {
      const start = open.pop();
      if (
        start === undefined ||
        (kind === ">" && tokens[start - 1]!.kind !== "impl" && isOperandStart(tokens[i + 1]))
      )
        return;
      angles.add(start).add(i);
    } else if (!inTypes.has(kind)) open.length = 0;
  });
  return angles;
}

function isOperandStart(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    [
      "ident",
      "$",
      "self",
      "int",
      "float",
      "char",
      "string",
      "stringStart",
      "true",
      "false",
      "-",
      "!",
    ].includes(token.kind)
  );
}
