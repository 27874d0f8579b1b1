// Reports a failed match.
import { insteadOf, notes } from "../diagnostics/index.ts";
import type { Code, Extra, Label, Params } from "../diagnostics/index.ts";
import type { Source, Span } from "../source/index.ts";
import { closerOf, closers } from "./brackets.ts";
import { describeToken } from "./describe-token.ts";
import { wordExpected } from "./expectation.ts";
import { hintFor } from "./mistakes/index.ts";
import { enclosingBlock, isLetWithoutValue, isShorthandClosure } from "./statement-bounds.ts";
import { binaryKinds, type Kind, type Token } from "./tokens.ts";

/** The tokens of an item with a mistake, and of the beginning of the next one. */
export interface Failing {
  readonly source: Source;
  readonly tokens: readonly Token[];
  report<C extends Code>(code: C, span: Span, params: Params<C>, extra?: Extra): void;
}

export interface Misfit {
  /** Index of the token that does not fit. */
  readonly at: number;
  /** Index of the first token of its statement, field or item. */
  readonly start: number;
  readonly expected: ReadonlySet<Kind>;
  /** Whether all brackets of the item have their partners. */
  readonly balanced: boolean;
}

export function reportFailure(b: Failing, failed: Misfit): void {
  const { tokens } = b;
  const misfit = beforeLineBreak(b, failed);
  const at = skipNewlineAtEnd(tokens, misfit);
  const found = tokens[at];
  const open = openBracket(b, misfit.at);
  if (found?.kind === "extern") return b.report("P9", found, {});
  if (isShorthandClosure(tokens, misfit.at)) {
    const hint = trailingLambda(tokens, misfit.at) ?? notes.writeLambda;
    return b.report("T26", tokens[misfit.at]!, {}, { hint });
  }
  if (open?.kind === "stringStart" && found !== undefined && found.expansion === 0) {
    const problem = notes.interpolationHoldsExactlyOneExpression;
    const isFormat = found.kind === ":";
    const hint = isFormat ? notes.formatIsFunction : notes.oneExpressionBetweenBraces;
    return b.report("P7", found, { problem }, { hint });
  }
  if (found?.kind === "<" && reportInTypeArgs(b, at)) return;
  const foreign = foreignStatement(tokens, misfit) ?? blockHead(tokens, misfit);
  if (foreign !== undefined) {
    const { text } = foreign;
    return b.report(
      "P1",
      foreign,
      { expected: "a statement", found: `\`${text}\`` },
      { hint: insteadOf(text)!, cause: `${tokens[0]?.start} ${text}` },
    );
  }
  const broken = brokenLine(b, at);
  // The tokens of the next line are no part of the mistake.
  const hint =
    broken === undefined
      ? hintFor({
          tokens,
          at: misfit.at,
          start: misfit.start,
          expected: misfit.expected,
          atFileLevel: open === undefined,
        })
      : undefined;
  const end = tokens.at(-1)?.end ?? 0;
  const isArm = misfit.expected.has("->") && (misfit.expected.has("if") || found?.kind === "=>");
  const isDefault = found?.kind === "=" && misfit.expected.has("newline") && misfit.expected.has("}");
  const isEntry = found?.kind === ":" && tokens[misfit.at - 1]?.kind === "string";
  const repeats =
    isArm || isDefault || isEntry || found?.kind === "$" || tokens[misfit.at - 1]?.text === "case";
  b.report(
    "P1",
    broken ?? found ?? { start: end, end },
    {
      expected: wordExpected(misfit.expected),
      found: describeToken(broken === undefined ? found : { ...broken, kind: "newline" }),
    },
    // The same habit causes an error in each arm or entry.
    {
      related: related(b, misfit, open, found),
      ...(hint !== undefined && { hint }),
      ...(hint !== undefined && repeats && { cause: `${tokens[0]?.start} ${hint.replace(/`[^`]*`/g, "")}` }),
    },
  );
}

/** Keywords of statements in other languages, whose blocks or conditions cause the failure. */
const STATEMENTS: ReadonlySet<string> = new Set([
  "switch",
  "select",
  "when",
  "elif",
  "elseif",
  "elsif",
  "unless",
  "until",
  "foreach",
  "do",
  "repeat",
]);

/** The word before the arms of `case x do`, if the failure is at the arrow of one. */
function blockHead(tokens: readonly Token[], { at }: Misfit): Token | undefined {
  if (tokens[at]?.kind !== "->") return undefined;
  let line = at;
  for (let i = at - 1; i >= 0 && tokens[i]!.kind !== "{" && tokens[i]!.kind !== "}"; i--) {
    if (tokens[i]!.text === "do" && tokens[i + 1]?.kind === "newline") line = i;
    const starts = i === 0 || tokens[i - 1]!.kind === "newline" || tokens[i - 1]!.kind === "{";
    if (line < at && starts) return HEADS.has(tokens[i]!.text) ? tokens[i] : undefined;
  }
  return undefined;
}

const HEADS: ReadonlySet<string> = new Set(["case", "cond"]);

/** `when (x) {` and `x switch {` as values. */
export function isForeignMatch(text: string, next: Kind): boolean {
  return (text === "switch" && next === "{") || (text === "when" && (next === "{" || next === "("));
}

/** Such a keyword in the statement with the failure. */
function foreignStatement(tokens: readonly Token[], { at, start }: Misfit): Token | undefined {
  let depth = 0;
  for (let i = start; i < Math.min(at, tokens.length); i++) {
    const { kind, text } = tokens[i]!;
    if (closers.has(kind)) depth--;
    else if (closerOf[kind] !== undefined) depth++;
    else if (text === "case" && tokens[i - 1]?.kind === "=") return tokens[i];
    else if (depth === 0 && kind === "ident" && STATEMENTS.has(text)) {
      const before = i === start ? "newline" : tokens[i - 1]!.kind;
      const next = tokens[i + 1]?.kind ?? "newline";
      if (
        (["newline", "}", ";", "{"].includes(before) || isForeignMatch(text, next)) &&
        !["=", ".", ",", ":", "newline"].includes(next) &&
        (text !== "select" || next === "{")
      )
        return tokens[i];
    }
  }
  return undefined;
}

/**
 * Moves a failure to the end of the line before if a bracket is open there, or to the `{` of a body after an
 * incomplete `let`, range or condition.
 */
function beforeLineBreak(b: Failing, misfit: Misfit): Misfit {
  const { at, expected } = misfit;
  // `if let o {`: the body is parsed as the fields of a pattern.
  const block = enclosingBlock(b.tokens, at) ?? 0;
  if (isLetWithoutValue(b.tokens, block)) return { ...misfit, at: block - 1, expected: new Set(["="]) };
  const body = bodyAfterOperator(b.tokens, misfit);
  if (body !== undefined) return { ...misfit, at: body, expected: new Set(["int", "if", "("]) };
  if (b.tokens[at - 1]?.kind !== "newline") return misfit;
  const open = openBracket(b, at);
  if (open?.kind !== "(" && open?.kind !== "[") return misfit;
  return { ...misfit, at: at - 1, expected: new Set([...expected, closerOf[open.kind]!]) };
}

/** The body of `for i in 0.. {` or `if n == {`, which is read as an operand. */
function bodyAfterOperator(tokens: readonly Token[], { at, start, expected }: Misfit): number | undefined {
  const head = tokens[start]?.kind === "label" ? start + 2 : start;
  const { kind } = tokens[head] ?? {};
  if (!expected.has("{") || (kind !== "for" && kind !== "if" && kind !== "while")) return undefined;
  for (let i = head; i < at - 1; i++)
    if (binaryKinds.has(tokens[i]!.kind) && tokens[i + 1]!.kind === "{") return i + 1;
  return undefined;
}

/** The index after a line break at the end of an item: the token after it is the unexpected one. */
function skipNewlineAtEnd(tokens: readonly Token[], { at, expected }: Misfit): number {
  return tokens[at]?.kind === "newline" && expected.has("newline") ? at + 1 : at;
}

/**
 * The last token of a line that goes on, as with an operator at its end, if the next line does not continue it: the
 * mistake is at the end of the line.
 */
function brokenLine({ source, tokens }: Failing, at: number): Token | undefined {
  const before = tokens[tokens[at - 1]?.kind === "newline" ? at - 2 : at - 1];
  const found = tokens[at];
  if (before === undefined || found === undefined) return undefined;
  if (source.lineAt(before.end) === source.lineAt(found.start)) return undefined;
  const goesOn = binaryKinds.has(before.kind) || before.kind === "=";
  return goesOn && (STARTS.has(found.kind) || closers.has(found.kind)) ? before : undefined;
}

/** Keywords that start a statement or an item. */
const STARTS: ReadonlySet<Kind> = new Set<Kind>([
  "let",
  "const",
  "return",
  "defer",
  "spawn",
  "while",
  "for",
  "loop",
  "break",
  "continue",
  "fun",
  "struct",
  "enum",
  "trait",
  "impl",
  "import",
  "aliasWord",
]);

/** A label at the opener of the bracket that should be closed here. */
function related(b: Failing, misfit: Misfit, open: Token | undefined, found: Token | undefined): Label[] {
  if (open === undefined || !misfit.expected.has(closerOf[open.kind]!)) return [];
  // If all brackets of the item match, only the end of a line or an item indicates a missing closer.
  const ends =
    found === undefined ||
    ["newline", "import", "fun", "struct", "enum", "trait", "impl"].includes(found.kind);
  const wrongCloser = found !== undefined && [")", "]", "}"].includes(found.kind) && open.kind !== "{";
  const strayCloser = (found?.kind === ")" || found?.kind === "]") && open.kind === "{";
  if (strayCloser || (misfit.balanced && !ends && !wrongCloser)) return [];
  return [
    {
      source: b.source,
      span: { start: open.start, end: open.end },
      text: notes.thisIsNotClosed(open.text),
    },
  ];
}

/** The innermost bracket that is open at `at`. */
function openBracket(b: Failing, at: number): Token | undefined {
  const open: Token[] = [];
  for (const token of b.tokens.slice(0, at)) {
    if (closerOf[token.kind] !== undefined) open.push(token);
    else if (closers.has(token.kind)) open.pop();
  }
  return open.at(-1);
}

/** Reports a `<` that does not start type arguments because one of them is qualified by a module. */
function reportInTypeArgs(b: Failing, at: number): boolean {
  for (let i = at + 1; i < b.tokens.length; i++) {
    const token = b.tokens[i]!;
    const next = b.tokens[i + 1];
    const afterNext = b.tokens[i + 2];
    if (token.kind === "ident" && next?.kind === "." && afterNext?.kind === "ident") {
      const params = { module: token.text, name: afterNext.text };
      const hint = notes.addToImportOfAndWrite(params.module, params.name);
      b.report("P8", { start: token.start, end: afterNext.end }, params, { hint });
      return true;
    }
    if (!["ident", ",", "?", "<", "dyn", "Self", "(", ")"].includes(token.kind)) return false;
  }
  return false;
}

/** The hint for `xs.map { x -> … }`. */
function trailingLambda(tokens: readonly Token[], at: number): string | undefined {
  const names: string[] = [];
  let i = at;
  while (tokens[i]?.kind === "ident" || tokens[i]?.kind === ",") i++;
  for (i--; tokens[i]?.kind === "ident" || tokens[i]?.kind === ","; i--)
    if (tokens[i]!.kind === "ident") names.unshift(tokens[i]!.text);
  const [method, dot, value] = [tokens[i - 1], tokens[i - 2], tokens[i - 3]];
  if (tokens[i]?.kind !== "{" || method?.kind !== "ident" || dot?.kind !== ".") return undefined;
  const receiver = value?.kind === "ident" ? value.text : "";
  return notes.functionIsArgument(`${receiver}.${method.text}`, names.join(", "));
}
