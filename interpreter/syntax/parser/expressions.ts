// Reads operators and operands with their prefixes and suffixes.
import { notes, wayToMake } from "../../diagnostics/index.ts";
import type { Expr } from "../ast/index.ts";
import type { BinaryOp } from "../operators.ts";
import type { Kind, Token } from "../tokens.ts";
import { group, isBinary } from "./binding-power.ts";
import { FAILED, type Mode, type Parser } from "./parser.ts";
import { readPrimary } from "./operands.ts";
import { BINARY } from "./token-sets.ts";
import { readSuffix } from "./suffixes.ts";

/** The hints for operators of other languages that end with `>`, by the part before the `>`. */
const HABITS: Readonly<Record<string, string>> = {
  "<": notes.differByNotEquals,
  "<T": notes.differByNotEquals,
  "|": notes.noPipeOperator,
  "<=": notes.noThreeWayOperator,
};

/** The tokens with which a string ends or starts. */
const STRINGS: ReadonlySet<Kind | undefined> = new Set<Kind | undefined>([
  "string",
  "stringStart",
  "stringEnd",
]);

/** The operands of an expression and the operators between them, before they are grouped. */
export interface Flat {
  readonly operands: Expr[];
  /** The tokens of the operators. */
  readonly operators: number[];
  /** For each, the index of a `>` after it, or -1. */
  readonly seconds: number[];
}

export function readExpr(p: Parser, mode: Mode): Expr {
  const first = readOperand(p, mode);
  if (!continues(p, mode)) return first;
  const flat: Flat = { operands: [first], operators: [], seconds: [] };
  readOthers(p, flat, mode);
  return grouped(p, flat);
}

/** Whether a binary operator follows. */
function continues(p: Parser, mode: Mode): boolean {
  if (mode === "test" && (p.kind === "&&" || p.kind === "||")) return false;
  if (isBinary(p.kind)) return true;
  p.note(BINARY);
  return false;
}

/** Reads operators and operands; in an index, a last `..` is left. */
export function readOthers(p: Parser, flat: Flat, mode: Mode, inIndex = false): void {
  const { operands, operators, seconds } = flat;
  while (continues(p, mode)) {
    const operator = p.at;
    if (inIndex && (p.kind === ".." || p.kind === "..=")) {
      const next = p.kindAt(operator + 1);
      if (next === "]" || next === ":" || (next === "newline" && p.kindAt(operator + 2) === ":")) return;
    }
    p.advance();
    seconds.push(p.kind === ">" ? p.at : -1);
    if (p.kind === ">") p.advance();
    else p.note(">");
    operators.push(operator);
    p.skipNewline();
    operands.push(readOperand(p, mode));
  }
}

/** Groups operands by precedence; reports operators of other languages. */
export function grouped(p: Parser, { operands, operators, seconds }: Flat): Expr {
  const first = operands[0]!;
  if (operators.length === 0) return first;
  let misread: Kind | null = null;
  for (const [i, at] of operators.entries()) {
    const { kind, text } = p.tokens[at]!;
    const second = seconds[i]!;
    if (kind !== ">>" && second >= 0) {
      // `ArrayList<>()`
      const made = first.kind === "Name" ? wayToMake(first.name) : undefined;
      if (made !== undefined && text === "<") {
        const params = { expected: notes.expression, found: "`>`" };
        const line = p.file.source.lineAt(first.span.start);
        const cause = `value@${line}`;
        p.dropReports(line, first.span.start);
        p.report("P1", p.tokens[second]!, params, { hint: made, cause });
        return { kind: "BrokenExpr", id: p.id(), span: first.span, parts: [] };
      }
      const strings = [at - 1, second + 1].some((index) => STRINGS.has(p.kindAt(index)));
      const joins = strings && text === "<";
      p.reportExpected(notes.expression, second, joins ? notes.joinByPlus : HABITS[kind]);
      misread = kind;
    }
    if (kind === ">>" && second < 0) p.reportExpected("`>`", at + 1);
  }
  if (misread !== null) {
    // The call after `|>` lacks an argument.
    const parts = misread === "|" ? [first] : operands;
    return { kind: "BrokenExpr", id: p.id(), span: around(first, operands.at(-1)!), parts };
  }
  return group(
    operands,
    operators.map((at) => p.tokens[at]!),
    {
      join: (left, operator, right) => join(p, left, operator, right),
      chained: (left, operator, right) => chained(p, left, operator, right),
    },
  );
}

