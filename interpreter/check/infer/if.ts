// `if` with and without `else` (reference/checking#blocks-and-branches, reference/expressions#control-flow).
import type { Span } from "../../source/index.ts";
import type { Block, If } from "../../syntax/index.ts";
import type { Body, Expected } from "../body/index.ts";
import { isNever, NEVER, showType, type Type } from "../types/index.ts";
import { discardBlock, endsWithout } from "./blocks.ts";
import { condition } from "./conditions.ts";

export function inferIf(body: Body, node: If, hint: Type | null): Type {
  const leaves = condition(body, node.condition);
  if (node.otherwise === null) {
    discardBlock(body, node.then);
    return leaves ? NEVER : body.context.unit;
  }
  const first = body.infer(node.then, hint);
  if (isNever(first)) return body.infer(node.otherwise, hint);
  body.check(node.otherwise, { type: first, from: body.label(branchPlace(node.then), `the first branch is \`${showType(first)}\``) });
  return leaves ? NEVER : first;
}

export function checkIf(body: Body, node: If, expected: Expected): Type {
  const leaves = condition(body, node.condition);
  if (node.otherwise === null) {
    discardBlock(body, node.then);
    if (!leaves) endsWithout(body, node, expected);
    return leaves ? NEVER : expected.type;
  }
  body.check(node.then, expected);
  body.check(node.otherwise, expected);
  const { types } = body.state.facts;
  return leaves || (isNever(types[node.then.id]!) && isNever(types[node.otherwise.id]!)) ? NEVER : expected.type;
}

/** Where the value of a branch stands. */
function branchPlace(node: Block): Span {
  return node.trailing?.span ?? node.span;
}
