// `if` with and without `else` (reference/checking#blocks-and-branches, reference/expressions#control-flow).
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Block, If } from "../../syntax/index.ts";
import { forParts, type Body, type Expected } from "../body/index.ts";
import { ERROR, isNever, NEVER, showType, type Type } from "../types/index.ts";
import { discardBlock, endsWithout } from "./blocks.ts";
import { inCondition } from "./conditions.ts";

export function inferIf(body: Body, node: If, hint: Type | null): Type {
  const { otherwise } = node;
  const { type: first, leaves } = inCondition(body, node.condition, (leaves) => ({
    type: otherwise === null ? discardBlock(body, node.then, "branch") : body.infer(node.then, hint),
    leaves,
  }));
  if (otherwise === null) return leaves ? NEVER : body.context.unit;
  if (isNever(first)) return body.infer(otherwise, hint);
  const each = forParts(
    { type: first, from: body.label(branchPlace(node.then), notes.firstBranchIs(showType(first))) },
    node.span,
  );
  body.check(otherwise, each);
  if (leaves) return NEVER;
  return each.parts.disagree ? ERROR : first;
}

export function checkIf(body: Body, node: If, expected: Expected): Type {
  const { otherwise } = node;
  const each = forParts(expected, node.span);
  const leaves = inCondition(body, node.condition, (leaves) => {
    if (otherwise === null) discardBlock(body, node.then, "branch");
    else body.check(node.then, each);
    return leaves;
  });
  if (otherwise === null) {
    if (!leaves) endsWithout(body, node, expected);
    return leaves ? NEVER : expected.type;
  }
  body.check(otherwise, each);
  const { types } = body.state.facts;
  return leaves || (isNever(types[node.then.id]!) && isNever(types[otherwise.id]!)) ? NEVER : expected.type;
}

/** The span of the value of a branch. */
function branchPlace(node: Block): Span {
  return node.trailing?.span ?? node.span;
}
