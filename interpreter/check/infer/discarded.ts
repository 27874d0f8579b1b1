// Expressions whose value is not used (reference/checking#blocks-and-branches). The branches of such an `if` or `match`
// need not have one type: where they can, they are unified, so that each helps to infer the others; where not, each
// keeps its own type, and the whole has the type of `()`.
import { notes } from "../../diagnostics/index.ts";
import { spend } from "../../limits/index.ts";
import type { Expr, If, Match, Stmt } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { checkExhaustive } from "../patterns/index.ts";
import { ERROR, isError, isNever, isPrimitive, isSymbol, NEVER, type Type } from "../types/index.ts";
import { warnIdle, type Ended } from "../warnings/index.ts";
import { inBlock } from "./blocks.ts";
import { inCondition } from "./conditions.ts";
import { inArm } from "./match.ts";
import { checkStatement } from "./statements.ts";

/** The values of the branches of one expression, and the nodes that have one of them as their value. */
interface Branches {
  /** The types that do not unify with each other. */
  readonly types: Type[];
  readonly values: { readonly node: Expr; readonly type: Type }[];
  readonly around: { readonly id: number }[];
  /** Whether an error was reported in a value. */
  isWrong: boolean;
}

/** Checks an expression whose value is not used. */
export function discard(body: Body, node: Expr, ended: Ended | null = null): Type {
  if (!hasBranches(node)) {
    const type = body.infer(node);
    warnDiscarded(body, node, type, ended);
    return type;
  }
  const branches: Branches = { types: [], values: [], around: [], isWrong: false };
  const leaves = discardParts(body, node, branches);
  const { types, values, isWrong } = branches;
  const agree = types.length <= 1;
  const type = agree ? (types[0] ?? (isWrong ? ERROR : body.context.unit)) : body.context.unit;
  for (const each of branches.around) body.type(each, type);
  if (leaves) return NEVER;
  if (agree) warnDiscarded(body, node, type, ended);
  else if (!isWrong)
    for (const value of values)
      if (!standsForNothing(body, value))
        warnDiscarded(body, value.node, value.type, ended === "deferred" ? ended : null);
  return type;
}

/** Whether a value is that of a branch in which nothing is to be done: `{}`, `None` or a literal. */
function standsForNothing(body: Body, { node, type }: Branches["values"][number]): boolean {
  if (isPrimitive(type, "Unit")) return true;
  switch (node.kind) {
    case "IntLit":
    case "FloatLit":
    case "BoolLit":
    case "StringLit":
    case "CharLit":
      return true;
    case "Name":
      return node.name === "None" && body.local(node.name) === undefined;
    default:
      return false;
  }
}

function warnDiscarded(body: Body, node: Expr, type: Type, ended: Ended | null): void {
  if (!isSymbol(type, body.context.enums.result)) warnIdle(body, node, type, ended);
  else if (ended !== "deferred") body.warn("W3", node.span, {}, { hint: notes.useResult });
}

/** Whether the value may come from one of several branches. */
export function hasBranches(node: Expr): boolean {
  switch (node.kind) {
    case "Paren":
      return hasBranches(node.inner);
    case "Block":
      return node.trailing !== null && hasBranches(node.trailing);
    case "If":
      return node.otherwise !== null;
    case "Match":
      return true;
    default:
      return false;
  }
}

/** Checks an expression and its branches; returns whether it diverges. */
function discardParts(body: Body, node: Expr, branches: Branches): boolean {
  spend();
  const leaves = leavesAfter(body, node, branches);
  if (leaves) body.type(node, NEVER);
  else if (node.kind === "Block" || hasBranches(node)) branches.around.push(node);
  return leaves;
}

function leavesAfter(body: Body, node: Expr, branches: Branches): boolean {
  if (node.kind === "Block") {
    const { trailing } = node;
    let leaves = false;
    const type = inBlock(body, node, () => {
      if (trailing === null) addValue(body, branches, node, body.context.unit);
      else leaves = discardParts(body, trailing, branches);
      return body.context.unit;
    });
    return leaves || isNever(type);
  }
  if (node.kind === "Paren" && hasBranches(node)) return discardParts(body, node.inner, branches);
  if (node.kind === "If" && node.otherwise !== null) return leavesIf(body, node, node.otherwise, branches);
  if (node.kind === "Match") return leavesMatch(body, node, branches);
  const type = body.infer(node, hintFor(node, branches));
  addValue(body, branches, node, type);
  return isNever(type);
}

function leavesIf(body: Body, node: If, otherwise: Expr, branches: Branches): boolean {
  let always = false;
  const then = inCondition(body, node.condition, (leaves) => {
    always = leaves;
    return discardParts(body, node.then, branches);
  });
  const other = discardParts(body, otherwise, branches);
  return always || (then && other);
}

function leavesMatch(body: Body, node: Match, branches: Branches): boolean {
  const subject = body.infer(node.subject);
  let ends = false;
  for (const arm of node.arms)
    inArm(body, arm, subject, () => {
      if (!leavesArm(body, arm.body, branches)) ends = true;
    });
  checkExhaustive(body, node, subject);
  return isNever(subject) || !ends;
}

function leavesArm(body: Body, stmt: Stmt, branches: Branches): boolean {
  if (stmt.kind === "ExprStmt") return discardParts(body, stmt.value, branches);
  if (checkStatement(body, stmt)) return true;
  addType(body, branches, body.context.unit);
  return false;
}

function addValue(body: Body, branches: Branches, node: Expr, type: Type): void {
  if (isNever(type)) return;
  branches.values.push({ node, type });
  addType(body, branches, type);
}

function addType(body: Body, branches: Branches, type: Type): void {
  if (isError(type)) {
    branches.isWrong = true;
    for (const each of branches.types) body.poison(each);
  } else if (branches.isWrong) body.poison(type);
  if (isError(type) || branches.types.some((each) => body.unifier.attempt(each, type))) return;
  branches.types.push(type);
}

/**
 * The type of the first branch, where the value says nothing of its own. To a call it could give the type of another
 * branch; what a call leaves open is decided when the types are unified.
 */
function hintFor(node: Expr, { types }: Branches): Type | null {
  const isOpen =
    (node.kind === "ListLit" && node.elements.length === 0) ||
    (node.kind === "Lambda" && node.params.some((param) => param.type === null));
  return isOpen ? (types[0] ?? null) : null;
}