function join(p: Parser, left: Expr, operator: Token, right: Expr): Expr {
  const id = p.id();
  const span = around(left, right);
  if (operator.kind === ".." || operator.kind === "..=") {
    return { kind: "Range", id, span, from: left, to: right, inclusive: operator.kind === "..=" };
  }
  const op = (operator.kind === "<T" ? "<" : operator.kind) as BinaryOp;
  // The second half of a shift is a separate token.
  const opSpan = {
    start: operator.start,
    end: operator.end + (op === ">>" && operator.expansion === 0 ? 1 : 0),
  };
  return { kind: "Binary", id, span, op, opSpan, left, right };
}

/** Reports a second comparison or range: `a < b < c`. */
function chained(p: Parser, left: Expr, operator: Token, right: Expr): Expr {
  const declared = declaredName(p, left, operator, right);
  if (declared !== undefined) {
    const cause = `value@${p.file.source.lineAt(left.span.start)}`;
    p.report("P3", operator, {}, { hint: notes.variablesAreDeclaredWithLet(declared), cause });
    return { kind: "BrokenExpr", id: p.id(), span: around(left, right), parts: [right] };
  }
  if (operator.kind === ".." || operator.kind === "..=") {
    const params = { expected: notes.endOfRange, found: `\`${operator.kind}\`` };
    p.report("P1", operator, params, { hint: notes.rangeCountsByOne });
  } else p.report("P3", operator, {}, { hint: notes.compareTwice });
  const parts = left.kind === "Range" ? [left.from, left.to, right] : [left, right];
  return { kind: "BrokenExpr", id: p.id(), span: around(left, right), parts };
}

/** `xs` of `List<int> xs = …`, the declaration of a variable in other languages. */
function declaredName(p: Parser, left: Expr, operator: Token, right: Expr): string | undefined {
  const isType =
    left.kind === "Binary" && left.op === "<" && left.left.kind === "Name" && left.right.kind === "Name";
  if (!isType || operator.kind !== ">" || right.kind !== "Name") return undefined;
  const { text } = p.file.source;
  return /^[ \t]*=(?!=)/.test(text.slice(right.span.end, right.span.end + 20)) ? right.name : undefined;
}

function around(left: Expr, right: Expr): Expr["span"] {
  return { start: Math.min(left.span.start, right.span.start), end: Math.max(left.span.end, right.span.end) };
}

export function readOperand(p: Parser, mode: Mode): Expr {
  if (p.kind !== "-" && p.kind !== "!" && p.kind !== "~") return readSuffixed(p, mode, false);
  const first = p.at;
  while (p.kind === "-" || p.kind === "!" || p.kind === "~") p.advance();
  const core = p.at;
  let value = readSuffixed(p, mode, p.kindAt(core - 1) === "-");
  for (let at = core - 1; at >= first; at--) {
    const { kind, start } = p.tokens[at]!;
    if (kind !== "-" && kind !== "!" && kind !== "~") throw FAILED;
    value = { kind: "Unary", id: p.id(), span: { start, end: value.span.end }, op: kind, value };
  }
  return value;
}

const POSTFIX: readonly Kind[] = [".", "(", "[", "?"];

/** The longest chain of suffixes: each is a level of the tree, for which the checker needs stack. */
const MAX_SUFFIXES = 20_000;

function readSuffixed(p: Parser, mode: Mode, negated: boolean): Expr {
  const start = p.at;
  let value = readPrimary(p, mode, negated);
  for (let suffixes = 0; ; suffixes++) {
    if (suffixes > 0 && suffixes % MAX_SUFFIXES === 0) {
      if (suffixes === MAX_SUFFIXES) p.report("P10", p.tokens[p.at]!, {});
      value = { kind: "BrokenExpr", id: p.id(), span: p.spanFrom(start), parts: [] };
    }
    switch (p.kind) {
      case ".":
      case "(":
      case "[":
      case "?": {
        const next = readSuffix(p, start, value, mode);
        if (next === null) return value;
        value = next;
        continue;
      }
      default:
        p.note(POSTFIX);
        return value;
    }
  }
}
