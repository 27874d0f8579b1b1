// Builds blocks and statements, including the bodies of match arms.
import { notes } from "../../../diagnostics/index.ts";
import type { AssignOp, Block, Expr, Ident, Stmt } from "../../../syntax/ast/index.ts";
import type { Token } from "../../../syntax/tokens.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { buildExpr } from "./expressions.ts";
import { buildPattern, namePattern } from "./patterns.ts";
import { buildOptionalType } from "./types.ts";

export function buildBlock(b: Builder, cst: Cst): Block {
  const scope = b.hygiene.open();
  const stmts: Stmt[] = cst.list(2).map((statement) => buildStatement(b, statement));
  b.hygiene.close(scope);
  const last = stmts.at(-1);
  let trailing = null;
  if (last?.kind === "ExprStmt" && !discarded(b, cst)) {
    trailing = last.value;
    stmts.pop();
  }
  return { kind: "Block", id: b.id(), span: b.span(cst), stmts, trailing };
}

/** Whether a `;` after the last expression discards its value (reference/grammar#line-breaks rule 6). */
function discarded(b: Builder, cst: Cst): boolean {
  const separator = cst.list(3).at(-1)!;
  for (let i = separator.at; i < separator.at + separator.length; i++) {
    if (b.tokens[i]!.kind === ";") return true;
  }
  return false;
}

/** statement, armBody */
export function buildStatement(b: Builder, cst: Cst): Stmt {
  const first = cst.part(0);
  const inner = first.rule === "worded" ? first.part(1) : first;
  const span = b.span(cst);
  switch (inner.rule) {
    case "let": {
      const type = buildOptionalType(b, inner.optional(3));
      const value = buildExpr(b, inner.part(5));
      const constant = b.token(inner).kind === "const";
      const block = inner.optional(7);
      const target = inner.part(1);
      if (block !== null || target.rule === "pattern") {
        const otherwise = block === null ? null : buildBlock(b, block);
        const bind = (token: Token): string => b.hygiene.bind(token);
        const pattern =
          target.rule === "pattern" ? buildPattern(b, target, bind) : namePattern(b, target, bind);
        return { kind: "LetPattern", id: b.id(), span, constant, pattern, type, value, otherwise };
      }
      return { kind: "Let", id: b.id(), span, constant, name: b.binding(inner.part(1)), type, value };
    }
    case "return":
      return { kind: "Return", id: b.id(), span, value: optionalExpr(b, inner) };
    case "break":
      return {
        kind: "Break",
        id: b.id(),
        span,
        label: optionalLabel(b, inner),
        value: optionalExpr(b, inner, 2),
      };
    case "continue":
      return { kind: "Continue", id: b.id(), span, label: optionalLabel(b, inner) };
    case "defer":
      return { kind: "Defer", id: b.id(), span, value: buildExpr(b, inner.part(1)) };
    default:
      return buildSimple(b, inner);
  }
}

function optionalLabel(b: Builder, cst: Cst): Ident | null {
  const label = cst.optional(1);
  return label === null ? null : b.label(label);
}

function optionalExpr(b: Builder, cst: Cst, part = 1): Expr | null {
  const value = cst.optional(part);
  return value === null ? null : buildExpr(b, value);
}

function buildSimple(b: Builder, cst: Cst): Stmt {
  const span = b.span(cst);
  const first = buildExpr(b, cst.part(0));
  const operator = cst.optional(1);
  if (operator === null) return { kind: "ExprStmt", id: b.id(), span, value: first };
  const op = b.token(operator).kind as AssignOp;
  const declared = op === "=" ? foreignDeclaration(first) : undefined;
  if (declared !== undefined) {
    b.report("P2", first.span, {}, { label: notes.notPlace, hint: notes.tupleIsDeclaredWithLet(declared) });
    const value: Expr = { kind: "BrokenExpr", id: b.id(), span, parts: [buildExpr(b, cst.optional(2)!)] };
    return { kind: "ExprStmt", id: b.id(), span, value };
  }
  // `List<int> xs = …` is reported at its `>`.
  const variable = first.kind === "BrokenExpr" && first.parts.length === 1 ? first.parts[0] : undefined;
  if (op === "=" && variable?.kind === "Name" && variable.span.end === first.span.end) {
    const value: Expr = { kind: "BrokenExpr", id: b.id(), span, parts: [] };
    return { kind: "Let", id: b.id(), span, constant: false, name: variable, type: null, value };
  }
  // `o ??= value` is reported at the second `?`.
  const doubled = first.kind === "Try" && first.value.kind === "Try";
  if (doubled || !isTarget(b, first, op)) {
    const value: Expr = {
      kind: "BrokenExpr",
      id: b.id(),
      span,
      parts: [first, buildExpr(b, cst.optional(2)!)],
    };
    return { kind: "ExprStmt", id: b.id(), span, value };
  }
  return { kind: "Assign", id: b.id(), span, op, target: first, value: buildExpr(b, cst.optional(2)!) };
}

/** `a, b` of `var (a, b) = t`. */
function foreignDeclaration(first: Expr): string | undefined {
  if (first.kind !== "Call" || first.callee.kind !== "Name" || first.args.length < 2) return undefined;
  if (!["var", "val", "auto"].includes(first.callee.name)) return undefined;
  const names = first.args.map(({ value }) => (value.kind === "Name" ? value.name : "_"));
  return names.join(", ");
}

/**
 * Whether an expression is an assignment target, or before `=` a tuple of targets and `_`. Reports
 * it if not.
 */
function isTarget(b: Builder, expr: Expr, op: AssignOp): boolean {
  if (expr.kind === "Paren") return isTarget(b, expr.inner, op);
  if (expr.kind === "TupleLit") {
    if (op === "=") return expr.parts.every((part) => isTarget(b, part, op));
    b.report("P2", expr.span, {}, { label: notes.changesOneLocation(op), hint: notes.tupleOnlyAssigned });
    return false;
  }
  if (expr.kind === "BrokenExpr") return false;
  if (isPlace(expr)) return true;
  b.report(
    "P2",
    expr.span,
    {},
    {
      label: notes.notPlace,
      hint: expr.kind === "Slice" ? notes.sliceIsCopy : notes.placeIsVariableOrSelf,
    },
  );
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
