// The parts of an expression, defined once for every pass over the IR.
import { spend } from "../../limits/index.ts";
import type { Expr, LambdaCode, Local, Pattern, Stmt } from "./nodes.ts";

export interface Parts {
  expr(expr: Expr): void;
  stmt(stmt: Stmt): void;
  /** A function that runs at another time. */
  lambda(lambda: LambdaCode): void;
}

/** Visits the direct parts of `expr`, in order of evaluation; statements of a block one by one. */
export function eachPart(expr: Expr, visit: Parts): void {
  spend();
  switch (expr.kind) {
    case "Const":
    case "Unit":
    case "None":
    case "Local":
    case "Global":
    case "FunctionValue":
    case "Descriptor":
      return;
    case "Lambda":
      return visit.lambda(expr.lambda);
    case "Op":
    case "Call":
      for (const arg of expr.args) visit.expr(arg);
      return;
    case "And":
    case "Or":
      visit.expr(expr.left);
      return visit.expr(expr.right);
    case "CallValue":
      visit.expr(expr.callee);
      for (const arg of expr.args) visit.expr(arg);
      return;
    case "CallDyn":
      visit.expr(expr.receiver);
      for (const arg of expr.args) visit.expr(arg);
      return;
    case "NewStruct":
      for (const field of expr.fields) visit.expr(field);
      return;
    case "NewVariant":
      for (const part of expr.payload) visit.expr(part);
      return;
    case "Wrap":
    case "Dyn":
    case "Try":
      return visit.expr(expr.value);
    case "Field":
      return visit.expr(expr.object);
    case "List":
      for (const element of expr.elements) visit.expr(element);
      return;
    case "Text":
      for (const part of expr.parts) if (typeof part !== "string") visit.expr(part);
      return;
    case "Block":
      for (const stmt of expr.stmts) visit.stmt(stmt);
      if (expr.value !== null) visit.expr(expr.value);
      return;
    case "If":
      visit.expr(expr.condition);
      visit.expr(expr.then);
      if (expr.otherwise !== null) visit.expr(expr.otherwise);
      return;
    case "Chain":
      for (const step of expr.steps) visit.expr(step.value);
      visit.expr(expr.then);
      if (expr.otherwise !== null) visit.expr(expr.otherwise);
      return;
    case "Match":
      visit.expr(expr.subject);
      for (const arm of expr.arms) {
        if (arm.guard !== null) visit.expr(arm.guard);
        visit.expr(arm.body);
      }
      return;
    case "While":
      if (expr.condition !== null) visit.expr(expr.condition);
      for (const step of expr.steps ?? []) visit.expr(step.value);
      return visit.expr(expr.body);
    case "ForRange":
      visit.expr(expr.from);
      visit.expr(expr.to);
      return visit.expr(expr.body);
    case "ForList":
      visit.expr(expr.list);
      return visit.expr(expr.body);
    case "ForNext":
      visit.expr(expr.value);
      visit.expr(expr.next);
      return visit.expr(expr.body);
  }
}

export function eachPartOfStmt(stmt: Stmt, visit: Parts): void {
  switch (stmt.kind) {
    case "Let":
    case "SetLocal":
    case "SetGlobal":
    case "Spawn":
    case "Do":
      return visit.expr(stmt.value);
    case "Destructure":
      visit.expr(stmt.value);
      if (stmt.otherwise !== null) visit.expr(stmt.otherwise);
      return;
    case "SetField":
      visit.expr(stmt.object);
      return visit.expr(stmt.value);
    case "SetIndex":
      visit.expr(stmt.list);
      visit.expr(stmt.index);
      return visit.expr(stmt.value);
    case "Return":
    case "Break":
      if (stmt.value !== null) visit.expr(stmt.value);
      return;
    case "Defer":
      return visit.lambda(stmt.lambda);
    case "Continue":
    case "Reached":
      return;
  }
}

/** The variables that a pattern binds, each once. */
export function bindingsOf(pattern: Pattern): Set<Local> {
  const found = new Set<Local>();
  const collect = (each: Pattern): void => {
    switch (each.kind) {
      case "Bind":
        found.add(each.local);
        return;
      case "Variant":
        return each.payload.forEach(collect);
      case "Some":
      case "Ok":
      case "Err":
        return collect(each.inner);
      case "Struct":
        return each.fields.forEach((field) => collect(field.pattern));
      case "List":
        return partsOfList(each).forEach(collect);
      case "Alternatives":
        return each.alternatives.forEach(collect);
      case "Any":
      case "Literal":
      case "Range":
      case "None":
        return;
    }
  };
  collect(pattern);
  return found;
}

/** The patterns in a list pattern, in order. */
export function partsOfList({ before, rest, after }: Pattern & { kind: "List" }): readonly Pattern[] {
  return rest === null ? before : [...before, rest, ...after];
}

/** Whether every value of the right type matches. */
export function isIrrefutable(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "Any":
    case "Bind":
      return true;
    case "Struct":
      return pattern.fields.every((field) => isIrrefutable(field.pattern));
    case "Variant":
      return pattern.enum.variants.length === 1 && pattern.payload.every(isIrrefutable);
    case "List":
      return pattern.rest !== null && pattern.before.length + pattern.after.length === 0;
    case "Alternatives":
      return pattern.alternatives.some(isIrrefutable);
    case "Literal":
    case "Range":
    case "None":
    case "Some":
    case "Ok":
    case "Err":
      return false;
  }
}
