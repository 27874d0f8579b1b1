// Blocks and their statements.
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isUnit, type Expr, type Stmt } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { lowerLetPattern } from "./let-patterns.ts";
import { lowerAssign } from "./assignments.ts";
import { deferred } from "./closures.ts";
import { TracedStmts } from "./reached.ts";

export function lowerBlock(body: LoweringBody, node: ast.Block, type: Type): Expr {
  const stmts = new TracedStmts(body);
  for (const stmt of node.stmts) {
    const lowered = lowerStmt(body, stmt);
    stmts.add(stmt, lowered);
    // Unreachable code must not request instances.
    if (leaves(lowered)) return { kind: "Block", stmts: stmts.all, value: null, type };
  }
  if (node.trailing !== null) stmts.reach(node.trailing);
  const value = node.trailing === null ? null : body.expr(node.trailing);
  return { kind: "Block", stmts: stmts.all, value, type };
}

export function lowerStmt(body: LoweringBody, node: ast.Stmt): Stmt {
  switch (node.kind) {
    case "Let": {
      const value = body.expr(node.value);
      const use = body.facts.uses[node.id];
      // At a prompt, it declares a variable of the file.
      if (use?.kind === "Global")
        return { kind: "SetGlobal", global: body.program.global(use.global), value };
      return { kind: "Let", local: body.declared(node), value };
    }
    case "LetPattern":
      return lowerLetPattern(body, node);
    case "Return":
      return { kind: "Return", value: node.value === null ? null : body.expr(node.value) };
    case "Break":
      return {
        kind: "Break",
        label: node.label?.name ?? null,
        value: node.value === null ? null : body.expr(node.value),
      };
    case "Continue":
      return { kind: "Continue", label: node.label?.name ?? null };
    case "Defer":
      return deferred(body, node.value);
    case "Assign":
      return lowerAssign(body, node);
    case "ExprStmt":
      return { kind: "Do", value: body.expr(node.value) };
  }
}

/** Evaluates the expression only for its effects. */
export function discarded(body: LoweringBody, expr: Expr): Expr {
  if (expr.kind === "Block") {
    if (expr.value === null) return expr;
    return {
      kind: "Block",
      stmts: [...expr.stmts, { kind: "Do", value: expr.value }],
      value: null,
      type: body.unit,
    };
  }
  return { kind: "Block", stmts: [{ kind: "Do", value: expr }], value: null, type: body.unit };
}

/** The branch of an expression of a type: that of an unused one may have a value of another. */
export function branchValue(body: LoweringBody, branch: Expr, type: Type): Expr {
  const value = branch.kind === "Block" ? (branch.value ?? branch) : branch;
  return isUnit(type) && !isUnit(value.type) ? discarded(body, branch) : branch;
}

/** Whether control never reaches the next statement. */
function leaves(stmt: Stmt): boolean {
  if (stmt.kind === "Return" || stmt.kind === "Break" || stmt.kind === "Continue") return true;
  if (stmt.kind !== "Do" || stmt.value.kind !== "Block") return false;
  const last = stmt.value.stmts.at(-1);
  return last !== undefined && leaves(last);
}
