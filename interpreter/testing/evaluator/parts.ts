// Parts of expressions: lists of expressions, uses of names, elements.
import type { Use } from "../../check/index.ts";
import type * as ast from "../../syntax/index.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { panic } from "./functions.ts";
import type { Steps } from "./scheduler.ts";

export function* evaluateAll(frame: EvaluatedCall, nodes: readonly ast.Expr[]): Steps<unknown[]> {
  const values: unknown[] = [];
  for (const node of nodes) values.push(yield* frame.evaluate(node));
  return values;
}

export function useOf(frame: EvaluatedCall, node: ast.Node): Use {
  const use = frame.facts.uses[node.id];
  if (use === undefined) throw new Error(`nothing is known about the use at ${node.span.start}`);
  return use;
}

/** An element of a list, or the value under a key of a map. */
export function* elementAt(
  frame: EvaluatedCall,
  node: ast.Index,
  receiver: unknown,
  index: unknown,
): Steps<unknown> {
  const use = frame.facts.uses[node.id];
  if (use?.kind === "Keyed") return yield* frame.evaluation.call(frame.callee(use.at), [receiver, index]);
  const list = receiver as unknown[];
  return list[listIndex(list, index as bigint)];
}

/** The valid index of an element of a list. */
export function listIndex(list: readonly unknown[], index: bigint): number {
  if (index < 0n || index >= BigInt(list.length))
    panic(`list index out of bounds: index ${index}, length ${list.length}`);
  return Number(index);
}
