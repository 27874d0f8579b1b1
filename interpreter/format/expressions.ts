// Prints expressions.
import type { Arg, Arm, Block, Expr, If, Lambda, Param } from "../syntax/index.ts";
import { inlineAttributes } from "./attributes.ts";
import { printBinary, printPostfix } from "./chains.ts";
import { concat, group, indent, join, line, type Doc } from "./doc.ts";
import { printLiteral, writtenText } from "./literals.ts";
import { macroTokens } from "./macros.ts";
import type { Printer } from "./printer.ts";
import type { SequenceItem } from "./sequence.ts";
import { printBlock, printStatement } from "./statements.ts";
import { isUnit, printPattern, printType, printTypeArgs } from "./types.ts";

export function printExpr(p: Printer, expr: Expr): Doc {
  switch (expr.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
    case "CharLit":
      return printLiteral(p, expr);
    case "Interpolation":
      return printInterpolation(p, expr);
    case "Name":
      return expr.name + printTypeArgs(expr.typeArgs);
    case "SelfValue":
      return "self";
    case "Paren":
      return concat("(", printExpr(p, expr.inner), ")");
    case "TupleLit":
      return p.list(
        "(",
        expr.parts.map((part) => entry(p, part)),
        ")",
        expr.span,
      );
    case "ListLit":
      return p.list(
        "[",
        expr.elements.map((element) => entry(p, element)),
        "]",
        expr.span,
      );
    case "MapLit":
      if (expr.entries.length === 0) return "[:]";
      return p.list(
        "[",
        expr.entries.map(({ key, value }) => ({
          span: { start: key.span.start, end: value.span.end },
          print: () => concat(printExpr(p, key), ": ", printExpr(p, value)),
        })),
        "]",
        expr.span,
      );
    case "SetLit": {
      const [only] = expr.elements;
      if (expr.elements.length === 1 && !p.comments.between(expr.span.start, expr.span.end)) {
        return concat("{", printExpr(p, only!), ",}");
      }
      return p.list(
        "{",
        expr.elements.map((element) => entry(p, element)),
        "}",
        expr.span,
      );
    }
    case "StructLit":
      return printStructLit(p, expr);
    case "Block":
      return printBlock(p, expr);
    case "If":
      return printIf(p, expr);
    case "Match":
      return printMatch(p, expr);
    case "Loop":
      return concat(labelText(expr), "loop ", printBlock(p, expr.body, { isDiscarded: true }));
    case "While":
      return concat(
        labelText(expr),
        "while ",
        printExpr(p, expr.condition),
        " ",
        printBlock(p, expr.body, { isDiscarded: true }),
      );
    case "For": {
      const pattern = printPattern(p, expr.pattern);
      return concat(
        labelText(expr),
        `for ${pattern} in `,
        printExpr(p, expr.iterable),
        " ",
        printBlock(p, expr.body, { isDiscarded: true }),
      );
    }
    case "Lambda":
      return printLambda(p, expr);
    case "Call":
    case "MethodCall":
    case "FieldAccess":
    case "Index":
    case "Slice":
    case "Try":
      return printPostfix(p, expr);
    case "Spawn":
      return printSpawned(p, expr.value);
    case "Unary":
      return concat(expr.op, printExpr(p, expr.value));
    case "Binary":
      return printBinary(p, expr);
    case "LetTest": {
      const pattern = printPattern(p, expr.pattern);
      return concat(`let ${pattern} = `, printExpr(p, expr.value));
    }
    case "Range":
      return concat(printExpr(p, expr.from), expr.inclusive ? "..=" : "..", printExpr(p, expr.to));
    case "MacroCall":
      return concat(`${expr.name.name}!(`, macroTokens(p, expr.tokens), ")");
    case "BrokenExpr":
      throw new Error("a text with errors is not formatted");
  }
}

function labelText({ label }: Extract<Expr, { kind: "Loop" | "While" | "For" }>): string {
  return label === null ? "" : `'${label.name}: `;
}

/** An expression as part of a sequence. */
export function entry(p: Printer, expr: Expr): SequenceItem {
  return { span: expr.span, print: () => printExpr(p, expr) };
}

/** The pieces of text as written, around the embedded expressions. */
function printInterpolation(p: Printer, { parts, span }: Extract<Expr, { kind: "Interpolation" }>): Doc {
  const outer = p.inline;
  p.inline = true;
  const docs: Doc[] = [];
  const pieces = p.pieces(span);
  for (const part of parts) {
    if (typeof part === "string") continue;
    docs.push(writtenText(pieces.shift()!), printExpr(p, part));
  }
  p.inline = outer;
  return concat(...docs, ...pieces.map(writtenText));
}

export function printArgs(p: Printer, args: readonly Arg[], start: number, end: number): Doc {
  const entries = args.map(
    (arg): SequenceItem => ({
      span: arg.span,
      print: () =>
        arg.name === null ? printExpr(p, arg.value) : concat(`${arg.name.name}: `, printExpr(p, arg.value)),
    }),
  );
  return p.list("(", entries, ")", { start, end });
}

function printStructLit(p: Printer, expr: Extract<Expr, { kind: "StructLit" }>): Doc {
  const { base } = expr;
  if (expr.fields.length > 0 || base !== null) p.staysBroken++;
  const head = `${expr.name.name}${printTypeArgs(expr.typeArgs)} {`;
  const entries = expr.fields.map(
    ({ name, value }): SequenceItem => ({
      span: { start: name.span.start, end: value.span.end },
      print: () =>
        value.kind === "Name" &&
        value.name === name.name &&
        value.typeArgs === null &&
        !p.comments.between(name.span.end, value.span.start)
          ? name.name
          : concat(`${name.name}: `, printExpr(p, value)),
    }),
  );
  if (base !== null)
    entries.push({
      span: { start: p.tokenBefore(base.span.start)?.start ?? base.span.start, end: base.span.end },
      print: () => concat("..", printExpr(p, base)),
    });
  return p.list(head, entries, "}", expr.span, {
    isPadded: true,
    isSpread: entries.length > 0 && p.spansLines(expr.span),
  });
}

