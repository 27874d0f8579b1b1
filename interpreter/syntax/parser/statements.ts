// Reads statements, including the bodies of match arms.
import { notes } from "../../diagnostics/index.ts";
import type { AssignOp, Expr, Stmt } from "../ast/index.ts";
import type { Kind } from "../tokens.ts";
import { ASSIGNMENT, OPERAND, startsOperand, STATEMENT_WORD } from "./token-sets.ts";
import type { Parser } from "./parser.ts";
import { namePattern, readPattern } from "./patterns.ts";
import { maybeAnnotation } from "./types.ts";

const ARM_WORDS: readonly Kind[] = ["return", "break", "continue"];
const ASSIGNMENTS: ReadonlySet<Kind | undefined> = new Set(ASSIGNMENT);

export function isStatementWord(kind: Kind | undefined): boolean {
  return kind !== undefined && STATEMENT_WORD.includes(kind);
}

export function readStatement(p: Parser): Stmt {
  const start = p.at;
  switch (p.kind) {
    case "let":
    case "const":
      return readLet(p);
    case "return":
    case "break":
    case "continue":
      return readJump(p);
    case "defer": {
      p.advance();
      const value = p.expr();
      return { kind: "Defer", id: p.id(), span: p.spanFrom(start), value };
    }
    default:
      p.note(STATEMENT_WORD);
      return finishSimple(p, start, p.expr());
  }
}

/** The body of an arm. */
export function readArmBody(p: Parser): Stmt {
  if (p.kind === "return" || p.kind === "break" || p.kind === "continue") return readJump(p);
  const start = p.at;
  p.note(ARM_WORDS);
  return finishSimple(p, start, p.expr());
}

function readLet(p: Parser): Stmt {
  const start = p.at;
  const constant = p.kind === "const";
  p.advance();
  const target = p.at;
  const mark = p.undeclared;
  const next = p.kindAt(target + 1);
  const isName = p.kind === "ident" && next !== "(" && next !== "{";
  const destructured = isName ? null : readPattern(p);
  if (isName) p.advance();
  const type = maybeAnnotation(p);
  p.expect("=");
  const value = p.expr();
  const otherwise = p.eat("else") ? p.block() : null;
  if (otherwise !== null || destructured !== null) {
    const pattern = destructured ?? namePattern(p, target);
    p.declare(mark);
    const span = p.spanFrom(start);
    return { kind: "LetPattern", id: p.id(), span, constant, pattern, type, value, otherwise };
  }
  const span = p.spanFrom(start);
  return { kind: "Let", id: p.id(), span, constant, name: p.binding(target), type, value };
}

function readJump(p: Parser): Stmt {
  const start = p.at;
  const word = p.kind;
  p.advance();
  const label = word !== "return" && p.is("label") ? p.label(p.at) : null;
  if (label !== null) p.advance();
  if (word === "continue") return { kind: "Continue", id: p.id(), span: p.spanFrom(start), label };
  const value = maybeExpr(p);
  const span = p.spanFrom(start);
  return word === "return"
    ? { kind: "Return", id: p.id(), span, value }
    : { kind: "Break", id: p.id(), span, label, value };
}

function maybeExpr(p: Parser): Expr | null {
  if (startsOperand(p.kind)) return p.expr();
  p.note(OPERAND);
  return null;
}

/** Reads an assignment after its target; an expression alone is a statement, too. */
export function finishSimple(p: Parser, start: number, first: Expr): Stmt {
  if (!ASSIGNMENTS.has(p.kind)) {
    p.note(ASSIGNMENT);
    return { kind: "ExprStmt", id: p.id(), span: p.spanFrom(start), value: first };
  }
  const op = p.kind as AssignOp;
  p.advance();
  const value = p.expr();
  const span = p.spanFrom(start);
  const broken = (parts: readonly Expr[]): Expr => ({ kind: "BrokenExpr", id: p.id(), span, parts });
  const declared = op === "=" ? foreignDeclaration(first) : undefined;
  if (declared !== undefined) {
    p.report("P2", first.span, {}, { label: notes.notPlace, hint: notes.tupleIsDeclaredWithLet(declared) });
    return { kind: "ExprStmt", id: p.id(), span, value: broken([value]) };
  }
  // `List<int> xs = …` is reported at its `>`.
  const variable = first.kind === "BrokenExpr" && first.parts.length === 1 ? first.parts[0] : undefined;
  if (op === "=" && variable?.kind === "Name" && variable.span.end === first.span.end)
    return { kind: "Let", id: p.id(), span, constant: false, name: variable, type: null, value: broken([]) };
  // `xs[] = value`
  if (op === "=" && first.kind === "ListLit" && first.elements.length === 0) {
    p.report("P2", first.span, {}, { label: notes.notPlace, hint: notes.elementsArePushed });
    return { kind: "ExprStmt", id: p.id(), span, value: broken([value]) };
  }
  // `o ??= value` is reported at the second `?`.
  const doubled = first.kind === "Try" && first.value.kind === "Try";
  if (doubled || !isTargetOf(p, first, op))
    return { kind: "ExprStmt", id: p.id(), span, value: broken([first, value]) };
  return { kind: "Assign", id: p.id(), span, op, target: first, value };
}

/** `a, b` of `var (a, b) = t`. */
function foreignDeclaration(first: Expr): string | undefined {
  if (first.kind !== "Call" || first.callee.kind !== "Name" || first.args.length < 2) return undefined;
  if (!["var", "val", "auto"].includes(first.callee.name)) return undefined;
  const names = first.args.map(({ value }) => (value.kind === "Name" ? value.name : "_"));
  return names.join(", ");
}

/**
 * Whether an expression is an assignment target, or before `=` a tuple of targets and `_`. Reports it if not.
 */
function isTargetOf(p: Parser, expr: Expr, op: AssignOp): boolean {
  if (expr.kind === "Paren") return isTargetOf(p, expr.inner, op);
  if (expr.kind === "TupleLit") {
    if (op === "=") return expr.parts.every((part) => isTargetOf(p, part, op));
    p.report("P2", expr.span, {}, { label: notes.changesOneLocation(op), hint: notes.tupleOnlyAssigned });
    return false;
  }
  if (expr.kind === "BrokenExpr") return false;
  if (isPlace(expr)) return true;
  const hint = expr.kind === "Slice" ? notes.sliceIsCopy : notes.placeIsVariableOrSelf;
  p.report("P2", expr.span, {}, { label: notes.notPlace, hint });
  return false;
}

/** Whether an expression is a name or `self`, followed by fields and indexes. */
function isPlace(expr: Expr): boolean {
  for (;;) {
    switch (expr.kind) {
      case "Name":
        return expr.typeArgs === null && expr.name !== "Self";
      case "SelfValue":
        return true;
      case "Paren":
        expr = expr.inner;
        break;
      case "FieldAccess":
        if (expr.typeArgs !== null) return false;
        expr = expr.receiver;
        break;
      case "Index":
        expr = expr.receiver;
        break;
      default:
        return false;
    }
  }
}
