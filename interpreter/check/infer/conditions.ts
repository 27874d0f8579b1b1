// Conditions of `if` and `while`, and the bindings of a `let` in them
// (reference/expressions#let-in-conditions).
import { notes } from "../../diagnostics/index.ts";
import type { Expr, LetTest } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { bindPattern, shouldFail } from "../patterns/index.ts";
import { isNever, type Type } from "../types/index.ts";

/**
 * Checks a condition, and calls `inside` in the scope of its bindings, with whether the condition diverges.
 */
export function inCondition<T>(body: Body, node: Expr, inside: (leaves: boolean) => T): T {
  const tests: Expr[] = [];
  let first = node;
  for (; first.kind === "Binary" && first.op === "&&"; first = first.left) tests.unshift(first.right);
  tests.unshift(first);
  if (!tests.some((test) => test.kind === "LetTest")) return inside(condition(body, node));
  return body.scoped(() => {
    let leaves = false;
    tests.forEach((test, i) => {
      const left = test.kind === "LetTest" ? letTest(body, test) : condition(body, test);
      leaves ||= left && i === 0;
    });
    for (let step = node; step.kind === "Binary" && step !== first; step = step.left)
      body.type(step, body.context.bool);
    return inside(leaves);
  });
}

/** Checks that a condition is a Bool; returns whether it diverges. */
function condition(body: Body, node: Expr): boolean {
  body.check(node, { type: body.context.bool, from: null });
  return isNever(body.state.facts.types[node.id]!);
}

function letTest(body: Body, node: LetTest): boolean {
  const type = body.infer(node.value);
  bindPattern(body, node.pattern, type, "match");
  shouldFail(body, node.pattern, type, notes.writeItAsStatementOf);
  body.type(node, body.context.bool);
  return isNever(type);
}

/** Checks a `let` at a position that the parser has reported. */
export function misplacedLet(body: Body, node: LetTest): Type {
  letTest(body, node);
  return body.context.bool;
}
