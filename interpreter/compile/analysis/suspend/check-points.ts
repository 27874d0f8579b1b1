// Where a recursive function checks the time slice: before the first statement of a path that recurses, so
// that calls which end the recursion pay nothing. The rule: on every path through the body, everything that
// may call the function again comes after a check, or is in the body of a loop that checks in each iteration.
import { eachPart, eachPartOfStmt, type Expr, type Loop, type Stmt } from "../../ir/index.ts";

export interface Recursion {
  /** Whether a call may reach the function that contains it. */
  leadsBack(call: Expr): boolean;
  checksSlice(loop: Loop): boolean;
}

/**
 * A check is a point at which the function may resume, for which it keeps variables. If there are more, a
 * single check precedes the body.
 */
const MOST_POINTS = 2;

/** The expressions and statements that a check precedes. */
export function checkPoints(body: Expr, { leadsBack, checksSlice }: Recursion): ReadonlySet<Expr | Stmt> {
  const known = new Map<Expr | Stmt, boolean>();
  const recurs = (
    node: Expr | Stmt | null,
    parts: (visit: Parameters<typeof eachPart>[1]) => void,
  ): boolean => {
    if (node === null) return false;
    let found = known.get(node);
    if (found === undefined) {
      found = false;
      parts({
        expr: (part) => void (found ||= inExpr(part)),
        stmt: (part) => void (found ||= inStmt(part)),
        // Deferred calls run at the end of the function.
        lambda: () => {},
      });
      known.set(node, found);
    }
    return found;
  };
  const inExpr = (expr: Expr): boolean =>
    ((expr.kind === "Call" || expr.kind === "CallValue" || expr.kind === "CallDyn") && leadsBack(expr)) ||
    recurs(expr, (visit) => eachPart(expr, visit));
  const inStmt = (stmt: Stmt): boolean =>
    stmt.kind === "Defer" || recurs(stmt, (visit) => eachPartOfStmt(stmt, visit));

  const points = new Set<Expr | Stmt>();
  const before = (expr: Expr): void => {
    if (!inExpr(expr)) return;
    switch (expr.kind) {
      case "Block": {
        const parts = [...expr.stmts, ...(expr.value === null ? [] : [expr.value])];
        const leading = parts.filter((part) => (isStmt(part) ? inStmt(part) : inExpr(part)));
        // After the first of several, a check may or may not have happened.
        if (leading.length > 1) points.add(leading[0]!);
        else beforePart(leading[0]!);
        return;
      }
      case "If":
        if (inExpr(expr.condition)) break;
        before(expr.then);
        if (expr.otherwise !== null) before(expr.otherwise);
        return;
      case "Match":
        if (inExpr(expr.subject) || expr.arms.some((arm) => arm.guard !== null && inExpr(arm.guard))) break;
        for (const arm of expr.arms) before(arm.body);
        return;
      case "ForRange":
        if (checksSlice(expr) && !inExpr(expr.from) && !inExpr(expr.to)) return;
        break;
      case "ForList":
        if (checksSlice(expr) && !inExpr(expr.list)) return;
        break;
    }
    points.add(expr);
  };
  const beforePart = (part: Expr | Stmt): void => {
    if (!isStmt(part)) before(part);
    else if ((part.kind === "Do" || part.kind === "Return") && part.value !== null) before(part.value);
    else points.add(part);
  };
  if (inExpr(body)) before(body);
  return inExpr(body) && points.size <= MOST_POINTS ? points : new Set([body]);
}

const STATEMENTS: ReadonlySet<string> = new Set([
  "Let",
  "Destructure",
  "SetLocal",
  "SetGlobal",
  "SetField",
  "SetIndex",
  "Return",
  "Break",
  "Continue",
  "Defer",
  "Spawn",
  "Do",
  "Reached",
] satisfies Stmt["kind"][]);

function isStmt(part: Expr | Stmt): part is Stmt {
  return STATEMENTS.has(part.kind);
}
