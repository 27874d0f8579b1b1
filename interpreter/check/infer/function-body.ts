// Checks the body of a function or lambda against the declared or expected result.
import { get } from "../../own/index.ts";
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Body as BodyNode } from "../../syntax/index.ts";
import type { Body, Expected, EnclosingFunction } from "../body/index.ts";
import { isNever, isSymbol, prune, showType, writableType, type Type } from "../types/index.ts";
import { checkBlock, discardBlock, inferBlock } from "./blocks.ts";
import { discard, hasBranches } from "./discarded.ts";
import { fit } from "./mismatch.ts";

/** Checks the body of a function or lambda against the result in its frame. */
export function checkBodyOf(body: Body, node: BodyNode, frame: EnclosingFunction, span: Span): void {
  const result = prune(frame.result);
  const isUnit = isSymbol(result, body.context.primitives.Unit);
  if (node.kind === "ExprBody") {
    if (isUnit && frame.declaresResult !== false && hasBranches(node.value)) {
      discard(body, node.value, "body");
      return;
    }
    const undeclared = (actual: Type): string => notes.writeResultType(writableType(actual));
    body.check(node.value, {
      type: frame.result,
      from: frame.resultFrom,
      result: true,
      ...(frame.declaresResult === false ? { hint: undeclared } : {}),
      ...resultsOfLambda(body, frame),
    });
    return;
  }
  if (isUnit) {
    discardBlock(body, node, "body");
    return;
  }
  if (result.kind === "Var") {
    inferResult(body, node, frame, span);
    return;
  }
  body.type(node, checkBlock(body, node, { type: frame.result, from: frame.resultFrom, result: true }));
}

/** The results of a lambda must have one type; after a `?` inside, the mistake is often the `?`. */
export function resultsOfLambda(body: Body, frame: EnclosingFunction): Pick<Expected, "hint" | "parts"> {
  const results = get(frame, "results");
  if (results === undefined) return {};
  const hint = (actual: Type): string | undefined => {
    const result = prune(frame.result);
    const isOption = isSymbol(result, body.context.enums.option);
    if (frame.tried !== true || (!isOption && !isSymbol(result, body.context.enums.result))) return undefined;
    const [value] = result.kind === "Named" ? result.args : [];
    if (!body.unifier.attempt(value!, actual)) return undefined;
    return notes.tryLeavesLambda(isOption ? "`Some(…)`" : "`Ok(…)`");
  };
  return { hint, parts: results };
}

/**
 * Infers the result type of a lambda: the common type of its value and its `return`s
 * (reference/checking#blocks-and-branches).
 */
function inferResult(
  body: Body,
  node: BodyNode & { kind: "Block" },
  frame: EnclosingFunction,
  span: Span,
): void {
  if (node.trailing !== null) {
    const type = body.type(node, inferBlock(body, node, frame.result));
    if (frame.returned || isNever(type)) {
      fit(body, node.trailing, type, {
        type: frame.result,
        from: null,
        ...resultsOfLambda(body, frame),
      });
    } else body.unifier.unify(frame.result, type);
    return;
  }
  const type = body.type(node, inferBlock(body, node, null));
  if (isNever(type) || body.unifier.unify(frame.result, body.context.unit) === "same") return;
  body.report(
    "T19",
    { start: Math.max(span.start, node.span.end - 1), end: node.span.end },
    { result: showType(frame.result) },
  );
}