/** `isStatement`: its value is not used, so that its blocks take several lines. */
export function printIf(p: Printer, expr: If, isStatement = false): Doc {
  const short = isStatement || p.inline ? null : shortIf(p, expr);
  if (short !== null) return short;
  const parts: Doc[] = [];
  let current: If = expr;
  for (;;) {
    const style = { isDiscarded: expr.otherwise === null };
    parts.push("if ", printExpr(p, current.condition), " ", printBlock(p, current.then, style));
    const { otherwise } = current;
    if (otherwise === null) break;
    parts.push(" else ");
    if (otherwise.kind === "Block") {
      parts.push(printBlock(p, otherwise));
      break;
    }
    current = otherwise;
  }
  return concat(...parts);
}

/** An `if` that has a value and was written on one line stays there if it fits; null for others. */
function shortIf(p: Printer, expr: If): Doc | null {
  if (p.spansLines(expr.span) || p.comments.between(expr.span.start, expr.span.end)) return null;
  const branches: Block[] = [];
  for (let current: If | Block = expr; ; ) {
    const block: Block = current.kind === "If" ? current.then : current;
    if (block.stmts.length > 0 || block.trailing === null) return null;
    branches.push(block);
    if (current.kind === "Block") break;
    if (current.otherwise === null) return null;
    current = current.otherwise;
  }
  p.staysBroken++;
  const parts: Doc[] = [];
  let current: If | Block = expr;
  for (const { trailing } of branches) {
    if (current.kind === "If") parts.push("if ", printExpr(p, current.condition), " ");
    const value = printExpr(p, trailing!);
    parts.push("{", indent(line, value), line, "}");
    if (current.kind === "Block" || current.otherwise === null) break;
    parts.push(" else ");
    current = current.otherwise;
  }
  return group(...parts);
}

function printMatch(p: Printer, expr: Extract<Expr, { kind: "Match" }>): Doc {
  const subject = printExpr(p, expr.subject);
  const arms = expr.arms.map((arm): SequenceItem => ({ span: arm.span, print: () => printArm(p, arm) }));
  if (p.inline) {
    return arms.length === 0
      ? concat("match ", subject, " {}")
      : concat(
          "match ",
          subject,
          " { ",
          join(
            ", ",
            arms.map((arm) => arm.print()),
          ),
          " }",
        );
  }
  return concat("match ", subject, " ", p.braced(arms, expr.span.end - 1, { after: ",", blank: "comments" }));
}

function printArm(p: Printer, arm: Arm): Doc {
  const guard = arm.guard === null ? "" : concat(" if ", printExpr(p, arm.guard));
  return concat(printPattern(p, arm.pattern), guard, " -> ", printStatement(p, arm.body));
}

function printLambda(p: Printer, expr: Lambda): Doc {
  const result = expr.result === null ? "" : ` -> ${printType(expr.result)}`;
  const head = concat(
    "fun",
    printParams(p, expr.params, null, expr.span.start, expr.body.span.start),
    result,
  );
  if (expr.body.kind === "ExprBody") return concat(head, " = ", printExpr(p, expr.body.value));
  return concat(
    head,
    " ",
    printBlock(p, expr.body, { isDiscarded: expr.result !== null && isUnit(expr.result) }),
  );
}

/** `end` is an offset after the closing parenthesis. */
export function printParams(
  p: Printer,
  params: readonly Param[],
  self: SequenceItem["span"] | null,
  start: number,
  end: number,
): Doc {
  const entries: SequenceItem[] = params.map(({ span, attributes, name, pattern, type, default: value }) => ({
    span,
    print: () => {
      const written = inlineAttributes(p, attributes);
      const bound = pattern === null ? name.name : printPattern(p, pattern);
      const head = type === null ? `${written}${bound}` : `${written}${bound}: ${printType(type)}`;
      return value === null ? head : concat(head, " = ", printExpr(p, value));
    },
  }));
  if (self !== null) entries.unshift({ span: self, print: () => "self" });
  const last = entries.at(-1)?.span.end ?? start;
  const close = Math.min(end, p.source.text.indexOf(")", last) + 1 || end);
  if (entries.length > 1) return p.list("(", entries, ")", { start: entries[0]!.span.start, end: close });
  return concat("(", ...entries.map((only) => only.print()), ")");
}

/** A block on one line, within a string. */
export function inlineBlock(p: Printer, block: Block): Doc {
  const statements = [
    ...block.stmts.map((statement) => printStatement(p, statement)),
    ...(block.trailing === null ? [] : [printExpr(p, block.trailing)]),
  ];
  if (statements.length === 0) return "{}";
  const discarded = block.trailing === null && block.stmts.at(-1)?.kind === "ExprStmt" ? ";" : "";
  return concat("{ ", join("; ", statements), `${discarded} }`);
}

/**
 * Prints a call unchanged, and other values in one pair of parentheses, with a lambda on the line of `spawn`.
 */
function printSpawned(p: Printer, value: Expr): Doc {
  if (value.kind === "Call" || value.kind === "MethodCall") return concat("spawn ", printExpr(p, value));
  let inner: Expr = value;
  while (inner.kind === "Paren") inner = inner.inner;
  return concat("spawn(", printExpr(p, inner), ")");
}
