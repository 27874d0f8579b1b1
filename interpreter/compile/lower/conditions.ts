// Conditions that contain a `let`: a match if there is nothing else, otherwise a chain of steps
// (reference/expressions#let-in-conditions).
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import type { Expr, Step } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { lowerPattern } from "./patterns.ts";

/** The parts of a condition joined by `&&`, if one of them is a `let`; null for any other condition. */
export function stepsOf(body: LoweringBody, condition: ast.Expr): Step[] | null {
  const tests: ast.Expr[] = [];
  let first = condition;
  for (; first.kind === "Binary" && first.op === "&&"; first = first.left) tests.unshift(first.right);
  tests.unshift(first);
  if (!tests.some((test) => test.kind === "LetTest")) return null;
  return tests.map((test): Step => {
    if (test.kind !== "LetTest") return { pattern: null, value: body.expr(test) };
    const value = body.expr(test.value);
    return { pattern: lowerPattern(body, test.pattern), value };
  });
}

/** An expression for the case that all steps succeed, and for the case that one fails. */
export function chosen(
  body: LoweringBody,
  steps: readonly Step[],
  then: Expr,
  otherwise: Expr | null,
  type: Type,
): Expr {
  const [first] = steps;
  if (steps.length > 1 || first === undefined || first.pattern === null)
    return { kind: "Chain", steps, then, otherwise, type };
  const rest: Expr = otherwise ?? { kind: "Block", stmts: [], value: null, type: body.unit };
  return {
    kind: "Match",
    subject: first.value,
    arms: [
      { pattern: first.pattern, guard: null, body: then },
      { pattern: { kind: "Any" }, guard: null, body: rest },
    ],
    type,
  };
}
