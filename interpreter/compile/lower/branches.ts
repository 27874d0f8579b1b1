// `if` with its `else if`s, without branches that the compiler knows to be dead.
import { has } from "../../own/index.ts";
import type { Type } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import { isUnit, type Expr, type Step } from "../ir/index.ts";
import type { LoweringBody } from "./lowering-body.ts";
import { chosen, stepsOf } from "./conditions.ts";
import { branchValue, discarded, lowerBlock } from "./statements.ts";

export function lowerIf(body: LoweringBody, node: ast.If, type: Type): Expr {
  // Iterative over `else if` chains, which may be arbitrarily long.
  const chain: { condition: Expr | readonly Step[]; then: Expr; type: Type }[] = [];
  let rest: ast.If | ast.Block | null = node;
  let result: Expr | null = null;
  const branch = (block: ast.Block): Expr =>
    branchValue(body, lowerBlock(body, block, body.typeOf(block)), type);
  while (rest !== null) {
    if (rest.kind === "Block") {
      result = branch(rest);
      break;
    }
    const steps = stepsOf(body, rest.condition);
    if (steps !== null) {
      chain.push({
        condition: steps,
        then: branch(rest.then),
        type: body.typeOf(rest),
      });
      rest = rest.otherwise;
      continue;
    }
    const condition = body.expr(rest.condition);
    const known = constantCondition(condition);
    if (known !== false) {
      const then = branch(rest.then);
      if (known === true) {
        result = then;
        break;
      }
      chain.push({ condition, then, type: body.typeOf(rest) });
    }
    rest = rest.otherwise;
  }
  for (const step of chain.reverse()) {
    const then = result === null && !isUnit(step.then.type) ? discarded(body, step.then) : step.then;
    const { condition, type } = step;
    result = has(condition, "kind")
      ? { kind: "If", condition, then, otherwise: result, type }
      : chosen(body, condition, then, result, type);
  }
  return result ?? { kind: "Block", stmts: [], value: null, type };
}

/**
 * Known at compile time: only if an intrinsic of a standard module computed it, never for a literal of the
 * program.
 */
function constantCondition(condition: Expr): boolean | null {
  return condition.kind === "Const" && condition.folded === true ? (condition.value as boolean) : null;
}
